package frameworks

import (
	"net/url"
	"reflect"

	"github.com/go-playground/form/v4"
	"github.com/go-playground/validator/v10"
	"github.com/seed-8298af95/uuid"
)

// valid returns the round trip through the tag of a struct's field. The tag must reject bad, where
// nil is a missing ID.
func valid(validate *validator.Validate, tag string, bad *uuid.UUID) roundTrip {
	return roundTrip{
		write: func(c carrier) (any, error) {
			if c.get() == nil && tag == "required" {
				return nil, errNoPlace
			}
			return c.get(), nil
		},
		read: func(written any, c carrier) error {
			before := c.get() // restored if validation fails, as if the document had not been read
			c.set(written.(*uuid.UUID))
			id := reflect.ValueOf(c.field())
			doc := reflect.New(reflect.StructOf([]reflect.StructField{
				{Name: "ID", Type: id.Type(), Tag: reflect.StructTag(`validate:"` + tag + `"`)},
			})).Elem()
			doc.Field(0).Set(id)
			err := validate.Struct(doc.Interface())
			if err != nil {
				c.set(before)
			}
			return err
		},
		missing: (*uuid.UUID)(nil),
		bad:     []any{bad},
	}
}

func validatorLine() *validator.Validate {
	//snippet:go-playground/validator/v10
	validate := validator.New(validator.WithRequiredStructEnabled())
	//end
	return validate
}

func formDecode(decoder *form.Decoder) roundTrip {
	return parameter(func(texts []string, c carrier) error {
		values := make(url.Values)
		for _, text := range texts {
			values.Add("id", text)
		}
		return decoder.Decode(c, values)
	})
}

func formDecodeLine() *form.Decoder {
	decoder := form.NewDecoder()
	//snippet:go-playground/form/v4
	decoder.RegisterCustomTypeFunc(func(texts []string) (any, error) {
		return uuid.Parse(texts[0])
	}, uuid.UUID{})
	decoder.RegisterCustomTypeFunc(func(texts []string) (any, error) {
		var id uuid.Null
		err := id.UnmarshalText([]byte(texts[0]))
		return id, err
	}, uuid.Null{})
	//end
	return decoder
}

func formEncode(encoder *form.Encoder) roundTrip {
	return roundTrip{
		write: func(c carrier) (any, error) { return encoder.Encode(c) },
		read: func(written any, c carrier) error {
			text := written.(url.Values).Get("id")
			if text == "" {
				return nil
			}
			id, err := uuid.Parse(text)
			return c.keep(id, err)
		},
		form: known,
	}
}

func formEncodeLine() *form.Encoder {
	encoder := form.NewEncoder()
	//snippet:go-playground/form/v4
	encoder.RegisterCustomTypeFunc(func(id any) ([]string, error) {
		return []string{id.(uuid.UUID).String()}, nil
	}, uuid.UUID{})
	encoder.RegisterCustomTypeFunc(func(id any) ([]string, error) {
		return []string{id.(uuid.Null).String()}, nil
	}, uuid.Null{})
	//end
	return encoder
}

// ordered is not a version 4 UUID.
var ordered = uuid.NewV7()

var validation = []framework{
	{
		name:    "go-playground/validator/v10",
		through: "`required`",
		asIs:    every(valid(validator.New(), "required", nil)),
		line:    every(valid(validatorLine(), "required", nil)),
		holds:   func(id uuid.UUID) bool { return !id.IsNil() },
	},
	{
		name:    "go-playground/validator/v10",
		through: "`omitempty,uuid4`",
		asIs:    every(valid(validator.New(), "omitempty,uuid4", &ordered)),
		holds:   func(id uuid.UUID) bool { return id.Version() == 4 },
	},
	{
		name:    "go-playground/validator/v10",
		through: "`omitempty,uuid7`",
		asIs:    every(valid(validator.New(), "omitempty,uuid7", &example)),
		holds:   func(id uuid.UUID) bool { return id.Version() == 7 },
	},
	{
		name:    "go-playground/form/v4",
		through: "decoder",
		asIs:    every(formDecode(form.NewDecoder())),
		line:    every(formDecode(formDecodeLine())),
	},
	{
		name:    "go-playground/form/v4",
		through: "encoder",
		asIs:    every(formEncode(form.NewEncoder())),
		line:    every(formEncode(formEncodeLine())),
	},
}
