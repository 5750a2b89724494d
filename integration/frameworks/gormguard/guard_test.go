package gormguard_test

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/frameworks/gormguard"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"github.com/seed-8298af95/uuid/integration/internal/server"
	"gorm.io/datatypes"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"
	_ "modernc.org/sqlite"
)

var postgresURL, mariaDB string

func TestMain(m *testing.M) {
	both := func() int { return server.Run(m.Run, server.MariaDB, &mariaDB) }
	os.Exit(server.Run(both, server.Postgres, &postgresURL))
}

var ctx = context.Background()

// databases lists the databases with a column type for 16 bytes and one for text.
var databases = []struct {
	name, bytes, text string
	open              func(t *testing.T) gorm.Dialector
}{
	{"MariaDB", "binary(16)", "char(36)", func(t *testing.T) gorm.Dialector {
		return mysql.New(mysql.Config{Conn: pool(t, "mysql", mariaDB)})
	}},
	{"SQLite", "blob", "text", func(t *testing.T) gorm.Dialector {
		return sqlite.Dialector{Conn: pool(t, "sqlite", filepath.Join(t.TempDir(), "gorm.db"))}
	}},
	{"PostgreSQL", "bytea", "uuid", func(t *testing.T) gorm.Dialector {
		return postgres.New(postgres.Config{Conn: pool(t, "pgx", postgresURL)})
	}},
}

// pool opens a database. It has one connection, because only that connection sees a temporary table.
func pool(t *testing.T, driver, address string) *sql.DB {
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	return db
}

// asked and other are the keys of the two rows. Both contain a zero byte, and gorm turns their bytes
// into a list of numbers. MariaDB converts a binary string without digits to the number 0, so each
// key selects both rows. As text, both consist of digits, which MariaDB and SQLite subtract.
var (
	asked = uuid.MustParse("01900000-0000-7000-8000-000000000022")
	other = uuid.MustParse("01900000-0000-7000-8000-000000000011")
)

// A user has a 16-byte key and an optional parent.
type user[K ~[16]byte] struct {
	ID       K
	ParentID *K
	Name     string
	Parent   *user[K]
	Children []user[K] `gorm:"foreignKey:ParentID"`
}

func (user[K]) TableName() string { return "users" }

// keys returns the keys of the rows.
func keys[K ~[16]byte](users []user[K]) (keys []K) {
	for _, u := range users {
		keys = append(keys, u.ID)
	}
	return keys
}

// both returns the first n of the two keys, for queries that only count rows.
func both[K ~[16]byte](n int64) []K { return []K{K(asked), K(other)}[:n] }

// A condition selects the row with the key id. column is the key's column in SQL.
type condition[K ~[16]byte] struct {
	name    string
	build   func(column string, id K) []any
	sql     bool // SQL with arguments
	negated bool // selects all other rows
}

// alone returns a condition without SQL.
func alone[K ~[16]byte](name string, build func(id K) any) condition[K] {
	return condition[K]{name: name, build: func(_ string, id K) []any { return []any{build(id)} }}
}

// written returns a condition in SQL, in which k is the column.
func written[K ~[16]byte](text, argument string, args func(id K) []any) condition[K] {
	return condition[K]{
		name: "`\"" + strings.ReplaceAll(text, "k", "id") + "\", " + argument + "`",
		build: func(column string, id K) []any {
			return append([]any{strings.ReplaceAll(text, "k", column)}, args(id)...)
		},
		sql:     true,
		negated: strings.Contains(text, "NOT"),
	}
}

func slice[K ~[16]byte](id K) []byte { return slices.Clone(id[:]) }

// wrong returns the conditions with an ID for which gorm compares the key with a list of its bytes.
func wrong[K ~[16]byte]() []condition[K] {
	return []condition[K]{
		alone("`id`", func(id K) any { return id }),
		alone("`&id`", func(id K) any { return &id }),
		alone("`sql.Null[uuid.Binary]{id, true}`", func(id K) any { return sql.Null[K]{V: id, Valid: true} }),
	}
}

