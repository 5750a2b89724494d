package frameworks

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/go-sql-driver/mysql"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/frameworks/gormguard"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"
	_ "modernc.org/sqlite"
)

// foreign simulates another package's 16-byte type. It shows that the bug in gorm is not specific
// to this library.
type foreign [16]byte

func (f foreign) Value() (driver.Value, error) { return f[:], nil }
func (f *foreign) Scan(src any) error          { copy(f[:], src.([]byte)); return nil }

// A gormRow has a 16-byte key and an optional parent.
type gormRow[K ~[16]byte] struct {
	ID       K
	ParentID *K
	Name     string
	Parent   *gormRow[K]
	Children []gormRow[K] `gorm:"foreignKey:ParentID"`
}

func (gormRow[K]) TableName() string { return "bytes" }

// A gormForm is one way to select a row by its key. rows returns the keys of the rows that were
// read, changed or deleted.
type gormForm[K ~[16]byte] struct {
	name string
	rows func(db *gorm.DB, id K) ([]K, error)
}

// found returns a form that can read several rows.
func found[K ~[16]byte](name string, find func(db *gorm.DB, dst *[]gormRow[K], id K) *gorm.DB) gormForm[K] {
	return gormForm[K]{name, func(db *gorm.DB, id K) (ids []K, err error) {
		var rows []gormRow[K]
		err = find(db, &rows, id).Error
		for _, r := range rows {
			ids = append(ids, r.ID)
		}
		return ids, err
	}}
}

// first returns a form that reads one row.
func first[K ~[16]byte](name string, find func(db *gorm.DB, dst *gormRow[K], id K) *gorm.DB) gormForm[K] {
	return gormForm[K]{name, func(db *gorm.DB, id K) ([]K, error) {
		var r gormRow[K]
		err := find(db, &r, id).Error
		return []K{r.ID}, err
	}}
}

// changed returns a form that renames or deletes rows.
func changed[K ~[16]byte](name string, change func(db *gorm.DB, id K) *gorm.DB) gormForm[K] {
	return gormForm[K]{name, func(db *gorm.DB, id K) (ids []K, err error) {
		// changed compares all rows before and after the change, because gorm reports only the
		// number of changed rows.
		before := make(map[K]string)
		after := make(map[K]string)
		read := func(names map[K]string) error {
			var rows []gormRow[K]
			err := db.Find(&rows).Error
			for _, r := range rows {
				names[r.ID] = r.Name
			}
			return err
		}
		err = errors.Join(read(before), change(db, id).Error, read(after))
		for id, name := range before {
			if left, ok := after[id]; !ok || left != name {
				ids = append(ids, id)
			}
		}
		return ids, err
	}}
}

