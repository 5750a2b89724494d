// This program asks gorm for rows by 16-byte IDs. With uuidvet's fix, each ID finds its own row.
package main

import (
	"database/sql"
	"fmt"

	"github.com/seed-8298af95/uuid"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	_ "modernc.org/sqlite"
)

var mask *uuid.Mask

type hidden struct{}

func (hidden) IDKind() uuid.Kind { return uuid.Kind{Binary: true, Mask: &mask} }

type plain struct {
	ID   uuid.Binary `gorm:"type:blob"`
	Name string
}

type masked struct {
	ID   uuid.ID[hidden] `gorm:"type:blob"`
	Name string
}

type company struct {
	ID   uuid.Binary `gorm:"type:blob"`
	Name string
}

type employee struct {
	ID        uuid.Binary `gorm:"type:blob"`
	CompanyID uuid.Binary `gorm:"type:blob"`
	Company   company
	Name      string
}

// first gets a statement that joins, so there are two columns id.
func first(tx *gorm.DB, id uuid.Binary) {
	var e employee
	fmt.Println("joined", tx.First(&e, id).Error, e.Name, e.Company.Name)
}

func main() {
	mask, _ = uuid.NewMask([]byte("0123456789abcdef"), nil)
	pool, err := sql.Open("sqlite", ":memory:")
	check(err)
	pool.SetMaxOpenConns(1)
	db, err := gorm.Open(sqlite.Dialector{Conn: pool}, &gorm.Config{Logger: logger.Discard})
	check(err)
	check(db.AutoMigrate(&plain{}, &masked{}, &company{}, &employee{}))

	id := uuid.MustParse("01900000-0000-7000-8000-0000000000bb")
	for _, u := range []uuid.UUID{id, {}} {
		check(db.Exec("INSERT INTO plains VALUES (?, ?)", uuid.Binary(u), "row "+u.String()[34:]).Error)
		check(db.Exec("INSERT INTO maskeds VALUES (?, ?)", uuid.Binary(u), "row "+u.String()[34:]).Error)
		check(db.Exec("INSERT INTO companies VALUES (?, ?)", uuid.Binary(u), "company").Error)
		check(db.Exec("INSERT INTO employees VALUES (?, ?, ?)", uuid.Binary(u), uuid.Binary(u), "row "+u.String()[34:]).Error)
	}
	for _, u := range []uuid.UUID{id, {}} {
		b := uuid.Binary(u)
		var p plain
		fmt.Println("plain", db.First(&p, b).Error, p.Name)
		typed := uuid.ID[hidden](u)
		var m masked
		fmt.Println("masked", db.Where("name <> ''").Take(&m, typed).Error, m.Name)
		first(db.Joins("Company"), b)
		fmt.Println("deleted", db.Delete(&plain{}, b).RowsAffected)
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
