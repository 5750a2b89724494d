// Proves the values that the RFC and other implementations give.
package uuid_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// loadVectors decodes testdata/name.json. If T is a struct, the file must set all its fields,
// because a test without rows would pass.
func loadVectors[T any](t testing.TB, name string) T {
	t.Helper()
	file := filepath.Join("testdata", name+".json")
	var contents T
	if err := json.Unmarshal([]byte(readFile(t, file)), &contents); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if v := reflect.ValueOf(contents); v.Kind() == reflect.Struct {
		for i := range v.NumField() {
			if v.Field(i).IsZero() {
				t.Fatalf("%s does not set %s", file, v.Type().Field(i).Name)
			}
		}
	}
	return contents
}

// hexBytes are bytes that a file contains in hexadecimal.
type hexBytes []byte

func (b *hexBytes) UnmarshalText(text []byte) (err error) {
	*b, err = hex.AppendDecode(nil, text)
	return err
}

// node converts b to a Node, which is zero if b is empty.
func (b hexBytes) node() (n uuid.Node) {
	copy(n[:], b)
	return n
}

// A hexNumber is a number that a file contains in hexadecimal.
type hexNumber uint64

func (n *hexNumber) UnmarshalText(text []byte) error {
	v, err := strconv.ParseUint(string(text), 16, 64)
	*n = hexNumber(v)
	return err
}

// A steadySource is a source that always returns the same 16 bytes.
type steadySource uuid.UUID

func (s steadySource) Read(p []byte) (int, error) { return copy(p, s[:]), nil }

// firstAt returns the first UUID from a generator whose clock always returns now.
func firstAt(t testing.TB, v uuid.Version, now time.Time, opts uuid.Options) (uuid.UUID, error) {
	t.Helper()
	opts.Now = func() time.Time { return now }
	g := newGenerator(t, opts)
	switch v {
	case 1:
		return g.NewV1()
	case 4:
		return g.NewV4()
	case 6:
		return g.NewV6()
	case 7:
		return g.NewV7()
	}
	t.Fatalf("no Generator issues version %d", v)
	return uuid.Nil(), nil
}

// unstamp returns u with its version and variant bits inverted.
func unstamp(u uuid.UUID) uuid.UUID {
	hi, lo := u.Uint64s()
	return uuid.FromUint64s(hi^0xf000, lo^0b11<<62)
}

// gregorianTime returns the time that is ticks * 100 ns after 1582-10-15.
func gregorianTime(ticks uint64) time.Time {
	return time.Unix(gregorianEpoch.Unix()+int64(ticks/1e7), int64(ticks%1e7*100)).UTC()
}

// checkGregorian checks that u decodes to the given fields, and that a generator encodes them.
func checkGregorian(
	t testing.TB,
	u uuid.UUID,
	v uuid.Version,
	at time.Time,
	clockSeq uint16,
	node uuid.Node,
) {
	t.Helper()
	checkTime(t, u, v, at)
	if got, ok := u.ClockSeq(); got != clockSeq || !ok {
		t.Errorf("%v: ClockSeq() = %d, %t; want %d", u, got, ok, clockSeq)
	}
	if got, ok := u.Node(); got != node || !ok {
		t.Errorf("%v: Node() = %v, %t; want %v", u, got, ok, node)
	}
	got, err := firstAt(t, v, at, uuid.Options{Node: node, ClockSeq: &clockSeq})
	if node == (uuid.Node{}) {
		copy(got[10:], node[:]) // the Generator drew a random node instead
	}
	if got != u || err != nil {
		t.Errorf("%v: a Generator made %v, %v", u, got, err)
	}
	newAt := uuid.NewV1At
	if v == 6 {
		newAt = uuid.NewV6At
	}
	got, err = newAt(at)
	if [8]byte(got[:]) != [8]byte(u[:]) || err != nil {
		t.Errorf("%v: NewV%dAt(%v) = %v, %v", u, v, at, got, err)
	}
}

