// Package maskcover tests where a masked ID appears in plain.
package maskcover

import (
	"bytes"
	"container/list"
	"context"
	"database/sql"
	"encoding/ascii85"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"encoding/csv"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"expvar"
	"flag"
	"fmt"
	htmltemplate "html/template"
	"log"
	"log/slog"
	"net/url"
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"text/tabwriter"
	"text/template"
	"unique"

	"github.com/Masterminds/squirrel"
	"github.com/davecgh/go-spew/spew"
	"github.com/doug-martin/goqu/v9"
	"github.com/fxamacker/cbor/v2"
	"github.com/go-playground/form/v4"
	"github.com/go-playground/validator/v10"
	"github.com/go-viper/mapstructure/v2"
	goccy "github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-querystring/query"
	"github.com/kr/pretty"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
	"github.com/seed-8298af95/uuid"
	"github.com/spf13/cast"
	"github.com/spf13/viper"
	"github.com/stretchr/testify/assert"
	"github.com/vmihailenco/msgpack/v5"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"gopkg.in/yaml.v3"
	"gorm.io/gorm/logger"
)

type masked struct{}

var userMask, _ = uuid.NewMask([]byte("a key of 16 byte"), []byte("user"))

func (masked) IDKind() uuid.Kind { return uuid.Kind{Mask: &userMask} }

type coverID = uuid.ID[masked]

// plain is the ID that all outputs must hide. It has no small bytes, because output often contains
// small numbers by chance.
var plain = uuid.MustParse("917fa2e2-79b0-7cc3-98c4-dc8cacf7398f")

// Each of these structs contains a masked ID.
type (
	coverStruct struct {
		ID   coverID
		Next *coverID
	}
	coverAttr struct {
		ID coverID `xml:",attr" url:"id" form:"id"`
	}
	coverXML struct {
		XMLName xml.Name  `xml:"user"`
		Text    coverID   `xml:",chardata"`
		Any     []coverID `xml:",any,attr"`
	}
	coverEmbeds struct{ coverID }
	coverBeside struct { // the embedded types have the same methods, so Go promotes no methods
		coverID
		uuid.UUID
	}
	coverDefined coverID // has none of the methods
	coverHidden  struct{ id coverID }
	coverPointer struct{ id *coverID }
)

// A shape is a value that contains a masked ID.
type shape struct {
	name  string
	value any

	unexported bool // the ID is in an unexported field, so package fmt cannot call its methods
	below      bool // the ID is behind a pointer for which %v prints only an address
}

// shapesOf returns values of different shapes that contain id.
func shapesOf(id coverID) []shape {
	var held atomic.Value
	held.Store(id)
	linked := list.New()
	linked.PushBack(id)
	exported := coverStruct{id, &id}
	return []shape{
		{name: "ID", value: id},
		{name: "pointer", value: &id},
		{name: "struct", value: exported},
		{name: "pointer to a struct", value: &exported},
		{name: "struct with an attribute", value: coverAttr{id}},
		{name: "struct with XML text", value: coverXML{Text: id, Any: []coverID{id}}},
		{name: "struct in a struct", value: struct{ User coverStruct }{exported}},
		{name: "pointer in a struct", value: struct{ User *coverStruct }{&exported}, below: true},
		{name: "embedded", value: coverEmbeds{id}},
		{name: "slice", value: []coverID{id}},
		{name: "slice of pointers", value: []*coverID{&id}},
		{name: "slice of any", value: []any{id, &id}},
		{name: "slice of structs", value: []coverStruct{exported}},
		{name: "slice of pointers to structs", value: []*coverStruct{&exported}, below: true},
		{name: "array", value: [1]coverID{id}},
		{name: "map value", value: map[string]coverID{"id": id}},
		{name: "map key", value: map[coverID]string{id: "x"}},
		{name: "map of maps", value: map[string]map[coverID]*coverID{"id": {id: &id}}},
		{name: "map of any", value: map[string]any{"id": id, "pointer": &id, "struct": exported}},
		{name: "map of any keys", value: map[any]any{id: id}},
		{name: "sql.Null", value: sql.Null[coverID]{V: id, Valid: true}},
		{name: "reflect.Value", value: reflect.ValueOf(id)},
		{name: "context", value: context.WithValue(context.Background(), id, id)},
		{name: "error", value: fmt.Errorf("user %v: %w", id, errors.New("not found"))},
		{name: "unexported field", value: coverHidden{id}, unexported: true},
		{name: "pointer to an unexported field", value: &coverHidden{id}, unexported: true},
		{name: "slice of unexported fields", value: []coverHidden{{id}}, unexported: true},
		{name: "embedded without methods", value: coverBeside{coverID: id}, unexported: true},
		{name: "reflect.Value of an unexported field", value: reflect.ValueOf(coverHidden{id}).Field(0),
			unexported: true},
		{name: "atomic.Value", value: &held, unexported: true},
		{name: "unique.Handle", value: unique.Make(id), below: true},
		{name: "unexported pointer", value: coverPointer{&id}, below: true},
		{name: "list", value: linked, below: true},
	}
}

