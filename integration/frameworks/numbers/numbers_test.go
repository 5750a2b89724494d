// Package numbers tests tools that do not ask an ID for its text, and so see an array of 16 numbers.
package numbers

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"dario.cat/mergo"
	"github.com/ClickHouse/ch-go/proto"
	chcolumn "github.com/ClickHouse/clickhouse-go/v2/lib/column"
	"github.com/casbin/casbin/v2"
	"github.com/casbin/casbin/v2/model"
	"github.com/expr-lang/expr"
	"github.com/gofiber/fiber/v3"
	"github.com/google/go-querystring/query"
	"github.com/hashicorp/go-memdb"
	"github.com/jessevdk/go-flags"
	"github.com/r3labs/diff/v3"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"github.com/valyala/fasthttp"
	"go.opentelemetry.io/contrib/bridges/otelslog"
	"go.opentelemetry.io/otel/attribute"
	sdklog "go.opentelemetry.io/otel/sdk/log"
	_ "modernc.org/sqlite"
	"xorm.io/xorm"
	"xorm.io/xorm/core"
)

var (
	id    = uuid.MustParse("01a2205c-1f4d-7c3b-8a55-0f1e2d3c4b5a")
	other = uuid.MustParse("01a2205c-1f4d-7c3b-8a55-0f1e2d3c5a4b") // the same bytes in another order
)

type hidden struct{}

func (hidden) IDKind() uuid.Kind { return uuid.Kind{Mask: &mask} }

var mask = must(uuid.NewMask([]byte("a key of 16 byte"), []byte("hidden")))

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A row is a tool that is wrong with an ID, and right with its text.
type row struct {
	tool, through string
	does          func() any
	instead       string
	then          func() any
}

var rows = []row{
	{
		"xorm.io/xorm", "field, then `Where(\"id = ?\", id)`", func() any { return xormFinds(&xormID{id}) },
		"a `string`, or a type with `ToDB` and `FromDB`", func() any { return xormFinds(&xormText{id.String()}) },
	}, {
		"jessevdk/go-flags", "`--id`", func() any {
			var o struct {
				ID uuid.UUID `long:"id"`
			}
			_, err := flags.ParseArgs(&o, []string{"--id", id.String()})
			return got(o.ID.String(), err)
		}, "a `func(string) error`, with `UnmarshalText`", func() any {
			var set uuid.UUID
			var o struct {
				ID func(string) error `long:"id"`
			}
			o.ID = func(s string) error { return set.UnmarshalText([]byte(s)) }
			_, err := flags.ParseArgs(&o, []string{"--id", id.String()})
			return got(set.String(), err)
		},
	}, {
		"dario.cat/mergo", "`Merge` into Nil", func() any {
			var o struct{ ID uuid.UUID }
			err := mergo.Merge(&o, struct{ ID uuid.UUID }{id})
			return got(o.ID.String(), err)
		}, "a pointer", func() any {
			var o struct{ ID *uuid.UUID }
			err := mergo.Merge(&o, struct{ ID *uuid.UUID }{&id})
			return got(fmt.Sprint(o.ID), err)
		},
	}, {
		"dario.cat/mergo", "`WithOverride` by a missing ID", func() any {
			o := struct{ ID uuid.UUID }{id}
			err := mergo.Merge(&o, struct{ ID uuid.UUID }{}, mergo.WithOverride)
			return got(o.ID.String(), err)
		}, "a pointer", func() any {
			o := struct{ ID *uuid.UUID }{&id}
			err := mergo.Merge(&o, struct{ ID *uuid.UUID }{}, mergo.WithOverride)
			return got(fmt.Sprint(o.ID), err)
		},
	}, {
		"dario.cat/mergo", "`WithOverride` by a missing `Null`", func() any {
			o := struct{ Owner uuid.Null }{uuid.Null{UUID: id, Valid: true}}
			err := mergo.Merge(&o, struct{ Owner uuid.Null }{}, mergo.WithOverride)
			return got(o.Owner.String(), err)
		}, "a pointer", func() any {
			o := struct{ Owner *uuid.UUID }{&id}
			err := mergo.Merge(&o, struct{ Owner *uuid.UUID }{}, mergo.WithOverride)
			return got(fmt.Sprint(o.Owner), err)
		},
	}, {
		"hashicorp/go-memdb", "`StringFieldIndex`", func() any { return memdb2(&idThing{id}, &idThing{other}) },
		"a `string`", func() any { return memdb2(&textThing{id.String()}, &textThing{other.String()}) },
	}, {
		"ClickHouse/clickhouse-go/v2", "`FixedString(36)`", func() any { return clickHouse("FixedString(36)", id) },
		"`id.String()`", func() any { return clickHouse("FixedString(36)", id.String()) },
	}, {
		"ClickHouse/clickhouse-go/v2", "`Array(UUID)`, a missing `Null`", func() any { return clickHouse("Array(UUID)", []uuid.Null{{}}) },
		"`Array(Nullable(UUID))`", func() any { return clickHouse("Array(Nullable(UUID))", []uuid.Null{{}}) },
	}, {
		"r3labs/diff/v3", "`Diff`, the same bytes in another order", func() any { return changes(id, other) },
		"their `String()`", func() any { return changes(id.String(), other.String()) },
	}, {
		"casbin/casbin/v2", "`r.sub != p.sub`, ID and its text", func() any { return enforced(id) },
		"`id.String()`", func() any { return enforced(id.String()) },
	}, {
		"expr-lang/expr", "`id == \"…\"`", func() any { return evaluated(map[string]any{"id": id, "text": id.String()}) },
		"`id.String()`", func() any { return evaluated(map[string]any{"id": id.String(), "text": id.String()}) },
	}, {
		"google/go-querystring", "a field", func() any { return parameters(struct{ ID uuid.UUID }{id}) },
		"a `string`", func() any { return parameters(struct{ ID string }{id.String()}) },
	}, {
		"gofiber/fiber/v3", "query, `[]Null`", func() any { return fiberQuery(new(struct{ ID []uuid.Null })) },
		"`[]string`", func() any { return fiberQuery(new(struct{ ID []string })) },
	}, {
		"contrib/bridges/otelslog", "an ID with a mask", func() any { return exported(uuid.ID[hidden](id)) },
		"`id.String()`", func() any { return exported(uuid.ID[hidden](id).String()) },
	},
}

