// Package numbers tests tools that do not ask an ID for its text, and so see an array of 16 numbers.
package numbers

import (
	"bytes"
	"database/sql"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"

	"cel.dev/cel-go/cel"
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
	"go.opentelemetry.io/contrib/bridges/otelzap"
	"go.opentelemetry.io/otel/log"
	"go.opentelemetry.io/otel/log/logtest"
	"go.uber.org/zap"
	_ "modernc.org/sqlite"
	"xorm.io/xorm"
	"xorm.io/xorm/core"
)

type hidden struct{}

func (hidden) IDKind() uuid.Kind { return uuid.Kind{Mask: &mask} }

var (
	mask      = must(uuid.NewMask([]byte("a key of 16 byte"), []byte("hidden")))
	id        = uuid.MustParse("01a2205c-1f4d-7c3b-8a55-0f1e2d3c4b5a")
	other     = uuid.MustParse("01a2205c-1f4d-7c3b-8a55-0f1e2d3c5a4b") // the same bytes in another order
	text      = id.String()
	none      uuid.UUID
	hiddenID  = uuid.ID[hidden](id)
	hiddenIDs = []uuid.ID[hidden]{hiddenID}
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

type doc[T any] struct {
	ID T `xorm:"'id' pk" long:"id"`
}

// TestNumbers runs each tool with an ID, where it is wrong, and with what is right, and checks the
// table in README.md.
func TestNumbers(t *testing.T) {
	var rows [][]string
	for _, r := range [][5]string{
		{"xorm.io/xorm", "field, then `Where(\"id = ?\", id)`", xormFinds(&doc[uuid.UUID]{id}),
			"a `string`, or a type with `ToDB` and `FromDB`", xormFinds(&doc[string]{text})},
		{"jessevdk/go-flags", "`--id`", flagged[uuid.UUID](), "a `string`", flagged[string]()},
		{"dario.cat/mergo", "`Merge` into Nil", merged(none, id), "a pointer", merged(nil, &id)},
		{"dario.cat/mergo", "`WithOverride` by a missing ID", merged(id, none, mergo.WithOverride), "a pointer",
			merged(&id, nil, mergo.WithOverride)},
		{"dario.cat/mergo", "`WithOverride` by a missing `Null`",
			merged(uuid.Null{UUID: id, Valid: true}, uuid.Null{}, mergo.WithOverride), "a pointer",
			merged(&id, nil, mergo.WithOverride)},
		{"hashicorp/go-memdb", "`StringFieldIndex`, two rows", stored(doc[uuid.UUID]{id}, doc[uuid.UUID]{other}),
			"a `string`", stored(doc[string]{text}, doc[string]{other.String()})},
		{"ClickHouse/clickhouse-go/v2", "`FixedString(36)`", sent("FixedString(36)", id), "`id.String()`",
			sent("FixedString(36)", text)},
		{"ClickHouse/clickhouse-go/v2", "`Array(UUID)`, a missing `Null`", sent("Array(UUID)", []uuid.Null{{}}),
			"`Array(Nullable(UUID))`", sent("Array(Nullable(UUID))", []uuid.Null{{}})},
		{"r3labs/diff/v3", "`Diff`, the same bytes in another order", changed(id, other), "their `String()`",
			changed(text, other.String())},
		{"casbin/casbin/v2", "`r.sub != p.sub`, ID and its text", enforced(id), "`id.String()`", enforced(text)},
		{"expr-lang/expr", "`id == \"…\"`", evaluated(id), "`id.String()`", evaluated(text)},
		{"cel.dev/cel-go", "`id == \"…\"`", celEvaluated(id), "`id.String()`", celEvaluated(text)},
		{"google/go-querystring", "a field", parameters(doc[uuid.UUID]{id}), "a `string`",
			parameters(doc[string]{text})},
		{"gofiber/fiber/v3", "query, `[]Null`", bound[[]uuid.Null](), "`[]string`", bound[[]string]()},
		{"gofiber/fiber/v3", "query, `[2]UUID`", bound[[2]uuid.UUID](), "`[]string`", bound[[]string]()},
		{"contrib/bridges/otelslog", "an ID with a mask", exported(bySlog(hiddenID)), "`id.String()`",
			exported(bySlog(hiddenID.String()))},
		{"contrib/bridges/otelzap", "`zap.Any`, a slice of such IDs", exported(byZap(zap.Any("id", hiddenIDs))),
			"`zap.Stringers`", exported(byZap(zap.Stringers("id", hiddenIDs)))},
		{"contrib/bridges/otelzap", "`zap.Reflect`, such an ID", exported(byZap(zap.Reflect("id", hiddenID))),
			"`zap.Stringer`", exported(byZap(zap.Stringer("id", hiddenID)))},
	} {
		if r[2] == r[4] {
			t.Errorf("%s, %s: both results are %s: is the tool right now?", r[0], r[1], r[2])
		}
		rows = append(rows, r[:])
	}
	readme.Check(t, "numbers", []string{"Tool", "Through", "Result", "Write instead", "Result then"}, rows)
}

// got describes an ID.
func got(v any, err error) string {
	if err != nil {
		return "error"
	}
	return strings.NewReplacer(text, "the ID", none.String(), "**Nil**, no error").Replace(fmt.Sprint(v))
}

// xormFinds stores a row, and counts the rows with the ID.
func xormFinds(row any) string {
	db := must(sql.Open("sqlite", ":memory:"))
	defer db.Close()
	db.SetMaxOpenConns(1)
	engine := must(xorm.NewEngineWithDB("sqlite3", ":memory:", core.FromDB(db)))
	if err := engine.Table("things").CreateTable(row); err != nil {
		panic(err)
	}
	must(engine.Table("things").Insert(row))
	n := must(engine.Table("things").Where("id = ?", id).Count())
	return fmt.Sprintf("stores %v characters, finds rows: %d",
		must(engine.QueryString("SELECT length(id) AS n FROM things"))[0]["n"], n)
}

func flagged[T any]() string {
	var o doc[T]
	_, err := flags.ParseArgs(&o, []string{"--id", text})
	return got(o.ID, err)
}

func merged[T any](into, from T, options ...func(*mergo.Config)) string {
	o := doc[T]{into}
	err := mergo.Merge(&o, doc[T]{from}, options...)
	return got(o.ID, err)
}

// stored counts the rows after inserts.
func stored(rows ...any) string {
	index := map[string]*memdb.IndexSchema{"id": {Name: "id", Unique: true,
		Indexer: &memdb.StringFieldIndex{Field: "ID"}}}
	schema := &memdb.DBSchema{Tables: map[string]*memdb.TableSchema{"t": {Name: "t", Indexes: index}}}
	txn := must(memdb.NewMemDB(schema)).Txn(true)
	for _, row := range rows {
		if err := txn.Insert("t", row); err != nil {
			panic(err)
		}
	}
	n := 0
	for all := must(txn.Get("t", "id")); all.Next() != nil; n++ {
	}
	return fmt.Sprintf("stores rows: %d", n)
}

// sent describes what clickhouse-go sends for a value.
func sent(typ chcolumn.Type, value any) string {
	col := must(typ.Column("id", new(chcolumn.ServerContext)))
	if err := col.AppendRow(value); err != nil {
		return "error"
	}
	var b proto.Buffer
	col.Encode(&b)
	one := []byte{1, 0, 0, 0, 0, 0, 0, 0} // the length of the array
	switch {
	case bytes.Equal(b.Buf, append(id[:], make([]byte, 20)...)):
		return "**16 bytes and 20 zeros**"
	case bytes.Equal(b.Buf, append(one, none[:]...)):
		return "**Nil**, no error"
	case bytes.Equal(b.Buf, append(append(one, 1), none[:]...)):
		return "NULL"
	}
	return got(string(b.Buf), nil)
}

func changed(a, b any) string { return fmt.Sprintf("changes: %d", len(must(diff.Diff(a, b)))) }

// enforced reports whether a policy about all subjects but id applies to the subject.
func enforced(sub any) string {
	m := must(model.NewModelFromString("[request_definition]\nr = sub\n[policy_definition]\np = sub\n" +
		"[policy_effect]\ne = some(where (p.eft == allow))\n[matchers]\nm = r.sub != p.sub\n"))
	e := must(casbin.NewEnforcer(m))
	must(e.AddPolicy(text))
	return fmt.Sprint(must(e.Enforce(sub)))
}

func evaluated(id any) string {
	return fmt.Sprint(must(expr.Eval("id == text", map[string]any{"id": id, "text": text})))
}

func celEvaluated(id any) string {
	env := must(cel.NewEnv(cel.Variable("id", cel.DynType), cel.Variable("text", cel.StringType)))
	ast, _ := env.Compile("id == text") // without an AST, Program fails
	value, _, err := must(env.Program(ast)).Eval(map[string]any{"id": id, "text": text})
	return got(value, err)
}

func parameters(v any) string { return fmt.Sprintf("parameters: %d", len(must(query.Values(v))["ID"])) }

// bound binds a query to a list.
func bound[T any]() string {
	app := fiber.New()
	c := app.AcquireCtx(new(fasthttp.RequestCtx))
	defer app.ReleaseCtx(c)
	c.Request().URI().SetQueryString("ID=" + text)
	var dest struct{ ID T }
	err := c.Bind().Query(&dest)
	if err == nil && reflect.ValueOf(dest).IsZero() {
		return "**empty, no error**"
	}
	return got(strings.Trim(fmt.Sprint(dest.ID), "[]"), err)
}

// exported describes the attribute that a bridge to OpenTelemetry exports.
func exported(write func(log.LoggerProvider)) (result string) {
	recorder := logtest.NewRecorder()
	write(recorder)
	for _, records := range recorder.Result() {
		result = strings.Trim(records[0].Attributes[0].Value.String(), `["]`)
	}
	numbers := strings.Trim(strings.ReplaceAll(fmt.Sprint(id[:]), " ", ","), "[]")
	return strings.NewReplacer(numbers, "**the plain ID** as 16 numbers", hiddenID.String(),
		"the hidden ID").Replace(result)
}

func bySlog(value any) func(log.LoggerProvider) {
	return func(p log.LoggerProvider) {
		slog.New(otelslog.NewHandler("", otelslog.WithLoggerProvider(p))).Info("", "id", value)
	}
}

func byZap(field zap.Field) func(log.LoggerProvider) {
	return func(p log.LoggerProvider) {
		zap.New(otelzap.NewCore("", otelzap.WithLoggerProvider(p))).Info("", field)
	}
}