// A printer writes a value for people or for another program. listed reports whether, according to
// docs/masks.md, the printer shows the plain ID in a shape. If listed is nil, docs/masks.md lists
// the printer without its shapes, and the printer must show the plain ID in at least one shape.
type printer struct {
	name   string
	show   func(v any) (string, error)
	listed func(s shape) bool
}

func never(shape) bool          { return false }
func ofUnexported(s shape) bool { return s.unexported }

// inTemplates reports whether a template shows the plain ID in a shape. A template shows an ID in
// an unexported field, but rejects a reflect.Value.
func inTemplates(s shape) bool {
	return s.unexported && reflect.TypeOf(s.value) != reflect.TypeFor[reflect.Value]()
}

// ofEmbedded is for printers that treat an embedded field as exported although its name is
// unexported.
func ofEmbedded(s shape) bool { _, is := s.value.(coverBeside); return is }

// ofBelow is for verbs that are invalid for a pointer, because fmt then prints the value behind the
// pointer.
func ofBelow(s shape) bool { return s.unexported || s.below }

// verb returns a printer for a fmt verb.
func verb(format string, listed func(shape) bool) printer {
	return printer{"fmt " + format, func(v any) (string, error) { return fmt.Sprintf(format, v), nil }, listed}
}

// marshals returns a printer for an encoder.
func marshals(name string, marshal func(any) ([]byte, error), listed func(shape) bool) printer {
	return printer{name, func(v any) (string, error) {
		b, err := marshal(v)
		return string(b), err
	}, listed}
}

// logged returns a printer for a function that writes to a buffer.
func logged(name string, write func(b *bytes.Buffer, v any) error, listed func(shape) bool) printer {
	return printer{name, func(v any) (string, error) {
		var b bytes.Buffer
		err := write(&b, v)
		return b.String(), err
	}, listed}
}