// wrongForms returns the forms that select wrong rows, because gorm treats the 16 bytes as a list. It
// gets the bytes from the ID's Value method, or from a plain array or slice.
func wrongForms[K ~[16]byte]() []gormForm[K] {
	type model = gormRow[K]
	return []gormForm[K]{
		first("`First(&u, id)`", func(db *gorm.DB, dst *model, id K) *gorm.DB { return db.First(dst, id) }),
		first("`First(&u, &id)`", func(db *gorm.DB, dst *model, id K) *gorm.DB { return db.First(dst, &id) }),
		first("`Take(&u, id)`", func(db *gorm.DB, dst *model, id K) *gorm.DB { return db.Take(dst, id) }),
		found("`Find(&us, id)`", func(db *gorm.DB, dst *[]model, id K) *gorm.DB { return db.Find(dst, id) }),
		first("`Where(id).First(&u)`", func(db *gorm.DB, dst *model, id K) *gorm.DB { return db.Where(id).First(dst) }),
		found("`Where(db.Where(id)).Find(&us)`", func(db *gorm.DB, dst *[]model, id K) *gorm.DB { return db.Where(db.Where(id)).Find(dst) }),
		found("`Where(…).Or(id).Find(&us)`", func(db *gorm.DB, dst *[]model, id K) *gorm.DB { return db.Where("1 = 0").Or(id).Find(dst) }),
		found("`Group(…).Having(id).Find(&us)`", func(db *gorm.DB, dst *[]model, id K) *gorm.DB {
			return db.Select("id").Group("id").Having(id).Find(dst)
		}),
		found("`Where(\"id IN (?)\", db.Where(id))`", func(db *gorm.DB, dst *[]model, id K) *gorm.DB {
			return db.Where("id IN (?)", db.Model(&model{}).Select("id").Where(id)).Find(dst)
		}),
		found("`Where(map[string]any{\"id\": id[:]})`", func(db *gorm.DB, dst *[]model, id K) *gorm.DB {
			raw := [16]byte(id)
			return db.Where(map[string]any{"id": raw[:]}).Find(dst)
		}),
		found("`Where(map[string]any{\"id\": [16]byte(id)})`", func(db *gorm.DB, dst *[]model, id K) *gorm.DB {
			return db.Where(map[string]any{"id": [16]byte(id)}).Find(dst)
		}),
		found("`Where(\"id IN (?)\", [16]byte(id))`", func(db *gorm.DB, dst *[]model, id K) *gorm.DB {
			return db.Where("id IN (?)", [16]byte(id)).Find(dst)
		}),
		found("`Where(\"id IN @id\", sql.Named(\"id\", [16]byte(id)))`", func(db *gorm.DB, dst *[]model, id K) *gorm.DB {
			return db.Where("id IN @id", sql.Named("id", [16]byte(id))).Find(dst)
		}),
		found("`Where(\"id IN @id\", map[string]any{\"id\": [16]byte(id)})`", func(db *gorm.DB, dst *[]model, id K) *gorm.DB {
			return db.Where("id IN @id", map[string]any{"id": [16]byte(id)}).Find(dst)
		}),
		changed("`Where(map[string]any{\"parent_id\": id[:]}).Delete(&User{})`", func(db *gorm.DB, id K) *gorm.DB {
			raw := [16]byte(id)
			err := db.Session(&gorm.Session{NewDB: true}).Exec("update bytes set parent_id = id").Error
			if err != nil {
				db.AddError(err)
			}
			return db.Where(map[string]any{"parent_id": raw[:]}).Delete(&model{})
		}),
		{"`Where(id).Rows()`", func(db *gorm.DB, id K) (ids []K, err error) {
			rows, err := db.Model(&model{}).Select("id").Where(id).Rows()
			if err != nil {
				return nil, err
			}
			defer rows.Close()
			for rows.Next() {
				var got model
				if err := db.ScanRows(rows, &got); err != nil {
					return nil, err
				}
				ids = append(ids, got.ID)
			}
			return ids, rows.Err()
		}},
		{"`gorm.G[User](db).Where(id).Find(ctx)`", func(db *gorm.DB, id K) (ids []K, err error) {
			rows, err := gorm.G[model](db).Where(id).Find(ctx)
			for _, r := range rows {
				ids = append(ids, r.ID)
			}
			return ids, err
		}},
		{"`Preload(\"Children\", id)`", func(db *gorm.DB, id K) (ids []K, err error) {
			other := K(otherBytes) // parent of both rows; only the row with key id should be read
			if err := db.Model(&model{}).Where("1 = 1").Update("parent_id", other).Error; err != nil {
				return nil, err
			}
			var parent model
			err = db.Preload("Children", id).First(&parent, "id = ?", other).Error
			for _, child := range parent.Children {
				ids = append(ids, child.ID)
			}
			return ids, err
		}},
		changed("`Delete(&User{}, id)`", func(db *gorm.DB, id K) *gorm.DB { return db.Delete(&model{}, id) }),
		changed("`Where(id).Delete(&User{})`", func(db *gorm.DB, id K) *gorm.DB { return db.Where(id).Delete(&model{}) }),
		changed("`Model(&User{}).Where(id).Update(…)`", func(db *gorm.DB, id K) *gorm.DB {
			return db.Model(&model{}).Where(id).Update("name", "changed")
		}),
		changed("`Not(id).Delete(&User{})`", func(db *gorm.DB, id K) *gorm.DB {
			others := db.Session(&gorm.Session{NewDB: true})
			return others.Not(K(otherBytes)).Delete(&model{}) // should delete only the row with key id
		}),
		{"`FirstOrCreate(&u, id)`", func(db *gorm.DB, id K) ([]K, error) {
			var r model
			err := db.FirstOrCreate(&r, id).Error
			return []K{r.ID}, err
		}},
	}
}