// checkV7 checks that u decodes to the time, and that a generator makes u from the time and u's
// random bits.
func checkV7(t testing.TB, u uuid.UUID, at time.Time) {
	t.Helper()
	checkTime(t, u, 7, at)
	random := steadySource(unstamp(u))
	for _, m := range []uuid.V7Method{uuid.V7Random, uuid.V7Unordered} {
		got, err := firstAt(t, 7, at, uuid.Options{V7: m, Rand: random})
		if got != u || err != nil {
			t.Errorf("%v: a Generator with method %d made %v, %v", u, m, got, err)
		}
	}
	got, err := uuid.NewV7At(at)
	if [6]byte(got[:]) != [6]byte(u[:]) || err != nil {
		t.Errorf("%v: NewV7At(%v) = %v, %v", u, at, got, err)
	}
	checkTime(t, got, 7, at)
}

func checkTime(t testing.TB, u uuid.UUID, v uuid.Version, at time.Time) {
	t.Helper()
	if u.Version() != v || u.Variant() != uuid.VariantRFC9562 {
		t.Errorf("%v: version %d, variant %v; want version %d", u, u.Version(), u.Variant(), v)
	}
	// Compare with ==, because Time must return UTC.
	if got, ok := u.Time(); got != at || !ok {
		t.Errorf("%v: Time() = %v, %t; want %v", u, got, ok, at)
	}
}

// An rfcRow is an example UUID from RFC 9562 or its drafts, with the inputs that it was made from.
type rfcRow struct {
	ID      string       `json:"id"`
	Text    string       `json:"uuid"`
	Version uuid.Version `json:"version"`

	Time     time.Time  `json:"time"`
	Ticks    uint64     `json:"ticks_100ns,string"`
	ClockSeq uint16     `json:"clock_seq"`
	Node     hexBytes   `json:"node"`
	V1       *uuid.UUID `json:"same_as_v1"`

	Random hexBytes `json:"random"`

	HashSpace uuid.UUID `json:"hashspace"`
	Namespace uuid.UUID `json:"ns"`
	Name      string    `json:"name"`
	Digest    hexBytes  `json:"digest"`

	CustomA hexNumber `json:"custom_a"`
	CustomB hexNumber `json:"custom_b"`
	CustomC hexNumber `json:"custom_c"`

	URN     string `json:"urn"`
	Integer string `json:"integer"`
	Binary  string `json:"binary"`
}

func TestRFC9562Vectors(t *testing.T) {
	vectors := loadVectors[struct {
		RFC    []rfcRow `json:"rfc9562"`
		Drafts []rfcRow `json:"drafts"`
	}](t, "rfc9562")
	namespaces := map[string]uuid.UUID{
		"6.6 NS DNS":  uuid.NamespaceDNS(),
		"6.6 NS URL":  uuid.NamespaceURL(),
		"6.6 NS OID":  uuid.NamespaceOID(),
		"6.6 NS X500": uuid.NamespaceX500(),
	}
	for _, row := range slices.Concat(vectors.RFC, vectors.Drafts) {
		t.Run(row.ID, func(t *testing.T) {
			u := must(t)(uuid.Parse(row.Text))
			if namespace, ok := namespaces[row.ID]; ok {
				wantUUID(t, "the name space", namespace, u)
				delete(namespaces, row.ID)
			}
			if got := u.Version(); got != row.Version {
				t.Errorf("version %d, want %d", got, row.Version)
			}
			if got := u.String(); got != strings.ToLower(row.Text) {
				t.Errorf("String() = %s, want %s in lower case", got, row.Text)
			}
			hi, lo := u.Uint64s()
			if binary := fmt.Sprintf("%064b%064b", hi, lo); row.URN != "" &&
				(u.URN() != row.URN || uuid.Decimal.Encode(u) != row.Integer ||
					binary != row.Binary) {
				t.Errorf("%s, %s, %s; want %s, %s, %s",
					u.URN(), uuid.Decimal.Encode(u), binary, row.URN, row.Integer, row.Binary)
			}
			switch row.Version {
			case 0:
				if u != uuid.Nil() && u != uuid.Max() {
					t.Errorf("%v is neither Nil nor Max", u)
				}
			case 1, 6:
				row.checkGregorian(t, u)
			case 3:
				wantUUID(t, "NewV3", uuid.NewV3(row.Namespace, row.Name), u)
			case 4:
				random := unstamp(u)
				copy(random[:], row.Random)
				opts := uuid.Options{Rand: steadySource(random)}
				wantUUID(t, "Generator.NewV4", must(t)(firstAt(t, 4, time.Time{}, opts)), u)
			case 5:
				wantUUID(t, "NewV5", uuid.NewV5(row.Namespace, row.Name), u)
			case 7:
				checkV7(t, u, row.Time)
			case 8:
				row.checkV8(t, u)
			default:
				t.Errorf("no function makes version %d", row.Version)
			}
		})
	}
	if len(namespaces) > 0 {
		t.Errorf("no rows for %v", namespaces)
	}
}

