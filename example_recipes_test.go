// Shows the code of docs/recipes.md.
package uuid_test

import (
	"crypto/md5"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"strings"
	"testing/quick"
	"time"

	"github.com/seed-8298af95/uuid"
)

// parseV7 accepts only the 36 characters of a version 7 UUID.
func parseV7(text string) (uuid.UUID, error) {
	id, err := uuid.ParseStrict(text)
	if err == nil && id.Version() != 7 {
		return uuid.Nil(), errors.New("want a version 7 UUID")
	}
	return id, err
}

// A StrictID is a UUID that must have 36 characters in JSON and other text.
type StrictID uuid.UUID

func (id StrictID) MarshalText() ([]byte, error) { return uuid.UUID(id).MarshalText() }

func (id *StrictID) UnmarshalText(text []byte) error {
	u, err := uuid.ParseStrict(string(text)) // or parseV7
	if err == nil {
		*id = StrictID(u)
	}
	return err
}

// A service can accept less than Parse does.
func ExampleParseStrict() {
	_, err := parseV7("{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}")
	fmt.Println(err.(*uuid.ParseError).Reason)
	_, err = parseV7("919108f7-52d1-4320-9bac-f847db4148a8")
	fmt.Println(err)
	var id StrictID
	err = id.UnmarshalText([]byte("017f22e279b07cc398c4dc0c0c07398f"))
	fmt.Println(err.(*uuid.ParseError).Reason)
	fmt.Println(id.UnmarshalText([]byte("017F22E2-79B0-7CC3-98C4-DC0C0C07398F")), uuid.UUID(id))
	// Output:
	// invalid length
	// want a version 7 UUID
	// invalid length
	// <nil> 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
}

// These IDs get the times of existing rows, in the order of the rows. NewV7At would order the rows
// of one millisecond at random.
func ExampleNewGenerator_times() {
	type row struct {
		ID        uuid.UUID
		CreatedAt time.Time
	}
	created := time.Date(2022, time.February, 22, 19, 22, 22, 0, time.UTC)
	rows := []row{{CreatedAt: created}, {CreatedAt: created}, {CreatedAt: created.Add(time.Hour)}}

	var at time.Time
	g, err := uuid.NewGenerator(uuid.Options{Now: func() time.Time { return at }})
	if err != nil {
		panic(err)
	}
	for i := range rows { // sorted by CreatedAt
		at = rows[i].CreatedAt
		rows[i].ID, err = g.NewV7()
		if err != nil {
			panic(err)
		}
	}

	for i, row := range rows {
		t, _ := row.ID.Time()
		fmt.Println(t, i == 0 || row.ID.Compare(rows[i-1].ID) > 0)
	}
	// Output:
	// 2022-02-22 19:22:22 +0000 UTC true
	// 2022-02-22 19:22:22 +0000 UTC true
	// 2022-02-22 20:22:22 +0000 UTC true
}

// The times in these IDs are shifted by a constant.
func ExampleNewGenerator_shifted() {
	const shift = -30 * 24 * time.Hour
	g, err := uuid.NewGenerator(uuid.Options{
		Now: func() time.Time { return time.Now().Add(shift) },
	})
	if err != nil {
		panic(err)
	}
	id, err := g.NewV7()
	if err != nil {
		panic(err)
	}
	t, _ := id.Time()
	fmt.Println(time.Since(t).Round(time.Hour))
	// Output: 720h0m0s
}

// A workflow engine replays a workflow from its start, so each replay must make the same IDs. The
// clock and the seed must come from the workflow.
func ExampleNewGenerator_replay() {
	run := func(runID string, now func() time.Time, secret string) uuid.UUID {
		g, err := uuid.NewGenerator(uuid.Options{
			Now:  now, // the workflow's clock
			Rand: rand.NewChaCha8(sha256.Sum256([]byte(secret + runID))),
		})
		if err != nil {
			panic(err)
		}
		id, err := g.NewV7()
		if err != nil {
			panic(err)
		}
		return id
	}
	now := func() time.Time { return time.Date(2022, time.February, 22, 19, 22, 22, 0, time.UTC) }
	secret := "32 random bytes of a secret store"
	first, replay := run("run 1", now, secret), run("run 1", now, secret)
	other := run("run 2", now, secret)
	fmt.Println(first == replay, first == other)
	// Output: true false
}

