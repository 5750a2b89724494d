// Proves the exact number of allocations of each function.
package uuid_test

import (
	"bytes"
	"crypto/sha256"
	"database/sql/driver"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// Tests and benchmarks store results in sink, so the compiler can neither optimize the calls away
// nor keep the results on the stack.
var sink struct {
	uuid   uuid.UUID
	guid   uuid.GUID
	node   uuid.Node
	time   time.Time
	string string
	bytes  []byte
	value  driver.Value
	number int
	bool   bool
	state  uuid.State
	err    error
}

// An allocTest is a call and the number of allocations that it must make.
type allocTest struct {
	name string
	want int
	call func()
}

type allocTable []allocTest

func (table *allocTable) add(name string, want int, call func()) {
	*table = append(*table, allocTest{name, want, call})
}

func checkAllocs(t *testing.T, tests allocTable) {
	t.Helper()
	if uuid.RaceEnabled {
		t.Skip("the race detector also allocates")
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := testing.AllocsPerRun(100, tt.call); got != float64(tt.want) {
				t.Errorf("%v allocations, want %d", got, tt.want)
			}
		})
	}
}

func TestAllocsOfConstructors(t *testing.T) {
	now := time.Now()
	fill := make([]uuid.UUID, 100)
	v1, v6 := uuid.NewV1(), uuid.NewV6()
	v9 := uuid.V9Options{
		Prefix:    "C0FFEE42",
		Timestamp: now,
		Checksum:  true,
		Version:   true,
		Legacy:    true,
	}
	checkAllocs(t, allocTable{
		{"NewV1", 0, func() { sink.uuid = uuid.NewV1() }},
		{"NewV2", 0, func() { sink.uuid = uuid.NewV2(uuid.DomainPerson, 1000) }},
		{"NewV4", 0, func() { sink.uuid = uuid.NewV4() }},
		{"NewV6", 0, func() { sink.uuid = uuid.NewV6() }},
		{"NewV7", 0, func() { sink.uuid = uuid.NewV7() }},
		{"NewV1At", 0, func() { sink.uuid = noError(uuid.NewV1At(now)) }},
		{"NewV6At", 0, func() { sink.uuid = noError(uuid.NewV6At(now)) }},
		{"NewV7At", 0, func() { sink.uuid = noError(uuid.NewV7At(now)) }},
		{"NewV7At out of range", 0, func() { sink.err = anError(uuid.NewV7At(time.Time{})) }},
		{"NewV8", 0, func() { sink.uuid = uuid.NewV8(example) }},
		{"NewV8Fields", 0, func() { sink.uuid = noError(uuid.NewV8Fields(1, 2, 3)) }},
		{"NewV9", 0, func() { sink.uuid = noError(uuid.NewV9(v9)) }},
		{"NewV9 without options", 0, func() { sink.uuid = noError(uuid.NewV9(uuid.V9Options{})) }},
		{
			"NewV9 with a bad prefix",
			1,
			func() { sink.err = anError(uuid.NewV9(uuid.V9Options{Prefix: "no"})) },
		},
		{"HasV9Checksum", 0, func() { sink.bool = uuid.HasV9Checksum(example) }},
		{"FillV4", 0, func() { uuid.FillV4(fill) }},
		{"FillV7", 0, func() { uuid.FillV7(fill) }},
		{"bounds", 0, func() {
			sink.uuid = uuid.MinV6(now)
			sink.uuid = uuid.MaxV6(now)
			sink.uuid = uuid.MinV7(now)
			sink.uuid = uuid.MaxV7(now)
		}},
		{"conversions", 0, func() {
			sink.uuid = noError(uuid.V1ToV6(v1))
			sink.uuid = noError(uuid.V6ToV1(v6))
			sink.uuid = uuid.FromUint64s(v1.Uint64s())
		}},
		{"constants", 0, func() {
			sink.uuid = uuid.Nil()
			sink.uuid = uuid.Max()
			sink.uuid = uuid.NamespaceX500()
			sink.uuid = uuid.HashSpaceSHAKE_256.UUID()
		}},
	})
}

