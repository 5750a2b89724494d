// Package uses has no type errors of its own, and uses values whose types are not known wherever a
// check asks for a type.
package uses

import (
	"broken/lacks"
	"encoding/hex"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"strings"

	"github.com/Masterminds/squirrel"
	"github.com/gin-gonic/gin"
	google "github.com/google/uuid"
	"github.com/huandu/go-sqlbuilder"
	"github.com/seed-8298af95/uuid"
	"github.com/uptrace/bun"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"xorm.io/builder"
)

type row struct {
	ID      uuid.ID[lacks.Embeds] `gorm:"type:binary(16)" json:",omitempty"`
	Foreign lacks.Embeds          `gorm:"type:uuid" json:",omitempty"`
	lacks.Kinded
	hidden lacks.Embeds
	Key    string
}

func (r row) IDKind() uuid.Kind {
	k := r.Kinded.IDKind()
	k.Prefix = lacks.Call.Name()
	k.Mask = lacks.Call.Mask
	return k
}

func (r *row) BeforeCreate(*gorm.DB) error {
	r.ID = lacks.Call.ID()
	r.ID, r.Key = lacks.Call.ID(), lacks.Call.Key()
	return nil
}

func queries(db *gorm.DB) {
	db.First(nil, lacks.Call)
	db.First(lacks.Type, lacks.Call.ID())
	db.First(lacks.Type, uuid.Binary{})
	db.Where(lacks.Call.Name() + "(?)")
	db.Where("id IN (?)", lacks.Call.ID())
	db.Where("id IN (?)", lacks.Pointer, lacks.List[0], lacks.Map["id"])
	db.Where(lacks.Map)
	db.Where(map[string]any{"id": lacks.Call.ID()})
	db.Delete(&lacks.Hooked{}, lacks.Typed)
	db.Delete(&lacks.Embeds{}, lacks.Untyped)
	db.FirstOrCreate(lacks.Type)
	db.FirstOrCreate(&lacks.Hooked{})
	db.FirstOrCreate(lacks.List)
	db.FirstOrCreate(lacks.Call.Model())
	db.Association("x").Append(lacks.Func(lacks.Type))
	lacks.Call.DB().First(nil, lacks.Call)
	squirrel.Delete(lacks.Call.Name()).Where(squirrel.Eq{"id": lacks.Call.ID()})
	squirrel.Delete("t").Where(lacks.Map)
	sqlbuilder.Flatten(lacks.Call.IDs())
	sqlbuilder.List(lacks.List)
	bun.In(lacks.Call.ID())
	bun.In(lacks.Call.ID()[:])
	builder.In("id", lacks.Call.ID()[:])
	_ = clause.Eq{Column: lacks.Call, Value: lacks.Call.ID()}
}

func prints() {
	logger := lacks.Call
	fmt.Println(lacks.Call.Name(), lacks.Type, lacks.Pointer, lacks.List, lacks.Map, lacks.Typed, lacks.Untyped)
	fmt.Printf(lacks.Call.Format(), lacks.Call)
	fmt.Printf("%x %v", lacks.Call.ID(), row{})
	fmt.Printf("%#v %d %p", lacks.Typed, &row{}, lacks.Instance)
	fmt.Printf("%s", lacks.Instance.ID)
	log.Print(lacks.Foreign, lacks.Made.Field)
	logger.Printf("%v", lacks.Call)
	slog.Info("x", "id", lacks.Call.ID())
	slog.New(lacks.Call).Info("x", "id", lacks.Type)
	lacks.Call.Logger().Info("x", "id", lacks.Call)
}

func labels() string {
	_ = lacks.Call.ID()[:8]
	_ = lacks.Call.ID()[0:8]
	_ = strings.Split(lacks.Call.ID().String(), "-")[0]
	_ = hex.EncodeToString(lacks.Call.ID())[:8]
	id := lacks.Call.ID()
	_ = id.String()[:lacks.Call.Len()]
	_ = uuid.UUID(lacks.Call.ID()).String()[:8]
	for _, id := range lacks.Call.IDs() {
		_ = id[:8]
	}
	return lacks.Call.Name()[:8]
}

func conversions() {
	_ = uuid.GUID(lacks.Call.GUID())
	_ = uuid.GUID(lacks.Call.Bytes())
	_ = uuid.ID[lacks.Embeds](lacks.Call.ID())
	_ = uuid.ID[row](lacks.Call.Row().ID)
	_ = uuid.ID[row](lacks.Call.ID())
	_ = uuid.UUID(lacks.Call.ID())
	_ = lacks.Call.Convert(uuid.UUID{})
	_ = lacks.Instance
	_ = uuid.Kind{Prefix: lacks.Call.Prefix()}
	_ = lacks.Call.Kind(uuid.Kind{Prefix: "User"})
	_ = lacks.Generic[lacks.Embeds]{}
	_ = lacks.Generic[row]{}
	_ = uuid.NewID[lacks.Embeds]()
}

func hides(m *uuid.Mask) {
	m.Hide(lacks.Call.UUID())
	m.Hide(lacks.Call.ID())
	lacks.Call.Mask().Hide(uuid.NewV4())
}

func requests(w http.ResponseWriter, r *http.Request, c *gin.Context) {
	e := lacks.Call
	_ = uuid.MustParse(lacks.Call.Text())
	_ = uuid.MustParse(lacks.Type.Text())
	_ = uuid.MustParse(e.Param("id"))
	_ = uuid.MustParse(e.Name())
	_ = uuid.MustParse(e.Request.Header.Get("id"))
	_ = uuid.MustParse(r.FormValue(lacks.Call.Text()))
	_ = uuid.MustParse(c.Param(lacks.Call.Name()))
	_, _ = google.Parse(lacks.Call.Text())
	lacks.Call.Check(r.FormValue("id"))
	ok := lacks.Call.Check(r.FormValue("id"))
	lacks.Func(r.FormValue("id"))
	_, _, _ = ok, lacks.Call, lacks.Call.ID() == lacks.Type
	id, err := uuid.Parse(lacks.Call.Text())
	if err != nil {
		lacks.Call.Answer(w, err)
		lacks.Func(lacks.Call)
	}
	lacks.Call.Use(id)
	if id, err = uuid.Parse(e.Name()); err != nil {
		e.Fatal(err)
		lacks.List = lacks.Call.Append(err)
	}
	e.Use(id)
}
