package uuid_test

import (
	"bytes"
	"database/sql"
	"encoding/base64"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"expvar"
	"flag"
	"fmt"
	htmltemplate "html/template"
	"log"
	"log/slog"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/seed-8298af95/uuid"
)

type coverID = uuid.ID[valuePM]

// These structs contain a masked ID in an exported or unexported field.
type (
	exported   struct{ User coverID }
	unexported struct{ user coverID }
	nested     struct{ session unexported }
	stringer   struct{ user coverID }
)

func (s stringer) String() string { return "session of " + s.user.String() }

// A coverRow is the output of one way to print or encode an ID. listed is set if docs/masks.md
// warns that this way reveals the stored ID.
type coverRow struct {
	name   string
	listed bool
	output string
}

// notations returns the strings that would reveal u: any four consecutive bytes in any fmt
// notation, and the whole UUID in any Encoding.
func notations(u uuid.UUID) (all []string) {
	for i := range len(u) - 3 {
		part := u[i : i+4]
		for _, flag := range fmtFlags {
			for _, verb := range fmtVerbs {
				all = append(all, strings.Trim(strings.TrimPrefix(fmt.Sprintf("%"+flag+string(verb), part), "[]byte"), "[]{}`\""))
			}
		}
	}
	for _, form := range encodings {
		all = append(all, form.encoding.Encode(u), strings.ToLower(form.encoding.Encode(u)))
	}
	return append(all, base64.StdEncoding.EncodeToString(u[:])[:20])
}

const fmtVerbs = "vsqxXdboOcUeEfFgGtwyz"

var fmtFlags = []string{"", "+", "#"}

// TestMaskCover checks that docs/masks.md lists exactly the ways to print, encode or log a masked
// ID that reveal the stored ID.
func TestMaskCover(t *testing.T) {
	id := coverID(version7)
	bytes := notations(version7)
	for _, row := range append(coverOfFmt(id), coverOfEncoders(t, id)...) {
		if got := slices.ContainsFunc(bytes, func(s string) bool { return strings.Contains(row.output, s) }); got != row.listed {
			t.Errorf("%s reveals the ID: %t, listed: %t\n%s", row.name, got, row.listed, row.output)
		}
	}
}

// coverOfFmt formats id, and values that contain id, with all verbs and flags.
func coverOfFmt(id coverID) (rows []coverRow) {
	hides := func(flags string, verb rune) bool { // fmt calls String
		return strings.ContainsRune("sqxX", verb) || verb == 'v' && !strings.Contains(flags, "#")
	}
	for _, flags := range fmtFlags {
		for _, verb := range fmtVerbs + "p" {
			format := "%" + flags + string(verb)
			for _, v := range []any{id, exported{id}, []coverID{id}, map[coverID]int{id: 1}, []any{id}} {
				isPointer := verb == 'p' && strings.HasPrefix(fmt.Sprintf("%p", v), "0x")
				rows = append(rows, coverRow{fmt.Sprintf("%s of a %T", format, v), !hides(flags, verb) && !isPointer, fmt.Sprintf(format, v)})
			}
			for _, v := range []any{unexported{id}, nested{unexported{id}}, []unexported{{id}}, map[int]unexported{1: {id}}, &unexported{id}} {
				if verb != 'p' || !strings.HasPrefix(fmt.Sprintf("%p", v), "0x") {
					rows = append(rows, coverRow{fmt.Sprintf("%s of a %T", format, v), true, fmt.Sprintf(format, v)})
				}
			}
			rows = append(rows, coverRow{format + " of a struct with a String method", !hides(flags, verb), fmt.Sprintf(format, stringer{id})})
		}
	}
	var logged strings.Builder
	log.New(&logged, "", 0).Println(id, &id, exported{id}, stringer{id}, errors.Join(fmt.Errorf("user %v, %s", id, exported{id})))
	if runtime.GOARCH == "amd64" { // elsewhere, a stack trace shows fewer words of an argument
		rows = append(rows, coverRow{"a stack trace", true, string(stackWith(id))})
	}
	return append(rows,
		coverRow{"%s of a slice of pointers", true, fmt.Sprintf("%s", []any{&exported{id}})},
		coverRow{"%v of a slice of pointers", false, fmt.Sprintf("%v", []*exported{{id}})},
		coverRow{"%s of a pointer in an unexported field", true, fmt.Sprintf("%s", any(struct{ user *coverID }{&id}))},
		coverRow{"Sprint of a type defined from an ID", true, fmt.Sprint(definedID(id))},
		coverRow{"Println", false, fmt.Sprintln(id, &id, exported{id}, &exported{id}, stringer{id})},
		coverRow{"package log", false, logged.String()},
		coverRow{"Errorf of an unexported field", true, fmt.Errorf("cannot find %v", unexported{id}).Error()},
		coverRow{"a pointer in an unexported field", false, fmt.Sprintf("%+v", struct{ user *coverID }{&id})},
	)
}

