//go:build go1.27

// Package builders tests what becomes of an ID in the conditions of query builders.
package builders

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	std "uuid"

	"github.com/Masterminds/squirrel"
	"github.com/doug-martin/goqu/v9"
	_ "github.com/doug-martin/goqu/v9/dialect/mysql"
	_ "github.com/doug-martin/goqu/v9/dialect/postgres"
	_ "github.com/doug-martin/goqu/v9/dialect/sqlite3"
	_ "github.com/go-sql-driver/mysql"
	google "github.com/google/uuid"
	"github.com/huandu/go-sqlbuilder"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"github.com/seed-8298af95/uuid/integration/internal/server"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/mysqldialect"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	"github.com/uptrace/bun/schema"
	_ "modernc.org/sqlite"
	"xorm.io/xorm"
	"xorm.io/xorm/core"
)

var postgres, mariaDB string

func TestMain(m *testing.M) {
	both := func() int { return server.Run(m.Run, server.MariaDB, &mariaDB) }
	os.Exit(server.Run(both, server.Postgres, &postgres))
}

var ctx = context.Background()

// A database has a table of two rows with 16-byte keys.
type database struct {
	*sql.DB
	name   string
	column string
	marks  squirrel.PlaceholderFormat
	goqu   string // dialect
	xorm   string // dialect
	bun    schema.Dialect
}

