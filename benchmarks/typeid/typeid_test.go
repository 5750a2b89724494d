// Package typeid measures TypeIDs. It compares uuid.ID with go.jetify.com/typeid, with
// github.com/sumup/typeid, and with the same operation on a UUID, which has no type. The module's
// README explains how to run the benchmarks.
package typeid

import (
	"testing"

	jetify "go.jetify.com/typeid"

	"github.com/seed-8298af95/uuid"
	sumup "github.com/sumup/typeid"
)

type user struct{}

func (user) IDKind() uuid.Kind { return uuid.Kind{Prefix: "user"} } // for uuid
func (user) Prefix() string    { return "user" }                    // for the other libraries

type (
	userID       = uuid.ID[user]
	jetifyUserID struct{ jetify.TypeID[user] }
	sumupUserID  = sumup.Sortable[user]
)

const (
	text      = "user_01h455vb4pex5vsknk084sn02q"
	canonical = "01890a5d-ac96-774b-bcce-b302099a8057"
)

// measure runs loop as the sub-benchmark of one library. The library "untyped" is this library's
// UUID without a type: NewV7, Parse, and the methods of UUID.
func measure(b *testing.B, lib string, loop func(*testing.B)) {
	b.Run("lib="+lib, func(b *testing.B) {
		b.ReportAllocs()
		loop(b)
	})
}

// ids parses text with all libraries.
func ids(t testing.TB) (userID, jetifyUserID, sumupUserID) {
	t.Helper()
	ours, oursErr := uuid.ParseID[user](text)
	theirs, theirsErr := jetify.Parse[jetifyUserID](text)
	others, othersErr := sumup.FromString[sumupUserID](text)
	for _, err := range []error{oursErr, theirsErr, othersErr} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return ours, theirs, others
}

// TestInputs checks that all libraries do the same work.
func TestInputs(t *testing.T) {
	a, b, c := ids(t)
	if a.String() != text || b.String() != text || c.String() != text {
		t.Errorf("String() = %s, %s, %s; want %s", a, b, c, text)
	}
	if a.UUID().String() != canonical || b.UUID() != canonical || c.UUID().String() != canonical {
		t.Errorf("the UUIDs are %s, %s, %s; want %s", a.UUID(), b.UUID(), c.UUID(), canonical)
	}
}

func BenchmarkNewID(b *testing.B) {
	measure(b, "uuid", func(b *testing.B) {
		for b.Loop() {
			uuid.NewID[user]()
		}
	})
	measure(b, "untyped", func(b *testing.B) {
		for b.Loop() {
			uuid.NewV7()
		}
	})
	measure(b, "jetify", func(b *testing.B) {
		for b.Loop() {
			jetify.New[jetifyUserID]()
		}
	})
	measure(b, "sumup", func(b *testing.B) {
		for b.Loop() {
			sumup.New[sumupUserID]()
		}
	})
}

func BenchmarkParseID(b *testing.B) {
	measure(b, "uuid", func(b *testing.B) {
		for b.Loop() {
			uuid.ParseID[user](text)
		}
	})
	measure(b, "untyped", func(b *testing.B) {
		for b.Loop() {
			uuid.Parse(canonical)
		}
	})
	measure(b, "jetify", func(b *testing.B) {
		for b.Loop() {
			jetify.Parse[jetifyUserID](text)
		}
	})
	measure(b, "sumup", func(b *testing.B) {
		for b.Loop() {
			sumup.FromString[sumupUserID](text)
		}
	})
}

// BenchmarkIDAppendText measures only this library, because the other libraries have no
// AppendText.
func BenchmarkIDAppendText(b *testing.B) {
	id, _, _ := ids(b)
	buf := make([]byte, 0, len(canonical))
	measure(b, "uuid", func(b *testing.B) {
		for b.Loop() {
			id.AppendText(buf)
		}
	})
	measure(b, "untyped", func(b *testing.B) {
		u := id.UUID()
		for b.Loop() {
			u.AppendText(buf)
		}
	})
}

// sink stores the last string. Otherwise the compiler could avoid the allocation.
var sink string

func BenchmarkIDString(b *testing.B) {
	ours, theirs, others := ids(b)
	measure(b, "uuid", func(b *testing.B) {
		for b.Loop() {
			sink = ours.String()
		}
	})
	measure(b, "untyped", func(b *testing.B) {
		u := ours.UUID()
		for b.Loop() {
			sink = u.String()
		}
	})
	measure(b, "jetify", func(b *testing.B) {
		for b.Loop() {
			sink = theirs.String()
		}
	})
	measure(b, "sumup", func(b *testing.B) {
		for b.Loop() {
			sink = others.String()
		}
	})
}

// BenchmarkIDUnmarshalText parses bytes, as a program does with an ID from a request.
func BenchmarkIDUnmarshalText(b *testing.B) {
	id, theirs, others := ids(b)
	src := []byte(text)
	measure(b, "uuid", func(b *testing.B) {
		for b.Loop() {
			id.UnmarshalText(src)
		}
	})
	measure(b, "untyped", func(b *testing.B) {
		u, src := id.UUID(), []byte(canonical)
		for b.Loop() {
			u.UnmarshalText(src)
		}
	})
	measure(b, "jetify", func(b *testing.B) {
		for b.Loop() {
			theirs.UnmarshalText(src)
		}
	})
	measure(b, "sumup", func(b *testing.B) {
		for b.Loop() {
			others.UnmarshalText(src)
		}
	})
}
