package uuidmask

import (
	"fmt"
	"log"
	"log/slog"
	"models"
	"os"
	"testing"
	"time"

	google "github.com/google/uuid"
	"github.com/seed-8298af95/uuid"
)

type Patient struct{}

var mask *uuid.Mask

func (Patient) IDKind() uuid.Kind { return uuid.Kind{Mask: &mask} }

type Plain struct{ uuid.Plain[int] }

type visit struct {
	patient uuid.ID[Patient]
	room    int
}

type embeds struct {
	Room int
	visit
}

type open struct {
	Patient uuid.ID[Patient]
	plain   uuid.ID[Plain]
	unread  uuid.ID[models.Unknown]
}

type named struct{ patient uuid.ID[Patient] }

func (named) String() string { return "" }

type byPointer struct{ patient uuid.ID[Patient] }

func (*byPointer) String() string { return "" }

type worker struct{ jobs chan visit }

type tree struct {
	children []tree
	A        struct{ B struct{ C struct{ D visit } } }
}

func wrong(t *testing.T, v visit, e embeds, list []visit) {
	fmt.Println(v)                                             // want `plain bytes of the masked ID.*#what-a-mask-does-not-cover`
	log.Printf("%d: %+v", 1, &v)                               // want `plain bytes`
	_ = fmt.Errorf("no doctor for %v", e)                      // want `plain bytes`
	t.Logf("%s", list)                                         // want `plain bytes`
	fmt.Print(struct{ id uuid.ID[models.Embeds] }{})           // want `plain bytes`
	fmt.Print(struct{ id uuid.ID[models.Nested] }{})           // want `plain bytes`
	fmt.Print(map[string]visit{})                              // want `plain bytes`
	fmt.Print(byPointer{})                                     // want `plain bytes`
	fmt.Print([]byPointer{})                                   // want `plain bytes`
	fmt.Print(&tree{})                                         // want `plain bytes`
	fmt.Print(map[visit]int{})                                 // want `plain bytes`
	fmt.Print(struct{ inner struct{ ID uuid.ID[Patient] } }{}) // want `plain bytes`
}

type Exported struct {
	Patient uuid.ID[Patient]
	Room    int
}

type base struct{ Patient uuid.ID[Patient] }

type embedsBase struct {
	base
	Room int
}

type goStringer struct{ patient uuid.ID[Patient] }

func (goStringer) GoString() string { return "" }

type notStringer struct{ patient uuid.ID[Patient] }

func (notStringer) String(indent int) string { return "" }

func verbs(id uuid.ID[Patient], e Exported, n named, list []*Exported, v visit) {
	fmt.Printf("%#v", id)                                   // want `plain bytes of the masked ID: %#v calls no String method; write %v`
	fmt.Printf("%d", e)                                     // want `%d calls no String method; write %v \(`
	fmt.Printf("%#v", e)                                    // want `%#v calls no String method; write %v \(`
	fmt.Printf("%#v", &e)                                   // want `plain bytes`
	fmt.Printf("%#v", n)                                    // want `%#v calls no String method; write %v \(`
	fmt.Printf("%d %o", n, n)                               // want `%d calls` `%o calls`
	fmt.Printf("%b %t %U %g", e, e, id, id)                 // want `plain bytes` `plain bytes` `plain bytes` `plain bytes`
	fmt.Printf("%z", e)                                     // want `plain bytes`
	fmt.Printf("%d", v)                                     // want `%d calls no String method, and fmt calls no methods on values in unexported fields; write %v, and export`
	fmt.Printf("%s", list)                                  // want `%s does not suit a part of this value.*write %v`
	fmt.Printf("%p", id)                                    // want `plain bytes`
	_ = fmt.Errorf("%w", id)                                // want `plain bytes`
	fmt.Printf("%[2]v %[1]d", e, n)                         // want `%d calls`
	fmt.Printf("%*d", 8, e)                                 // want `%d calls`
	fmt.Printf("%6.2f%%", id)                               // want `%f calls`
	fmt.Printf("%v", notStringer{})                         // want `unexported field`
	fmt.Printf("%v", goStringer{})                          // want `unexported field`
	fmt.Print(map[string]any{}, embedsBase{}, goStringer{}) // want `unexported field`

	fmt.Printf("%v %+v %s %q %x %X % x %-8s", e, &e, e, e, e, e, e, id)
	fmt.Printf("%v %s %q %x", n, n, &n, n)
	fmt.Printf("%#v %T %T", goStringer{}, e, v)
	fmt.Printf("%v %v %p %p", list, embedsBase{}, &e, list)
	fmt.Printf("%d %s", e.Room, id)
	fmt.Printf("%#v", id.UUID()) // not an ID with a mask
	fmt.Printf("%[3]d %v", e, n, 1)
	fmt.Printf("%d")
	fmt.Sscan("", &v)
	fmt.Printf("%!")
}

