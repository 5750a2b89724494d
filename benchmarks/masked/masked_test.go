// Package masked measures String for an ID that a Mask hides, and compares it with Mask.Hide
// followed by UUID.String.
package masked

import (
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// IDs of these types are hidden. maskedUser is empty, and fullUser has fields like a type in an
// application.
type (
	maskedUser struct{}
	fullUser   struct {
		ID         uuid.ID[fullUser]
		Name, Mail string
		Tags       []string
		At         time.Time
	}
)

func (maskedUser) IDKind() uuid.Kind { return uuid.Kind{Prefix: "user", Mask: &mask} }
func (fullUser) IDKind() uuid.Kind   { return uuid.Kind{Prefix: "user", Mask: &mask} }

var mask, _ = uuid.NewMask([]byte("a key of 16 byte"), []byte("user"))

// sink stores the last string. Otherwise the compiler could avoid the allocation.
var sink string

func BenchmarkString(b *testing.B) {
	u := uuid.NewV7()
	b.Run("T=empty", func(b *testing.B) {
		b.ReportAllocs()
		id := uuid.ID[maskedUser](u)
		for b.Loop() {
			sink = id.String()
		}
	})
	b.Run("T=fields", func(b *testing.B) {
		b.ReportAllocs()
		id := uuid.ID[fullUser](u)
		for b.Loop() {
			sink = id.String()
		}
	})
	// This loop does the same work without a typed ID.
	b.Run("Hide,String", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			shown, err := mask.Hide(u)
			if err != nil {
				b.Fatal(err)
			}
			sink = shown.String()
		}
	})
}