// A definedID has the underlying type of an ID, but none of its methods.
type definedID coverID

//go:noinline
func stackWith(coverID) []byte { return debug.Stack() }

// coverOfEncoders returns rows for the other standard packages and for ID's methods.
func coverOfEncoders(t *testing.T, id coverID) (rows []coverRow) {
	add := func(name string, listed bool, output any, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		rows = append(rows, coverRow{name, listed, fmt.Sprintf("%s", output)})
	}
	all := map[string]any{"id": id, "pointer": &id, "slice": []coverID{id}, "map": map[coverID]coverID{id: id}, "struct": exported{id}}
	b, err := json.Marshal(all)
	add("encoding/json", false, b, err)
	b, err = json.Marshal(map[string]any{"struct": unexported{id}})
	add("encoding/json of an unexported field", false, b, err)
	type element struct {
		ID   coverID
		Attr coverID `xml:",attr"`
		Of   exported
	}
	b, err = xml.Marshal(element{id, id, exported{id}})
	add("encoding/xml", false, b, err)

	var out bytes.Buffer
	for name, handler := range map[string]slog.Handler{"text": slog.NewTextHandler(&out, nil), "JSON": slog.NewJSONHandler(&out, nil)} {
		out.Reset()
		slog.New(handler).Info(id.String(), "id", id, "pointer", &id, "struct", exported{id}, "stringer", stringer{id}, "group", slog.GroupValue(slog.Any("id", id)))
		add("log/slog, "+name, false, out.String(), nil)
		out.Reset()
		slog.New(handler).Info("", "struct", unexported{id})
		add("log/slog of an unexported field, "+name, name == "text", out.String(), nil)
	}
	out.Reset()
	err = template.Must(template.New("").Parse(`{{.}} {{print .}} {{printf "%v" .}} {{html .}} {{js .}} {{urlquery .}}`)).Execute(&out, id)
	add("text/template", false, out.String(), err)
	out.Reset()
	err = htmltemplate.Must(htmltemplate.New("").Parse(`<a href="/{{.}}" onclick="f({{.}})">{{.}}</a><script>g({{.}})</script>`)).Execute(&out, id)
	add("html/template", false, out.String(), err)
	add("expvar", false, expvar.Func(func() any { return all }).String(), nil)
	out.Reset()
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(&out)
	flags.TextVar(new(coverID), "id", id, "")
	flags.PrintDefaults()
	add("flag", false, out.String(), nil)
	_, err = uuid.ParseID[valuePM](id.String() + "0")
	add("an error from ParseID", false, err.Error(), nil)

	value, err := id.Value()
	add("Value", true, value, err)
	db := sql.OpenDB(echo{})
	defer db.Close()
	var text string
	err = db.QueryRow("", id).Scan(&text)
	add("a database", true, text, err)
	b, err = id.MarshalBinary()
	add("MarshalBinary", true, b, err)
	_, b, err = id.MarshalBSONValue()
	add("MarshalBSONValue", true, b, err)
	out.Reset()
	err = gob.NewEncoder(&out).Encode(id)
	add("encoding/gob", true, out.String(), err)
	out.Reset()
	err = binary.Write(&out, binary.BigEndian, id)
	add("encoding/binary", true, out.String(), err)
	b, err = json.Marshal(id[:])
	add("JSON of the bytes", true, b, err)
	b, err = json.Marshal(id.UUID())
	add("UUID()", true, b, err)
	return rows
}