// checkGregorian checks u against the row's fields, or against u's own if the row has none.
func (r rfcRow) checkGregorian(t *testing.T, u uuid.UUID) {
	t.Helper()
	at, clockSeq, node := gregorianTime(r.Ticks), r.ClockSeq, r.Node.node()
	if r.Ticks == 0 {
		at, _ = u.Time()
		clockSeq, _ = u.ClockSeq()
		node, _ = u.Node()
	}
	checkGregorian(t, u, r.Version, at, clockSeq, node)
	if !r.Time.IsZero() {
		checkTime(t, u, r.Version, r.Time)
	}
	if r.V1 != nil {
		wantUUID(t, "V1ToV6", must(t)(uuid.V1ToV6(*r.V1)), u)
		wantUUID(t, "V6ToV1", must(t)(uuid.V6ToV1(u)), *r.V1)
	}
}

func (r rfcRow) checkV8(t *testing.T, u uuid.UUID) {
	t.Helper()
	switch {
	case r.CustomA != 0:
		units := uint64(r.Time.UnixNano() / 10) // RFC 9562 appendix B.1
		timed := must(t)(uuid.NewV8Fields(units>>12, uint16(units&0xfff), uint64(r.CustomC)))
		wantUUID(t, "NewV8Fields of the time", timed, u)
		given := must(t)(uuid.NewV8Fields(uint64(r.CustomA), uint16(r.CustomB), uint64(r.CustomC)))
		wantUUID(t, "NewV8Fields", given, u)
	case r.Digest != nil:
		wantUUID(t, "NewV8 of the hash", uuid.NewV8([16]byte(r.Digest)), u)
		got := uuid.NewV8Hash(sha256.New(), r.Namespace, r.Name)
		if !r.HashSpace.IsNil() {
			got = uuid.NewV8Name(uuid.HashSpaceSHA2_256, r.Namespace, r.Name)
		}
		wantUUID(t, "the hash", got, u)
	}
}

func TestNameVectors(t *testing.T) {
	type row struct {
		Namespace uuid.UUID    `json:"ns"`
		Name      hexBytes     `json:"name_hex"`
		V3        uuid.UUID    `json:"v3"`
		V5        uuid.UUID    `json:"v5"`
		Version   uuid.Version `json:"version"`
		UUID      uuid.UUID    `json:"uuid"`
	}
	vectors := loadVectors[struct{ Vectors, Upstream []row }](t, "names")
	for _, row := range slices.Concat(vectors.Vectors, vectors.Upstream) {
		v3, v5 := uuid.NewV3(row.Namespace, row.Name), uuid.NewV5(row.Namespace, row.Name)
		switch row.Version {
		case 3:
			row.V3, row.V5 = row.UUID, v5
		case 5:
			row.V3, row.V5 = v3, row.UUID
		}
		wantUUID(t, "NewV3", v3, row.V3)
		wantUUID(t, "NewV5", v5, row.V5)
	}
}

