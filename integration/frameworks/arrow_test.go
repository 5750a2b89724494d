package frameworks

import (
	"reflect"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array/arreflect"
	"github.com/apache/arrow-go/v18/arrow/extensions"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/seed-8298af95/uuid"
)

// arrowColumn returns a UUID column with the values that fill appends.
func arrowColumn(fill func(*extensions.UUIDBuilder)) *extensions.UUIDArray {
	builder := extensions.NewUUIDBuilder(memory.DefaultAllocator)
	fill(builder)
	return builder.NewArray().(*extensions.UUIDArray)
}

// arrowUUID returns the round trips through a UUID column. Each kind needs its own code, because
// arrow does not map struct fields to UUID columns.
func arrowUUID() places {
	column := roundTrip{
		form: func(written any) string {
			if written.(*extensions.UUIDArray).ValueStr(0) != example.String() {
				return ""
			}
			return "`arrow.uuid`"
		},
		missing: arrowColumn(func(b *extensions.UUIDBuilder) { b.AppendNull() }),
	}
	value, optional, nullable := column, column, column
	const i = 0 // row index in the snippets
	value.write = func(c carrier) (any, error) {
		id := c.(*doc[uuid.UUID]).ID
		return arrowColumn(func(builder *extensions.UUIDBuilder) {
			//snippet:apache/arrow-go/v18
			builder.AppendBytes(id)
			//end
		}), nil
	}
	value.read = func(written any, c carrier) error {
		column := written.(*extensions.UUIDArray)
		//snippet:apache/arrow-go/v18
		id := uuid.UUID(column.Value(i)) // Nil for null
		//end
		return c.keep(id, nil)
	}
	optional.write = func(c carrier) (any, error) {
		id := c.(*doc[*uuid.UUID]).ID
		return arrowColumn(func(builder *extensions.UUIDBuilder) {
			//snippet:apache/arrow-go/v18

			// *UUID
			if id != nil {
				builder.AppendBytes(*id)
			} else {
				builder.AppendNull()
			}
			//end
		}), nil
	}
	optional.read = func(written any, c carrier) error {
		column := written.(*extensions.UUIDArray)
		var id *uuid.UUID
		//snippet:apache/arrow-go/v18
		if column.IsValid(i) {
			value := uuid.UUID(column.Value(i))
			id = &value
		}
		//end
		c.set(id)
		return nil
	}
	nullable.write = func(c carrier) (any, error) {
		null := c.(*doc[uuid.Null]).ID
		return arrowColumn(func(builder *extensions.UUIDBuilder) {
			//snippet:apache/arrow-go/v18

			// Null
			if null.Valid {
				builder.AppendBytes(null.UUID)
			} else {
				builder.AppendNull()
			}
			//end
		}), nil
	}
	nullable.read = func(written any, c carrier) error {
		column := written.(*extensions.UUIDArray)
		null := &c.(*doc[uuid.Null]).ID
		//snippet:apache/arrow-go/v18
		*null = uuid.Null{UUID: uuid.UUID(column.Value(i)), Valid: column.IsValid(i)}
		//end
		return nil
	}
	return places{{value, optional, nullable}}
}

var arrowOutlets = []outlet{
	{"apache/arrow-go/v18", "`AppendBytes(id)`", func(_ *testing.T, s sample) (any, any, error) {
		id := arrowColumn(func(b *extensions.UUIDBuilder) { b.AppendBytes([16]byte(s.bytes)) }).Value(0)
		dst := s.new()
		reflect.Copy(reflect.ValueOf(dst).Elem(), reflect.ValueOf(id[:]))
		return id[:], dst, nil
	}},
	{"apache/arrow-go/v18", "`AppendValueFromString` of `String`", func(_ *testing.T, s sample) (_, _ any, err error) {
		column := arrowColumn(func(b *extensions.UUIDBuilder) { err = b.AppendValueFromString(s.text()) })
		if err != nil {
			return nil, nil, err
		}
		text := column.ValueStr(0)
		dst, err := s.parsed(text)
		return text, dst, err
	}},
}

// TestArrowReflect checks README.md's claim about arreflect.
func TestArrowReflect(t *testing.T) {
	type row struct {
		ID     uuid.UUID
		Member uuid.ID[masked]
	}
	record, err := arreflect.RecordFromSlice([]row{{exampleV7, maskedID}}, memory.DefaultAllocator)
	if err != nil {
		t.Fatal(err)
	}
	// arreflect treats an ID as an array of bytes and calls none of its methods, so it stores the
	// plain ID.
	want := arrow.FixedSizeListOf(16, arrow.PrimitiveTypes.Uint8)
	for _, column := range record.Columns() {
		if got := column.DataType(); !arrow.TypeEqual(got, want) {
			t.Errorf("the column is of type %v, want %v", got, want)
		}
	}
	if got, err := arreflect.RecordAt[row](record, 0); err != nil || got.ID != exampleV7 || got.Member != maskedID {
		t.Errorf("%v, %v", got, err)
	}
}