// rightForms returns correct forms for the same tasks. They compare the key with the ID.
func rightForms[K ~[16]byte]() []gormForm[K] {
	type model = gormRow[K]
	return []gormForm[K]{
		first("`First(&u, \"id = ?\", id)`", func(db *gorm.DB, dst *model, id K) *gorm.DB { return db.First(dst, "id = ?", id) }),
		first("`First(&User{ID: id})`", func(db *gorm.DB, dst *model, id K) *gorm.DB { dst.ID = id; return db.First(dst) }),
		found("`Find(&us, []uuid.Binary{id})`", func(db *gorm.DB, dst *[]model, id K) *gorm.DB { return db.Find(dst, []K{id}) }),
		found("`Where(\"id\", id)`", func(db *gorm.DB, dst *[]model, id K) *gorm.DB { return db.Where("id", id).Find(dst) }),
		found("`Where(\"id IN ?\", []uuid.Binary{id})`", func(db *gorm.DB, dst *[]model, id K) *gorm.DB {
			return db.Where("id IN ?", []K{id}).Find(dst)
		}),
		found("`Where(&User{ID: id})`", func(db *gorm.DB, dst *[]model, id K) *gorm.DB { return db.Where(&model{ID: id}).Find(dst) }),
		found("`Where(map[string]any{\"id\": id})`", func(db *gorm.DB, dst *[]model, id K) *gorm.DB {
			return db.Where(map[string]any{"id": id}).Find(dst)
		}),
		found("`Where(clause.Eq{Column: \"id\", Value: id})`", func(db *gorm.DB, dst *[]model, id K) *gorm.DB {
			return db.Where(clause.Eq{Column: "id", Value: id}).Find(dst)
		}),
		changed("`Delete(&User{ID: id})`", func(db *gorm.DB, id K) *gorm.DB { return db.Delete(&model{ID: id}) }),
		changed("`Delete(&User{}, \"id = ?\", id)`", func(db *gorm.DB, id K) *gorm.DB { return db.Delete(&model{}, "id = ?", id) }),
		changed("`Delete(&User{}, []uuid.Binary{id})`", func(db *gorm.DB, id K) *gorm.DB { return db.Delete(&model{}, []K{id}) }),
		changed("`Model(&User{ID: id}).Update(…)`", func(db *gorm.DB, id K) *gorm.DB {
			return db.Model(&model{ID: id}).Update("name", "changed")
		}),
	}
}

// otherBytes and someBytes are the keys of the two rows. Both keys contain a zero byte, and gorm
// converts the bytes to a list of numbers. MariaDB converts a binary string without digits to the
// number 0, so each key matches both rows.
var (
	otherBytes = uuid.MustParse("01900000-0000-7000-8000-0000000000aa")
	someBytes  = uuid.MustParse("01900000-0000-7000-8000-0000000000bb")
)

// byteColumns lists the databases with their 16-byte column types.
var byteColumns = []struct {
	database, driver, column string
	dialector                func(db *sql.DB) gorm.Dialector
}{
	{"MariaDB", "mysql", "binary(16)", func(db *sql.DB) gorm.Dialector { return mysql.New(mysql.Config{Conn: db}) }},
	{"SQLite", "sqlite", "blob", func(db *sql.DB) gorm.Dialector { return sqlite.Dialector{Conn: db} }},
	{"PostgreSQL", "pgx", "bytea", func(db *sql.DB) gorm.Dialector { return postgres.New(postgres.Config{Conn: db}) }},
}