func TestTimestampVectors(t *testing.T) {
	vectors := loadVectors[struct {
		Vectors []struct {
			UUID     uuid.UUID    `json:"uuid"`
			Version  uuid.Version `json:"version"`
			Sec      int64        `json:"unix_sec,string"`
			Nanos    int64        `json:"nanos"`
			Ticks    uint64       `json:"ticks_100ns,string"`
			ClockSeq uint16       `json:"clock_seq"`
			Node     hexBytes     `json:"node"`
			V1       *uuid.UUID   `json:"v1"`
		} `json:"vectors"`
	}](t, "timestamps")
	for _, row := range vectors.Vectors {
		at := time.Unix(row.Sec, row.Nanos).UTC()
		if row.Version == 7 {
			checkV7(t, row.UUID, at)
			continue
		}
		checkGregorian(t, row.UUID, row.Version, at, row.ClockSeq, row.Node.node())
		if got := gregorianTime(row.Ticks); got != at {
			t.Errorf("%v: tick %d is at %v, want %v", row.UUID, row.Ticks, got, at)
		}
		if row.V1 != nil {
			wantUUID(t, "V1ToV6", must(t)(uuid.V1ToV6(*row.V1)), row.UUID)
			wantUUID(t, "V6ToV1", must(t)(uuid.V6ToV1(row.UUID)), *row.V1)
		}
	}
}