// plain returns conditions with the bytes or the text of an ID, of which few compare the key with it.
func plain[K ~[16]byte]() []condition[K] {
	text := func(id K) string { return uuid.UUID(id).String() }
	bytes := func(id K) []any { return []any{slice(id)} }
	array := func(id K) []any { return []any{[16]byte(id)} }
	return []condition[K]{
		alone("`id[:]`", func(id K) any { return slice(id) }),
		alone("`[16]byte(id)`", func(id K) any { return [16]byte(id) }),
		alone("`id.String()`, digits only", func(id K) any { return text(id) }),
		alone("`\" \"+id.String()`, digits only", func(id K) any { return " " + text(id) }),
		alone("`id.String()` without dashes, digits only",
			func(id K) any { return strings.ReplaceAll(text(id), "-", "") }),
		alone("`map[string]any{\"id\": id[:]}`", func(id K) any { return map[string]any{"id": slice(id)} }),
		alone("`map[string]any{\"id\": [16]byte(id)}`", func(id K) any { return map[string]any{"id": [16]byte(id)} }),
		written("k IN (?)", "id[:]", bytes),
		written("k IN (?)", "[16]byte(id)", array),
		written("k IN (@id)", "sql.Named(\"id\", id[:])",
			func(id K) []any { return []any{sql.Named("id", slice(id))} }),
		written("k IN (?, ?)", "id[:], id[:]", func(id K) []any { return []any{slice(id), slice(id)} }),
		written("k NOT IN (?)", "id[:]", bytes),
		written("k NOT IN (?)", "[16]byte(id)", array),
		written("k = COALESCE(?)", "id[:]", bytes),
		written("k IN (?)", "[][]byte{id[:]}", func(id K) []any { return []any{[][]byte{slice(id)}} }),
		written("k = (?)", "id[:]", bytes),
		written("k IN @id", "sql.Named(\"id\", [16]byte(id))",
			func(id K) []any { return []any{sql.Named("id", [16]byte(id))} }),
		written("k = ?", "[16]byte(id)", array),
		written("k = ?", "id[:]", bytes),
	}
}

// right returns conditions that compare the key with the ID.
func right[K ~[16]byte]() []condition[K] {
	one := func(id K) []any { return []any{id} }
	list := func(id K) []any { return []any{[]K{id}} }
	return []condition[K]{
		alone("`&User{ID: id}`", func(id K) any { return &user[K]{ID: id} }),
		alone("`map[string]any{\"id\": id}`", func(id K) any { return map[string]any{"id": id} }),
		alone("`map[string]any{\"id\": []uuid.Binary{id}}`", func(id K) any { return map[string]any{"id": []K{id}} }),
		written("k = ?", "id", one),
		written("k = @id", "sql.Named(\"id\", id)", func(id K) []any { return []any{sql.Named("id", id)} }),
		written("k IN (?)", "id", one),
		written("k IN (?)", "[]uuid.Binary{id}", list),
		written("k IN ?", "[]uuid.Binary{id}", list),
		written("k NOT IN (?)", "id", one),
		alone("`[]uuid.Binary{id}`", func(id K) any { return []K{id} }),
		alone("`clause.Eq{Column: \"id\", Value: id}`", func(id K) any { return clause.Eq{Column: "id", Value: id} }),
	}
}

// A way is a use of a condition in gorm.
type way[K ~[16]byte] struct {
	name string
	run  func(db *gorm.DB, cond build) ([]K, error) // returns the keys of the rows that were read, changed or deleted

	sql     bool // only for conditions in SQL
	negated bool // selects all other rows
}

// A build returns a condition for a column.
type build func(column string) []any

// id returns the condition for the table's own key.
func (b build) id() []any { return b("id") }

// where adds the condition for the table's own key to a query.
func (b build) where(db *gorm.DB) *gorm.DB { return db.Where(b.id()[0], b.id()[1:]...) }

