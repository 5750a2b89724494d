package frameworks

import (
	"testing"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"github.com/seed-8298af95/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
)

// ruled is a message whose id field has protovalidate rules. In a .proto file, the field would be
// declared as string id = 1 [(buf.validate.field).string.uuid = true].
type ruled struct{ protoreflect.MessageDescriptor }

// ruledBy returns a message whose field has the given type and follows the given rules.
func ruledBy(typ descriptorpb.FieldDescriptorProto_Type, rules *validate.FieldRules) ruled {
	// Building the descriptor at run time avoids a .proto file and generated code.
	options := new(descriptorpb.FieldOptions)
	proto.SetExtension(options, validate.E_Field, rules)
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Name:   proto.String("ruled.proto"),
		Syntax: proto.String("proto3"),
		MessageType: []*descriptorpb.DescriptorProto{{
			Name: proto.String("Ruled"),
			Field: []*descriptorpb.FieldDescriptorProto{{
				Name: proto.String("id"), Number: proto.Int32(1), Options: options,
				Type: typ.Enum(), Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
			}},
		}},
	}, nil)
	if err != nil {
		panic(err)
	}
	return ruled{file.Messages().Get(0)}
}

// validate validates a message with the given value.
func (r ruled) validate(value any) error {
	msg := dynamicpb.NewMessage(r.MessageDescriptor)
	msg.Set(r.Fields().ByName("id"), protoreflect.ValueOf(value))
	return protovalidate.Validate(msg)
}

var (
	ruledString = ruledBy(descriptorpb.FieldDescriptorProto_TYPE_STRING, validate.FieldRules_builder{
		String: validate.StringRules_builder{Uuid: proto.Bool(true)}.Build(),
	}.Build())
	ruledOrEmpty = ruledBy(descriptorpb.FieldDescriptorProto_TYPE_STRING, validate.FieldRules_builder{
		String: validate.StringRules_builder{Uuid: proto.Bool(true)}.Build(),
		Ignore: validate.Ignore_IGNORE_IF_ZERO_VALUE.Enum(),
	}.Build())
	ruledBytes = ruledBy(descriptorpb.FieldDescriptorProto_TYPE_BYTES, validate.FieldRules_builder{
		Bytes: validate.BytesRules_builder{Uuid: proto.Bool(true)}.Build(),
	}.Build())
	ruledMember = ruledBy(descriptorpb.FieldDescriptorProto_TYPE_STRING, validate.FieldRules_builder{
		String: validate.StringRules_builder{Pattern: proto.String(memberPattern)}.Build(),
	}.Build())
)

// memberPattern is a regular expression that matches a shop.MemberID's string.
const memberPattern = "^member_[0-7][0-9a-hjkmnp-tv-z]{25}$"

// ruledText returns the round trips through a string field. A Null needs a rule that ignores the
// empty string.
func ruledText() places {
	value := roundTrip{
		write: func(c carrier) (any, error) { return c.field().(interface{ String() string }).String(), nil },
		read: func(written any, c carrier) error {
			if err := ruledString.validate(written); err != nil {
				return err
			}
			id, err := uuid.Parse(written.(string))
			return c.keep(id, err)
		},
		form: known,
		bad:  []any{garbage},
	}
	orMissing := value
	orMissing.read = func(written any, c carrier) error {
		if err := ruledOrEmpty.validate(written); err != nil {
			return err
		}
		return c.(*doc[uuid.Null]).ID.UnmarshalText([]byte(written.(string)))
	}
	// A missing Null is written as an empty string. The string form of a UUID cannot be empty.
	orMissing.missing, orMissing.empty, value.empty = "", "", ""
	return places{{plain: value, nullable: orMissing}}
}

var rules = []framework{
	{name: "bufbuild/protovalidate", through: "`string.uuid`", asIs: ruledText()},
}

var ruleOutlets = []outlet{
	{"bufbuild/protovalidate", "`string.uuid`", func(_ *testing.T, s sample) (any, any, error) {
		if err := ruledString.validate(s.text()); err != nil {
			return nil, nil, err
		}
		return s.text(), nil, nil
	}},
	{"bufbuild/protovalidate", "`bytes.uuid`", func(_ *testing.T, s sample) (any, any, error) {
		if err := ruledBytes.validate(s.bytes); err != nil {
			return nil, nil, err
		}
		return s.bytes, nil, nil
	}},
}

// TestProtovalidate checks README.md's claims about TypeIDs and the empty string.
func TestProtovalidate(t *testing.T) {
	if err := ruledString.validate(""); err == nil {
		t.Error("uuid accepts the empty string")
	}
	if err := ruledString.validate(memberID.String()); err == nil {
		t.Error("uuid accepts a TypeID")
	}
	if err := ruledMember.validate(memberID.String()); err != nil {
		t.Error(err)
	}
	if err := ruledMember.validate(exampleV7.String()); err == nil {
		t.Error("the pattern accepts a UUID")
	}
}