// printers returns all printers: package fmt and other standard packages, encoders, loggers and
// test packages.
func printers() []printer {
	zapTo := func(b *bytes.Buffer, encoder zapcore.Encoder) *zap.Logger {
		return zap.New(zapcore.NewCore(encoder, zapcore.AddSync(b), zap.InfoLevel))
	}
	all := []printer{
		verb("%50v", ofUnexported), verb("%-5.3v", ofUnexported), verb("%[1]v %[1]v", ofUnexported),
		verb("% X", ofUnexported),
		verb("text %!", nil), verb("text", ofUnexported), // the format has no verb for the argument
		{"fmt.Sprint", func(v any) (string, error) { return fmt.Sprint("x", v, v), nil }, ofUnexported},
		{"fmt.Errorf, wrapped and joined", func(v any) (string, error) {
			return errors.Join(fmt.Errorf("b: %w", fmt.Errorf("a: %v", v))).Error(), nil
		}, ofUnexported},
		logged("log", func(b *bytes.Buffer, v any) error { log.New(b, "", 0).Println(v); return nil }, ofUnexported),
		{"tabwriter", func(v any) (string, error) {
			var b strings.Builder
			w := tabwriter.NewWriter(&b, 0, 8, 1, ' ', tabwriter.Debug)
			fmt.Fprintf(w, "%v\t%v\n", v, v)
			err := w.Flush()
			return b.String(), err
		}, ofUnexported},
		{"encoding/csv of Sprint", func(v any) (string, error) {
			var b strings.Builder
			w := csv.NewWriter(&b)
			err := w.Write([]string{fmt.Sprint(v)})
			w.Flush()
			return b.String(), err
		}, ofUnexported},
		{"url.Values of Sprint", func(v any) (string, error) { return url.Values{"id": {fmt.Sprint(v)}}.Encode(), nil },
			ofUnexported},
		{"flag", func(v any) (string, error) {
			set, ok := v.(*coverID)
			if !ok {
				return "", nil
			}
			var b strings.Builder
			flags := flag.NewFlagSet("", flag.ContinueOnError)
			flags.SetOutput(&b)
			id := *set
			flags.TextVar(&id, "id", id, "an `ID`")
			flags.PrintDefaults()
			err := flags.Parse([]string{"-id", id.String() + "0"})
			return b.String() + flags.Lookup("id").Value.String() +
				fmt.Sprint(flags.Lookup("id").Value.(flag.Getter)), err
		}, never},
		{"expvar", func(v any) (string, error) { return expvar.Func(func() any { return v }).String(), nil }, never},
		logged("text/template", func(b *bytes.Buffer, v any) error {
			return template.Must(template.New("").Parse(`{{.}} {{print .}} {{println .}} {{html .}} {{js .}} `+
				`{{urlquery .}} {{printf "%v" .}}`)).Execute(b, v)
		}, inTemplates),
		logged("text/template, range", func(b *bytes.Buffer, v any) error {
			return template.Must(template.New("").Parse(`{{range .}}{{.}} {{end}}`)).Execute(b, v)
		}, nil),
		logged("html/template", func(b *bytes.Buffer, v any) error {
			return htmltemplate.Must(htmltemplate.New("").Parse(`<a href="/{{.}}?q={{.}}" title={{.}} `+
				`onclick="f({{.}})" style="width:{{.}}">{{.}}</a><script>g({{.}}, "{{.}}")</script>`)).Execute(b, v)
		}, inTemplates),

		marshals("encoding/json", json.Marshal, never),
		marshals("encoding/xml", xml.Marshal, never),
		marshals("gopkg.in/yaml.v3", yaml.Marshal, never),
		marshals("goccy/go-yaml", goccy.Marshal, ofEmbedded),
		{"google/go-querystring", func(v any) (string, error) {
			values, err := query.Values(v)
			return values.Encode(), err
		}, nil},
		{"go-playground/form/v4", func(v any) (string, error) {
			values, err := form.NewEncoder().Encode(v)
			return values.Encode(), err
		}, nil},
		{"mapstructure.Decode to a map", func(v any) (string, error) {
			var m map[string]any
			err := mapstructure.Decode(v, &m)
			return fmt.Sprint(m), err
		}, never},
		{"mapstructure.WeakDecode to a string", func(v any) (string, error) {
			var dst struct{ ID string }
			err := mapstructure.WeakDecode(map[string]any{"ID": v}, &dst)
			return dst.ID, err
		}, nil},
		{"spf13/cast", func(v any) (string, error) { return cast.ToString(v), nil }, never},
		{"spf13/cast, the error", func(v any) (string, error) { return cast.ToStringE(v) }, nil},
		{"spf13/viper", func(v any) (string, error) {
			settings := viper.New()
			settings.Set("id", v)
			return settings.GetString("id"), nil
		}, never},
		{"go-playground/validator/v10", func(v any) (string, error) {
			validate := validator.New()
			return "", errors.Join(validate.Var(v, "uuid4,eq=x"), validate.Struct(v))
		}, never},
		{"squirrel.DebugSqlizer",
			func(v any) (string, error) { return squirrel.DebugSqlizer(squirrel.Expr("id = ?", v)), nil },
			ofUnexported},
		{"gorm's log", func(v any) (string, error) { return logger.ExplainSQL("id = ?", nil, "'", v), nil }, nil},
		{"doug-martin/goqu/v9", func(v any) (string, error) {
			text, _, err := goqu.From("users").Where(goqu.C("id").Eq(v)).ToSQL()
			return text, err
		}, nil},
		{"redis/go-redis/v9, a command's text",
			func(v any) (string, error) { return redis.NewCmd(context.Background(), "set", "id", v).String(), nil },
			ofUnexported},

		logged("log/slog, text", func(b *bytes.Buffer, v any) error {
			log := slog.New(slog.NewTextHandler(b, nil)).With("with", v).WithGroup("g")
			log.Info("text", "v", v, slog.Group("h", "v", v), v)
			return nil
		}, ofUnexported),
		logged("log/slog, JSON", func(b *bytes.Buffer, v any) error {
			log := slog.New(slog.NewJSONHandler(b, nil)).With("with", v).WithGroup("g")
			log.Info("text", "v", v, slog.Group("h", "v", v), v)
			return nil
		}, never),
		{"slog.Value", func(v any) (string, error) { return slog.AnyValue(v).String(), nil }, ofUnexported},
		logged("uber-go/zap, JSON", func(b *bytes.Buffer, v any) error {
			log := zapTo(b, zapcore.NewJSONEncoder(zapcore.EncoderConfig{})).With(zap.Any("with", v))
			log.Info("", zap.Any("any", v), zap.Reflect("reflect", v), zap.Dict("d", zap.Any("v", v)))
			return nil
		}, never),
		logged("uber-go/zap, console", func(b *bytes.Buffer, v any) error {
			log := zapTo(b, zapcore.NewConsoleEncoder(zapcore.EncoderConfig{}))
			log.Info("", zap.Any("any", v), zap.Reflect("reflect", v))
			return nil
		}, never),
		logged("uber-go/zap, sugar", func(b *bytes.Buffer, v any) error {
			sugar := zapTo(b, zapcore.NewJSONEncoder(zapcore.EncoderConfig{MessageKey: "m"})).Sugar()
			sugar.Info(v, v)
			sugar.Infof("%v", v)
			sugar.Infow("", "v", v)
			return nil
		}, ofUnexported),
		logged("rs/zerolog", func(b *bytes.Buffer, v any) error {
			log := zerolog.New(b)
			event := log.Log().Any("any", v).Interface("interface", v)
			event.Fields(map[string]any{"field": v}).Fields([]any{"field", v}).Send()
			return nil
		}, never),
		logged("rs/zerolog, Print", func(b *bytes.Buffer, v any) error {
			log := zerolog.New(b)
			log.Print(v)
			log.Log().Msgf("%v", v)
			return nil
		}, ofUnexported),
		{"spew.Sdump", func(v any) (string, error) { return spew.Sdump(v), nil }, never},
		{"spew.Sprint", func(v any) (string, error) { return spew.Sprint(v) + spew.Sprintf("%+v", v), nil }, never},
		{"spew.Sprintf %#v", func(v any) (string, error) { return spew.Sprintf("%#v", v), nil }, never},
		{"kr/pretty", func(v any) (string, error) { return pretty.Sprint(v), nil }, nil},
		{"stretchr/testify", func(v any) (string, error) {
			var failed assertion
			assert.Equal(&failed, nil, v)
			return failed.String(), nil
		}, nil},
		{"google/go-cmp",
			func(v any) (string, error) { return cmp.Diff(reflect.Zero(reflect.TypeOf(v)).Interface(), v), nil }, nil},

		verb("% d", ofBytes),
		marshals("encoding/gob", func(v any) ([]byte, error) {
			var b bytes.Buffer
			err := gob.NewEncoder(&b).Encode(v)
			return b.Bytes(), err
		}, nil),
		marshals("vmihailenco/msgpack/v5", msgpack.Marshal, nil),
		marshals("fxamacker/cbor/v2", cbor.Marshal, nil),
		logged("encoding/binary", func(b *bytes.Buffer, v any) error { return binary.Write(b, binary.BigEndian, v) },
			nil),
		ofID("Value", func(id coverID) any { v, _ := id.Value(); return v }, nil),
		ofID("MarshalBinary", func(id coverID) any { b, _ := id.MarshalBinary(); return b }, nil),
		ofID("UUID()", func(id coverID) any { return id.UUID() }, nil),
		ofID("JSON of the bytes", func(id coverID) any { b, _ := json.Marshal(id[:]); return b }, nil),
		ofID("a type defined from an ID", func(id coverID) any { return coverDefined(id) }, nil),
		ofID("ParseID's error", func(id coverID) any { _, err := uuid.ParseID[masked](id.String() + "0"); return err },
			never),
		marshals("mongodb/mongo-go-driver/v2", bson.Marshal, nil),
	}
	if runtime.GOARCH == "amd64" { // elsewhere, a stack trace shows fewer words of an argument
		all = append(all, ofID("a stack trace", func(id coverID) any { return stackWith(id) }, nil))
	}
	for verbs, listed := range fmtVerbs {
		for _, flag := range fmtFlags {
			if verbs == "v" && flag == "#" {
				listed = ofBytes // fmt does not call String
			}
			for _, v := range verbs {
				all = append(all, verb("%"+flag+string(v), listed))
			}
		}
	}
	return all
}