// The first 16 digits of a version 7 UUID are only time, so IDs from one minute share the first 8.
// The last 13 digits are random.
func ExampleUUID_String_label() {
	a, b := uuid.NewV7(), uuid.NewV7()
	label := func(id uuid.UUID) string { return id.String()[28:] } // the last 8 digits
	fmt.Println(a.String()[:8] == b.String()[:8])
	fmt.Println(label(a) == label(b))
	// Output:
	// true
	// false
}

// This generator takes no lock. Its IDs sort by millisecond, but are in no order within a
// millisecond.
func ExampleNewGenerator_unordered() {
	g, err := uuid.NewGenerator(uuid.Options{V7: uuid.V7Unordered})
	if err != nil {
		panic(err)
	}
	id, err := g.NewV7()
	fmt.Println(id.Version(), err)
	// Output: 7 <nil>
}

// A ULID has 16 bytes, so it converts to a UUID and back. So does the UUID in a TypeID.
func ExampleBase32() {
	// or uuid.UUID(u), where u is a ulid.ULID
	id, err := uuid.Base32.Decode("01ARZ3NDEKTSV4RRFFQ69G5FAV")
	fmt.Println(id, err)
	fmt.Println(uuid.Base32.Encode(id))
	// Output:
	// 01563e3a-b5d3-d676-4c61-efb99302bd5b <nil>
	// 01ARZ3NDEKTSV4RRFFQ69G5FAV
}

// A Null that is read from a parameter is missing if the parameter is empty.
// encoding/json does not name the field of a wrong ID, so each field is decoded by itself.
func ExampleUUID_UnmarshalText_field() {
	r := httptest.NewRequest(
		"POST",
		"/tasks",
		strings.NewReader(`{"order": "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "owner": "x"}`),
	)
	var order, owner uuid.UUID

	var fields map[string]json.RawMessage
	err := json.NewDecoder(r.Body).Decode(&fields)
	for name, id := range map[string]*uuid.UUID{"order": &order, "owner": &owner} {
		if text, ok := fields[name]; ok && err == nil {
			err = json.Unmarshal(text, id)
			if err != nil {
				err = fmt.Errorf("%s: %w", name, err)
			}
		}
	}

	fmt.Printf("%.54v\n", err)
	// Output:
	// owner: uuid: cannot parse "x" (1 byte): invalid length
}

// Java's UUID.nameUUIDFromBytes hashes a name without a name space.
func ExampleNewV3() {
	name := []byte("OfflinePlayer:Notch")
	sum := md5.Sum(name)
	sum[6], sum[8] = sum[6]&0x0f|0x30, sum[8]&0x3f|0x80 // the ID is uuid.UUID(sum)
	fmt.Println(uuid.UUID(sum))
	fmt.Println(uuid.NewV3(uuid.Nil(), name)) // another one
	// Output:
	// b50ad385-829d-3141-a216-7e7d7539ba7f
	// 0a6bfc7c-05e5-3c8a-9584-264834746b71
}

// testing/quick fills an array with random bits, so the version and the variant have to be set.
func Example_propertyTest() {
	roundTrips := func(id uuid.UUID) bool {
		parsed, err := uuid.Parse(id.String())
		return err == nil && parsed == id && parsed.Version() == 7
	}
	property := func(id uuid.UUID) bool {
		id[6], id[8] = id[6]&0x0f|0x70, id[8]&0x3f|0x80 // version 7
		return roundTrips(id)
	}
	err := quick.Check(property, nil)
	fmt.Println(err)
	// Output:
	// <nil>
}

func ExampleNull_UnmarshalParam() {
	r := httptest.NewRequest("GET", "/things?parent=", nil)
	var parent uuid.Null
	err := parent.UnmarshalParam(r.FormValue("parent"))
	fmt.Println(parent.Valid, err)
	// Output: false <nil>
}

// A gateway learns the prefix with the ID.
func ExampleParseTypeID() {
	prefix, id, err := uuid.ParseTypeID("user_01fwhe4ydgfk1shh6w1g60eecf")
	fmt.Println(prefix, id, err)
	text, err := uuid.AppendTypeID(nil, "order", id)
	fmt.Println(string(text), err)
	// Output:
	// user 017f22e2-79b0-7cc3-98c4-dc0c0c07398f <nil>
	// order_01fwhe4ydgfk1shh6w1g60eecf <nil>
}
