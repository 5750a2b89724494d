package frameworks

import (
	"io"
	"testing"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/go-playground/validator/v10"
	"github.com/rs/zerolog"
	"github.com/seed-8298af95/uuid"
)

// TestNotes checks claims in README.md that the tables do not cover.
func TestNotes(t *testing.T) {
	none := uuid.Nil()
	if err := validator.New().Var(&none, "required"); err != nil {
		t.Errorf("validator: required refuses a pointer to Nil: %v", err)
	}
	id, err := attributevalue.Marshal(example)
	if b, ok := id.(*types.AttributeValueMemberB); !ok || string(b.Value) != string(example[:]) || err != nil {
		t.Errorf("DynamoDB: %v, %v, want 16 bytes", id, err)
	}
	// attributevalue panics if the length is not 16.
	panics := func(f func()) (panicked bool) {
		defer func() { panicked = recover() != nil }()
		f()
		return
	}
	log := zerolog.New(io.Discard)
	if !panics(func() { log.Log().Stringer("id", (*uuid.UUID)(nil)) }) {
		t.Error("zerolog: Stringer does not panic if a *UUID is nil")
	}
	for n := range 20 {
		short := &types.AttributeValueMemberB{Value: make([]byte, n)}
		if panics(func() { attributevalue.Unmarshal(short, new(uuid.UUID)) }) != (n != len(none)) {
			t.Errorf("DynamoDB: reading %d bytes must panic unless the number is 16", n)
		}
	}
}
