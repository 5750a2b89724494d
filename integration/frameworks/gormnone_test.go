package frameworks

import (
	"fmt"
	"testing"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/frameworks/gormguard"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"gorm.io/gorm"
)

// textColumns lists the column types for a plain UUID, in the order of byteColumns.
var textColumns = []string{"char(36)", "text", "uuid"}

// noneForms returns forms with Nil, with an empty slice and with an ID string. gorm ignores Nil and
// an empty slice, and treats the string as SQL.
func noneForms[K ~[16]byte]() []gormForm[K] {
	type model = gormRow[K]
	return []gormForm[K]{
		first("`First(&User{ID: uuid.Nil()})`", func(db *gorm.DB, dst *model, id K) *gorm.DB { return db.First(dst) }),
		found("`Where(&User{ID: uuid.Nil()}).Find(&us)`", func(db *gorm.DB, dst *[]model, id K) *gorm.DB {
			return db.Where(&model{}).Find(dst)
		}),
		changed("`Delete(&User{ID: uuid.Nil()})`", func(db *gorm.DB, id K) *gorm.DB { return db.Delete(&model{}) }),
		first("`First(&u, \"id = ?\", uuid.Nil())`", func(db *gorm.DB, dst *model, id K) *gorm.DB { return db.First(dst, "id = ?", K{}) }),
		found("`Find(&us, []uuid.UUID{})`", func(db *gorm.DB, dst *[]model, id K) *gorm.DB { return db.Find(dst, []K{}) }),
		changed("`Delete(&User{}, []uuid.UUID{})`", func(db *gorm.DB, id K) *gorm.DB { return db.Delete(&model{}, []K{}) }),
		changed("`Where(\"name = ?\", name).Delete(&User{}, []uuid.UUID{})`", func(db *gorm.DB, id K) *gorm.DB {
			return db.Where("name = ?", "row").Delete(&model{}, []K{})
		}),
		found("`Find(&us, \"id IN ?\", []uuid.UUID{})`", func(db *gorm.DB, dst *[]model, id K) *gorm.DB {
			return db.Find(dst, "id IN ?", []K{})
		}),
		changed("`Delete(&User{}, id.String())`", func(db *gorm.DB, id K) *gorm.DB {
			return db.Delete(&model{}, uuid.UUID(id).String())
		}),
		changed("`Delete(&User{}, id.String())`, digits only", func(db *gorm.DB, id K) *gorm.DB {
			return db.Delete(&model{}, digitsOnly.String())
		}),
		found("`Find(&us, id.String())`, digits only", func(db *gorm.DB, dst *[]model, id K) *gorm.DB {
			return db.Find(dst, digitsOnly.String())
		}),
	}
}

// digitsOnly is an ID whose string contains only digits and dashes. MariaDB and SQLite evaluate it
// as a subtraction. No row has this key.
var digitsOnly = uuid.MustParse("01900000-0000-7000-8000-000000000011")

// TestGormNone runs the forms in which gorm does not compare the key with an ID, for 16-byte keys
// and for text keys.
func TestGormNone(t *testing.T) {
	header := []string{"gorm"}
	var columns []string
	for _, c := range byteColumns {
		header = append(header, c.database)
		columns = append(columns, c.column)
	}
	rows := gormNone[uuid.UUID](t, textColumns)
	if got := gormNone[uuid.Binary](t, columns); fmt.Sprint(got) != fmt.Sprint(rows) {
		t.Errorf("with 16 bytes: %v, with text %v", got, rows)
	}
	readme.Block(t, "README.md", "gorm-none", readme.Table(append(header, "with the guard"), rows))
}

// gormNone returns the table rows for one type of key.
func gormNone[K ~[16]byte](t *testing.T, columns []string) (cells [][]string) {
	pools := openBytes(t)
	// Each form starts with new rows, because the previous form may have changed or deleted some.
	for _, f := range noneForms[K]() {
		line := []string{f.name}
		var guarded cell
		for i, c := range byteColumns {
			dialector := c.dialector(pools[c.driver])
			line = append(line, f.result(twoRows[K](t, dialector, columns[i])))
			db := twoRows[K](t, dialector, columns[i])
			if err := gormguard.Register(db); err != nil {
				t.Fatal(err)
			}
			guarded.add(f.result(db))
		}
		cells = append(cells, append(line, guarded.String()))
	}
	return cells
}