// ofID returns a printer of what f returns for an ID. It prints nothing for other shapes.
func ofID(name string, f func(coverID) any, listed func(shape) bool) printer {
	return printer{name, func(v any) (string, error) {
		id, ok := v.(coverID)
		if !ok {
			return "", nil
		}
		return fmt.Sprintf("%s", f(id)), nil
	}, listed}
}

//go:noinline
func stackWith(coverID) []byte { return debug.Stack() }

// An assertion records the message of a failed assertion.
type assertion struct{ strings.Builder }

func (a *assertion) Errorf(format string, args ...any) { fmt.Fprintf(a, format, args...) }

var (
	quoted   = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	decimals = regexp.MustCompile(`\d+`)
	hexBytes = regexp.MustCompile(`\b(?:0[xX])?[0-9a-fA-F]{1,2}\b`)
)

// fmtVerbs lists the verbs of package fmt, and %y, which is none, with the shapes in which they show
// the plain ID.
var fmtVerbs = map[string]func(shape) bool{
	"v":           ofUnexported,
	"xX":          ofUnexported,
	"sq":          ofBelow,
	"dbow":        ofBytes,
	"OcUeEfFgGty": func(s shape) bool { return s.name != "error" },
	"p":           func(s shape) bool { return isValue(s) && !s.below },
}

