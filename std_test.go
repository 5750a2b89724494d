//go:build go1.27

package uuid_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"testing/cryptotest"
	"time"
	std "uuid"

	"github.com/seed-8298af95/uuid"
)

// An api is all that the standard library's package uuid exports, for its own
// type of UUID or for ours.
type api[U ~[16]byte] struct {
	New, NewV4, NewV7, Nil, Max func() U
	Parse                       func(string) (U, error)
	MustParse                   func(string) U

	String        func(U) string
	AppendText    func(U, []byte) ([]byte, error)
	MarshalText   func(U) ([]byte, error)
	UnmarshalText func(*U, []byte) error
	Compare       func(U, U) int
}

var (
	theirs = api[std.UUID]{
		New:           std.New,
		NewV4:         std.NewV4,
		NewV7:         std.NewV7,
		Nil:           std.Nil,
		Max:           std.Max,
		Parse:         std.Parse,
		MustParse:     std.MustParse,
		String:        std.UUID.String,
		AppendText:    std.UUID.AppendText,
		MarshalText:   std.UUID.MarshalText,
		UnmarshalText: (*std.UUID).UnmarshalText,
		Compare:       std.UUID.Compare,
	}
	ours = api[uuid.UUID]{
		New:           uuid.New,
		NewV4:         uuid.NewV4,
		NewV7:         uuid.NewV7,
		Nil:           uuid.Nil,
		Max:           uuid.Max,
		Parse:         uuid.Parse,
		MustParse:     uuid.MustParse,
		String:        uuid.UUID.String,
		AppendText:    uuid.UUID.AppendText,
		MarshalText:   uuid.UUID.MarshalText,
		UnmarshalText: (*uuid.UUID).UnmarshalText,
		Compare:       uuid.UUID.Compare,
	}
)

// TestStandardMethods finds the methods that the standard UUID has and api
// does not say.
func TestStandardMethods(t *testing.T) {
	theirType, ourType := reflect.TypeFor[*std.UUID](), reflect.TypeFor[*uuid.UUID]()
	if theirType.NumMethod() == 0 {
		t.Fatal("the standard UUID has no methods")
	}
	listed := reflect.TypeFor[api[std.UUID]]()
	for i := range theirType.NumMethod() {
		name := theirType.Method(i).Name
		if _, ok := listed.FieldByName(name); !ok {
			t.Errorf("%s is not compared", name)
		}
		if _, ok := ourType.MethodByName(name); !ok {
			t.Errorf("there is no %s", name)
		}
	}
}

func TestStandardConversion(t *testing.T) {
	for _, u := range randomUUIDs(10) {
		v := std.UUID(u)
		if v.String() != u.String() || uuid.UUID(v) != u {
			t.Errorf("%v is %v as a standard UUID", u, v)
		}
	}
	if uuid.UUID(theirs.Nil()) != ours.Nil() || uuid.UUID(theirs.Max()) != ours.Max() {
		t.Error("Nil or Max differ")
	}
}

// checkStandardParse checks that both packages take s in the same way.
func checkStandardParse(t *testing.T, s string) {
	t.Helper()
	// RFC 8141 has the prefix in any case, the standard package in lower case.
	const prefix = "urn:uuid:"
	standard := s
	if len(s) == len(urnText) && strings.EqualFold(s[:len(prefix)], prefix) {
		standard = prefix + s[len(prefix):]
	}
	want, wantErr := theirs.Parse(standard)
	got, err := ours.Parse(s)
	if got != uuid.UUID(want) || (err == nil) != (wantErr == nil) {
		t.Errorf("Parse(%q) = %v, %v; standard: %v, %v", s, got, err, want, wantErr)
	}

	unmarshaled, standardUnmarshaled := uuid.Max(), std.Max()
	err = ours.UnmarshalText(&unmarshaled, []byte(s))
	wantErr = theirs.UnmarshalText(&standardUnmarshaled, []byte(standard))
	if unmarshaled != uuid.UUID(standardUnmarshaled) || (err == nil) != (wantErr == nil) {
		t.Errorf("UnmarshalText(%q) makes %v, %v; standard: %v, %v",
			s, unmarshaled, err, standardUnmarshaled, wantErr)
	}
}

