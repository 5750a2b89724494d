package typeid

import (
	"regexp"
	"strings"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
	sumup "github.com/sumup/typeid"
	jetify "go.jetify.com/typeid"
)

// Each type defines the same prefix twice: with IDPrefix for this library, and with Prefix for the
// other libraries.
type (
	user   struct{}
	snake  struct{}
	bare   struct{}
	longer struct{}
)

func (user) IDPrefix() string   { return "user" }
func (user) Prefix() string     { return "user" }
func (snake) IDPrefix() string  { return "my_user" }
func (snake) Prefix() string    { return "my_user" }
func (bare) IDPrefix() string   { return "" }
func (bare) Prefix() string     { return "" }
func (longer) IDPrefix() string { return strings.Repeat("abcdefg", 9) }
func (longer) Prefix() string   { return strings.Repeat("abcdefg", 9) }

// prefixed is implemented by the types above.
type prefixed interface {
	IDPrefix() string
	Prefix() string
}

type jetifyID[T prefixed] struct{ jetify.TypeID[T] }

// checkText parses s as an ID[T] with all libraries and compares the results.
func checkText[T prefixed](t *testing.T, s string) {
	t.Helper()
	got, err := uuid.ParseID[T](s)

	theirs, theirsErr := jetify.Parse[jetifyID[T]](s)
	if (err == nil) != (theirsErr == nil) || err == nil && theirs.UUID() != got.UUID().String() {
		t.Errorf("%q: %v, %v; jetify: %v, %v", s, got.UUID(), err, theirs.UUID(), theirsErr)
	}
	if strings.HasPrefix(s, "_") {
		return // sumup accepts "_" in place of an empty prefix, which the specification forbids
	}
	others, othersErr := sumup.FromString[sumup.Sortable[T]](s)
	if (err == nil) != (othersErr == nil) || err == nil && others.UUID() != gofrs.UUID(got) {
		t.Errorf("%q: %v, %v; sumup: %v, %v", s, got.UUID(), err, others.UUID(), othersErr)
	}
}

// checkID formats u as an ID[T] with all libraries and compares the results.
func checkID[T prefixed](t *testing.T, u uuid.UUID) {
	t.Helper()
	text := uuid.ID[T](u).String()
	theirs, err := jetify.FromUUIDBytes[jetifyID[T]](u[:])
	if err != nil || theirs.String() != text {
		t.Errorf("%v: %s; jetify: %s, %v", u, text, theirs, err)
	}
	others, err := sumup.FromUUIDBytes[sumup.Sortable[T]](u[:])
	if err != nil || others.String() != text {
		t.Errorf("%v: %s; sumup: %s, %v", u, text, others, err)
	}
	checkTexts(t, text)
}

func checkTexts(t *testing.T, s string) {
	t.Helper()
	checkText[user](t, s)
	checkText[snake](t, s)
	checkText[bare](t, s)
	checkText[longer](t, s)
}

func checkIDs(t *testing.T, u uuid.UUID) {
	t.Helper()
	checkID[user](t, u)
	checkID[snake](t, u)
	checkID[bare](t, u)
	checkID[longer](t, u)
}

func TestDifferential(t *testing.T) {
	for _, u := range ids.All() {
		checkIDs(t, u)
	}
	text := uuid.ID[user](ids.Example()).String()
	for i := range len(text) {
		checkTexts(t, text[:i])
		checkTexts(t, text[i:])
		for c := range 256 {
			checkTexts(t, text[:i]+string([]byte{byte(c)})+text[i+1:])
		}
	}
}

func FuzzDifferential(f *testing.F) {
	for _, u := range ids.All()[:10] {
		f.Add(uuid.ID[user](u).String(), u[:])
		f.Add(uuid.ID[snake](u).String(), u[:])
		f.Add(uuid.ID[bare](u).String(), u[:])
	}
	f.Fuzz(func(t *testing.T, s string, b []byte) {
		checkTexts(t, s)
		var u uuid.UUID
		copy(u[:], b)
		checkIDs(t, u)
	})
}

var prefixPattern = regexp.MustCompile(`^([a-z]([a-z_]{0,61}[a-z])?)?$`)

type variable struct{}

func (variable) IDPrefix() string { return prefix }

var prefix string // result of variable.IDPrefix

// FuzzPrefix checks that this library and jetify allow the same prefixes.
func FuzzPrefix(f *testing.F) {
	for _, s := range []string{"", "user", "User", "_", "a_", "_a", "a__b", "user2", strings.Repeat("a", 63), strings.Repeat("a", 64)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		prefix = s
		panicked := func() (panicked bool) {
			defer func() { panicked = recover() != nil }()
			_ = uuid.ID[variable]{}.String()
			return
		}()
		// The library panics on an invalid prefix, because only a programming error can cause one.
		_, err := jetify.From(s, "00000000000000000000000000")
		if panicked != (err != nil) || panicked == prefixPattern.MatchString(s) {
			t.Errorf("%q: panic: %t; jetify: %v", s, panicked, err)
		}
	})
}