// TestTimeRangeOfEachVersion also checks times that a 64-bit count of nanoseconds cannot represent.
func TestTimeRangeOfEachVersion(t *testing.T) {
	const outside = "" // outside the version's range
	utc := func(year int, month time.Month, day, hour, min, sec, nsec int) time.Time {
		return time.Date(year, month, day, hour, min, sec, nsec, time.UTC)
	}
	for _, tt := range []struct {
		at         time.Time
		v1, v6, v7 string // beginnings of the UUIDs
	}{
		{at: time.Time{}, v1: outside, v6: outside, v7: outside},
		{at: gregorianEpoch.Add(-1), v1: outside, v6: outside, v7: outside},
		{at: gregorianEpoch, v1: "00000000-0000-1000-", v6: "00000000-0000-6000-", v7: outside},
		{
			at: gregorianEpoch.Add(99),
			v1: "00000000-0000-1000-",
			v6: "00000000-0000-6000-",
			v7: outside,
		},
		{
			at: gregorianEpoch.Add(100),
			v1: "00000001-0000-1000-",
			v6: "00000000-0000-6001-",
			v7: outside,
		},
		// before UnixNano
		{
			at: utc(1677, 9, 21, 0, 12, 43, 145_224_191),
			v1: "989ff851-6fbd-106a-",
			v6: "06a6fbd9-89ff-6851-",
			v7: outside,
		},
		{at: unixEpoch.Add(-1), v1: "13813fff-1dd2-11b2-", v6: "1b21dd21-3813-6fff-", v7: outside},
		{
			at: unixEpoch,
			v1: "13814000-1dd2-11b2-",
			v6: "1b21dd21-3814-6000-",
			v7: "00000000-0000-7",
		},
		{
			at: unixEpoch.In(time.FixedZone("", 2*60*60)),
			v1: "13814000-1dd2-11b2-",
			v6: "1b21dd21-3814-6000-",
			v7: "00000000-0000-7",
		},
		{
			at: utc(2262, 4, 11, 23, 47, 16, 854_775_807),
			v1: "8e6287ae-cbe6-12f9-",
			v6: "2f9cbe68-e628-67ae-",
			v7: "08637bd0-5af6-7",
		},
		// after UnixNano
		{
			at: utc(2262, 4, 11, 23, 47, 16, 854_775_808),
			v1: "8e6287ae-cbe6-12f9-",
			v6: "2f9cbe68-e628-67ae-",
			v7: "08637bd0-5af6-7",
		},
		{
			at: gregorianEnd,
			v1: "ffffffff-ffff-1fff-",
			v6: "ffffffff-ffff-6fff-",
			v7: "5dbe8511-1d0c-7",
		},
		{at: gregorianEnd.Add(1), v1: outside, v6: outside, v7: "5dbe8511-1d0c-7"},
		{at: unixEnd, v1: outside, v6: outside, v7: "ffffffff-ffff-7"},
		{at: unixEnd.Add(1), v1: outside, v6: outside, v7: outside},
		// 2^64 units of 100 ns
		{
			at: time.Unix(gregorianEpoch.Unix()+1_844_674_407_371, 0),
			v1: outside,
			v6: outside,
			v7: outside,
		},
		// 2^64 units of 1/4096 ms
		{at: time.Unix(4_503_599_627_371, 0), v1: outside, v6: outside, v7: outside},
		// 2^64 ms
		{at: time.Unix(18_446_744_073_709_552, 0), v1: outside, v6: outside, v7: outside},
		{at: time.Unix(1<<63-1, 999_999_999), v1: outside, v6: outside, v7: outside},
		{at: time.Unix(-1<<63, 0), v1: outside, v6: outside, v7: outside},
	} {
		check := func(name, want string, unit time.Duration) func(uuid.UUID, error) {
			return func(u uuid.UUID, err error) {
				t.Helper()
				at, ok := u.Time()
				switch {
				case want == outside && (err != uuid.ErrTimeRange || !u.IsNil()):
					t.Errorf("%s at %v: %v, %v; want ErrTimeRange", name, tt.at, u, err)
				case want != outside &&
					(err != nil || !strings.HasPrefix(u.String(), want) || !ok ||
						at != tt.at.UTC().Truncate(unit)):
					t.Errorf("%s at %v: %v with time %v, %v; want %s",
						name, tt.at, u, at, err, want)
				}
			}
		}
		check("NewV1At", tt.v1, 100)(uuid.NewV1At(tt.at))
		check("NewV6At", tt.v6, 100)(uuid.NewV6At(tt.at))
		check("NewV7At", tt.v7, time.Millisecond)(uuid.NewV7At(tt.at))
		for _, m := range methods {
			store := new(memoryStore)
			g := newGenerator(
				t,
				uuid.Options{Now: func() time.Time { return tt.at }, V7: m.method, Store: store},
			)
			check("Generator.NewV1", tt.v1, 100)(g.NewV1())
			check("Generator.NewV7 by "+m.name, tt.v7, time.Millisecond)(g.NewV7())
			other := newGenerator(t, uuid.Options{Now: func() time.Time { return tt.at }})
			check("Generator.NewV6", tt.v6, 100)(other.NewV6())
			for _, st := range []uuid.State{g.State(), store.state} {
				if tt.v1 == outside && st.Ticks != 0 || tt.v7 == outside && !st.V7.IsNil() {
					t.Errorf("%v, %s: the state is %+v, but no UUID was issued", tt.at, m.name, st)
				}
			}
		}
	}
}

// TestVectorTable checks that testdata/README.md lists each vector file exactly once.
func TestVectorTable(t *testing.T) {
	text := readFile(t, filepath.Join("testdata", "README.md"))
	files := append(
		noError(filepath.Glob(filepath.Join("testdata", "*.json"))),
		filepath.Join("testdata", "parse.txt"),
	)
	for _, f := range files {
		if n := strings.Count(text, "\n| `"+filepath.Base(f)+"` | "); n != 1 {
			t.Errorf("%s has %d rows in the table", f, n)
		}
	}
	if rows := strings.Count(text, "\n| `"); rows != len(files) {
		t.Errorf("%d rows for %d files", rows, len(files))
	}
}
