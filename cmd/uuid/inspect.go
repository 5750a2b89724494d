package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/seed-8298af95/uuid"
)

var inspectCommand = command{
	name:    "inspect",
	args:    idArgs,
	summary: "Decode IDs: version, time and all fields",
	notes: "If there are at least eight IDs, inspect also says on standard error what is wrong with the list " +
		"as a whole, as verify does, but does not fail.",
	example: "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
	called: []wording{
		{words: "decode -d parse uuidparse uuid-parse explain analyze analyse"},
		{words: "show info describe examine identify details time timestamp date when", needs: true},
	},
	flags: func() flags { return new(inspectFlags) },
	run:   with(inspect),
}

type inspectFlags struct {
	json bool
	inputFlags
}

func (f *inspectFlags) define(fs *flag.FlagSet) {
	fs.BoolVar(&f.json, "json", false, "print one JSON object per line; a time after the year 9999 is omitted, "+
		"because JavaScript's Date cannot read it in this form")
	f.inputFlags.define(fs)
}

func (f *inspectFlags) check([]string) error { return nil }

// inspect prints the fields of IDs.
func inspect(s *session, f *inspectFlags, args []string) error {
	// A UUID does not contain the prefix of its TypeID, or the form of its text, so they are kept here.
	prefix, remark := "", ""
	list := &judgement{from: f.from}
	decode := func(text string) (uuid.UUID, error) {
		text = strings.TrimSpace(text)
		prefix, _, _ = uuid.ParseTypeID(text) // "" if text is not a TypeID
		u, err := f.decode(text)
		if err != nil && f.from == "" && containsID(text) {
			err = fmt.Errorf("%w; to read an ID within other text: %s find", err, program)
		}
		remark = remarkOn(u)
		if t, ok := ulidTime(text, u); ok && err == nil {
			remark = ulidRemark(t)
		}
		list.add(text, u, err)
		return u, err
	}
	print := s.tablePrinter()
	if f.json {
		print = s.objectPrinter()
	}
	err := s.forEach("IDs", args, decode, func(u uuid.UUID) error {
		return print(describe(u, prefix, remark))
	})
	if err != nil {
		return err
	}
	return s.remarkVerdicts(list)
}

// objectPrinter returns a function that prints the description of an ID as a JSON object.
func (s *session) objectPrinter() func([]row) error {
	out := json.NewEncoder(s.stdout)
	return func(rows []row) error {
		all := make(map[string]any)
		for _, r := range rows {
			if r.value != "" {
				all[r.name] = r.value
			}
		}
		return out.Encode(all)
	}
}

// tablePrinter returns a function that prints the description of an ID as a table, after an empty line
// if it is not the first table.
func (s *session) tablePrinter() func([]row) error {
	between := ""
	var buf []byte
	return func(rows []row) error {
		buf = append(buf[:0], between...)
		between = "\n"
		for _, r := range rows {
			if r.text != "" {
				buf = appendRow(buf, r.name, r.text)
			}
		}
		return s.write(buf)
	}
}

// A row is a line of the description of an ID: its name, its value in JSON, and its text for people.
type row struct {
	name  string
	value any    // "" if the row is not in JSON
	text  string // "" if the row is only in JSON
}

// containsID reports whether find finds an ID in a text.
func containsID(text string) (found bool) {
	s := scanner{
		window: make([]byte, len(text)+1),
		text:   func([]byte) error { return nil },
		id: func([]byte, uuid.UUID) error {
			found = true
			return nil
		},
	}
	s.scan(strings.NewReader(text), true)
	return found
}

// describe returns the rows about u.
func describe(u uuid.UUID, prefix, remark string) []row {
	l := layoutOf(u)
	number, version := versionOf(u)
	version += ", " + l.meaning
	if !isRFC9562(u) {
		version += "; not defined by RFC 9562"
	}
	variant, ticks := u.Variant().String(), timestamp(u)
	t, _ := u.Time()
	text := t.Format(l.timeFormat) // "" without a time
	value := text
	if t.Year() > 9999 {
		value = ""
	}
	rows := []row{
		{"uuid", u, u.String()},
		{"prefix", prefix, prefix},
		{"version", number, version},
		{"meaning", l.meaning, ""},
		{"rfc9562", isRFC9562(u), ""},
		{"remark", remark, remark},
		{"variant", variant, variant},
		{"time", value, text},
		{"timestamp", ticks, ticks},
	}
	for f, bits := range l.fields(u) {
		rows = append(rows, row{f.name, f.value(bits), string(f.appendText(nil, bits))})
	}
	return rows
}

// versionOf returns the version of u for JSON and for people. u has no version unless its variant is
// that of RFC 9562.
func versionOf(u uuid.UUID) (value any, text string) {
	if u.Variant() != uuid.VariantRFC9562 {
		return nil, "none"
	}
	return u.Version(), strconv.Itoa(int(u.Version()))
}

// remarkOn returns a remark if u is probably not what it seems to be, because its bytes are in
// another order or another library made it. Otherwise it returns "".
func remarkOn(u uuid.UUID) string {
	if swapped := uuid.UUID(u.BytesLE()); !isRFC9562(u) && isRFC9562(swapped) {
		return fmt.Sprintf("swapped? -from guid-bytes: %v, v%d", swapped, swapped.Version())
	}
	if t, ok := googleV6Time(u); ok {
		return "perhaps made by google/uuid 1.6.0 at " + t.Format(time.RFC3339)
	}
	return ""
}

// googleV6Time returns the time of u if google/uuid 1.6.0 made it as version 6. That version stores the
// 60 bits of the timestamp without a gap, then writes the version over four of them. By RFC 9562,
// such an ID would be from about 1609, so googleV6Time returns only times from 2023 to 2067.
func googleV6Time(u uuid.UUID) (t time.Time, ok bool) {
	const (
		from = 0x1ee << 48
		to   = 0x220 << 48
	)
	hi, _ := u.Uint64s()
	since1582 := hi &^ 0xf000
	if u.Version() != 6 || since1582 < from || since1582 >= to {
		return t, false
	}
	return time.Unix(int64(since1582/1e7)-12_219_292_800, 0).UTC(), true
}

// appendRow appends a table row with a name and, in the second column, a value.
func appendRow(b []byte, name string, value any) []byte {
	const column = len("unix_ts_ms  ")
	return fmt.Appendf(b, "%-*s%v\n", column, name, value)
}

// timestamp returns the timestamp of u in hexadecimal, or "". IDs of versions 1 and 6 have a timestamp:
// 60 bits that count units of 100 ns since 1582-10-15.
func timestamp(u uuid.UUID) string {
	if u.Version() == 1 {
		u, _ = uuid.V1ToV6(u) // no error, because the version is 1
	}
	if u.Version() != 6 {
		return ""
	}
	hi, _ := u.Uint64s()
	return fmt.Sprintf("0x%015x", hi>>16<<12|hi&0xfff) // without the 4 version bits
}

// isRFC9562 reports whether u is Nil or Max, or has variant 10x and a version from 1 to 8.
func isRFC9562(u uuid.UUID) bool {
	v := u.Version()
	return 1 <= v && v <= 8 || u.IsNil() || u == uuid.Max()
}
