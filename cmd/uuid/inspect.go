package main

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/seed-8298af95/uuid"
)

// inspect prints the fields of IDs.
func inspect(s *session, o *options, args []string) error {
	// A UUID does not contain the prefix of its TypeID, so the prefix is kept here.
	prefix := ""
	decode := func(text string) (uuid.UUID, error) {
		prefix, _, _ = uuid.ParseTypeID(text) // "" if text is not a TypeID
		return o.decode(text)
	}
	if o.json {
		out := json.NewEncoder(s.stdout)
		return s.forEach(args, decode, func(u uuid.UUID) error { return out.Encode(object(u, prefix)) })
	}
	between := ""
	var buf []byte
	return s.forEach(args, decode, func(u uuid.UUID) error {
		buf = appendTable(append(buf[:0], between...), u, prefix)
		between = "\n"
		return s.write(buf)
	})
}

// object returns the fields of the JSON object for u.
func object(u uuid.UUID, prefix string) map[string]any {
	l := layoutOf(u)
	all := map[string]any{
		"uuid":    u,
		"version": nil, // null unless the variant is that of RFC 9562
		"meaning": l.meaning,
		"variant": u.Variant().String(),
		"rfc9562": isRFC9562(u),
	}
	if prefix != "" {
		all["prefix"] = prefix
	}
	if u.Variant() == uuid.VariantRFC9562 {
		all["version"] = u.Version()
	}
	if t, ok := u.Time(); ok {
		all["time"] = t.Format(l.timeFormat)
	}
	if ticks, ok := timestamp(u); ok {
		all["timestamp"] = ticks
	}
	for f, bits := range l.fields(u) {
		all[f.name] = f.value(bits)
	}
	return all
}

// appendTable appends a line for each of uuid, prefix, version, variant, time and timestamp that u
// has, and for each field of u.
func appendTable(b []byte, u uuid.UUID, prefix string) []byte {
	l := layoutOf(u)
	version := "none" // unless the variant is that of RFC 9562
	if u.Variant() == uuid.VariantRFC9562 {
		version = strconv.Itoa(int(u.Version()))
	}
	version += ", " + l.meaning
	if !isRFC9562(u) {
		version += "; not defined by RFC 9562"
	}
	b = appendRow(b, "uuid", u)
	if prefix != "" {
		b = appendRow(b, "prefix", prefix)
	}
	b = appendRow(b, "version", version)
	b = appendRow(b, "variant", u.Variant())
	if t, ok := u.Time(); ok {
		b = appendRow(b, "time", t.Format(l.timeFormat))
	}
	if ticks, ok := timestamp(u); ok {
		b = appendRow(b, "timestamp", ticks)
	}
	for f, bits := range l.fields(u) {
		b = appendRow(b, f.name, "")
		b = append(f.appendText(b[:len(b)-len("\n")], bits), '\n')
	}
	return b
}

// appendRow appends a table row with a name and, in the second column, a value.
func appendRow(b []byte, name string, value any) []byte {
	const column = len("unix_ts_ms  ")
	return fmt.Appendf(b, "%-*s%v\n", column, name, value)
}

// timestamp returns the timestamp of u in hexadecimal, and reports whether u has a timestamp. IDs
// of versions 1 and 6 have a timestamp: 60 bits that count units of 100 ns since 1582-10-15.
func timestamp(u uuid.UUID) (string, bool) {
	if u.Version() == 1 {
		u, _ = uuid.V1ToV6(u) // no error, because the version is 1
	}
	hi, _ := u.Uint64s()
	return fmt.Sprintf("0x%015x", hi>>16<<12|hi&0xfff), u.Version() == 6 // without the 4 version bits
}

// isRFC9562 reports whether u is Nil or Max, or has variant 10x and a version from 1 to 8.
func isRFC9562(u uuid.UUID) bool {
	v := u.Version()
	return 1 <= v && v <= 8 || u.IsNil() || u == uuid.Max()
}
