package silent

import (
	"reflect"
	"strings"

	"github.com/go-playground/validator/v10"
	"github.com/seed-8298af95/uuid"
)

// judged validates field B of a struct with the IDs a and b, by a tag for B.
func judged[T any](validate *validator.Validate, tag string, a, b T) string {
	return outcome(func() (any, error) {
		field := func(name, tag string) reflect.StructField {
			return reflect.StructField{Name: name, Type: reflect.TypeFor[T](), Tag: reflect.StructTag(tag)}
		}
		doc := reflect.New(reflect.StructOf([]reflect.StructField{
			field("A", ""), field("B", `validate:"`+tag+`"`),
		})).Elem()
		doc.Field(0).Set(reflect.ValueOf(a))
		doc.Field(1).Set(reflect.ValueOf(b))
		if validate.Struct(doc.Interface()) != nil {
			return word("refuses it"), nil
		}
		return word("accepts it"), nil
	})
}

//snippet:silent/go-playground/validator/v10,tags

// textOf returns an ID as the tags compare it: its text, which is empty for Nil.
func textOf(v reflect.Value) any {
	var id uuid.UUID // stays Nil for a missing Null
	switch v := v.Interface().(type) {
	case uuid.UUID:
		id = v
	case uuid.Null:
		if v.Valid {
			id = v.UUID
		}
	case interface{ UUID() uuid.UUID }: // an ID[T], whose own text a mask may hide
		id = v.UUID()
	}
	if id.IsNil() {
		return ""
	}
	return id.String()
}

//end

type order struct{}

func (order) IDKind() uuid.Kind { return uuid.Kind{Prefix: "order", Mask: &mask} }

// seesText returns a validator for which an ID is its text.
func seesText() *validator.Validate {
	validate := validator.New()
	//snippet:silent/go-playground/validator/v10,tags
	// validator looks for the exact type, so register each
	validate.RegisterCustomTypeFunc(textOf, uuid.UUID{}, uuid.Null{}, uuid.ID[order]{})
	//end
	return validate
}

// verdicts judges B by each of the tags.
func verdicts[T any](validate *validator.Validate, a, b T, tags ...string) string {
	var results []string
	for _, tag := range tags {
		results = append(results, judged(validate, tag, a, b))
	}
	return distinct(results...)
}

// ordered judges two IDs in the right or wrong order by each of the tags.
func ordered(validate *validator.Validate, right bool, tags ...string) string {
	var results []string
	for _, tag := range tags {
		a, b := id, other // right if B must be the greater one
		if right == strings.HasPrefix(tag, "lt") {
			a, b = b, a
		}
		results = append(results, judged(validate, tag+"=A", a, b))
	}
	return distinct(results...)
}

const validatorPath = "go-playground/validator/v10"

// validatorRow judges B by each of the tags, as validator is and with the text of an ID.
func validatorRow(a, b uuid.UUID, what string, tags ...string) row {
	var names []string
	for _, tag := range tags {
		name, _, _ := strings.Cut(tag, "=")
		names = append(names, "`"+name+"`")
	}
	return row{
		tool: validatorPath, through: strings.Join(names, ", ") + ": " + what,
		result:  verdicts(validator.New(), a, b, tags...),
		instead: "[code](code.md#go-playgroundvalidatorv10-tags)",
		then:    verdicts(seesText(), a, b, tags...),
	}
}

func validatorRows() []row {
	text, otherText := id.String(), other.String()
	onlyUUID := validator.New()
	onlyUUID.RegisterCustomTypeFunc(textOf, uuid.UUID{})
	otherOwner := uuid.Null{UUID: other, Valid: true}
	return []row{
		validatorRow(id, other, "another ID", "eqfield=A", "eqcsfield=A", "fieldcontains=A"),
		validatorRow(id, other, "another ID", "nefield=A", "necsfield=A", "fieldexcludes=A"),
		validatorRow(id, id, "a right ID",
			"eq="+text, "eq_ignore_case="+text, "ne="+otherText, "ne_ignore_case="+otherText,
			"oneof="+text, "oneofci="+text, "noneof="+otherText,
			"required_if=A "+text, "required_unless=A "+text, "skip_unless=A "+text,
			"excluded_if=A "+otherText, "excluded_unless=A "+text),
		validatorRow(id, id, "a right ID", "len=36", "contains=01a2", "startswith=01a2", "endswith=4b5a"),
		validatorRow(id, id, "a wrong ID", "excludes=01a2", "startsnotwith=01a2", "endsnotwith=4b5a"),
		{
			tool: validatorPath, through: "`eqfield`: another `Null` or `ID[T]`, with the code for a `UUID`",
			result: distinct(
				judged(onlyUUID, "eqfield=A", owner, otherOwner),
				judged(onlyUUID, "eqfield=A", uuid.ID[order](id), uuid.ID[order](other)),
			),
			instead: "register each type",
			then: distinct(
				judged(seesText(), "eqfield=A", owner, otherOwner),
				judged(seesText(), "eqfield=A", uuid.ID[order](id), uuid.ID[order](other)),
			),
		}, {
			tool: validatorPath, through: "`gtefield`, `ltefield`, `gtecsfield`, `ltecsfield`: the wrong order",
			result: distinct(
				ordered(validator.New(), false, "gtefield", "ltefield", "gtecsfield", "ltecsfield"),
				ordered(seesText(), false, "gtefield", "ltefield"),
			),
			instead: "`gtecsfield` or `ltecsfield`, with the code",
			then:    ordered(seesText(), false, "gtecsfield", "ltecsfield"),
		}, {
			tool: validatorPath, through: "`gtfield`, `ltfield`, `gtcsfield`, `ltcsfield`: the right order",
			result: distinct(
				ordered(validator.New(), true, "gtfield", "ltfield", "gtcsfield", "ltcsfield"),
				ordered(seesText(), true, "gtfield", "ltfield"),
			),
			instead: "`gtcsfield` or `ltcsfield`, with the code",
			then:    ordered(seesText(), true, "gtcsfield", "ltcsfield"),
		},
	}
}
