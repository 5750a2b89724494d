package uuidhook

import (
	"errors"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/seed-8298af95/uuid"
	"gorm.io/gorm"
)

type Language struct{ ID google.UUID }

func (l *Language) BeforeCreate(*gorm.DB) error {
	l.ID = google.New() // want `replaces the ID that a row has.*u.ID == \(uuid.UUID{}\).*storing.md#gorm`
	return nil
}

type Base struct{ ID string }

func (b *Base) BeforeCreate(tx *gorm.DB) (err error) {
	if tx == nil {
		return errors.New("no database")
	}
	b.ID = uuid.NewV7().String() // want `replaces the ID`
	return
}

type Account struct {
	Base
	Name string
}

type Order struct{ ID gofrs.UUID }

func (o *Order) BeforeSave(*gorm.DB) (err error) {
	if o.ID, err = gofrs.NewV7(); err != nil { // want `replaces the ID`
		return err
	}
	return nil
}

type Item struct{ ID google.UUID }

func (i *Item) BeforeCreate(*gorm.DB) error {
	id, err := google.NewRandom()
	if err != nil {
		return err
	}
	i.ID = id // want `replaces the ID`
	return nil
}

type Guarded struct{ ID google.UUID }

func (g *Guarded) BeforeCreate(*gorm.DB) error {
	if g.ID == google.Nil {
		g.ID = google.New()
	}
	return nil
}

type Returns struct{ ID google.UUID }

func (r *Returns) BeforeCreate(*gorm.DB) error {
	if r.ID != google.Nil {
		return nil
	}
	r.ID = google.New()
	return nil
}

type Named struct{ ID google.UUID }

func (n *Named) BeforeCreate(*gorm.DB) (err error) {
	if n.ID != google.Nil {
		return
	}
	n.ID = google.New()
	return
}

type Asks struct{ ID google.UUID }

func (a *Asks) BeforeCreate(tx *gorm.DB) error {
	if a.ID != google.Nil {
		return tx.Error
	}
	a.ID = google.New()
	return nil
}

type Card struct {
	ID     google.UUID
	IDCard string
}

func (c *Card) BeforeCreate(*gorm.DB) error {
	if c.IDCard == "" {
		c.IDCard = "none"
	}
	c.ID = google.New() // want `replaces the ID`
	return nil
}

type Given struct{ ID, Owner google.UUID }

func (g *Given) BeforeCreate(*gorm.DB) error {
	g.Owner = google.New()
	g.ID = g.Owner
	return nil
}

func (g *Given) BeforeSave(*gorm.DB) error {
	g.ID = deterministic()
	return nil
}

func deterministic() google.UUID { return google.Nil }

// Unused is only created.
type Unused struct{ ID google.UUID }

func (u *Unused) BeforeCreate(*gorm.DB) error {
	u.ID = google.New()
	return nil
}

type Tree map[string]Tree

type Trees []Trees

func use(db *gorm.DB, user *struct{}, languages []*Language, item Item) {
	db.Model(user).Association("Languages").Append(languages)
	db.Model(user).Association("Trees").Append(Tree{}, Trees{}, map[string]*Unused{})
	db.FirstOrCreate(&Account{}, "id = ?", "1")
	db.Where("id = ?", 1).FirstOrInit(&Order{})
	db.Model(user).Association("Items").Replace(&item, &Guarded{})
	db.FirstOrCreate(&Guarded{})
	db.FirstOrCreate(&Returns{})
	db.FirstOrCreate(&Named{})
	db.FirstOrCreate(&Asks{})
	db.FirstOrCreate(&Card{})
	db.FirstOrCreate(&Given{})
	db.First(&Unused{})
}
