package typeid

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/redis/go-redis/v9"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/server"
	"github.com/seed-8298af95/uuid/integration/typeid/shop"
	"go.mongodb.org/mongo-driver/v2/bson"
	gormmysql "gorm.io/driver/mysql"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	_ "modernc.org/sqlite"
)

// A memberDB is a database with a 16-byte column for a member's ID.
type memberDB struct {
	name, column string
	hex          string // SQL function that returns the hexadecimal digits of a column
	outside      string // documented query for IDs that a mask cannot hide
	open         func(t *testing.T) *sql.DB
	numbered     bool // whether the placeholders are $1, $2, … instead of ?
}

var memberDBs = []memberDB{
	{
		"PostgreSQL", "bytea", "encode(%s, 'hex')", "SELECT id FROM members WHERE encode(id, 'hex') !~ '^.{12}7...[89ab]'",
		func(t *testing.T) *sql.DB { return open(t, "pgx", address) }, true,
	}, {
		"MariaDB", "binary(16)", "lower(hex(%s))", "SELECT id FROM members WHERE hex(id) NOT REGEXP '^.{12}7...[89AB]'",
		func(t *testing.T) *sql.DB { return open(t, "mysql", mariaDB(t)) }, false,
	}, {
		"SQLite", "blob", "lower(hex(%s))", "SELECT id FROM members WHERE hex(id) NOT GLOB '????????????7???[89AB]*'",
		func(t *testing.T) *sql.DB { return open(t, "sqlite", filepath.Join(t.TempDir(), "members.db")) }, false,
	},
}

func open(t *testing.T, driver, source string) *sql.DB {
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1) // a temporary table is visible only to its connection
	t.Cleanup(func() { db.Close() })
	return db
}

// mariaDB creates a database and returns its address.
func mariaDB(t *testing.T) string {
	db, err := server.MariaDB()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Drop() })
	return db.Address
}

// bind returns the query with the database's placeholders.
func (m memberDB) bind(query string) string {
	for i := 1; m.numbered && strings.Contains(query, "?"); i++ {
		query = strings.Replace(query, "?", fmt.Sprint("$", i), 1)
	}
	return query
}

// at returns a member ID with the given timestamp.
func at(t *testing.T, text string) shop.MemberID {
	when, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	u, err := uuid.NewV7At(when)
	if err != nil {
		t.Fatal(err)
	}
	return shop.MemberID(u)
}