func TestAllocsOfNames(t *testing.T) {
	namespace := uuid.NamespaceURL()
	hash := sha256.New()
	tests := allocTable{
		{"NewV3 of 241 bytes", 1, func() { sink.uuid = uuid.NewV3(namespace, longName[:241]) }},
		{"NewV5 of 241 bytes", 1, func() { sink.uuid = uuid.NewV5(namespace, longName[:241]) }},
	}
	for _, n := range []int{0, 15, 200, 224, 240} {
		name := longName[:n]
		bytes := []byte(name)
		size := fmt.Sprintf(", %d bytes", n)
		tests.add("NewV3 of a string"+size, 0, func() { sink.uuid = uuid.NewV3(namespace, name) })
		tests.add("NewV3 of bytes"+size, 0, func() { sink.uuid = uuid.NewV3(namespace, bytes) })
		tests.add("NewV5 of a string"+size, 0, func() { sink.uuid = uuid.NewV5(namespace, name) })
		tests.add("NewV5 of bytes"+size, 0, func() { sink.uuid = uuid.NewV5(namespace, bytes) })
		tests.add(
			"NewV8Hash of a string"+size,
			0,
			func() { sink.uuid = uuid.NewV8Hash(hash, namespace, name) },
		)
		tests.add(
			"NewV8Hash of bytes"+size,
			0,
			func() { sink.uuid = uuid.NewV8Hash(hash, namespace, bytes) },
		)
		for _, row := range hashSpaces {
			tests.add(
				"NewV8Name of a string, "+row.name+size,
				0,
				func() { sink.uuid = uuid.NewV8Name(row.space, namespace, name) },
			)
			tests.add(
				"NewV8Name of bytes, "+row.name+size,
				0,
				func() { sink.uuid = uuid.NewV8Name(row.space, namespace, bytes) },
			)
		}
	}
	checkAllocs(t, tests)
}

var longName = strings.Repeat("example.com/", 100)

func TestAllocsOfGenerators(t *testing.T) {
	clockSeq := uint16(9562)
	options := map[string]uuid.Options{
		"default":           {},
		"Now":               {Now: time.Now},
		"Rand":              {Rand: rand.NewChaCha8([32]byte{})},
		"Node and ClockSeq": {Node: uuid.Node{1}, ClockSeq: &clockSeq},
	}
	for _, m := range methods {
		options[m.name] = uuid.Options{V7: m.method}
	}
	fill := make([]uuid.UUID, 100)
	var tests allocTable
	for name, opts := range options {
		g := newGenerator(t, opts)
		tests.add(name+": NewV1", 0, func() { sink.uuid = noError(g.NewV1()) })
		tests.add(name+": NewV4", 0, func() { sink.uuid = noError(g.NewV4()) })
		tests.add(name+": NewV6", 0, func() { sink.uuid = noError(g.NewV6()) })
		tests.add(name+": NewV7", 0, func() { sink.uuid = noError(g.NewV7()) })
		tests.add(name+": FillV4", 0, func() { sink.number = noError(g.FillV4(fill)) })
		tests.add(name+": FillV7", 0, func() { sink.number = noError(g.FillV7(fill)) })
		tests.add(name+": State", 0, func() { sink.state = g.State() })
	}
	checkAllocs(t, tests)
}

