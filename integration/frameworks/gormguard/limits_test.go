package gormguard_test

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// limits returns forms in which gorm has no ID, or drops the condition. A guard cannot tell them from
// other uses of gorm.
func limits[K ~[16]byte]() []way[K] {
	type model = user[K]
	type rows = []model
	return []way[K]{
		reads("`First(&User{ID: uuid.Nil()})`",
			func(db *gorm.DB, _ []any, dst *model) *gorm.DB { return db.First(dst) }),
		finds("`Where(&User{ID: uuid.Nil()}).Find(&us)`", func(db *gorm.DB, _ build, dst *rows) *gorm.DB {
			return db.Where(&model{}).Find(dst)
		}),
		changes[K]("`Delete(&User{ID: uuid.Nil()})`",
			func(db *gorm.DB, _ build) error { return db.Delete(&model{}).Error }),
		reads("`First(&u, \"id = ?\", uuid.Nil())`",
			func(db *gorm.DB, _ []any, dst *model) *gorm.DB { return db.First(dst, "id = ?", K{}) }),
		finds("`Find(&us, []uuid.UUID{})`",
			func(db *gorm.DB, _ build, dst *rows) *gorm.DB { return db.Find(dst, []K{}) }),
		changes[K]("`Delete(&User{}, []uuid.UUID{})`",
			func(db *gorm.DB, _ build) error { return db.Delete(&model{}, []K{}).Error }),
		changes[K]("`Where(\"name = ?\", name).Delete(&User{}, []uuid.UUID{})`", func(db *gorm.DB, _ build) error {
			return db.Where("name = ?", "row").Delete(&model{}, []K{}).Error
		}),
		finds("`Find(&us, \"id IN ?\", []uuid.UUID{})`", func(db *gorm.DB, _ build, dst *rows) *gorm.DB {
			return db.Find(dst, "id IN ?", []K{})
		}),
		reads("`First(&u, (*uuid.UUID)(nil))`",
			func(db *gorm.DB, _ []any, dst *model) *gorm.DB { return db.First(dst, (*K)(nil)) }),
		changes[K]("`Delete(&User{}, id.String())`, with letters", func(db *gorm.DB, _ build) error {
			return db.Delete(&model{}, "01900000-0000-7000-8000-0000000000aa").Error
		}),
		changes[K]("`Delete(&User{}, id.String())`, digits only", func(db *gorm.DB, _ build) error {
			return db.Delete(&model{}, asked.String()).Error
		}),
		changes[K]("`Clauses(clause.OnConflict{Where: …}).Create(&us)`", func(db *gorm.DB, _ build) error {
			return db.Clauses(clause.OnConflict{
				Columns:   []clause.Column{{Name: "id"}},
				DoUpdates: clause.AssignmentColumns([]string{"name"}),
				Where:     clause.Where{Exprs: []clause.Expression{gorm.Expr("users.id = ?", K(asked))}},
			}).Create(rows{{ID: K(asked), Name: "changed"}, {ID: K(other), Name: "changed"}}).Error
		}),
	}
}

// TestLimits runs the forms with text keys and with 16-byte keys, and checks the table in README.md.
func TestLimits(t *testing.T) {
	rows := limitRows[uuid.UUID](t, func(i int) string { return databases[i].text })
	if got := limitRows[uuid.Binary](t,
		func(i int) string { return databases[i].bytes }); fmt.Sprint(got) != fmt.Sprint(rows) {
		t.Errorf("with 16 bytes: %v, with text %v", got, rows)
	}
	header := []string{"gorm"}
	for _, d := range databases {
		header = append(header, d.name)
	}
	readme.Block(t, "../README.md", "gorm-none", readme.Table(append(header, "With the guard"), rows))
}

func limitRows[K ~[16]byte](t *testing.T, column func(database int) string) (rows [][]string) {
	var bare, guarded []table[K]
	for i, d := range databases {
		bare = append(bare, open[K](t, d.open(t), column(i)))
		guarded = append(guarded, register(t, open[K](t, d.open(t), column(i))))
	}
	noCondition := func(string) []any { return nil }
	for _, w := range limits[K]() {
		line, with := []string{w.name}, cell{}
		for i := range databases {
			line = append(line, result(func() ([]K, error) { return w.run(bare[i].DB, noCondition) }))
			with[result(func() ([]K, error) { return w.run(guarded[i].DB, noCondition) })] = true
			bare[i].restore(t)
			guarded[i].restore(t)
		}
		rows = append(rows, append(line, with.String()))
	}
	return rows
}

// count returns the numbers from first to first+n-1.
func count(first, n int) (list []uint8) {
	for i := range n {
		list = append(list, uint8(first+i))
	}
	return list
}

