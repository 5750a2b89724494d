package typeid

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
	"github.com/seed-8298af95/uuid/integration/typeid/shop"
	"github.com/seed-8298af95/uuid/integration/typeid/sqlc"
	"github.com/seed-8298af95/uuid/pgxuuid"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// connect returns a connection to the database.
func connect(t *testing.T, register bool) *pgx.Conn {
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	if register {
		pgxuuid.Register(conn.TypeMap())
	}
	return conn
}

// TestSQLC stores and reads IDs with code that sqlc has generated, with and without pgxuuid.
func TestSQLC(t *testing.T) {
	// Temporary tables leave nothing behind, and let both subtests use the same names.
	schema, err := os.ReadFile("sqlc/schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	temporary := strings.ReplaceAll(string(schema), "create table", "create temporary table")
	for _, register := range []bool{false, true} {
		t.Run(fmt.Sprintf("pgxuuid=%t", register), func(t *testing.T) {
			ctx, conn := t.Context(), connect(t, register)
			if _, err := conn.Exec(ctx, temporary); err != nil {
				t.Fatal(err)
			}
			db := sqlc.New(conn)
			var referrer *shop.UserID
			for _, u := range ids.All() {
				user := sqlc.User{ID: shop.UserID(u), Referrer: referrer}
				order := sqlc.Order{ID: uuid.NewID[shop.Order](), Customer: user.ID}
				err := errors.Join(db.CreateUser(ctx, sqlc.CreateUserParams(user)), db.CreateOrder(ctx, sqlc.CreateOrderParams(order)))
				if err != nil {
					t.Fatal(err)
				}
				if got, err := db.User(ctx, user.ID); !reflect.DeepEqual(got, user) || err != nil {
					t.Errorf("got %v, %v; want %v", got, err, user)
				}
				if got, err := db.Orders(ctx, user.ID); len(got) != 1 || got[0] != order || err != nil {
					t.Errorf("got %v, %v; want %v", got, err, order)
				}
				referrer = &user.ID // of the next user, so the row exists
			}
		})
	}
}

// TestPgxSlices sends slices of IDs as uuid[] and reads them back.
func TestPgxSlices(t *testing.T) {
	ctx, conn := t.Context(), connect(t, true)
	var want []shop.UserID
	var texts []string
	for _, u := range ids.All() {
		want, texts = append(want, shop.UserID(u)), append(texts, u.String())
	}
	var got []shop.UserID
	var gotTexts []string
	if err := conn.QueryRow(ctx, "select $1::uuid[], $1::uuid[]::text[]", want).Scan(&got, &gotTexts); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, want) || !slices.Equal(gotTexts, texts) {
		t.Errorf("got %v, %v; want %v", got, gotTexts, want)
	}
	var found int
	if err := conn.QueryRow(ctx, "select count(*) from unnest($1::uuid[]) id where id = any($2)", want, want[:7]).Scan(&found); found != 7 || err != nil {
		t.Errorf("found %d, %v", found, err)
	}
	pointers := []*shop.UserID{&want[0], nil}
	var gotPointers []*shop.UserID
	if err := conn.QueryRow(ctx, "select $1::uuid[]", pointers).Scan(&gotPointers); !reflect.DeepEqual(gotPointers, pointers) || err != nil {
		t.Errorf("got %v, %v; want %v", gotPointers, err, pointers)
	}
}

// These are models of gorm, which creates their tables.
type (
	gormUser struct {
		ID         shop.UserID  `gorm:"type:uuid;primaryKey"`
		ReferrerID *shop.UserID `gorm:"type:uuid"`
		Referrer   *gormUser
		Orders     []gormOrder `gorm:"foreignKey:CustomerID"`
	}
	gormOrder struct {
		ID         shop.OrderID `gorm:"type:uuid;primaryKey"`
		CustomerID shop.UserID  `gorm:"type:uuid"`
	}
)