var fmtFlags = [...]string{"", "+", "#"}

// ofBytes is for verbs that print the bytes of an ID and the address of a pointer.
func ofBytes(s shape) bool { return !s.below && s.name != "slice of pointers" && s.name != "error" }

// isValue reports whether a shape has no address that %p could print.
func isValue(s shape) bool {
	kind := reflect.TypeOf(s.value).Kind()
	return kind == reflect.Struct || kind == reflect.Array
}

// notations contains four consecutive bytes of the plain ID as package fmt prints them.
var notations = func() (all []string) {
	for i := range len(plain) - 3 {
		for verbs := range fmtVerbs {
			for _, flag := range fmtFlags {
				for _, verb := range verbs {
					part := fmt.Sprintf("%"+flag+string(verb), plain[i:i+4])
					all = append(all, strings.Trim(strings.TrimPrefix(part, "[]byte"), "[]{}`\""))
				}
			}
		}
	}
	return all
}()

// shows reports whether the output contains four consecutive bytes of the plain ID or one of its text
// forms.
func shows(written string) bool {
	u := plain
	if slices.ContainsFunc(notations, func(part string) bool { return strings.Contains(written, part) }) {
		return true
	}
	// The output may contain the ID in an escaped string, so unescape all strings in it.
	forms := []string{written}
	if text, err := url.QueryUnescape(written); err == nil {
		forms = append(forms, text)
	}
	for _, q := range quoted.FindAllString(written, -1) {
		if text, err := strconv.Unquote(q); err == nil {
			forms = append(forms, text)
		}
	}
	for _, form := range forms {
		// Without separators, a UUID string and a list of hexadecimal bytes contain the same
		// digits.
		dense := strings.ToLower(strings.NewReplacer("-", "", " ", "", "0x", "", ",", "").Replace(form))
		for i := range len(u) - 3 {
			part := u[i : i+4]
			if strings.Contains(form, string(part)) || strings.Contains(dense, hex.EncodeToString(part)) {
				return true
			}
		}
		ascii := make([]byte, 20)
		ascii85.Encode(ascii, u[:])
		typeID, _ := uuid.AppendTypeID(nil, "", u)
		// If the ID is part of longer data, the last characters depend on the bytes after it, so
		// only 20 characters are compared.
		for _, text := range []string{string(typeID), string(ascii), base64.RawStdEncoding.EncodeToString(u[:]),
			base64.RawURLEncoding.EncodeToString(u[:]),
			base32.StdEncoding.EncodeToString(u[:])} {
			if strings.Contains(form, text[:20]) {
				return true
			}
		}
	}
	return inNumbers(decimals.FindAllString(written, -1), 10, u) ||
		inNumbers(hexBytes.FindAllString(written, -1), 16, u)
}

