package frameworks

import (
	"testing"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/frameworks/shop"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
	"gorm.io/gorm"
)

type author struct {
	ID      uuid.UUID `gorm:"type:uuid;primaryKey"`
	Written []book    `gorm:"foreignKey:AuthorID"`
	Edited  []book    `gorm:"foreignKey:EditorID"`
}

// A book has a foreign key of each type that can represent NULL.
type book struct {
	ID       uuid.UUID  `gorm:"type:uuid;primaryKey"`
	AuthorID uuid.Null  `gorm:"type:uuid"`
	EditorID *uuid.UUID `gorm:"type:uuid"`
	Author   *author
	Editor   *author
}

// migrated returns a gorm database with empty tables for the models.
func migrated(t *testing.T) *gorm.DB {
	db := openGorm(t, openSchema(t, "public"))
	if err := db.Migrator().DropTable(&book{}, &author{}); err != nil {
		t.Fatal(err)
	}
	if err := db.AutoMigrate(&author{}, &book{}); err != nil {
		t.Fatal(err)
	}
	return db
}

// TestGormFind checks that gorm finds each stored row by its key in five ways.
func TestGormFind(t *testing.T) {
	db := migrated(t)
	all := ids.All()
	for _, id := range all {
		if err := db.Create(&author{ID: id}).Error; err != nil {
			t.Fatalf("create %v: %v", id, err)
		}
	}
	finds := map[string]func(id uuid.UUID) (got author, err error){
		"by key": func(id uuid.UUID) (got author, err error) {
			return got, db.First(&got, id).Error
		},
		"by condition": func(id uuid.UUID) (got author, err error) {
			return got, db.First(&got, "id = ?", id).Error
		},
		"by map": func(id uuid.UUID) (got author, err error) {
			return got, db.Where(map[string]any{"id": id}).First(&got).Error
		},
		"by Binary": func(id uuid.UUID) (got author, err error) {
			return got, db.First(&got, "id = ?", uuid.Binary(id)).Error
		},
		"by list": func(id uuid.UUID) (got author, err error) {
			return got, db.First(&got, []uuid.UUID{id}).Error
		},
	}
	for name, find := range finds {
		t.Run(name, func(t *testing.T) {
			for _, id := range all {
				if got, err := find(id); err != nil || got.ID != id {
					t.Errorf("found %v, %v, want %v", got.ID, err, id)
				}
			}
		})
	}
}

// TestGormForeignKeys checks that gorm stores rows with foreign keys and loads the referenced rows
// with them.
func TestGormForeignKeys(t *testing.T) {
	db := migrated(t)
	for i, id := range ids.All() {
		b := book{ID: id}
		if i%2 == 0 { // the other books have NULL foreign keys
			b.Author, b.Editor = &author{ID: uuid.NewV7()}, &author{ID: uuid.NewV7()}
		}
		if err := db.Create(&b).Error; err != nil {
			t.Fatal(err)
		}
		var got book
		if err := db.Preload("Author").Preload("Editor").First(&got, id).Error; err != nil {
			t.Fatal(err)
		}
		if b.Author == nil {
			if got.AuthorID.Valid || got.EditorID != nil || got.Author != nil || got.Editor != nil {
				t.Errorf("NULL came back as %+v", got)
			}
			continue
		}
		if got.AuthorID.UUID != b.Author.ID || *got.EditorID != b.Editor.ID || got.Author.ID != b.Author.ID ||
			got.Editor.ID != b.Editor.ID {
			t.Errorf("%+v came back as %+v", b, got)
		}
	}
}