// TestMemberColumns checks that masked IDs can be stored in 16-byte columns and read back. The IDs
// are passed directly as query arguments.
func TestMemberColumns(t *testing.T) {
	for _, m := range memberDBs {
		t.Run(m.name, func(t *testing.T) {
			db := m.open(t)
			exec := func(query string, args ...any) {
				t.Helper()
				if _, err := db.Exec(m.bind(query), args...); err != nil {
					t.Fatal(query, err)
				}
			}
			ids := func(query string, args ...any) (got []shop.MemberID) {
				t.Helper()
				rows, err := db.Query(m.bind(query), args...)
				if err != nil {
					t.Fatal(query, err)
				}
				defer rows.Close()
				for rows.Next() {
					var id shop.MemberID
					if err := rows.Scan(&id); err != nil {
						t.Fatal(query, err)
					}
					got = append(got, id)
				}
				return got
			}
			want := func(name string, got []shop.MemberID, want ...shop.MemberID) {
				t.Helper()
				if !slices.Equal(got, want) {
					t.Errorf("%s: %v, want %v", name, got, want)
				}
			}
			exec("create temporary table members (id " + m.column + " primary key, referrer " + m.column + ", name text)")
			ada, ben, cid := at(t, "2022-02-22T19:22:22Z"), at(t, "2022-02-23T00:00:00Z"), at(t, "2022-02-24T00:00:00Z")
			exec("insert into members values (?, ?, ?)", ada, (*shop.MemberID)(nil), "Ada")
			exec("insert into members values (?, ?, ?)", ben, &ada, "Ben")
			exec("insert into members values (?, ?, ?)", &cid, sql.Null[shop.MemberID]{V: ben, Valid: true}, "Cid")

			want("where", ids("select id from members where id = ?", ben), ben)
			want("pointer", ids("select id from members where id = ?", &ben), ben)
			want("join", ids("select m.id from members m join members r on m.referrer = r.id where r.id = ?", ada), ben)
			want("in", ids("select id from members where id in (?, ?) order by id", cid, ada), ada, cid)
			want("null", ids("select id from members where referrer is null"), ada)
			want("order", ids("select id from members order by id desc"), cid, ben, ada)
			from, to := time.Date(2022, 2, 23, 0, 0, 0, 0, time.UTC), time.Date(2022, 2, 24, 0, 0, 0, 0, time.UTC)
			want("range", ids("select id from members where id >= ? and id < ?",
				uuid.ID[shop.Member](uuid.MinV7(from)), uuid.ID[shop.Member](uuid.MinV7(to))), ben)

			for _, row := range []struct {
				id       shop.MemberID
				referrer *shop.MemberID
			}{{ada, nil}, {ben, &ada}} {
				var digits string
				var pointer *shop.MemberID
				var null sql.Null[shop.MemberID]
				err := db.QueryRow(m.bind("select "+fmt.Sprintf(m.hex, "id")+", referrer, referrer from members where id = ?"), row.id).
					Scan(&digits, &pointer, &null)
				if digits != hex.EncodeToString(row.id[:]) || !reflect.DeepEqual(pointer, row.referrer) || err != nil ||
					null.Valid != (row.referrer != nil) || null.Valid && null.V != *row.referrer {
					t.Errorf("%s, %v, %v, %v; want %x, %v", digits, pointer, null, err, row.id[:], row.referrer)
				}
			}

			want("an ID from a request", ids("select id from members where id = ?", parse(t, ben.String())), ben)
			// A mask can hide only version 7, so the query returns no rows until an ID of another
			// version is stored.
			want("all can be hidden", ids(m.outside))
			other := shop.MemberID(uuid.NewV4())
			exec("insert into members values (?, ?, ?)", other, nil, "")
			exec("insert into members values (?, ?, ?)", shop.MemberID{}, nil, "")
			got := ids(m.outside + " ORDER BY id")
			want("some cannot be hidden", got, shop.MemberID{}, other)
		})
	}
}

// parse parses text like a request handler. The test fails unless text contains a version 4 UUID.
func parse(t *testing.T, text string) shop.MemberID {
	t.Helper()
	prefix, shown, err := uuid.ParseTypeID(text)
	if prefix != "member" || shown.Version() != 4 || err != nil {
		t.Errorf("%s shows %q, %v, %v", text, prefix, shown, err)
	}
	id, err := uuid.ParseID[shop.Member](text)
	if err != nil {
		t.Error(err)
	}
	return id
}

// TestMemberUUID checks the documented query that finds the IDs in a uuid column that a mask cannot
// hide.
func TestMemberUUID(t *testing.T) {
	db := open(t, "pgx", address)
	v7, v4 := uuid.NewV7(), uuid.NewV4()
	var found []string
	rows, err := db.Query("select id from unnest(array[$1, $2]::uuid[]) id where id::text !~ '^.{14}7.{4}[89ab]'", v7, v4)
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			t.Fatal(err)
		}
		found = append(found, id)
	}
	if !slices.Equal(found, []string{v4.String()}) {
		t.Errorf("found %v, want %v", found, v4)
	}
}

// TestMemberSlices checks that PostgreSQL accepts a slice of IDs as one argument of a query.
func TestMemberSlices(t *testing.T) {
	ctx, conn := t.Context(), connect(t, false)
	want := []shop.MemberID{uuid.NewID[shop.Member](), uuid.NewID[shop.Member]()}
	var got []shop.MemberID
	var digits []string
	err := conn.QueryRow(ctx, "select $1::bytea[], array(select encode(b, 'hex') from unnest($1::bytea[]) b)", want).Scan(&got, &digits)
	if !slices.Equal(got, want) || !slices.Equal(digits, []string{hex.EncodeToString(want[0][:]), hex.EncodeToString(want[1][:])}) || err != nil {
		t.Errorf("got %v, %v, %v; want %v", got, digits, err, want)
	}
	pointers := []*shop.MemberID{&want[0], nil}
	var gotPointers []*shop.MemberID
	if err := conn.QueryRow(ctx, "select $1::bytea[]", pointers).Scan(&gotPointers); !reflect.DeepEqual(gotPointers, pointers) || err != nil {
		t.Errorf("got %v, %v; want %v", gotPointers, err, pointers)
	}
	var found int
	err = conn.QueryRow(ctx, "select count(*) from unnest($1::bytea[]) id where id = any($2)", want, want[:1]).Scan(&found)
	if found != 1 || err != nil {
		t.Errorf("found %d, %v", found, err)
	}

	// A text column must not store the masked text form. The server rejects the 16 bytes that pgx
	// sends instead.
	var text string
	if err := conn.QueryRow(ctx, "select $1::text", want[0]).Scan(&text); err == nil {
		t.Errorf("a text column contains %q", text)
	}
}