// openBytes opens the databases. The keys of the map are driver names. Each pool has only one
// connection, because a temporary table is visible only to its connection.
func openBytes(t *testing.T) map[string]*sql.DB {
	pools := make(map[string]*sql.DB)
	for driver, address := range map[string]string{"mysql": mariaDB, "pgx": address, "sqlite": filepath.Join(t.TempDir(), "gorm.db")} {
		db, err := sql.Open(driver, address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		db.SetMaxOpenConns(1)
		pools[driver] = db
	}
	return pools
}

// twoRows opens a database with gorm and creates a table with two rows.
func twoRows[K ~[16]byte](t *testing.T, dialector gorm.Dialector, column string) *gorm.DB {
	db, err := gorm.Open(dialector, &gorm.Config{Logger: logger.Discard})
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		"drop table if exists bytes", // remove the previous form's table
		"create temporary table bytes (id " + column + " primary key, parent_id " + column + ", name varchar(20) not null)",
	} {
		if err := db.Exec(statement).Error; err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Create([]gormRow[K]{{ID: K(someBytes), Name: "row"}, {ID: K(otherBytes), Name: "row"}}).Error; err != nil {
		t.Fatal(err)
	}
	return db
}

// TestGormBytes runs all forms with 16-byte keys and checks the results table in README.md.
func TestGormBytes(t *testing.T) {
	pools := openBytes(t)
	rows := gormBytes[uuid.Binary](t, pools)
	if got := gormBytes[uuid.ID[inBytes]](t, pools); fmt.Sprint(got) != fmt.Sprint(rows) {
		t.Errorf("an ID with IDBinary: %v, want %v", got, rows)
	}
	if got := gormBytes[foreign](t, pools); fmt.Sprint(got) != fmt.Sprint(rows) {
		t.Errorf("a type from another package: %v, want %v", got, rows)
	}
	// Services copy the guard from docs/storing.md, so the page must match the tested code.
	header := []string{"gorm, 16-byte key"}
	for _, c := range byteColumns {
		header = append(header, c.database+" `"+c.column+"`")
	}
	source, err := os.ReadFile("gormguard/guard.go")
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(string(source), ")\n\nvar ")
	readme.Block(t, "../../docs/storing.md", "gormguard", "```go\nvar "+code+"```\n")
	readme.Block(t, "README.md", "gorm-bytes", readme.Table(append(header, "with the guard"), rows))
}

// gormBytes returns the table rows for the wrong forms, followed by the rows for the right forms.
func gormBytes[K ~[16]byte](t *testing.T, pools map[string]*sql.DB) (cells [][]string) {
	wrong := wrongForms[K]()
	for i, f := range slices.Concat(wrong, rightForms[K]()) {
		line := []string{f.name}
		var guarded cell
		for _, c := range byteColumns {
			dialector := c.dialector(pools[c.driver])
			got := f.result(twoRows[K](t, dialector, c.column))
			line = append(line, got)
			if (got == "right") != (i >= len(wrong)) {
				t.Errorf("%s: %s is %s", c.database, f.name, got)
			}
			db := twoRows[K](t, dialector, c.column) // fresh rows, because the form may have changed the previous rows
			if err := gormguard.Register(db); err != nil {
				t.Fatal(err)
			}
			guarded.add(f.result(db))
			if i < len(wrong) { // an error alone is not enough, because the form may fail after a change
				checkUntouched[K](t, db, c.database+": "+f.name)
			}
		}
		cells = append(cells, append(line, guarded.String()))
	}
	return cells
}

// result runs the form and returns the table cell for the rows that the form read, changed or
// deleted.
func (f gormForm[K]) result(db *gorm.DB) string {
	ids, err := f.rows(db, K(someBytes))
	slices.SortFunc(ids, func(a, b K) int { return uuid.UUID(a).Compare(uuid.UUID(b)) })
	// The guard's error is unexported, so the test compares its message.
	switch {
	case errors.Is(err, gorm.ErrRecordNotFound):
		return "finds nothing"
	case err != nil && strings.Contains(err.Error(), "does not compare a column"):
		return "refused"
	case err != nil:
		return "error"
	case slices.Equal(ids, []K{K(someBytes)}):
		return "right"
	case len(ids) == 0:
		return "no row, no error"
	case len(ids) > 1:
		return "**all rows**"
	}
	return "**another row**"
}

// checkUntouched checks that the form did not change the two rows.
func checkUntouched[K ~[16]byte](t *testing.T, db *gorm.DB, name string) {
	t.Helper()
	var n int64
	if err := db.Table("bytes").Where("name = 'row' AND id IN ?", []K{K(someBytes), K(otherBytes)}).Count(&n).Error; n != 2 || err != nil {
		t.Errorf("%s: with the guard, %d of 2 rows are unchanged, %v", name, n, err)
	}
}

// TestGormGuardNumbers checks a known limitation: the guard also rejects a list of 16 keys of type
// uint8.
func TestGormGuardNumbers(t *testing.T) {
	type numbered struct{ ID uint8 }
	db, err := gorm.Open(sqlite.Dialector{Conn: openBytes(t)["sqlite"]}, &gorm.Config{Logger: logger.Discard})
	if err == nil {
		err = errors.Join(gormguard.Register(db), db.AutoMigrate(&numbered{}), db.Create(&numbered{7}).Error)
	}
	if err != nil {
		t.Fatal(err)
	}
	list := []uint8{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}
	wider := make([]int, len(list))
	for i, n := range list {
		wider[i] = int(n)
	}
	for _, test := range []struct {
		name    string
		list    any
		refused bool
	}{
		{"15 keys", list[:15], false},
		{"16 keys", list, true},
		{"16 keys of type int", wider, false},
	} {
		var rows []numbered
		if err := db.Find(&rows, test.list).Error; (err != nil) != test.refused || (len(rows) == 1) == test.refused {
			t.Errorf("%s: %v, %v", test.name, rows, err)
		}
	}

	// docs/storing.md warns that Row panics.
	defer func() {
		if recover() == nil {
			t.Error("Row does not panic for a refused condition")
		}
	}()
	db.Model(&numbered{}).Where(list).Row().Scan(new(int))
}