// TestKeysOfBytes checks that the guard refuses few lists of keys that have type uint8.
func TestKeysOfBytes(t *testing.T) {
	type small struct {
		ID       uint8
		ParentID uint8
		Children []small `gorm:"foreignKey:ParentID"`
	}
	db := register(t, open[uuid.Binary](t, databases[1].open(t), "blob")).DB
	if err := errors.Join(
		db.AutoMigrate(&small{}),
		db.Create(&[]small{{ID: 7}, {ID: 120}}).Error,
		db.Exec("CREATE TABLE pixels (a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p)").Error,
	); err != nil {
		t.Fatal(err)
	}
	equal := append(count(1, 15), 15)
	wide := make([]int, 16)
	for i, n := range count(113, 16) {
		wide[i] = int(n)
	}
	// A table can have 16 columns of type uint8.
	pixel := slices.Repeat([]any{uint8(200)}, 16)
	places := "(?" + strings.Repeat(",?", 15) + ")"
	find := func(sql string, args ...any) func() error {
		return func() error { return db.Find(&[]small{}, append([]any{sql}, args...)...).Error }
	}
	for _, test := range []struct {
		name    string
		run     func() error
		refused bool
	}{
		{"16 keys", find("id IN (?)", count(112, 16)), false},
		{"15 keys, one above 127", find("id IN (?)", count(114, 15)), false},
		{"16 keys, one above 127", find("id IN (?)", count(113, 16)), true},
		{"16 keys, two equal", find("id IN (?)", equal), true},
		{"17 keys, one above 127", find("id IN (?)", count(112, 17)), false},
		{"32 keys, some above 127", find("id IN (?)", count(112, 32)), false},
		{"16 keys of type int, one above 127", find("id IN (?)", wide), false},
		{"16 keys and another byte in the list", find("id IN (?, ?)", count(113, 16), uint8(5)), false},
		{"16 keys and a key of type int", find("id IN (?, ?)", count(113, 16), 5), true},
		{"a key of type int and 16 keys", find("id IN (?, ?)", 5, count(113, 16)), false},
		{"16 keys, and another byte before the list", find("id > ? AND id IN (?)", uint8(1), count(113, 16)), true},
		{"16 keys, and another byte after the list", find("id IN (?) AND id > ?", count(113, 16), uint8(1)), true},
		{"16 keys that are no list", find("id > ?"+strings.Repeat(" AND id > ?", 15), bytesOf(count(113, 16))...),
			false},
		{"16 keys that are no list, and a list",
			find("id > ?"+strings.Repeat(" AND id > ?", 15)+" AND id IN (?)", append(bytesOf(count(113, 16)), wide)...),
			false},
		{"a row", func() error {
			return db.Exec("INSERT INTO pixels VALUES "+places+","+places, slices.Concat(pixel, pixel)...).Error
		}, false},
		{"a row, in lower case", func() error { return db.Exec("INSERT INTO pixels values"+places, pixel...).Error },
			false},
		{"a row, and a list", func() error {
			return db.Exec("INSERT INTO pixels SELECT * FROM (VALUES "+places+") WHERE 1 IN (?)",
				append(pixel, asked[:])...).Error
		}, true},
		{"16 keys, a mark without an argument", func() error {
			return db.Where("name <> '?'").Find(&[]user[uuid.Binary]{}, "id IN (?) AND parent_id IN (?)", wide,
				count(113, 16)).Error
		}, true},
	} {
		err := test.run()
		if got := err != nil && strings.Contains(err.Error(), "does not compare a column"); got != test.refused ||
			(err != nil) != got {
			t.Errorf("%s: %v, want refused: %t", test.name, err, test.refused)
		}
	}

	// gorm itself makes lists of keys.
	for _, n := range []int{15, 16, 17, 32} {
		rows := make([]small, n)
		for i := range rows {
			rows[i] = small{ID: uint8(100 - n + i), ParentID: 7}
		}
		if n > 17 { // several rows of values above 127
			for i := range rows {
				rows[i].ID += 100
			}
		}
		if err := db.Create(&rows).Error; err != nil {
			t.Errorf("%d new rows: %v", n, err)
		}
		var parents []small
		if err := db.Preload("Children").Find(&parents).Error; err != nil {
			t.Errorf("%d rows with children: %v", n, err)
		}
		if err := db.Delete(&rows).Error; err != nil {
			t.Errorf("delete %d rows: %v", n, err)
		}
	}
}

// bytesOf returns the bytes as separate arguments.
func bytesOf(list []byte) (args []any) {
	for _, b := range list {
		args = append(args, b)
	}
	return args
}

// numbered is a dialect with numbered placeholders in the form of another database.
type numbered struct {
	gorm.Dialector
	prefix string
}

