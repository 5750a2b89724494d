package uuidkey

import (
	"database/sql"
	"models"
	std "uuid"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/seed-8298af95/uuid"
	"gorm.io/gorm"
)

type User struct {
	ID   uuid.Binary
	Name string
}

type Renamed struct {
	ID uuid.Binary `gorm:"column:key"`
}

type Session struct {
	Token uuid.Binary `gorm:"primaryKey"`
	ID    uuid.Binary
}

type Old struct {
	ID    uuid.Binary `gorm:"primary_key"`
	Token uuid.Binary `gorm:"primary_key"`
}

type Tagged struct {
	ID   uuid.Binary `gorm:"type:binary(16);primaryKey"`
	Name string      `gorm:"unique"`
}

type Embeds struct {
	Session
	ID uuid.Binary
}

type Parts struct {
	ID      uuid.Binary
	Session Session `gorm:"embedded"`
}

type Text struct{ ID uuid.UUID }

func (User) IDKind() uuid.Kind { return uuid.Kind{Binary: true} }

func (Renamed) IDKind() uuid.Kind { return uuid.Kind{} }

type embedded struct{ uuid.Binary }

type endless struct{ *sql.Null[endless] }

type own [16]byte

func (own) Value() (any, error) { return "", nil }

func wrong(db *gorm.DB, id uuid.Binary, guid uuid.GUID, u uuid.UUID, typed uuid.ID[User], null sql.Null[uuid.Binary], s std.UUID, a [16]byte, g google.UUID, f gofrs.UUID) {
	var user User
	var users []User
	db.First(&user, id)                  // want `16 keys.*write "id = \?", id \(https://github.com/.*#gorm-with-16-byte-ids\)`
	db.Take(&user, &id)                  // want `16 keys`
	db.Last(&user, typed)                // want `16 keys`
	db.Delete(&User{}, u[:])             // want `16 keys`
	db.Delete(&Renamed{}, id)            // want `16 keys`
	db.Delete(&Session{}, id)            // want `16 keys`
	db.Delete(&Old{}, id)                // want `16 keys`
	db.Delete(&Tagged{}, id)             // want `16 keys`
	db.Delete(&Embeds{}, id)             // want `16 keys`
	db.Delete(&Ignored{}, id)            // want `16 keys`
	db.Delete(&Parts{}, id)              // want `16 keys`
	db.Delete(&Text{}, id)               // want `16 keys`
	db.Delete(&Text{}, u.String())       // want `treats this text as SQL`
	db.Delete(User{}, f.Bytes())         // want `16 keys`
	db.Find(&users, guid)                // want `16 keys`
	db.Find(&users, s)                   // want `16 keys.*where id is a uuid.UUID or uuid.Binary`
	db.FirstOrInit(&user, id)            // want `16 keys`
	db.FirstOrCreate(&user, id)          // want `16 keys`
	db.Preload("Parent", id)             // want `16 keys`
	db.Where(null)                       // want `16 keys`
	db.Where("a = ?", 1).Not(a)          // want `16 keys`
	db.Or((&a))                          // want `16 keys`
	db.Where(uuid.ID[models.Bytes](id))  // want `16 keys`
	db.Where(uuid.ID[models.Initial]{})  // want `16 keys`
	db.Where(uuid.ID[models.GUID](id))   // want `16 keys`
	db.Where(uuid.ID[models.Masked](id)) // want `16 keys`
	db.Where(uuid.ID[models.Embeds](id)) // want `16 keys`
	db.Having(embedded{id})              // want `16 keys`
	gorm.G[User](db).Where(typed)        // want `16 keys`

	var cond any = id
	db.Where(cond) // want `16 keys`

	b := g[:]
	db.Where(b) // want `16 keys`
	b2, _ := u.MarshalBinary()
	db.Where(b2) // want `16 keys`

	db.Delete(&User{}, u.String()) // want `gorm treats this text as SQL, so the query may match every row; write "id = \?", id`
	text := g.String()
	db.Where(text)               // want `treats this text as SQL`
	db.Where(google.NewString()) // want `treats this text as SQL`
}

func joins(db *gorm.DB, id uuid.Binary, ctx bool, p *uuid.Binary) {
	var user User
	db.Debug().Where("a = ?", 1).First(&user, id) // want `16 keys`
	db.Joins("Company").First(&user, id)          // want `16 keys`
	db.Scopes(nil).Find(&user, id)                // want `16 keys`
	db.Model(&Renamed{}).First(&user, id)         // want `16 keys`
	scoped(db).First(&user, id)                   // want `16 keys`
	tx := db.Where("a = ?", 1)
	tx.First(&user, id) // want `16 keys`
	if ctx {
		tx = tx.InnerJoins("Company")
	}
	tx.First(&user, id)                                    // want `16 keys`
	(db.First)(&user, id)                                  // want `16 keys`
	db.First(&user, p)                                     // want `16 keys`
	db.Model(&user).Association("Friends").Find(&user, id) // want `16 keys`
	db.Model(&user).Association("Friends").Delete(&user, id)
	friends{}.Delete(&user, id)
}

// Statements that neither join nor change the table.
func plain(db *gorm.DB, id uuid.Binary) {
	var user User
	db.Take(&user, id)                  // want `16 keys`
	db.Last(&user, id)                  // want `16 keys`
	db.Find(&user, id)                  // want `16 keys`
	db.Begin().First(&user, id)         // want `16 keys`
	db.Limit(1).First(&user, id)        // want `16 keys`
	db.Not("a = ?", 1).First(&user, id) // want `16 keys`
	db.Offset(1).First(&user, id)       // want `16 keys`
	db.Omit("name").First(&user, id)    // want `16 keys`
	opened, err := gorm.Open(nil)
	opened.First(&user, id)               // want `16 keys`
	db.Or("a = ?", err).First(&user, id)  // want `16 keys`
	db.Order("name").First(&user, id)     // want `16 keys`
	db.Preload("Parent").First(&user, id) // want `16 keys`
	db.Select("name").First(&user, id)    // want `16 keys`
	db.Session(nil).First(&user, id)      // want `16 keys`
	db.Unscoped().First(&user, id)        // want `16 keys`
	db.WithContext(nil).First(&user, id)  // want `16 keys`
}

type friends struct{ *gorm.Association }

func scoped(db *gorm.DB) *gorm.DB { return db.Joins("Company") }

type Ignored struct {
	ID uuid.Binary `gorm:"-"`
}

func right(db *gorm.DB, id uuid.Binary, u uuid.UUID, n uuid.Null, typed uuid.ID[Renamed], unread uuid.ID[models.Unknown], g google.UUID, o own, bytes []byte, name string) {
	var user User
	var users []User
	db.First(&user, "id = ?", id)
	db.First(&User{ID: id})
	db.First(&user, u)
	db.First(&user, &u)
	db.First(&user, g)
	db.Where(typed)
	db.Where(unread)
	db.Where(endless{})
	db.Where(uuid.ID[models.Two](id))
	db.Where(uuid.ID[models.Path](id))
	db.Where(n)
	db.Where(o)
	db.Where(bytes)
	db.Where(u[:4])
	db.Where("id", id)
	db.Where(&User{ID: id})
	db.Where(map[string]any{"id": id})
	db.Find(&users, []uuid.Binary{id})
	db.Find(&users, id, id)
	db.Model(&User{ID: id}).Update("owner", id)
	db.Where(name)
	db.Where("id = " + name)
	db.Exec("DELETE FROM users WHERE id = ?", u.String())
	conds := []any{"id = ?", id}
	db.First(&user, conds...)
}
