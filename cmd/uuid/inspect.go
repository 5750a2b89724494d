package main

import (
	"strconv"
	"strings"

	"github.com/seed-8298af95/uuid"
)

// inspect prints the fields of IDs.
func inspect(s *session, o *options, args []string) error {
	describe, gap := appendText, "\n"
	if o.json {
		describe, gap = appendJSON, ""
	}
	between := ""
	var buf []byte
	return s.forEach(args, o.decode, func(u uuid.UUID) error {
		buf = describe(append(buf[:0], between...), u)
		between = gap
		return s.write(buf)
	})
}

// appendJSON appends a line with a JSON object of all that u says of itself. All strings
// in it are of letters that need no escape.
func appendJSON(b []byte, u uuid.UUID) []byte {
	l := layoutOf(u)
	b = append(b, `{"uuid":"`...)
	b = uuid.Canonical.Append(b, u)
	b = append(b, `","version":`...)
	if u.Variant() == uuid.VariantRFC9562 {
		b = strconv.AppendUint(b, uint64(u.Version()), 10)
	} else {
		b = append(b, "null"...)
	}
	b = append(b, `,"meaning":"`...)
	b = append(b, l.meaning...)
	b = append(b, `","variant":"`...)
	b = append(b, u.Variant().String()...)
	b = append(b, `","rfc9562":`...)
	b = strconv.AppendBool(b, u.IsRFC9562())
	if t, ok := u.Time(); ok {
		b = append(b, `,"time":"`...)
		b = append(t.AppendFormat(b, l.timeFormat), '"')
	}
	if ticks, ok := timestamp(u); ok {
		b = append(b, `,"timestamp":"0x`...)
		b = append(appendHex(b, ticks, timestampDigits), '"')
	}
	for f, bits := range l.fields(u) {
		b = append(b, `,"`...)
		b = append(b, f.name...)
		b = append(b, `":`...)
		b = f.appendJSON(b, bits)
	}
	return append(b, "}\n"...)
}

// appendText appends lines for people with all that u says of itself.
func appendText(b []byte, u uuid.UUID) []byte {
	l := layoutOf(u)
	b = appendLine(b, "uuid", u.String())
	version := "none" // only the variant of RFC 9562 has versions
	if u.Variant() == uuid.VariantRFC9562 {
		version = strconv.Itoa(int(u.Version()))
	}
	version += ", " + l.meaning
	if !u.IsRFC9562() {
		version += "; not defined by RFC 9562"
	}
	b = appendLine(b, "version", version)
	b = appendLine(b, "variant", u.Variant().String())
	if t, ok := u.Time(); ok {
		b = appendLine(b, "time", t.Format(l.timeFormat))
	}
	if ticks, ok := timestamp(u); ok {
		b = appendLine(b, "timestamp", string(appendHex([]byte("0x"), ticks, timestampDigits)))
	}
	for f, bits := range l.fields(u) {
		b = appendLine(b, f.name, f.text(bits))
	}
	return b
}

// appendLine appends a line of a table: a name and, in the second column, a text.
func appendLine(b []byte, name, text string) []byte {
	const column = "unix_ts_ms  "
	b = append(b, name...)
	b = append(b, strings.Repeat(" ", len(column)-len(name))...)
	b = append(b, text...)
	return append(b, '\n')
}

const timestampDigits = 60 / 4

// timestamp returns the 60-bit count of 100 ns since 1582-10-15 in u and whether there is
// one: true for versions 1 and 6.
func timestamp(u uuid.UUID) (uint64, bool) {
	if u.Version() == 1 {
		u, _ = uuid.V1ToV6(u)
	}
	hi, _ := u.Uint64s()
	return hi>>16<<12 | hi&0xfff, u.Version() == 6
}