// open opens the databases, each with one connection, because a temporary table belongs to one.
func open(t *testing.T) []database {
	pool := func(driver, address string) *sql.DB {
		db, err := sql.Open(driver, address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		db.SetMaxOpenConns(1)
		return db
	}
	all := []database{
		{pool("mysql", mariaDB), "MariaDB", "binary(16)", squirrel.Question, "mysql", "mysql", mysqldialect.New()},
		{pool("sqlite", filepath.Join(t.TempDir(), "builders.db")), "SQLite", "blob", squirrel.Question, "sqlite3",
			"sqlite3", sqlitedialect.New()},
		{pool("pgx", postgres), "PostgreSQL", "bytea", squirrel.Dollar, "postgres", "pgx", pgdialect.New()},
	}
	for _, db := range all {
		if _, err := db.Exec("CREATE TEMPORARY TABLE things (id " + db.column + " PRIMARY KEY)"); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// asked and other are the keys of the rows. Both contain a zero byte, which MariaDB finds equal to
// every key without an ASCII digit in front.
var (
	asked = uuid.MustParse("01900000-0000-7000-8000-0000000000bb")
	other = uuid.MustParse("01900000-0000-7000-8000-0000000000aa")
)

// A deletion deletes the row with the key asked, and leaves the row with the key other.
type deletion func(db database) error

// result describes which rows a deletion deletes.
func (d deletion) result(t *testing.T, db database) string {
	for _, id := range []uuid.UUID{asked, other} {
		if _, err := db.Exec("DELETE FROM things WHERE id = "+db.place(), id[:]); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("INSERT INTO things VALUES ("+db.place()+")", id[:]); err != nil {
			t.Fatal(err)
		}
	}
	err := d(db)
	left := func(id uuid.UUID) (n int) {
		if err := db.QueryRow("SELECT COUNT(*) FROM things WHERE id = "+db.place(), id[:]).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	switch rows := [2]int{left(asked), left(other)}; {
	case err != nil && rows == [2]int{1, 1}:
		return "error"
	case err == nil && rows == [2]int{0, 1}:
		return "right"
	case err == nil && rows == [2]int{1, 1}:
		return "no row, no error"
	case err == nil && rows == [2]int{}:
		return "**all rows**"
	default:
		return fmt.Sprintf("%v, %v", rows, err)
	}
}

// place returns the placeholder of the first argument.
func (db database) place() string {
	text, _ := db.marks.ReplacePlaceholders("?")
	return text
}

// throughSquirrel deletes with a condition, which is a squirrel.Eq, a squirrel.NotEq or a map.
func throughSquirrel(where any) deletion {
	return func(db database) error {
		_, err := squirrel.Delete("things").Where(where).PlaceholderFormat(db.marks).RunWith(db).Exec()
		return err
	}
}

type thing struct {
	bun.BaseModel `bun:"table:things" xorm:"-"`
	ID            uuid.Binary `bun:"id,pk" xorm:"'id' pk"`
}

func (thing) TableName() string { return "things" }

// throughXORM deletes with a condition on a session.
func throughXORM(where func(s *xorm.Session) *xorm.Session) deletion {
	return func(db database) error {
		engine, err := xorm.NewEngineWithDB(db.xorm, dataSource(db), core.FromDB(db.DB))
		if err != nil {
			return err
		}
		s := engine.NewSession()
		defer s.Close()
		_, err = where(s).Delete(&thing{})
		return err
	}
}

// dataSource returns what xorm parses to learn the name of the database.
func dataSource(db database) string {
	return map[string]string{"mysql": mariaDB, "pgx": postgres, "sqlite3": "builders.db"}[db.xorm]
}

// throughBun deletes with a condition.
func throughBun(query string, args ...any) deletion {
	return func(db database) error {
		_, err := bun.NewDB(db.DB, db.bun).NewDelete().Model((*thing)(nil)).Where(query, args...).Exec(ctx)
		return err
	}
}

// throughGoqu deletes with a condition, with or without prepared statements.
func throughGoqu(prepared bool, where goqu.Expression) deletion {
	return func(db database) error {
		query, args, err := goqu.Dialect(db.goqu).Delete("things").Prepared(prepared).Where(where).ToSQL()
		if err != nil {
			return err
		}
		_, err = db.Exec(query, args...)
		return err
	}
}

// throughSQLBuilder deletes with a condition.
func throughSQLBuilder(where func(*sqlbuilder.DeleteBuilder) string) deletion {
	return func(db database) error {
		b := sqlbuilder.DeleteFrom("things")
		b.Where(where(b))
		flavor := map[string]sqlbuilder.Flavor{"MariaDB": sqlbuilder.MySQL, "SQLite": sqlbuilder.SQLite,
			"PostgreSQL": sqlbuilder.PostgreSQL}
		query, args := b.BuildWithFlavor(flavor[db.name])
		_, err := db.Exec(query, args...)
		return err
	}
}

var (
	askedIDs = []uuid.Binary{uuid.Binary(asked)}
	otherIDs = []uuid.Binary{uuid.Binary(other)}
)

var forms = []struct {
	tool, through string
	wrong         deletion
	instead       string
	right         deletion
}{
	{
		"Masterminds/squirrel", "`Eq{\"id\": id}`, standard type", throughSquirrel(squirrel.Eq{"id": std.UUID(asked)}),
		"`Eq{\"id\": uuid.Binary(id)}`", throughSquirrel(squirrel.Eq{"id": uuid.Binary(asked)}),
	}, {
		"Masterminds/squirrel", "`Eq{\"id\": [16]byte(id)}`", throughSquirrel(squirrel.Eq{"id": [16]byte(asked)}),
		"`Eq{\"id\": id[:]}`", throughSquirrel(squirrel.Eq{"id": asked[:]}),
	}, {
		"Masterminds/squirrel", "`map[string]any{\"id\": id}`, standard type",
		throughSquirrel(map[string]any{"id": std.UUID(asked)}),
		"`map[string]any{\"id\": uuid.Binary(id)}`", throughSquirrel(map[string]any{"id": uuid.Binary(asked)}),
	}, {
		"Masterminds/squirrel", "`NotEq{\"id\": id}`, standard type",
		throughSquirrel(squirrel.NotEq{"id": std.UUID(other)}),
		"`NotEq{\"id\": uuid.Binary(id)}`", throughSquirrel(squirrel.NotEq{"id": uuid.Binary(other)}),
	}, {
		"Masterminds/squirrel", "`NotEq{\"id\": id}`, `uuid.UUID`", throughSquirrel(squirrel.NotEq{"id": other}),
		"`NotEq{\"id\": uuid.Binary(id)}`", throughSquirrel(squirrel.NotEq{"id": uuid.Binary(other)}),
	}, {
		"Masterminds/squirrel", "`NotEq{\"id\": id}`, google/uuid's type",
		throughSquirrel(squirrel.NotEq{"id": google.UUID(other)}),
		"`NotEq{\"id\": uuid.Binary(id)}`", throughSquirrel(squirrel.NotEq{"id": uuid.Binary(other)}),
	}, {
		"huandu/go-sqlbuilder", "`In(\"id\", Flatten(ids)...)`",
		throughSQLBuilder(func(b *sqlbuilder.DeleteBuilder) string {
			return b.In("id", sqlbuilder.Flatten(askedIDs)...)
		}),
		"a `[]any`", throughSQLBuilder(func(b *sqlbuilder.DeleteBuilder) string { return b.In("id", askedIDs[0]) }),
	}, {
		"huandu/go-sqlbuilder", "`NotIn(\"id\", List(ids))`",
		throughSQLBuilder(func(b *sqlbuilder.DeleteBuilder) string { return b.NotIn("id", sqlbuilder.List(otherIDs)) }),
		"a `[]any`", throughSQLBuilder(func(b *sqlbuilder.DeleteBuilder) string { return b.NotIn("id", otherIDs[0]) }),
	}, {
		"xorm.io/xorm", "`In(\"id\", id[:])`",
		throughXORM(func(s *xorm.Session) *xorm.Session { return s.In("id", asked[:]) }),
		"`In(\"id\", uuid.Binary(id))`",
		throughXORM(func(s *xorm.Session) *xorm.Session { return s.In("id", uuid.Binary(asked)) }),
	}, {
		"xorm.io/xorm", "`NotIn(\"id\", id[:])`",
		throughXORM(func(s *xorm.Session) *xorm.Session { return s.NotIn("id", other[:]) }),
		"`NotIn(\"id\", uuid.Binary(id))`",
		throughXORM(func(s *xorm.Session) *xorm.Session { return s.NotIn("id", uuid.Binary(other)) }),
	}, {
		//lint:ignore SA1019 programs still use it
		"uptrace/bun", "`\"id IN (?)\", bun.In(id[:])`", throughBun("id IN (?)", bun.In(asked[:])),
		"`\"id IN (?)\", bun.List([]uuid.Binary{id})`",
		throughBun("id IN (?)", bun.List([]uuid.Binary{uuid.Binary(asked)})),
	}, {
		"uptrace/bun", "`\"id IN (?)\", bun.List(id[:])`", throughBun("id IN (?)", bun.List(asked[:])),
		"`\"id IN (?)\", bun.List([]uuid.Binary{id})`",
		throughBun("id IN (?)", bun.List([]uuid.Binary{uuid.Binary(asked)})),
	}, {
		"uptrace/bun", "`\"id NOT IN (?)\", bun.List(id[:])`", throughBun("id NOT IN (?)", bun.List(other[:])),
		"`\"id NOT IN (?)\", bun.List([]uuid.Binary{id})`",
		throughBun("id NOT IN (?)", bun.List([]uuid.Binary{uuid.Binary(other)})),
	}, {
		"doug-martin/goqu/v9", "`C(\"id\").Eq(uuid.Binary(id))`",
		throughGoqu(false, goqu.C("id").Eq(uuid.Binary(asked))),
		"`goqu.SetDefaultPrepared(true)`", throughGoqu(true, goqu.C("id").Eq(uuid.Binary(asked))),
	}, {
		"doug-martin/goqu/v9", "`C(\"id\").Neq(uuid.Binary(id))`",
		throughGoqu(false, goqu.C("id").Neq(uuid.Binary(other))),
		"`goqu.SetDefaultPrepared(true)`", throughGoqu(true, goqu.C("id").Neq(uuid.Binary(other))),
	},
}

// TestBuilders deletes one of two rows with each form, and checks the table in README.md.
func TestBuilders(t *testing.T) {
	databases := open(t)
	header := []string{"Package", "Condition"}
	for _, db := range databases {
		header = append(header, db.name+" `"+db.column+"`")
	}
	header = append(header, "Write instead")
	var rows [][]string
	for _, f := range forms {
		row := []string{f.tool, f.through}
		for _, db := range databases {
			row = append(row, f.wrong.result(t, db))
			if got := f.right.result(t, db); got != "right" {
				t.Errorf("%s, %s on %s: %s", f.tool, f.instead, db.name, got)
			}
		}
		if !strings.Contains(strings.Join(row, " "), "**") && !strings.Contains(strings.Join(row, " "), "no row") {
			t.Errorf("%s, %s: is no longer wrong without an error: %v", f.tool, f.through, row)
		}
		rows = append(rows, append(row, f.instead))
	}
	readme.Block(t, "../README.md", "builders", readme.Table(header, rows))
}

// TestTextAsNumber checks that in MariaDB, a list of numbers also matches the text of IDs: 01a2… is 1.
func TestTextAsNumber(t *testing.T) {
	db := open(t)[0]
	id, others := uuid.MustParse("01a2205c-1f4d-7c3b-8a55-0f1e2d3c4b5a"), uuid.NewV7()
	for _, d := range []deletion{
		throughSQLBuilder(func(b *sqlbuilder.DeleteBuilder) string {
			return b.In("id", sqlbuilder.Flatten([]uuid.UUID{id})...)
		}),
		throughSquirrel(squirrel.Eq{"id": [16]byte(id)}),
	} {
		if _, err := db.Exec("CREATE OR REPLACE TEMPORARY TABLE things (id char(36) PRIMARY KEY)"); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("INSERT INTO things VALUES (?), (?)", id, others); err != nil {
			t.Fatal(err)
		}
		var n int
		if err := d(db); err != nil {
			t.Fatal(err)
		}
		if err := db.QueryRow("SELECT COUNT(*) FROM things").Scan(&n); err != nil || n != 0 {
			t.Errorf("%d rows are left, %v; want 0", n, err)
		}
	}
}