// finds returns a way to read several rows.
func finds[K ~[16]byte](name string, find func(db *gorm.DB, cond build, dst *[]user[K]) *gorm.DB) way[K] {
	return way[K]{name: name, run: func(db *gorm.DB, cond build) ([]K, error) {
		var users []user[K]
		err := find(db, cond, &users).Error
		return keys(users), err
	}}
}

// reads returns a way to read one row.
func reads[K ~[16]byte](name string, read func(db *gorm.DB, cond []any, dst *user[K]) *gorm.DB) way[K] {
	return way[K]{name: name, run: func(db *gorm.DB, cond build) ([]K, error) {
		var u user[K]
		err := read(db, cond.id(), &u).Error
		return []K{u.ID}, err
	}}
}

// changes returns a way to rename or delete rows.
func changes[K ~[16]byte](name string, change func(db *gorm.DB, cond build) error) way[K] {
	return way[K]{name: name, run: func(db *gorm.DB, cond build) (changed []K, err error) {
		// gorm reports only the number of changed rows, so compare the rows.
		err = change(db, cond)
		left, readErr := names[K](db)
		for _, id := range both[K](2) {
			if left[id] != "row" {
				changed = append(changed, id)
			}
		}
		return changed, errors.Join(err, readErr)
	}}
}

// names returns the names of all rows.
func names[K ~[16]byte](db *gorm.DB) (map[K]string, error) {
	var users []user[K]
	err := db.Session(&gorm.Session{NewDB: true}).Find(&users).Error
	names := make(map[K]string)
	for _, u := range users {
		names[u.ID] = u.Name
	}
	return names, err
}

// onConflict is a way that cannot work on MariaDB, because gorm writes no WHERE there.
const onConflict = "`Clauses(clause.OnConflict{Where: …})`"