func TestAllocsOfParsing(t *testing.T) {
	var tests allocTable
	for _, text := range []string{canonicalText, compactText, bracedText, urnText} {
		bytes := []byte(text)
		tests.add("Parse "+text, 0, func() { sink.uuid = noError(uuid.Parse(text)) })
		tests.add("ParseBytes "+text, 0, func() { sink.uuid = noError(uuid.ParseBytes(bytes)) })
		tests.add("MustParse "+text, 0, func() { sink.uuid = uuid.MustParse(text) })
		tests.add("Valid "+text, 0, func() { sink.bool = uuid.Valid(text) })
	}
	tests.add("ParseStrict", 0, func() { sink.uuid = noError(uuid.ParseStrict(canonicalText)) })
	tests.add("FromBytes", 0, func() { sink.uuid = noError(uuid.FromBytes(example[:])) })

	// A ParseError keeps a string of up to 64 bytes and copies the beginning of a longer string. It
	// always copies input from a byte slice.
	for _, text := range []string{"no", strings.Repeat("x", 64), strings.Repeat("x", 1<<20)} {
		bytes := []byte(text)
		name := fmt.Sprintf(" error, %d bytes", len(text))
		keeping, copying := 1, uuid.CopyingErrorAllocs
		if len(text) > 64 {
			keeping = copying
		}
		tests.add("Parse"+name, keeping, func() { sink.err = anError(uuid.Parse(text)) })
		tests.add("ParseBytes"+name, copying, func() { sink.err = anError(uuid.ParseBytes(bytes)) })
		tests.add(
			"UnmarshalText"+name,
			copying,
			func() { sink.err = anError(0, sink.uuid.UnmarshalText(bytes)) },
		)
		tests.add("FromBytes"+name, copying, func() { sink.err = anError(uuid.FromBytes(bytes)) })
		tests.add("Valid"+name, 0, func() { sink.bool = uuid.Valid(text) })
	}
	checkAllocs(t, tests)
}

func TestAllocsOfEncodings(t *testing.T) {
	buf := make([]byte, 0, 64)
	var tests allocTable
	for _, form := range encodings {
		e, text := form.encoding, form.ofExample
		tests.add("Append, "+text, 0, func() { sink.bytes = e.Append(buf, example) })
		tests.add("Encode, "+text, 1, func() { sink.string = e.Encode(example) })
		tests.add("Decode, "+text, 0, func() { sink.uuid = noError(e.Decode(text)) })
		tests.add("Decode error, "+text, 1, func() { sink.err = anError(e.Decode("no")) })
	}
	checkAllocs(t, tests)
}

