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

type Note struct {
	ID     uuid.UUID `gorm:"type:uuid"`
	UserID uuid.UUID `gorm:"type:uuid"`
}

func (u *User) BeforeCreate(*gorm.DB) error {
	if u.ID.IsNil() { // else an association or FirstOrCreate has set it
		u.ID = uuid.NewV7()
	}
	return nil
}

// This hook is wrong, because it always sets the ID.
func (n *Note) BeforeCreate(*gorm.DB) error { n.ID = uuid.NewV7(); return nil }

// TestModel runs the model in docs/start.md, and shows what a hook that always sets the ID does.
func TestModel(t *testing.T) {
	page, err := os.ReadFile("../../../docs/start.md")
	source, err2 := os.ReadFile("model_test.go")
	_, model, _ := strings.Cut(string(page), "<!-- gorm-model -->\n```go\n")
	if model, _, ok := strings.Cut(model, "```\n"); err != nil || err2 != nil || !ok ||
		!strings.Contains(string(source), model) {
		t.Errorf("docs/start.md does not contain the model, %v, %v", err, err2)
	}
	for _, d := range databases {
		db, err := gorm.Open(d.open(t), &gorm.Config{Logger: logger.Discard})
		if err == nil {
			t.Cleanup(func() { db.Migrator().DropTable(&Note{}, &User{}) })
			err = startWithModel(t, db)
		}
		if err != nil {
			t.Fatalf("%s: %v", d.name, err)
		}
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

// startWithModel runs the code in docs/start.md that uses the model.
func startWithModel(t *testing.T, db *gorm.DB) error {
	var user, found User
	err := db.AutoMigrate(&User{}, &Note{}) // db is a *gorm.DB
	if err == nil {
		err = db.Create(&user).Error
	}
	if err == nil {
		err = db.First(&found, "id = ?", user.ID).Error
	}

	if err == nil && (found.ID != user.ID || found.ID.Version() != 7) {
		t.Errorf("Create makes %v, First finds %v", user.ID, found.ID)
	}
	return err
}