// ways returns the uses of a condition.
func ways[K ~[16]byte]() []way[K] {
	type model = user[K]
	// own makes each row its own parent.
	own := func(db *gorm.DB) *gorm.DB {
		db = db.Session(&gorm.Session{})
		db.AddError(db.Exec("UPDATE users SET parent_id = id").Error)
		return db
	}
	deletes := func(db *gorm.DB, cond build) error { return db.Delete(&model{}, cond.id()...).Error }
	free := []way[K]{
		reads("`First(&u, …)`", func(db *gorm.DB, cond []any, dst *model) *gorm.DB { return db.First(dst, cond...) }),
		reads("`Take(&u, …)`", func(db *gorm.DB, cond []any, dst *model) *gorm.DB { return db.Take(dst, cond...) }),
		reads("`Last(&u, …)`", func(db *gorm.DB, cond []any, dst *model) *gorm.DB { return db.Last(dst, cond...) }),
		reads("`FirstOrInit(&u, …)`",
			func(db *gorm.DB, cond []any, dst *model) *gorm.DB { return db.FirstOrInit(dst, cond...) }),
		reads("`FirstOrCreate(&u, …)`",
			func(db *gorm.DB, cond []any, dst *model) *gorm.DB { return db.FirstOrCreate(dst, cond...) }),
		finds("`Find(&us, …)`",
			func(db *gorm.DB, cond build, dst *[]model) *gorm.DB { return db.Find(dst, cond.id()...) }),
		finds("`Where(…).Find(&us)`",
			func(db *gorm.DB, cond build, dst *[]model) *gorm.DB { return cond.where(db).Find(dst) }),
		finds("`Or(…)`", func(db *gorm.DB, cond build, dst *[]model) *gorm.DB {
			return db.Where("1 = 0").Or(cond.id()[0], cond.id()[1:]...).Find(dst)
		}),
		finds("`Having(…)`", func(db *gorm.DB, cond build, dst *[]model) *gorm.DB {
			return db.Model(&model{}).Select("id").Group("id").Having(cond.id()[0], cond.id()[1:]...).Find(dst)
		}),
		finds("`Where(db.Where(…))`",
			func(db *gorm.DB, cond build, dst *[]model) *gorm.DB { return db.Where(cond.where(db)).Find(dst) }),
		finds("`Where(db.Where(…).Where(…))`", func(db *gorm.DB, cond build, dst *[]model) *gorm.DB {
			return db.Where(cond.where(db).Where("name = 'row'")).Find(dst)
		}),
		finds("`Where(\"id IN (?)\", db.Where(…))`", func(db *gorm.DB, cond build, dst *[]model) *gorm.DB {
			return db.Where("id IN (?)", cond.where(db.Model(&model{}).Select("id"))).Find(dst)
		}),
		finds("`Table(\"(?) AS users\", db.Where(…))`", func(db *gorm.DB, cond build, dst *[]model) *gorm.DB {
			return db.Table("(?) AS users", cond.where(db.Model(&model{}))).Find(dst)
		}),
		finds("`Scopes`",
			func(db *gorm.DB, cond build, dst *[]model) *gorm.DB { return db.Scopes(cond.where).Find(dst) }),
		finds("`FindInBatches`", func(db *gorm.DB, cond build, dst *[]model) *gorm.DB {
			var batch []model
			return cond.where(db).FindInBatches(&batch, 1, func(*gorm.DB, int) error {
				*dst = append(*dst, batch...)
				return nil
			})
		}),
		finds("`Scan`",
			func(db *gorm.DB, cond build, dst *[]model) *gorm.DB { return cond.where(db.Model(&model{})).Scan(dst) }),
		{name: "`Pluck`", run: func(db *gorm.DB, cond build) (ids []K, err error) {
			return ids, cond.where(db.Model(&model{})).Pluck("id", &ids).Error
		}},
		{name: "`Count`", run: func(db *gorm.DB, cond build) ([]K, error) {
			var n int64
			err := cond.where(db.Model(&model{})).Count(&n).Error
			return both[K](n), err
		}},
		{name: "`Rows`", run: func(db *gorm.DB, cond build) (ids []K, err error) {
			rows, err := cond.where(db.Model(&model{})).Rows()
			if err != nil {
				return nil, err
			}
			defer rows.Close()
			for rows.Next() {
				var u model
				if err := db.ScanRows(rows, &u); err != nil {
					return nil, err
				}
				ids = append(ids, u.ID)
			}
			return ids, rows.Err()
		}},
		{name: "`Row`", run: func(db *gorm.DB, cond build) ([]K, error) {
			var n int64
			err := cond.where(db.Model(&model{}).Select("COUNT(*)")).Row().Scan(&n)
			return both[K](n), err
		}},
		{name: "`gorm.G[User](db).Where(…)`", run: func(db *gorm.DB, cond build) ([]K, error) {
			users, err := gorm.G[model](db).Where(cond.id()[0], cond.id()[1:]...).Find(ctx)
			return keys(users), err
		}},
		finds("`InnerJoins(\"Parent\", db.Where(…))`", func(db *gorm.DB, cond build, dst *[]model) *gorm.DB {
			on := cond(db.Statement.Quote("Parent.id"))
			return own(db).InnerJoins("Parent", db.Where(on[0], on[1:]...)).Find(dst)
		}),
		{name: "`Joins(\"Parent\", db.Where(…))`", run: func(db *gorm.DB, cond build) (ids []K, err error) {
			var users []model
			on := cond(db.Statement.Quote("Parent.id"))
			err = own(db).Joins("Parent", db.Where(on[0], on[1:]...)).Find(&users).Error
			for _, u := range users {
				if u.Parent != nil {
					ids = append(ids, u.Parent.ID)
				}
			}
			return ids, err
		}},
		{name: "`Preload(\"Children\", …)`", run: func(db *gorm.DB, cond build) (ids []K, err error) {
			var users []model
			err = own(db).Preload("Children", cond.id()...).Find(&users).Error
			for _, u := range users {
				ids = append(ids, keys(u.Children)...)
			}
			return ids, err
		}},
		{name: "`Association(\"Children\").Find(&us, …)`", run: func(db *gorm.DB, cond build) ([]K, error) {
			err := db.Exec("UPDATE users SET parent_id = ?", K(other)).Error
			var users []model
			err = errors.Join(err, db.Model(&model{ID: K(other)}).Association("Children").Find(&users, cond.id()...))
			return keys(users), err
		}},
		changes[K]("`Delete(&User{}, …)`", deletes),
		changes[K]("`Where(…).Delete(&User{})`",
			func(db *gorm.DB, cond build) error { return cond.where(db).Delete(&model{}).Error }),
		changes[K]("`Clauses(clause.Returning{})`", func(db *gorm.DB, cond build) error {
			return cond.where(db.Clauses(clause.Returning{})).Delete(&[]model{}).Error
		}),
		changes[K]("`Update`", func(db *gorm.DB, cond build) error {
			return cond.where(db.Model(&model{})).Update("name", "changed").Error
		}),
		changes[K]("between question marks in quotes", func(db *gorm.DB, cond build) error {
			return cond.where(db.Where("name <> '?'")).Where("name <> '?'").Delete(&model{}).Error
		}),
		changes[K]("`Transaction`", func(db *gorm.DB, cond build) error {
			return db.Transaction(func(tx *gorm.DB) error { return deletes(tx, cond) })
		}),
		changes[K]("nested `Transaction`", func(db *gorm.DB, cond build) error {
			return db.Transaction(func(tx *gorm.DB) error {
				return tx.Transaction(func(tx *gorm.DB) error { return deletes(tx, cond) })
			})
		}),
		changes[K]("`PrepareStmt`", func(db *gorm.DB, cond build) error {
			return deletes(db.Session(&gorm.Session{PrepareStmt: true}), cond)
		}),
		changes[K]("`Transaction` with `PrepareStmt`", func(db *gorm.DB, cond build) error {
			return db.Session(&gorm.Session{PrepareStmt: true}).Transaction(func(tx *gorm.DB) error {
				return deletes(tx, cond)
			})
		}),
		changes[K]("`Connection`", func(db *gorm.DB, cond build) error {
			return db.Connection(func(tx *gorm.DB) error {
				return deletes(tx.Session(&gorm.Session{NewDB: true}), cond)
			})
		}),
		changes[K]("`SkipDefaultTransaction`", func(db *gorm.DB, cond build) error {
			return deletes(db.Session(&gorm.Session{SkipDefaultTransaction: true}), cond)
		}),
	}
	negative := changes[K]("`Not(…)`", func(db *gorm.DB, cond build) error {
		return db.Not(cond.id()[0], cond.id()[1:]...).Delete(&model{}).Error
	})
	negative.negated = true
	// text returns the SQL of a condition and its arguments.
	text := func(cond []any) (string, []any) { return cond[0].(string), cond[1:] }
	bound := []way[K]{
		finds("`Joins(\"JOIN … ON …\", …)`", func(db *gorm.DB, cond build, dst *[]model) *gorm.DB {
			on, args := text(cond("p.id"))
			return db.Joins("JOIN users p ON p.id = users.id AND "+on, args...).Find(dst)
		}),
		finds("`Raw(\"SELECT …\", …)`", func(db *gorm.DB, cond build, dst *[]model) *gorm.DB {
			where, args := text(cond.id())
			return db.Raw("SELECT * FROM users WHERE "+where, args...).Scan(dst)
		}),
		{name: "`Select(\"SUM(CASE WHEN … END)\", …)`", run: func(db *gorm.DB, cond build) ([]K, error) {
			var n int64
			when, args := text(cond.id())
			err := db.Model(&model{}).Select("SUM(CASE WHEN "+when+" THEN 1 ELSE 0 END)", args...).Scan(&n).Error
			return both[K](n), err
		}},
		changes[K]("`Exec(\"DELETE …\", …)`", func(db *gorm.DB, cond build) error {
			where, args := text(cond.id())
			return db.Exec("DELETE FROM users WHERE "+where, args...).Error
		}),
		changes[K]("`Exec(\"UPDATE …\", …)`", func(db *gorm.DB, cond build) error {
			where, args := text(cond.id())
			return db.Exec("UPDATE users SET name = 'changed' WHERE "+where, args...).Error
		}),
		changes[K](onConflict, func(db *gorm.DB, cond build) error {
			where, args := text(cond("users.id"))
			return db.Clauses(clause.OnConflict{
				Columns:   []clause.Column{{Name: "id"}},
				DoUpdates: clause.AssignmentColumns([]string{"name"}),
				Where:     clause.Where{Exprs: db.Statement.BuildCondition(where, args...)},
			}).Create([]model{{ID: K(asked), Name: "changed"}, {ID: K(other), Name: "changed"}}).Error
		}),
	}
	for i := range bound {
		bound[i].sql = true
	}
	return slices.Concat(free, []way[K]{negative}, bound)
}