// TestNumbers checks the table in README.md.
func TestNumbers(t *testing.T) {
	var cells [][]string
	for _, r := range rows {
		does, then := fmt.Sprint(r.does()), fmt.Sprint(r.then())
		if does == then {
			t.Errorf("%s, %s: both results are %s: is the tool right now?", r.tool, r.through, does)
		}
		cells = append(cells, []string{r.tool, r.through, does, r.instead, then})
	}
	readme.Check(t, "numbers", []string{"Tool", "Through", "Result", "Write instead", "Result then"}, cells)
}

// got describes an ID's text.
func got(text string, err error) string {
	switch {
	case err != nil:
		return "error"
	case text == id.String():
		return "the ID"
	case text == uuid.Nil().String():
		return "**Nil**, no error"
	}
	return text
}

type (
	xormID struct {
		ID uuid.UUID `xorm:"'id' pk"`
	}
	xormText struct {
		ID string `xorm:"'id' pk"`
	}
)

// xormFinds stores a row, and counts the rows with the ID.
func xormFinds(thing any) string {
	db := must(sql.Open("sqlite", ":memory:"))
	defer db.Close()
	db.SetMaxOpenConns(1)
	engine := must(xorm.NewEngineWithDB("sqlite3", ":memory:", core.FromDB(db)))
	if err := engine.Table("things").CreateTable(thing); err != nil {
		panic(err)
	}
	must(engine.Table("things").Insert(thing))
	n := must(engine.Table("things").Where("id = ?", id).Count())
	var stored string
	if err := db.QueryRow("SELECT id FROM things").Scan(&stored); err != nil {
		panic(err)
	}
	return fmt.Sprintf("stores %d characters, finds rows: %d", len(stored), n)
}

type (
	idThing   struct{ ID uuid.UUID }
	textThing struct{ ID string }
)

