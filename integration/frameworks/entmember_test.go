package frameworks

import (
	"strings"
	"testing"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"entgo.io/ent/schema/field"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/frameworks/ent"
	"github.com/seed-8298af95/uuid/integration/frameworks/ent/member"
	"github.com/seed-8298af95/uuid/integration/frameworks/shop"
)

// TestEntTyped checks that ent can store rows, and find them by an ID that embeds ID[T]. The test
// also checks that ent does not support ID[T] itself.
func TestEntTyped(t *testing.T) {
	// ent writes this name into the generated code, which then does not compile.
	if info := field.UUID("id", shop.MemberID{}).Descriptor().Info; !strings.Contains(info.Ident, "[github.com/") {
		t.Errorf("ent writes %s: does it support ID[T] now?", info.Ident)
	}

	db := openSchema(t, "public")
	if _, err := db.Exec(`create temporary table members (id uuid primary key, referrer uuid, "binary" ` +
		`bytea)`); err != nil {
		t.Fatal(err)
	}
	client := ent.NewClient(ent.Driver(entsql.OpenDB(dialect.Postgres, db)))
	ada := client.Member.Create().SetBinary(uuid.Binary(exampleV7)).SaveX(ctx)
	ben := client.Member.Create().SetReferrer(ada.ID).SetBinary(uuid.Binary(example)).SaveX(ctx)

	got, err := client.Member.Query().Where(member.Referrer(ada.ID)).Only(ctx)
	if err != nil || got.ID != ben.ID || *got.Referrer != ada.ID || got.Binary != uuid.Binary(example) {
		t.Errorf("%+v, %v; want %+v", got, err, ben)
	}
	if got, err := client.Member.Query().Where(member.Binary(uuid.Binary(exampleV7))).Only(ctx); err != nil ||
		got.ID != ada.ID || got.Referrer != nil {
		t.Errorf("by Binary: %+v, %v; want %+v", got, err, ada)
	}
	if got, err := client.Member.Get(ctx, ada.ID); err != nil || got.ID != ada.ID {
		t.Errorf("by key: %+v, %v", got, err)
	}
	var plain int
	if err := db.QueryRow(`select count(*) from members where id = $1 and octet_length("binary") = 16`,
		ada.ID.UUID()).Scan(&plain); err != nil || plain != 1 {
		t.Errorf("%d rows contain the plain ID, %v", plain, err)
	}
}