// inNumbers reports whether four consecutive numbers are equal to four consecutive bytes of u.
func inNumbers(numbers []string, base int, u uuid.UUID) bool {
	var values []byte
	for _, n := range numbers {
		n, err := strconv.ParseUint(strings.TrimPrefix(strings.ToLower(n), "0x"), base, 8)
		if err != nil {
			n = 0 // not a byte; u contains no zero byte
		}
		values = append(values, byte(n))
	}
	for i := range len(u) - 3 {
		if bytes.Contains(values, u[i:i+4]) {
			return true
		}
	}
	return false
}

// TestMaskCover prints a masked ID in every shape with every printer, and compares the cases that
// show the plain ID with the list in docs/masks.md.
func TestMaskCover(t *testing.T) {
	shapes := shapesOf(coverID(plain))
	for _, p := range printers() {
		listed := false
		for _, s := range shapes {
			written := p.of(s.value)
			got := shows(written)
			listed = listed || got
			if p.listed != nil && got != p.listed(s) {
				t.Errorf("%s of %s shows the ID: %t, listed: %t\n%.600s", p.name, s.name, got, !got, written)
			}
		}
		if p.listed == nil && !listed {
			t.Errorf("%s does not show the plain ID in any shape: correct docs/masks.md", p.name)
		}
	}
}

// of returns the printer's output followed by its error message or panic, which may contain the ID
// too.
func (p printer) of(v any) (written string) {
	defer func() {
		if r := recover(); r != nil {
			written += fmt.Sprintf(" panic: %v", r)
		}
	}()
	written, err := p.show(v)
	if err != nil {
		written += " error: " + err.Error()
	}
	return written
}
