package encoders

import (
	"bytes"
	"flag"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
)

// TestLog compares the output of the log/slog handlers with the table in README.md.
func TestLog(t *testing.T) {
	id := ids.Example()
	values := []struct {
		name  string
		value any
	}{
		{"value", id},
		{"value, Nil", uuid.Nil()},
		{"pointer", &id},
		{"pointer, nil", (*uuid.UUID)(nil)},
		{"`Null`", valid(id)},
		{"`Null`, missing", uuid.Null{}},
		{"slice", []uuid.UUID{id, uuid.Nil()}},
		{"`Binary`", uuid.Binary(id)},
		{"`GUID`", uuid.GUID(id)},
	}
	var rows [][]string
	for _, v := range values {
		rows = append(rows, []string{
			v.name,
			logged(v.value,
				func(w io.Writer, o *slog.HandlerOptions) slog.Handler { return slog.NewTextHandler(w, o) }),
			logged(v.value,
				func(w io.Writer, o *slog.HandlerOptions) slog.Handler { return slog.NewJSONHandler(w, o) }),
		})
	}
	readme.Check(t, "log", []string{"Attribute", "slog.TextHandler", "slog.JSONHandler"}, rows)
}

// logged returns the handler's output for value in the format of the README table.
func logged(value any, handler func(io.Writer, *slog.HandlerOptions) slog.Handler) string {
	var b bytes.Buffer
	// The handler omits the record's time, because the output must be the same in each run.
	onlyID := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key != "id" {
			return slog.Attr{}
		}
		return a
	}
	slog.New(handler(&b, &slog.HandlerOptions{ReplaceAttr: onlyID})).Info("", "id", value)
	return showText(b.Bytes(), ids.Example())
}

// TestLogTrip checks that Parse accepts the text that slog.TextHandler writes.
func TestLogTrip(t *testing.T) {
	for _, id := range ids.All() {
		var b bytes.Buffer
		slog.New(slog.NewTextHandler(&b, nil)).Info("", "id", id)
		_, text, _ := strings.Cut(strings.TrimSpace(b.String()), "id=")
		if got, err := uuid.Parse(text); err != nil || got != id {
			t.Errorf("%v was logged as %s", id, b.String())
		}
	}
}

// TestFlag checks that a flag accepts every UUID.
func TestFlag(t *testing.T) {
	for _, id := range ids.All() {
		var got uuid.UUID
		var null uuid.Null
		set := flag.NewFlagSet("", flag.ContinueOnError)
		set.TextVar(&got, "id", uuid.Nil(), "")
		set.TextVar(&null, "null", uuid.Null{}, "")
		if err := set.Parse([]string{"-id", id.String(), "-null={" + id.String() + "}"}); err != nil {
			t.Fatal(err)
		}
		if text := set.Lookup("id").Value.String(); got != id || null != valid(id) || text != id.String() {
			t.Errorf("%v was set as %v, %v, %v", id, got, null, text)
		}
	}
}

// TestFlagDefault checks that a flag keeps its default value after an error. The test also checks
// the usage message and the error message.
func TestFlagDefault(t *testing.T) {
	var output strings.Builder
	id, null := uuid.Max(), valid(uuid.Max())
	set := flag.NewFlagSet("", flag.ContinueOnError) // ContinueOnError makes Parse return the error
	set.SetOutput(&output)
	set.TextVar(&id, "id", ids.Example(), "an `ID`")
	set.TextVar(&null, "null", uuid.Null{}, "an `ID`")
	err := set.Parse([]string{"-id", "garbage"})
	if id != ids.Example() || null.Valid {
		t.Errorf("the defaults are %v, %v", id, null)
	}
	const want = `invalid value "garbage" for flag -id: uuid: cannot parse "garbage" (7 bytes): invalid length at ` +
		`offset 7, want 32, 36, 38 or 45 bytes`
	if err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
	const usage = "  -id ID\n    \tan ID (default f81d4fae-7dec-11d0-a765-00a0c91e6bf6)\n  -null ID\n    \tan ID\n"
	if !strings.HasSuffix(output.String(), usage) {
		t.Errorf("got usage %s, want %s", &output, usage)
	}
}