// TestGormPreload checks that gorm preloads many rows for each type of foreign key. gorm matches
// the rows in Go code, by the string form of their keys.
func TestGormPreload(t *testing.T) {
	db := migrated(t)
	want := make(map[uuid.UUID]uuid.UUID) // maps each author to a book
	for _, id := range ids.All() {
		if id.IsNil() { // gorm treats the Nil UUID as a missing key
			continue
		}
		a := author{ID: id, Written: []book{{ID: uuid.NewV7()}}, Edited: []book{{ID: uuid.NewV7()}}}
		if err := db.Create(&a).Error; err != nil {
			t.Fatal(err)
		}
		want[id] = a.Written[0].ID
	}
	var got []author
	if err := db.Preload("Written").Preload("Edited").Find(&got).Error; err != nil || len(got) != len(want) {
		t.Fatalf("%d of %d authors: %v", len(got), len(want), err)
	}
	for _, a := range got {
		if len(a.Written) != 1 || a.Written[0].ID != want[a.ID] || a.Written[0].AuthorID.UUID != a.ID {
			t.Errorf("%v wrote %+v, want %v", a.ID, a.Written, want[a.ID])
		}
		if len(a.Edited) != 1 || *a.Edited[0].EditorID != a.ID {
			t.Errorf("%v edited %+v", a.ID, a.Edited)
		}
	}
}

type node[T uuid.Kinded] struct {
	ID       uuid.ID[T]
	ParentID *uuid.ID[T]
	Parent   *node[T]
	Children []node[T] `gorm:"foreignKey:ParentID"`
}

func (node[T]) TableName() string { return "nodes" }

// TestTypedGorm checks that gorm stores the plain IDs of a type that hides them, and loads the rows
// to which they refer.
func TestTypedGorm(t *testing.T) {
	testNodes[shop.Member](t, openGorm(t, openSchema(t, "public")), "uuid")
	for _, c := range byteColumns {
		db, err := gorm.Open(c.dialector(openBytes(t)[c.driver]), &gorm.Config{})
		if err != nil {
			t.Fatal(err)
		}
		testNodes[shop.Account](t, db, c.column)
	}
}

func testNodes[T uuid.Kinded](t *testing.T, db *gorm.DB, column string) {
	if err := db.Exec("create table nodes (id " + column + " primary key, parent_id " + column +
		")").Error; err != nil {
		t.Fatal(err)
	}
	defer db.Migrator().DropTable("nodes")
	parent, child := uuid.NewID[T](), uuid.NewID[T]()
	if err := db.Create(&node[T]{ID: parent, Children: []node[T]{{ID: child}}}).Error; err != nil {
		t.Fatal(err)
	}
	var got node[T]
	if err := db.Preload("Parent.Children").First(&got, "id = ?", child).Error; err != nil || *got.ParentID != parent ||
		got.Parent.Children[0].ID != child {
		t.Errorf("%s: %+v, %v", column, got, err)
	}
	var plain any = child.UUID()
	if column != "uuid" {
		plain = child[:]
	}
	for name, query := range map[string]*gorm.DB{
		"slice": db.Where("id in ?", []uuid.ID[T]{child}), "pointers": db.Where("id in ?", []*uuid.ID[T]{&child}),
		"struct": db.Where(&node[T]{ParentID: &parent}), "plain": db.Where("id = ?", plain),
	} {
		var found []node[T]
		if err := query.Find(&found).Error; len(found) != 1 || found[0].ID != child || err != nil {
			t.Errorf("%s, %s: %v, %v", column, name, found, err)
		}
	}
}

// TestGormColumnTypes checks the column types that gorm chooses for fields without a type in the
// tag. gorm uses the type of the value that Value returns. If Value returns nil, gorm uses the type
// of the struct's first field.
func TestGormColumnTypes(t *testing.T) {
	type untagged struct {
		ID      uuid.UUID
		Pointer *uuid.UUID
		Null    uuid.Null
		Binary  uuid.Binary
	}
	db := openGorm(t, openSchema(t, "public"))
	if err := db.AutoMigrate(&untagged{}); err != nil {
		t.Fatal(err)
	}
	defer db.Migrator().DropTable(&untagged{})
	types, err := db.Migrator().ColumnTypes(&untagged{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"id": "text", "pointer": "text", "null": "bytea", "binary": "bytea"}
	for _, c := range types {
		if got := c.DatabaseTypeName(); got != want[c.Name()] {
			t.Errorf("%s is %s, want %s", c.Name(), got, want[c.Name()])
		}
	}
}