func TestAllocsOfMethods(t *testing.T) {
	u, other, id := example, uuid.NamespaceURL(), uuid.NewID[user]()
	le := u.BytesLE()
	null, some := uuid.Null{}, uuid.Null{UUID: example, Valid: true}
	quoted := []byte(`"` + canonicalText + `"`)
	buf := make([]byte, 0, 128)
	var boxed any = example
	m := newMask(t, bytes.Repeat([]byte{1}, 16), nil)
	v4 := must(t)(m.Hide(version7))
	typeID, mebibyte := id.String(), strings.Repeat("x", 1<<20)
	tests := allocTable{
		{"URN", 1, func() { sink.string = u.URN() }},
		{"AppendText to nil", 1, func() { sink.bytes = noError(u.AppendText(nil)) }},
		{"fmt, %v", 1, func() { sink.bytes = fmt.Appendf(buf, "%v", boxed) }},
		{"UUID getters", 0, func() {
			sink.number, sink.string = int(u.Version()), u.Variant().String()
			sink.bool = u.IsNil() || u.IsZero()
			sink.time, sink.bool = u.Time()
			_, sink.bool = u.ClockSeq()
			sink.node, sink.bool = u.Node()
			_, _, sink.bool = u.DCE()
			sink.string = uuid.DomainOrg.String()
			sink.number = u.Compare(other)
		}},
		{"Node.String", 1, func() { sink.string = sink.node.String() }},
		{"Null without a UUID", 0, func() {
			noError(0, null.Scan(nil))
			sink.value = noError(uuid.Null{}.Value())
			sink.string, sink.bool = uuid.Null{}.String(), some.IsZero()
			sink.bytes = noError(uuid.Null{}.MarshalText())
			sink.bytes = noError(uuid.Null{}.MarshalBinary())
		}},
		{"Null.MarshalJSON", 1, func() { sink.bytes = noError(some.MarshalJSON()) }},
		{"Null.UnmarshalJSON", 0, func() { noError(0, null.UnmarshalJSON(quoted)) }},
		{"Microsoft's order", 0, func() {
			sink.uuid = u.BytesLE()
			sink.uuid = noError(uuid.FromBytesLE(le[:]))
			sink.number = uuid.GUID(u).Compare(uuid.GUID(other))
		}},
		{"Mask.Hide", 0, func() { sink.uuid = noError(m.Hide(version7)) }},
		{"Mask.Reveal", 0, func() { sink.uuid = noError(m.Reveal(v4)) }},
		{"NewID", 0, func() { sink.uuid = uuid.NewID[user]().UUID() }},
		{"ParseTypeID", 0, func() { _, sink.uuid, sink.err = uuid.ParseTypeID(typeID) }},
		{
			"AppendTypeID",
			0,
			func() { sink.bytes = noError(uuid.AppendTypeID(buf, "user", example)) },
		},
		{
			"AppendTypeID, a prefix of 1 MiB",
			uuid.CopyingErrorAllocs,
			func() { sink.err = anError(uuid.AppendTypeID(nil, mebibyte, example)) },
		},
		{"ParseID, error", 1, func() { sink.err = anError(uuid.ParseID[order](typeID)) }},
		{"Compare, IsNil, Time", 0, func() {
			sink.number, sink.bool = id.Compare(uuid.ID[user](before)), id.IsNil()
			sink.time, sink.bool = id.Time()
		}},
	}
	for _, row := range slices.Concat(idTypes, otherKinds) {
		text := row.text(version7)
		tests.add(row.name+": ParseID", 0, func() { sink.uuid = noError(row.parse(text)) })
	}
	for _, column := range columns {
		dst := pointerTo[reader](column.of(u))
		tests.add(
			column.name+".Scan of a bad string",
			1,
			func() { sink.err = anError(0, dst.Scan("no")) },
		)
	}
	for _, column := range allColumns() {
		tests = append(tests, column.allocs()...)
	}
	checkAllocs(t, tests)
}

// version7 is valid for IDs of all types, because a Mask can hide it.
var version7 = uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")

// allocs returns the tests for the methods that all column types share.
func (c column) allocs() (tests allocTable) {
	u := version7
	v, dst := c.of(u).(writer), pointerTo[reader](c.of(u))
	text, textBytes := v.String(), []byte(v.String())
	buf := make([]byte, 0, 128)
	bson := bsonBinary(4, u[:])
	tests.add(c.name+".Value", 2, func() { sink.value = noError(v.Value()) })
	tests.add(c.name+".String", 1, func() { sink.string = v.String() })
	tests.add(c.name+".MarshalText", 1, func() { sink.bytes = noError(v.MarshalText()) })
	tests.add(c.name+".MarshalBinary", 1, func() { sink.bytes = noError(v.MarshalBinary()) })
	tests.add(
		c.name+".MarshalBSONValue",
		1,
		func() { _, sink.bytes, sink.err = v.MarshalBSONValue() },
	)
	tests.add(
		c.name+".functions that append",
		0,
		func() { sink.bytes = noError(v.AppendText(noError(v.AppendBinary(buf)))) },
	)
	tests.add(c.name+".functions that read", 0, func() {
		noError(0, dst.UnmarshalText(textBytes))
		noError(0, dst.UnmarshalParam(text))
		noError(0, dst.UnmarshalBinary(u[:]))
		noError(0, dst.UnmarshalBSONValue(5, bson))
	})
	for _, src := range []any{text, textBytes, canonicalText, u[:], u, [16]byte(u), otherUUID(u)} {
		tests.add(
			fmt.Sprintf("%s.Scan of %T %v", c.name, src, src),
			0,
			func() { noError(0, dst.Scan(src)) },
		)
	}
	return tests
}
