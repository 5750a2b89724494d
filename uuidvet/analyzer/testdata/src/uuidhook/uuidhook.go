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
	l.ID = google.New() // want `replaces the ID that a row already has.*u.ID == \(uuid.UUID{}\).*start.md#postgresql-with-gorm`
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

type Text struct{ ID string }

func (t *Text) BeforeCreate(*gorm.DB) error {
	t.ID = google.NewString() // want `replaces the ID`
	return nil
}

type Column struct{ ID string }

func (c *Column) BeforeCreate(tx *gorm.DB) error {
	tx.Statement.SetColumn("ID", google.NewString()) // want `replaces the ID`
	return nil
}

type ColumnName struct{ ID google.UUID }

func (c *ColumnName) BeforeCreate(tx *gorm.DB) error {
	id := google.New()
	tx.Statement.SetColumn("id", id) // want `replaces the ID`
	return nil
}

type OtherColumn struct {
	ID    google.UUID
	Token string
}

func (c *OtherColumn) BeforeCreate(tx *gorm.DB) error {
	tx.Statement.SetColumn("Token", google.NewString())
	if c.ID == google.Nil {
		tx.Statement.SetColumn("ID", google.New())
	}
	return nil
}

type LowerCase struct{ Id google.UUID }

func (l *LowerCase) BeforeCreate(*gorm.DB) error {
	l.Id = google.New() // want `replaces the ID`
	return nil
}

type Tagged struct {
	Key   google.UUID `gorm:"type:uuid;primaryKey"`
	ID    google.UUID
	Owner google.UUID
}

func (t *Tagged) BeforeCreate(tx *gorm.DB) (err error) {
	t.ID = google.New() // not the key
	t.Owner = google.New()
	t.Key, err = google.NewV7() // want `replaces the ID`
	return err
}

type TaggedColumn struct {
	UserKey string `gorm:"primary_key;column:uid"`
}

func (t *TaggedColumn) BeforeSave(tx *gorm.DB) error {
	tx.Statement.SetColumn("uid", google.NewString()) // want `replaces the ID`
	return nil
}

type SnakeColumn struct {
	UserKey string `gorm:"PRIMARYKEY"`
}

func (t *SnakeColumn) BeforeSave(tx *gorm.DB) error {
	tx.Statement.SetColumn("user_key", google.NewString()) // want `replaces the ID`
	return nil
}

type Promoted struct {
	Base
	Name string
}

func (p *Promoted) BeforeCreate(tx *gorm.DB) error {
	p.ID = google.NewString() // want `replaces the ID`
	return nil
}

type ByPart struct {
	Part Base `gorm:"embedded"`
	Name string
}

func (p *ByPart) BeforeCreate(tx *gorm.DB) error {
	p.Part.ID = google.NewString() // want `replaces the ID`
	return nil
}

type Second struct{ ID, Owner google.UUID }

func (s *Second) BeforeCreate(tx *gorm.DB) error {
	s.Owner, s.ID = google.Nil, google.New() // want `replaces the ID`
	return nil
}

// Restores puts the ID back that the row had.
type Restores struct{ ID google.UUID }

func (r *Restores) BeforeCreate(tx *gorm.DB) error {
	old := r.ID
	r.ID = google.New()
	if old != google.Nil {
		r.ID = old
	}
	return nil
}

type Chooses struct{ ID google.UUID }

func (c *Chooses) BeforeCreate(tx *gorm.DB) error {
	id := google.New()
	if c.ID != google.Nil {
		id = c.ID
	}
	c.ID = id
	return nil
}

type Twice struct{ ID google.UUID }

func (t *Twice) BeforeCreate(tx *gorm.DB) error {
	t.ID = google.New() // want `replaces the ID`
	t.ID = google.New()
	return nil
}

// Owner has another field that is called ID.
type Owner struct {
	ID   google.UUID
	Item *Item
}

func (o *Owner) BeforeCreate(tx *gorm.DB) error {
	o.Item.ID = google.New()
	var other Owner
	other.ID = google.New()
	return nil
}

// Cycle contains itself.
type Cycle struct {
	*Cycle
	ID google.UUID
}

func (c *Cycle) BeforeCreate(tx *gorm.DB) error {
	c.ID = google.New() // want `replaces the ID`
	return nil
}

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
	db.FirstOrCreate(&Text{})
	db.FirstOrCreate(&Column{})
	db.FirstOrCreate(&ColumnName{})
	db.FirstOrCreate(&OtherColumn{})
	db.FirstOrCreate(&LowerCase{})
	db.FirstOrCreate(&Tagged{})
	db.FirstOrCreate(&TaggedColumn{})
	db.FirstOrCreate(&SnakeColumn{})
	db.FirstOrCreate(&Promoted{})
	db.FirstOrCreate(&ByPart{})
	db.FirstOrCreate(&Second{})
	db.FirstOrCreate(&Restores{})
	db.FirstOrCreate(&Chooses{})
	db.FirstOrCreate(&Twice{})
	db.FirstOrCreate(&Owner{})
	db.FirstOrCreate(&Cycle{})
}