func TestStandardParse(t *testing.T) {
	type vectors struct {
		Vectors []struct {
			Text hexBytes `json:"hex"`
		} `json:"vectors"`
	}
	for _, name := range []string{"parse_valid", "parse_invalid"} {
		for _, row := range loadVectors[vectors](t, name).Vectors {
			checkStandardParse(t, string(row.Text))
		}
	}
	for _, form := range []string{canonicalText, compactText, bracedText, urnText} {
		s := []byte(form)
		for i := range s {
			for c := range 256 {
				s[i] = byte(c)
				checkStandardParse(t, string(s))
			}
			s[i] = form[i]
		}
	}
}

func TestStandardMustParse(t *testing.T) {
	wantUUID(t, "MustParse", ours.MustParse(urnText), uuid.UUID(theirs.MustParse(urnText)))
	panics := func(parse func()) (v any) {
		defer func() { v = recover() }()
		parse()
		return nil
	}
	_, standard := panics(func() { theirs.MustParse("x") }).(error)
	_, ok := panics(func() { ours.MustParse("x") }).(error)
	if !ok || !standard {
		t.Errorf("MustParse panics with an error: %t; standard: %t", ok, standard)
	}
}

func TestStandardText(t *testing.T) {
	for _, u := range append(randomUUIDs(200), uuid.Nil(), uuid.Max(), example) {
		v := std.UUID(u)
		if got, want := ours.String(u), theirs.String(v); got != want {
			t.Errorf("String() = %s, want %s", got, want)
		}
		got, err := ours.MarshalText(u)
		want, wantErr := theirs.MarshalText(v)
		if !bytes.Equal(got, want) || err != wantErr {
			t.Errorf("MarshalText() = %s, %v; want %s, %v", got, err, want, wantErr)
		}
		got, err = ours.AppendText(u, []byte("id="))
		want, wantErr = theirs.AppendText(v, []byte("id="))
		if !bytes.Equal(got, want) || err != wantErr {
			t.Errorf("AppendText() = %s, %v; want %s, %v", got, err, want, wantErr)
		}
	}
}

func TestStandardCompare(t *testing.T) {
	ids := append(randomUUIDs(100), uuid.Nil(), uuid.Max())
	for _, u := range ids {
		for _, v := range ids {
			want := theirs.Compare(std.UUID(u), std.UUID(v))
			if got := ours.Compare(u, v); got != want {
				t.Errorf("%v.Compare(%v) = %d, want %d", u, v, got, want)
			}
		}
	}
}

// The tests below are of what both packages promise, so that they are known to
// hold for the standard one.

func TestStandardNew(t *testing.T) {
	t.Run("standard", func(t *testing.T) { checkNew(t, theirs) })
	t.Run("ours", func(t *testing.T) { checkNew(t, ours) })
}

func checkNew[U ~[16]byte](t *testing.T, a api[U]) {
	for _, tt := range []struct {
		name    string
		next    func() U
		version uuid.Version
	}{
		{"New", a.New, 4},
		{"NewV4", a.NewV4, 4},
		{"NewV7", a.NewV7, 7},
	} {
		u, v := uuid.UUID(tt.next()), uuid.UUID(tt.next())
		if u.Version() != tt.version || u == v {
			t.Errorf("%s() = %v, then %v; want version %d", tt.name, u, v, tt.version)
		}
	}
}

func TestStandardNewV7Time(t *testing.T) {
	t.Run("standard", func(t *testing.T) { checkNewV7Time(t, theirs) })
	t.Run("ours", func(t *testing.T) { checkNewV7Time(t, ours) })
}

