package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/seed-8298af95/uuid"
)

// inspect prints what IDs say of themselves.
func inspect(s *session, o *options, args []string) error {
	write, gap := writeText, "\n"
	if o.json {
		write, gap = writeJSON, ""
	}
	between := ""
	return s.forEach(args, o.decode, func(u uuid.UUID) error {
		s.stdout.WriteString(between)
		between = gap
		return write(s.stdout, factsOf(u))
	})
}

// A fact is something that an ID says of itself.
type fact struct {
	name  string
	value any    // in JSON
	text  string // for people; "" is nothing that they need
}

// writeText writes facts for people, one a line. As w keeps its first error,
// it is enough to look at the last.
func writeText(w *bufio.Writer, facts []fact) error {
	var err error
	for _, f := range facts {
		if f.text != "" {
			_, err = fmt.Fprintf(w, "%-10s  %s\n", f.name, f.text)
		}
	}
	return err
}

// writeJSON writes facts as a line with a JSON object, in the order in which
// they are.
func writeJSON(w *bufio.Writer, facts []fact) error {
	delimiter := "{"
	for _, f := range facts {
		value, err := json.Marshal(f.value)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s%q:%s", delimiter, f.name, value)
		delimiter = ","
	}
	_, err := w.WriteString("}\n")
	return err
}

// factsOf returns all that u says of itself.
func factsOf(u uuid.UUID) []fact {
	l := layoutOf(u)
	facts := identity(u, l.meaning)
	if t, ok := u.Time(); ok {
		text := t.Format(l.timeFormat)
		facts = append(facts, fact{"time", text, text})
	}
	if ticks, ok := timestamp(u); ok {
		text := fmt.Sprintf("0x%015x", ticks)
		facts = append(facts, fact{"timestamp", text, text})
	}
	return append(facts, l.facts(u)...)
}

// identity returns what every ID says of itself. Only the variant of RFC 9562
// has versions.
func identity(u uuid.UUID, meaning string) []fact {
	number, version := any(nil), "none"
	if u.Variant() == uuid.VariantRFC9562 {
		number, version = u.Version(), strconv.Itoa(int(u.Version()))
	}
	version += ", " + meaning
	if !u.IsRFC9562() {
		version += "; not defined by RFC 9562"
	}
	return []fact{
		{"uuid", u, u.String()},
		{"version", number, version},
		{"meaning", meaning, ""},
		{"variant", u.Variant().String(), u.Variant().String()},
		{"rfc9562", u.IsRFC9562(), ""},
	}
}

// timestamp returns the 60-bit count of 100 ns since 1582-10-15 in u and
// whether there is one: true for versions 1 and 6.
func timestamp(u uuid.UUID) (uint64, bool) {
	if v6, err := uuid.V1ToV6(u); err == nil {
		u = v6
	}
	hi, _ := u.Uint64s()
	return hi>>16<<12 | hi&0xfff, u.Version() == 6
}