// A table is a temporary table with two rows.
type table[K ~[16]byte] struct{ *gorm.DB }

// open opens a database and creates the table. column is the type of the key.
func open[K ~[16]byte](t *testing.T, dialector gorm.Dialector, column string) table[K] {
	db, err := gorm.Open(dialector, &gorm.Config{Logger: logger.Discard})
	if err == nil {
		err = db.Exec("CREATE TEMPORARY TABLE users (id " + column + " PRIMARY KEY, parent_id " + column +
			", name varchar(20) NOT NULL)").Error
	}
	if err != nil {
		t.Fatal(err)
	}
	table := table[K]{db}
	table.restore(t)
	return table
}

// register puts the guard into a database.
func register[K ~[16]byte](t *testing.T, db table[K]) table[K] {
	if err := registerGuard(db.DB); err != nil {
		t.Fatal(err)
	}
	return db
}

// registerGuard has the line that docs/storing.md shows.
func registerGuard(db *gorm.DB) error {
	err := gormguard.Register(db) // db is the *gorm.DB from gorm.Open
	return err
}

// restore restores the two rows, and reports whether they were unchanged.
func (db table[K]) restore(t *testing.T) bool {
	t.Helper()
	now, err := names[K](db.DB)
	if err != nil {
		t.Fatal(err)
	}
	if maps.Equal(now, map[K]string{K(asked): "row", K(other): "row"}) {
		return true
	}
	if err := errors.Join(db.Exec("DELETE FROM users").Error,
		db.Create(&[]user[K]{{ID: K(asked), Name: "row"}, {ID: K(other), Name: "row"}}).Error); err != nil {
		t.Fatal(err)
	}
	return false
}