type logged struct{ patient uuid.ID[Patient] }

func (logged) LogValue() slog.Value { return slog.Value{} }

type marshaled struct{ patient uuid.ID[Patient] }

func (marshaled) MarshalText() ([]byte, error) { return nil, nil }

var (
	textLogger  = slog.New(slog.NewTextHandler(os.Stderr, nil))
	jsonLogger  = slog.New(slog.NewJSONHandler(os.Stderr, nil))
	changed     = slog.New(slog.NewTextHandler(os.Stderr, nil))
	textHandler = slog.NewTextHandler(os.Stderr, nil)
)

func loggers(v visit, e Exported, given *slog.Logger) {
	l := slog.New(slog.NewTextHandler(os.Stderr, nil))
	l.Info("visit", "v", v)                                    // want `text handlers print the plain bytes`
	l.With("room", 1).WithGroup("g").Error("visit", "v", &v)   // want `text handlers`
	l.With("v", v).Info("visit")                               // want `text handlers`
	l.Debug("visit", slog.Any("v", v))                         // want `text handlers`
	l.Warn("visit", slog.Group("g", "v", v))                   // want `text handlers`
	l.WarnContext(nil, "visit", "v", []visit{v})               // want `text handlers`
	l.LogAttrs(nil, slog.LevelInfo, "visit", slog.Any("v", v)) // want `text handlers`
	textLogger.Info("visit", "v", v)                           // want `text handlers`
	slog.New(textHandler).Info("visit", "v", v)                // want `text handlers`
	slog.New(textHandler.WithGroup("g")).Info("visit", "v", v) // want `text handlers`
	l.Log(nil, slog.LevelInfo, "visit", "v", v)                // want `text handlers`
	l.DebugContext(nil, "visit", "v", v)                       // want `text handlers`
	l.InfoContext(nil, "visit", "v", v)                        // want `text handlers`
	l.ErrorContext(nil, "visit", "v", v)                       // want `text handlers`
	slog.New(textHandler.WithAttrs(nil)).Info("visit", "v", v) // want `text handlers`
	slog.Info("visit", "v", v)                                 // want `text handlers`
	slog.Default().Info("visit", "v", v)                       // want `text handlers`

	l.Info("visit", "v", e, "id", v.patient, "room", v.room)
	l.Info("visit", "v", logged{}, "n", marshaled{}, "s", named{})
	l.Debug("visit", slog.Any("v", e), slog.Int("room", v.room))
	jsonLogger.Info("visit", "v", v)
	jsonLogger.With("v", v).Info("visit", slog.Any("v", v))
	changed.Info("visit", "v", v)
	given.Info("visit", "v", v)
	l = jsonLogger
	l.Info("visit", "v", v)
	changed = jsonLogger
}

func hide(m *uuid.Mask, given uuid.UUID) {
	m.Hide(uuid.NewV4())            // want `Hide is for version 7`
	m.Hide(uuid.UUID(google.New())) // want `Hide is for version 7`
	id := uuid.New()
	m.Hide(id)                    // want `Hide is for version 7`
	m.Hide(uuid.NewV1())          // want `Hide is for version 7`
	m.Hide(uuid.NewV2(0, 0))      // want `Hide is for version 7`
	m.Hide(uuid.NewV3(given, "")) // want `Hide is for version 7`
	m.Hide(uuid.NewV5(given, "")) // want `Hide is for version 7`
	m.Hide(uuid.NewV6())          // want `Hide is for version 7`
	m.Hide(uuid.NewV8(given))     // want `Hide is for version 7`
	id1, _ := uuid.NewV1At(time.Time{})
	m.Hide(id1) // want `Hide is for version 7`
	id6, _ := uuid.NewV6At(time.Time{})
	m.Hide(id6)                                        // want `Hide is for version 7`
	m.Hide(uuid.UUID(google.Must(google.NewRandom()))) // want `Hide is for version 7`
	m.Hide(uuid.UUID(google.Must(google.NewUUID())))   // want `Hide is for version 7`
	m.Hide(uuid.UUID(google.NewMD5(google.Nil, nil)))  // want `Hide is for version 7`
	m.Hide(uuid.UUID(google.NewSHA1(google.Nil, nil))) // want `Hide is for version 7`
	m.Hide(uuid.NewV7())
	m.Hide(given)
	m.Reveal(uuid.NewV4())
	id = uuid.NewV7()
	m.Hide(id)
}

func right(v visit, o open, n named, p []*visit) {
	fmt.Println(v.patient, v.room, o, &o, n, p)
	fmt.Printf("%T %p\n", v, &v)
	fmt.Println(make(chan visit), worker{}, &byPointer{}, map[string]*byPointer{})
}