// guest identifies masked IDs for text and uuid columns.
type guest struct{ shop.Member }

func (g guest) IDKind() uuid.Kind {
	k := g.Member.IDKind()
	k.Binary = false
	return k
}

// TestGuestSlices checks that text and uuid columns, and arrays of them, contain the plain ID. This
// requires pgx to call Value instead of String.
func TestGuestSlices(t *testing.T) {
	ctx := t.Context()
	id := uuid.NewID[guest]()
	plain := id.UUID().String()
	for _, register := range []bool{false, true} {
		conn := connect(t, register)
		for _, query := range []string{"select $1::text", "select ($1::uuid)::text"} {
			for _, arg := range []any{id, &id} {
				var text string
				if err := conn.QueryRow(ctx, query, arg).Scan(&text); text != plain || err != nil {
					t.Errorf("pgxuuid %t: %s of a %T is %s, %v; want %s", register, query, arg, text, err, plain)
				}
			}
		}
		for _, query := range []string{"select $1::text[]", "select ($1::uuid[])::text[]"} {
			var texts []string
			if err := conn.QueryRow(ctx, query, []uuid.ID[guest]{id, id}).Scan(&texts); !slices.Equal(texts, []string{plain, plain}) || err != nil {
				t.Errorf("pgxuuid %t: %s is %s, %v; want %s", register, query, texts, err, plain)
			}
		}
	}
}

// gormMember is a gorm model.
type gormMember struct {
	ID         shop.MemberID  `gorm:"type:binary(16);primaryKey"`
	ReferrerID *shop.MemberID `gorm:"type:binary(16)"`
	Referrer   *gormMember
}

func TestMemberGORM(t *testing.T) {
	db, err := gorm.Open(gormmysql.Open(mariaDB(t)), &gorm.Config{Logger: logger.Discard})
	if err != nil {
		t.Fatal(err)
	}
	pool, err := db.DB()
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if err := db.AutoMigrate(&gormMember{}); err != nil {
		t.Fatal(err)
	}
	// gorm also stores ada, because ada is ben's referrer.
	ada, ben := gormMember{ID: uuid.NewID[shop.Member]()}, gormMember{ID: uuid.NewID[shop.Member]()}
	ben.Referrer = &ada
	if err := db.Create(&ben).Error; err != nil {
		t.Fatal(err)
	}
	var got gormMember
	if err := db.Preload("Referrer").First(&got, "id = ?", ben.ID).Error; err != nil {
		t.Fatal(err)
	}
	if got.ID != ben.ID || got.ReferrerID == nil || *got.ReferrerID != ada.ID || got.Referrer.ID != ada.ID {
		t.Errorf("got %+v, want %+v", got, ben)
	}
	for name, query := range map[string]*gorm.DB{
		"slice":             db.Where("id in ?", []shop.MemberID{ada.ID, ben.ID}),
		"slice of pointers": db.Where("id in ?", []*shop.MemberID{&ada.ID, &ben.ID}),
		"struct":            db.Where(&gormMember{ReferrerID: &ada.ID}).Or(&gormMember{ID: ada.ID}),
	} {
		var found []gormMember
		if err := query.Order("id").Find(&found).Error; len(found) != 2 || found[0].ID != ada.ID || found[1].ID != ben.ID || err != nil {
			t.Errorf("%s: %v, %v", name, found, err)
		}
	}
}