// memdb2 counts the rows after two inserts.
func memdb2(things ...any) (result string) {
	index := &memdb.IndexSchema{Name: "id", Unique: true, Indexer: &memdb.StringFieldIndex{Field: "ID"}}
	schema := &memdb.DBSchema{Tables: map[string]*memdb.TableSchema{"t": {Name: "t", Indexes: map[string]*memdb.IndexSchema{"id": index}}}}
	txn := must(memdb.NewMemDB(schema)).Txn(true)
	for _, thing := range things {
		if err := txn.Insert("t", thing); err != nil {
			panic(err)
		}
	}
	n := 0
	for all := must(txn.Get("t", "id")); all.Next() != nil; n++ {
	}
	return fmt.Sprintf("%d of 2 rows", n)
}

// clickHouse describes what the column sends for a value.
func clickHouse(typ chcolumn.Type, value any) string {
	col := must(typ.Column("id", new(chcolumn.ServerContext)))
	if err := col.AppendRow(value); err != nil {
		return "error"
	}
	var b proto.Buffer
	col.Encode(&b)
	switch {
	case bytes.Equal(b.Buf, append(id[:], make([]byte, 20)...)):
		return "**16 bytes and 20 zeros**"
	case string(b.Buf) == id.String():
		return "the ID"
	case bytes.Equal(b.Buf, append([]byte{1, 0, 0, 0, 0, 0, 0, 0}, make([]byte, 16)...)):
		return "**Nil**, no error"
	case bytes.Equal(b.Buf, append([]byte{1, 0, 0, 0, 0, 0, 0, 0, 1}, make([]byte, 16)...)):
		return "NULL"
	}
	return fmt.Sprint(b.Buf)
}

func changes(a, b any) string { return fmt.Sprintf("changes: %d", len(must(diff.Diff(a, b)))) }

// enforced reports whether a policy about other subjects than id applies to the subject id.
func enforced(sub any) string {
	m := must(model.NewModelFromString("[request_definition]\nr = sub\n[policy_definition]\np = sub\n" +
		"[policy_effect]\ne = some(where (p.eft == allow))\n[matchers]\nm = r.sub != p.sub\n"))
	e := must(casbin.NewEnforcer(m))
	must(e.AddPolicy(id.String()))
	return fmt.Sprint(must(e.Enforce(sub)))
}

func evaluated(env map[string]any) string { return fmt.Sprint(must(expr.Eval("id == text", env))) }

func parameters(v any) string { return fmt.Sprintf("parameters: %d", len(must(query.Values(v))["ID"])) }

// fiberQuery binds ?ID=… and prints the field.
func fiberQuery(dest any) string {
	app := fiber.New()
	c := app.AcquireCtx(new(fasthttp.RequestCtx))
	defer app.ReleaseCtx(c)
	c.Request().URI().SetQueryString("ID=" + id.String())
	if err := c.Bind().Query(dest); err != nil {
		return "error"
	}
	if fmt.Sprintf("%v", dest) == "&{[]}" {
		return "**empty, no error**"
	}
	return got(fmt.Sprintf("%v", dest)[3:39], nil)
}

// exported describes the attribute that OpenTelemetry's bridge of log/slog exports.
func exported(value any) (result string) {
	provider := sdklog.NewLoggerProvider(sdklog.WithProcessor(sdklog.NewSimpleProcessor(exporter(func(r sdklog.Record) {
		r.WalkAttributes(func(kv attribute.KeyValue) bool { result = kv.Value.Emit(); return true })
	}))))
	slog.New(otelslog.NewHandler("", otelslog.WithLoggerProvider(provider))).Info("", "id", value)
	switch result {
	case fmt.Sprintf("[%s]", strings.ReplaceAll(strings.Trim(fmt.Sprint(id[:]), "[]"), " ", ",")):
		return "**the plain ID** as 16 numbers"
	case uuid.ID[hidden](id).String():
		return "the hidden ID"
	}
	return result
}

type exporter func(sdklog.Record)

func (e exporter) Export(_ context.Context, records []sdklog.Record) error {
	for _, r := range records {
		e(r)
	}
	return nil
}
func (exporter) Shutdown(context.Context) error   { return nil }
func (exporter) ForceFlush(context.Context) error { return nil }
