package typeid

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/typeid/shop"
	"github.com/seed-8298af95/uuid/integration/typeid/sqlc"
)

// TestMemberSQLC stores and reads masked, prefixed, binary IDs with code that sqlc has generated.
func TestMemberSQLC(t *testing.T) {
	ctx, conn := t.Context(), connect(t, false)
	if _, err := conn.Exec(ctx, "create temporary table members (id bytea primary key, referrer bytea references members)"); err != nil {
		t.Fatal(err)
	}
	db := sqlc.New(conn)
	ada, ben := at(t, "2022-02-22T19:22:22Z"), at(t, "2022-02-23T00:00:00Z")
	err := errors.Join(
		db.CreateMember(ctx, sqlc.CreateMemberParams{ID: ada}),
		db.CreateMember(ctx, sqlc.CreateMemberParams{ID: ben, Referrer: &ada}),
	)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []sqlc.Member{{ID: ada}, {ID: ben, Referrer: &ada}} {
		if got, err := db.Member(ctx, want.ID); !reflect.DeepEqual(got, want) || err != nil {
			t.Errorf("got %v, %v; want %v", got, err, want)
		}
	}
	got, err := db.Referred(ctx, sqlc.ReferredParams{Referrer: &ada, ID: shop.MemberID(uuid.MinV7(time.Unix(0, 0)))})
	if !slices.Equal(got, []shop.MemberID{ben}) || err != nil {
		t.Errorf("got %v, %v; want %v", got, err, ben)
	}
}