// TestMemberGin checks that gin binds masked IDs from each part of a request and writes masked IDs
// in responses.
func TestMemberGin(t *testing.T) {
	type request struct {
		ID       shop.MemberID   `uri:"id" form:"id" header:"id" json:"id"`
		Optional *shop.MemberID  `uri:"optional" form:"optional" json:"optional"`
		Many     []shop.MemberID `form:"many" json:"many"`
	}
	bound, send := serveGin[request]()
	id := uuid.NewID[shop.Member]()
	text := id.String()
	parse(t, text)
	for _, test := range []struct {
		method, target, header, body string
		want                         request
	}{
		{"GET", "/path/" + text + "/" + text, "", "", request{ID: id, Optional: &id}},
		{"GET", "/query?id=" + text + "&many=" + text + "&many=" + text, "", "", request{ID: id, Many: []shop.MemberID{id, id}}},
		{"GET", "/header", text, "", request{ID: id}},
		{"POST", "/json", "", `{"id":"` + text + `","optional":"` + text + `","many":["` + text + `"]}`, request{id, &id, []shop.MemberID{id}}},
	} {
		code, body := send(test.method, test.target, test.header, test.body)
		var shown request
		if code != http.StatusOK || !reflect.DeepEqual(*bound, test.want) {
			t.Errorf("%s: %d %s, bound %v", test.target, code, body, *bound)
		} else if err := json.Unmarshal([]byte(body), &shown); !reflect.DeepEqual(shown, test.want) || err != nil || !strings.Contains(body, text) {
			t.Errorf("%s: %s, %v", test.target, body, err)
		}
	}
	// The service must reject the plain ID, even from a client that knows it.
	plain, err := uuid.AppendTypeID(nil, "member", id.UUID())
	if err != nil {
		t.Fatal(err)
	}
	if code, body := send("GET", "/query?id="+string(plain), "", ""); code != http.StatusBadRequest || !strings.Contains(body, "wrong version at offset 17") {
		t.Errorf("a plain ID: %d %s", code, body)
	}
}

// TestMemberBSON checks that MongoDB's driver stores and reads the plain ID.
func TestMemberBSON(t *testing.T) {
	type document struct {
		ID       shop.MemberID
		Referrer *shop.MemberID
		Many     []shop.MemberID
	}
	id := uuid.NewID[shop.Member]()
	want := document{id, &id, []shop.MemberID{id}}
	data, err := bson.Marshal(want)
	if bytes.Count(data, id[:]) != 3 || bytes.Contains(data, []byte("member_")) || err != nil {
		t.Errorf("%q, %v; want %q three times", data, err, id[:])
	}
	var got document
	if err := bson.Unmarshal(data, &got); !reflect.DeepEqual(got, want) || err != nil {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
}

// TestMemberRedis checks that go-redis stores the 16 bytes of the plain ID, because it calls
// MarshalBinary. A program that passes id.String() stores the masked ID instead.
func TestMemberRedis(t *testing.T) {
	const redisAddress = "127.0.0.1:6379"
	if conn, err := net.Dial("tcp", redisAddress); err != nil {
		t.Skip(err)
	} else {
		conn.Close()
	}
	ctx := context.Background()
	db := redis.NewClient(&redis.Options{Addr: redisAddress})
	defer db.Close()
	id, other := uuid.NewID[shop.Member](), uuid.NewID[shop.Member]()
	key := "integration:" + id.String()
	defer db.Del(ctx, key, key+":set", key+":slice", key+":hash")

	var got shop.MemberID
	for _, value := range []any{id, &id} {
		if err := db.Set(ctx, key, value, time.Minute).Err(); err != nil {
			t.Fatal(err)
		}
		b, err := db.Get(ctx, key).Bytes()
		if !bytes.Equal(b, id[:]) || err != nil {
			t.Errorf("%T is stored as %q, %v; want the 16 bytes", value, b, err)
		}
		if err := db.Get(ctx, key).Scan(&got); got != id || err != nil {
			t.Errorf("%v, %v; want %v", got, err, id)
		}
	}
	if err := db.SAdd(ctx, key+":set", id, other).Err(); err != nil {
		t.Fatal(err)
	}
	if ok, err := db.SIsMember(ctx, key+":set", other).Result(); !ok || err != nil {
		t.Errorf("SIsMember: %t, %v", ok, err)
	}
	if err := db.SAdd(ctx, key+":slice", []shop.MemberID{id, other}).Err(); err == nil || !strings.Contains(err.Error(), "can't marshal []") {
		t.Errorf("a slice as an argument: %v", err)
	}
	if err := db.HSet(ctx, key+":hash", "id", id.String()).Err(); err != nil {
		t.Fatal(err)
	}
	text, err := db.HGet(ctx, key+":hash", "id").Result()
	if parse(t, text) != id || err != nil {
		t.Errorf("%s, %v; want %v", text, err, id)
	}
}
