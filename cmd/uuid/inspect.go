package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/seed-8298af95/uuid"
)

// inspect prints the fields of IDs.
func inspect(s *session, o *options, args []string) error {
	// A UUID does not contain the prefix of its TypeID, so the prefix is kept here.
	prefix := ""
	decode := func(text string) (uuid.UUID, error) {
		prefix, _, _ = uuid.ParseTypeID(strings.TrimSpace(text)) // "" if text is not a TypeID
		return o.decode(text)
	}
	if o.json {
		out := json.NewEncoder(s.stdout)
		return s.forEach("IDs", args, decode, func(u uuid.UUID) error {
			all := make(map[string]any)
			for _, r := range describe(u, prefix) {
				if r.value != "" {
					all[r.name] = r.value
				}
			}
			return out.Encode(all)
		})
	}
	between := ""
	var buf []byte
	return s.forEach("IDs", args, decode, func(u uuid.UUID) error {
		buf = append(buf[:0], between...)
		between = "\n"
		for _, r := range describe(u, prefix) {
			if r.text != "" {
				buf = appendRow(buf, r.name, r.text)
			}
		}
		return s.write(buf)
	})
}

// A row is a line of the description of an ID: its name, its value in JSON, and its text for people.
type row struct {
	name  string
	value any    // "" if the row is not in JSON
	text  string // "" if the row is only in JSON
}

// describe returns the rows about u.
func describe(u uuid.UUID, prefix string) []row {
	l, number, version := layoutOf(u), any(nil), "none" // no version unless the variant is that of RFC 9562
	if u.Variant() == uuid.VariantRFC9562 {
		number, version = u.Version(), strconv.Itoa(int(u.Version()))
	}
	version += ", " + l.meaning
	if !isRFC9562(u) {
		version += "; not defined by RFC 9562"
	}
	t, _ := u.Time()
	text := t.Format(l.timeFormat) // "" without a time
	value := text
	if t.Year() > 9999 {
		value = ""
	}
	ticks := timestamp(u)
	rows := []row{
		{"uuid", u, u.String()}, {"prefix", prefix, prefix}, {"version", number, version}, {"meaning", l.meaning, ""}, {"rfc9562", isRFC9562(u), ""},
		{"remark", remarkOn(u), remarkOn(u)}, {"variant", u.Variant().String(), u.Variant().String()}, {"time", value, text}, {"timestamp", ticks, ticks},
	}
	for f, bits := range l.fields(u) {
		rows = append(rows, row{f.name, f.value(bits), string(f.appendText(nil, bits))})
	}
	return rows
}

// remarkOn says that the bytes of u seem to be in a wrong order. Otherwise it returns "".
func remarkOn(u uuid.UUID) string {
	swapped := uuid.UUID(u.BytesLE())
	hi, _ := u.Uint64s()
	switch since1582 := hi &^ 0xf000; { // as google/uuid 1.6.0 stores it, over which it writes the version
	case !isRFC9562(u) && isRFC9562(swapped):
		return fmt.Sprintf("swapped? -from guid-bytes: %v, v%d", swapped, swapped.Version())
	case u.Version() == 6 && since1582>>48 >= 0x1ee && since1582>>48 < 0x220: // 2023 to 2067; by RFC 9562, about 1609
		t := time.Unix(int64(since1582/1e7)-12_219_292_800, 0).UTC()
		return "perhaps google/uuid 1.6.0's, whose time is " + t.Format(time.RFC3339)
	}
	return ""
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