func (n numbered) BindVarTo(w clause.Writer, s *gorm.Statement, _ any) {
	fmt.Fprintf(stringWriter{w}, "%s%d", n.prefix, len(s.Vars))
}

type stringWriter struct{ clause.Writer }

func (w stringWriter) Write(p []byte) (int, error) { return w.WriteString(string(p)) }

// TestPlaceholders checks that the guard knows the placeholders of PostgreSQL and SQL Server, and
// that a question mark is not a placeholder there. Refused statements do not reach the database, and
// SQLite rejects the others, because it has other placeholders.
func TestPlaceholders(t *testing.T) {
	for _, prefix := range []string{"$", "@p"} {
		db := register(t, open[uuid.Binary](t, databases[1].open(t), "blob")).DB
		db.Dialector = numbered{db.Dialector, prefix}
		for _, test := range []struct {
			query string
			args  []any
		}{
			{"id IN (?)", []any{asked[:]}},
			{"name = ? AND id IN (?)", []any{"row", asked[:]}},
			{"parent_id IN (?) AND id IN (?)", []any{slices.Repeat([]int{1}, 20), asked[:]}},
		} {
			err := db.Where("name <> '?'").Where(test.query, test.args...).Delete(&user[uuid.Binary]{}).Error
			if err == nil || !strings.Contains(err.Error(), "does not compare a column") {
				t.Errorf("%s, %s: %v", prefix, test.query, err)
			}
		}
		// These 16 bytes are not in the list, although a question mark precedes it.
		args := append(bytesOf(asked[:]), slices.Repeat([]int{1}, 20))
		err := db.Where("name <> '?'").Where("0 < ?"+strings.Repeat(" AND 0 < ?", 15)+" AND id IN (?)",
			args...).Find(&[]user[uuid.Binary]{}).Error
		if err != nil && strings.Contains(err.Error(), "does not compare a column") {
			t.Errorf("%s: refused 16 bytes that are no list", prefix)
		}
	}
}

// TestAdvice follows the advice in the guard's error, in columns of 16 bytes and in others.
func TestAdvice(t *testing.T) {
	for _, d := range databases {
		follow[uuid.Binary](t, d.open(t), d.bytes, "uuid.Binary(id) for a 16-byte column")
		follow[uuid.UUID](t, d.open(t), d.text, "uuid.UUID(id) for others")
	}
}

func follow[K ~[16]byte](t *testing.T, dialector gorm.Dialector, column, advice string) {
	db := register(t, open[K](t, dialector, column))
	if err := db.First(&user[K]{}, asked[:]).Error; err == nil || !strings.Contains(err.Error(), advice) {
		t.Errorf("%s: %v", column, err)
	}
	var u user[K]
	if err := db.First(&u, "id = ?", K(asked)).Error; err != nil || u.ID != K(asked) {
		t.Errorf("%s: %v, %v", column, u.ID, err)
	}
}

// TestPreparedRow checks that Row returns the guard's error with PrepareStmt too, although gorm's own
// Row panics for an error there.
func TestPreparedRow(t *testing.T) {
	db := register(t,
		open[uuid.Binary](t, databases[0].open(t), "binary(16)")).Session(&gorm.Session{PrepareStmt: true})
	before := runtime.NumGoroutine()
	row := func(db *gorm.DB) {
		var n int
		err := db.Raw("SELECT COUNT(*) FROM users WHERE id IN (?)", asked[:]).Row().Scan(&n)
		if err == nil || !strings.Contains(err.Error(), "does not compare a column") {
			t.Errorf("%d, %v", n, err)
		}
	}
	row(db)
	tx := db.Begin()
	row(tx)
	tx.Rollback()
	// The guard makes the Row with a database of its own, which must not live on.
	for try := 0; runtime.NumGoroutine() > before; try++ {
		if try == 100 {
			t.Fatalf("%d goroutines, before %d", runtime.NumGoroutine(), before)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// TestAllocations checks the cost of the guard, which is one allocation for a statement, even if the
// statement has a list.
func TestAllocations(t *testing.T) {
	list := slices.Repeat([]int{1}, 20)
	cost := func(db *gorm.DB) float64 {
		var n int
		return testing.AllocsPerRun(100, func() {
			if err := db.Raw("SELECT COUNT(*) FROM users WHERE id IN (?)", list).Scan(&n).Error; err != nil {
				t.Fatal(err)
			}
		})
	}
	db := open[uuid.Binary](t, databases[1].open(t), "blob")
	before := cost(db.DB)
	if after := cost(register(t, db).DB); after-before != 1 {
		t.Errorf("%v allocations, without the guard %v", after, before)
	}
}
