package gormguard_test

import (
	"os"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

type User struct {
	ID    uuid.UUID `gorm:"type:uuid"`
	Notes []Note
}

func (u *User) BeforeCreate(*gorm.DB) error {
	if u.ID.IsNil() { // else an association or FirstOrCreate has set it
		u.ID = uuid.NewV7()
	}
	return nil
}

// A Note has a hook that always sets the ID.
type Note struct {
	ID     uuid.UUID `gorm:"type:uuid"`
	UserID uuid.UUID `gorm:"type:uuid"`
}

func (n *Note) BeforeCreate(*gorm.DB) error { n.ID = uuid.NewV7(); return nil }

// TestModel runs the model in docs/storing.md, and shows what a hook that always sets the ID does.
func TestModel(t *testing.T) {
	page, err := os.ReadFile("../../../docs/storing.md")
	source, err2 := os.ReadFile("model_test.go")
	_, model, _ := strings.Cut(string(page), "<!-- gorm-model -->\n```go\n")
	if model, _, ok := strings.Cut(model, "```\n"); err != nil || err2 != nil || !ok ||
		!strings.Contains(string(source), model) {
		t.Errorf("docs/storing.md does not have the model, %v, %v", err, err2)
	}
	for _, d := range databases {
		db, err := gorm.Open(d.open(t), &gorm.Config{Logger: logger.Discard})
		if err == nil {
			err = db.AutoMigrate(&User{}, &Note{})
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Migrator().DropTable(&Note{}, &User{}) })
		made, asked := User{}, User{ID: uuid.NewV7()}
		id := asked.ID
		if err := db.Create(&made).Error; err != nil || made.ID.Version() != 7 {
			t.Errorf("%s: Create makes %v, %v", d.name, made.ID, err)
		}
		if err := db.FirstOrCreate(&asked).Error; err != nil || asked.ID != id {
			t.Errorf("%s: FirstOrCreate makes %v, %v; want %v", d.name, asked.ID, err, id)
		}
		var note Note
		var notes int64
		for range 2 {
			if err := db.Model(&made).Association("Notes").Append(&note); err != nil {
				t.Error(err)
			}
		}
		if db.Model(&Note{}).Count(&notes); notes != 2 {
			t.Errorf("%s: %d rows for one note, want the duplicate", d.name, notes)
		}
	}
}