// result describes the rows that run read, changed or deleted.
func result[K ~[16]byte](run func() ([]K, error)) (got string) {
	defer func() {
		if recover() != nil {
			got = "**panic**"
		}
	}()
	ids, err := run()
	slices.SortFunc(ids, func(a, b K) int { return uuid.UUID(a).Compare(uuid.UUID(b)) })
	switch {
	case errors.Is(err, gorm.ErrRecordNotFound):
		return "finds nothing"
	// The guard's error is unexported, so the test compares its message.
	case err != nil && strings.Contains(err.Error(), "does not compare a column"):
		return "refused"
	case err != nil:
		return "error"
	case slices.Equal(ids, []K{K(asked)}):
		return "right"
	case len(ids) == 0 || ids[0] == K{}:
		return "no row, no error"
	case len(ids) > 1:
		return "**all rows**"
	}
	return "**another row**"
}

// severity lists the results in the order in which a cell shows them.
var severity = []string{"**panic**", "**all rows**", "**another row**", "no row, no error", "finds nothing", "error",
	"refused", "right"}

// A cell contains the distinct results of several forms.
type cell map[string]bool

func (c cell) String() string {
	return strings.Join(slices.SortedFunc(maps.Keys(c), func(a, b string) int {
		return cmp.Compare(slices.Index(severity, a), slices.Index(severity, b))
	}), ", ")
}