func TestGORM(t *testing.T) {
	db, err := gorm.Open(postgres.Open(address), &gorm.Config{Logger: logger.Discard})
	if err != nil {
		t.Fatal(err)
	}
	pool, err := db.DB()
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if err := db.AutoMigrate(&gormUser{}, &gormOrder{}); err != nil {
		t.Fatal(err)
	}
	var referrer *gormUser
	for _, u := range ids.All() {
		if u.IsNil() {
			continue // gorm takes a zero value as a missing key
		}
		want := gormUser{ID: shop.UserID(u), Referrer: referrer, Orders: []gormOrder{{ID: uuid.NewID[shop.Order]()}}}
		if err := db.Create(&want).Error; err != nil {
			t.Fatal(err)
		}
		var got gormUser
		if err := db.Preload("Referrer").Preload("Orders").First(&got, "id = ?", want.ID).Error; err != nil {
			t.Fatal(err)
		}
		if got.ID != want.ID || !reflect.DeepEqual(got.Orders, want.Orders) || got.Orders[0].CustomerID != want.ID {
			t.Errorf("got %+v, want %+v", got, want)
		}
		if referrer != nil && (got.ReferrerID == nil || *got.ReferrerID != referrer.ID || got.Referrer.ID != referrer.ID) {
			t.Errorf("%v has the referrer %v, want %v", got.ID, got.ReferrerID, referrer.ID)
		}
		if referrer == nil && (got.ReferrerID != nil || got.Referrer != nil) {
			t.Errorf("%v has the referrer %v", got.ID, got.ReferrerID)
		}
		referrer = &gormUser{ID: want.ID}
	}
}

// TestGin binds IDs from each place in a request.
func TestGin(t *testing.T) {
	type request struct {
		ID       shop.UserID   `uri:"id" form:"id" header:"id" json:"id"`
		Optional *shop.UserID  `uri:"optional" form:"optional" header:"optional" json:"optional,omitempty"`
		Many     []shop.UserID `form:"many" json:"many,omitempty"`
	}
	bound, send := serveGin[request]()
	for _, u := range ids.All()[:100] {
		id := shop.UserID(u)
		other := shop.OrderID(u).String()
		answer := fmt.Sprintf(`{"id":"%s"}`, id)
		both := fmt.Sprintf(`{"id":"%[1]s","optional":"%[1]s"}`, id)
		many := fmt.Sprintf(`{"id":"%[1]s","many":["%[1]s","%[1]s"]}`, id)
		for _, test := range []struct{ method, target, header, body, want string }{
			{"GET", "/path/" + id.String() + "/" + id.String(), "", "", both},
			{"GET", "/query?id=" + id.String(), "", "", answer},
			{"GET", "/query?id=" + id.String() + "&optional=" + id.String(), "", "", both},
			{"GET", "/query?id=" + id.String() + "&many=" + id.String() + "&many=" + id.String(), "", "", many},
			{"GET", "/header", id.String(), "", answer},
			{"POST", "/json", "", both, both},
		} {
			if code, body := send(test.method, test.target, test.header, test.body); code != http.StatusOK || body != test.want {
				t.Errorf("%s: %d %s, want %s", test.target, code, body, test.want)
			}
		}
		for _, test := range []struct{ method, target, header, body string }{
			{"GET", "/path/" + other + "/" + id.String(), "", ""},
			{"GET", "/path/" + id.String() + "/" + other, "", ""},
			{"GET", "/query?id=" + other, "", ""},
			{"GET", "/query?many=" + other, "", ""},
			{"GET", "/query?id=" + u.String(), "", ""},
			{"GET", "/header", other, ""},
			{"POST", "/json", "", `{"id":"` + other + `"}`},
		} {
			code, body := send(test.method, test.target, test.header, test.body)
			// gin may have bound other fields before it found the wrong one.
			if code != http.StatusBadRequest || !strings.Contains(body, `wrong prefix, want "user" at offset 0`) || !bound.ID.IsNil() && bound.ID != id {
				t.Errorf("%s %s%s: %d %s, bound %v", test.target, test.header, test.body, code, body, bound)
			}
		}
	}
}