// checkNewV7Time checks that version 7 UUIDs have the time of the clock to the
// millisecond, also when it goes back: each bubble begins in the year 2000.
func checkNewV7Time[U ~[16]byte](t *testing.T, a api[U]) {
	a.NewV7() // at a time far after the first bubble's
	for range 3 {
		uuid.Bubble(t, func(t *testing.T) {
			for _, pause := range []time.Duration{
				0,
				time.Hour,
				time.Second - 1, // to the last nanosecond of a second
				1,               // to the first of the next one
				time.Millisecond - 1,
				1,
				24 * time.Hour,
			} {
				time.Sleep(pause)
				u := uuid.UUID(a.NewV7())
				now := time.Now()
				if at, ok := u.Time(); !ok || !at.Equal(now.Truncate(time.Millisecond)) {
					t.Errorf("%v has time %v at %v", u, at, now)
				}
			}
		})
	}
}

func TestStandardNewV7Order(t *testing.T) {
	t.Run("standard", func(t *testing.T) { checkNewV7Order(t, theirs) })
	t.Run("ours", func(t *testing.T) { checkNewV7Order(t, ours) })
}

// checkNewV7Order checks that version 7 UUIDs increase while the clock stands
// still and when it moves less than they do.
func checkNewV7Order[U ~[16]byte](t *testing.T, a api[U]) {
	const burst = 3 * 4096 // what the standard package has for three milliseconds
	uuid.Bubble(t, func(t *testing.T) {
		var last U
		for range 3 {
			for range burst {
				u := a.NewV7()
				if a.Compare(last, u) >= 0 {
					t.Fatalf("%v is not above %v", uuid.UUID(u), uuid.UUID(last))
				}
				last = u
			}
			time.Sleep(time.Millisecond)
		}
	})
}

// Under one seed NewV4 gives what the standard package's gives, bit for bit.
func TestSetGlobalRandomAsStandard(t *testing.T) {
	for seed := range uint64(20) {
		t.Run("", func(t *testing.T) {
			var ours, theirs [10][16]byte
			cryptotest.SetGlobalRandom(t, seed)
			for i := range ours {
				ours[i] = uuid.NewV4()
			}
			cryptotest.SetGlobalRandom(t, seed)
			for i := range theirs {
				theirs[i] = std.NewV4()
			}
			if ours != theirs {
				t.Errorf("seed %d: %x, want %x", seed, ours, theirs)
			}
		})
	}
}

// TestDifferentPrefix shows that the prefix of a URN may be in upper case, as
// RFC 8141 has it.
func TestDifferentPrefix(t *testing.T) {
	text := "URN:UUID:" + canonicalText
	wantUUID(t, text, must(t)(ours.Parse(text)), example)
	if _, err := theirs.Parse(text); err == nil {
		t.Errorf("the standard package takes %s too", text)
	}
}

// TestDifferentOrder shows that version 7 UUIDs stay in order when the clock goes
// back by a little. For the standard package it goes back as a second bubble
// begins, which is the same to it.
func TestDifferentOrder(t *testing.T) {
	const step = 5 * time.Second
	now := time.Date(2022, 2, 22, 19, 22, 22, 0, time.UTC)
	g := newGenerator(t, uuid.Options{Now: func() time.Time { return now }})
	first := must(t)(g.NewV7())
	now = now.Add(-step)
	if second := must(t)(g.NewV7()); first.Compare(second) >= 0 {
		t.Errorf("%v, %v after it, is not above %v", second, step, first)
	}

	var last std.UUID
	for _, pause := range []time.Duration{step, 0} {
		uuid.Bubble(t, func(t *testing.T) {
			time.Sleep(pause)
			id := std.NewV7()
			if pause == 0 && last.Compare(id) <= 0 {
				t.Errorf("the standard package's stays in order too: %v, then %v", last, id)
			}
			last = id
		})
	}
}