type inBytes struct{}

func (inBytes) IDKind() uuid.Kind { return uuid.Kind{Binary: true} }

// TestForms uses each condition in each way, with 16-byte keys, and checks the table in README.md.
func TestForms(t *testing.T) {
	ids := forms(t, wrong[uuid.Binary]())
	known := forms(t, right[uuid.Binary]())
	rows := slices.Concat(ids, forms(t, plain[uuid.Binary]()), known)
	typed := forms(t, slices.Concat(wrong[uuid.ID[inBytes]](), right[uuid.ID[inBytes]]()))
	if want := slices.Concat(ids, known); fmt.Sprint(typed) != fmt.Sprint(want) {
		t.Errorf("an ID with Kind.Binary: %v, want %v", typed, want)
	}
	if got := forms(t, wrong[datatypes.BinUUID]()); fmt.Sprint(got) != fmt.Sprint(ids) {
		t.Errorf("gorm's own type: %v, want %v", got, ids)
	}
	header := []string{"gorm, 16-byte key", "Forms"}
	for _, d := range databases {
		header = append(header, d.name+" `"+d.bytes+"`")
	}
	readme.Block(t, "../README.md", "gorm-bytes", readme.Table(append(header, "With the guard"), rows))
	var list []string
	for _, w := range ways[uuid.Binary]() {
		list = append(list, w.name)
	}
	readme.Block(t, "../README.md", "gorm-ways", strings.Join(list, ", ")+"\n")
}

// A row is a row of the table.
type row struct {
	conditions []string
	forms      int
	without    [3]cell // by database
	with       cell
}

// forms returns the rows of the table. Conditions in succession with the same results share a row.
func forms[K ~[16]byte](t *testing.T, conditions []condition[K]) (cells [][]string) {
	var bare, guarded []table[K]
	for _, d := range databases {
		bare = append(bare, open[K](t, d.open(t), d.bytes))
		guarded = append(guarded, register(t, open[K](t, d.open(t), d.bytes)))
	}
	var rows []row
	for _, c := range conditions {
		r := row{[]string{c.name}, 0, [3]cell{{}, {}, {}}, cell{}}
		for _, w := range ways[K]() {
			if w.sql && !c.sql {
				continue
			}
			r.forms++
			id := K(asked)
			if w.negated != c.negated {
				id = K(other)
			}
			run := func(db table[K]) (got string, unchanged bool) {
				got = result(func() ([]K, error) {
					return w.run(db.DB, func(column string) []any { return c.build(column, id) })
				})
				return got, db.restore(t)
			}
			without, with := cell{}, cell{}
			for i, d := range databases {
				if w.name == onConflict && d.name == "MariaDB" {
					continue // TestLimits has this form
				}
				got, _ := run(bare[i])
				r.without[i][got], without[got] = true, true
				got, unchanged := run(guarded[i])
				r.with[got], with[got] = true, true
				if !unchanged && got != "right" {
					t.Errorf("%s, %s on %s: %s, but rows have changed", c.name, w.name, d.name, got)
				}
			}
			if without.String() == "right" && with.String() != "right" {
				t.Errorf("%s, %s: right, with the guard %v", c.name, w.name, with)
			}
			for got := range with {
				if got != "right" && got != "refused" && got != "error" {
					t.Errorf("%s, %s: %v, with the guard %v", c.name, w.name, without, with)
				}
			}
		}
		last := len(rows) - 1
		if last >= 0 && fmt.Sprint(rows[last].without, rows[last].with) == fmt.Sprint(r.without, r.with) {
			rows[last].conditions = append(rows[last].conditions, c.name)
			rows[last].forms += r.forms
		} else {
			rows = append(rows, r)
		}
	}
	for _, r := range rows {
		line := []string{strings.Join(r.conditions, "; "), fmt.Sprint(r.forms)}
		for _, c := range r.without {
			line = append(line, c.String())
		}
		cells = append(cells, append(line, r.with.String()))
	}
	return cells
}
