package frameworks

import (
	"encoding/json"
	"errors"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/jsonschema-go/jsonschema"
	invopop "github.com/invopop/jsonschema"
	"github.com/seed-8298af95/uuid"
	swaggest "github.com/swaggest/jsonschema-go"
)

// A generator returns a document's schema, in the schema type of the package under test.
type generator func(document any) (any, error)

// schema returns the generated schema, converted to the validator's type.
func (generate generator) schema(document any) (*jsonschema.Schema, error) {
	generated, err := generate(document)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(generated)
	if err != nil {
		return nil, err
	}
	s := new(jsonschema.Schema)
	return s, json.Unmarshal(data, s)
}

// schemaOf returns the JSON round trip, which also validates the JSON against the generated schema.
func schemaOf(generate generator) roundTrip {
	type checked struct {
		data []byte
		id   *jsonschema.Schema
	}
	return roundTrip{
		write: func(c carrier) (any, error) {
			schema, err := generate.schema(reflect.ValueOf(c).Elem().Interface())
			if err != nil {
				return nil, err
			}
			resolved, err := schema.Resolve(nil)
			if err != nil {
				return nil, err
			}
			data, err := json.Marshal(c)
			if err != nil {
				return nil, err
			}
			var instance any // the schema describes the JSON, not the Go value
			if err := json.Unmarshal(data, &instance); err != nil {
				return nil, err
			}
			return checked{data, schema.Properties["id"]}, resolved.Validate(instance)
		},
		read: func(written any, c carrier) error { return json.Unmarshal(written.(checked).data, c) },
		form: func(written any) string {
			if id := written.(checked).id; id == nil || id.Format != "uuid" {
				return ""
			}
			return "`format: uuid`"
		},
		missing: checked{data: []byte(`{"id": null}`)},
		empty:   checked{data: []byte(`{"id": ""}`)},
		bad:     []any{checked{data: []byte(`{"id": "garbage"}`)}},
	}
}

func googleSchema(options *jsonschema.ForOptions) generator {
	return func(document any) (any, error) { return jsonschema.ForType(reflect.TypeOf(document), options) }
}

func googleSchemaLine() roundTrip {
	//snippet:google/jsonschema-go
	options := &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[uuid.UUID]():  {Type: "string", Format: "uuid"},
		reflect.TypeFor[*uuid.UUID](): {Types: []string{"null", "string"}, Format: "uuid"},
		reflect.TypeFor[uuid.Null]():  {Types: []string{"null", "string"}, Format: "uuid"},
	}}
	//end
	return schemaOf(googleSchema(options))
}

func invopopSchema(reflector *invopop.Reflector) generator {
	reflector.DoNotReference = true
	return func(document any) (any, error) { return reflector.Reflect(document), nil }
}

func invopopSchemaLine() roundTrip {
	//snippet:invopop/jsonschema
	reflector := &invopop.Reflector{Mapper: func(t reflect.Type) *invopop.Schema {
		if t == reflect.TypeFor[uuid.UUID]() || t == reflect.TypeFor[uuid.Null]() {
			return &invopop.Schema{Type: "string", Format: "uuid"}
		}
		return nil
	}}
	//end
	return noNull(schemaOf(invopopSchema(reflector)))
}

// leftOut returns a round trip that cannot write a missing ID.
func leftOut(w roundTrip) roundTrip {
	write := w.write
	w.write = func(c carrier) (any, error) {
		if c.get() == nil {
			return nil, errNoPlace
		}
		return write(c)
	}
	return w
}

// noNull returns the JSON round trip for a schema that rejects null. It checks that the schema
// rejects null, and then skips the missing ID.
func noNull(w roundTrip) roundTrip {
	write := w.write
	w = leftOut(w)
	without := w.write
	w.write = func(c carrier) (any, error) {
		if _, err := write(c); c.get() == nil && err == nil {
			return nil, errors.New("the schema accepts null")
		}
		return without(c)
	}
	return w
}

func humaSchema(prepare func(huma.Registry)) generator {
	return func(document any) (any, error) {
		registry := huma.NewMapRegistry("#/", huma.DefaultSchemaNamer)
		prepare(registry)
		return huma.SchemaFromType(registry, reflect.TypeOf(document)), nil
	}
}

//snippet:danielgtaylor/huma/v2

type uuidText struct{ uuid.UUID }

func (uuidText) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "uuid"}
}

//end

func humaSchemaLine() roundTrip {
	return noNull(schemaOf(humaSchema(func(registry huma.Registry) {
		//snippet:danielgtaylor/huma/v2

		// for bodies and single parameters: a request panics if its query has an []uuid.UUID, so use a []string
		registry.RegisterTypeAlias(reflect.TypeFor[uuid.UUID](), reflect.TypeFor[uuidText]())
		registry.RegisterTypeAlias(reflect.TypeFor[uuid.Null](), reflect.TypeFor[uuidText]())
		//end
	})))
}

func swaggestSchema(reflector *swaggest.Reflector) generator {
	return func(document any) (any, error) { return reflector.Reflect(document, swaggest.InlineRefs) }
}

func swaggestSchemaLine() places {
	//snippet:swaggest/jsonschema-go
	var text swaggest.Schema
	text.WithType(swaggest.String.Type()).WithFormat("uuid")
	reflector := new(swaggest.Reflector)
	reflector.AddTypeMapping(uuid.UUID{}, text)
	reflector.AddTypeMapping(uuid.Null{}, text)
	//end
	w := schemaOf(swaggestSchema(reflector))
	return places{{plain: w, optional: w, nullable: noNull(w)}}
}

// These generators run without additional options.
var (
	googlePlain   = googleSchema(nil)
	invopopPlain  = invopopSchema(new(invopop.Reflector))
	humaPlain     = humaSchema(func(huma.Registry) {})
	swaggestPlain = swaggestSchema(new(swaggest.Reflector))
)

var schemaGenerators = []framework{
	{name: "google/jsonschema-go", through: "`For`", asIs: every(schemaOf(googlePlain)),
		line: every(googleSchemaLine())},
	{name: "invopop/jsonschema", through: "`Reflect`", asIs: every(schemaOf(invopopPlain)),
		line: every(invopopSchemaLine())},
	{name: "danielgtaylor/huma/v2", through: "schema", asIs: every(schemaOf(humaPlain)), line: every(humaSchemaLine())},
	{name: "swaggest/jsonschema-go", through: "`Reflect`", asIs: every(schemaOf(swaggestPlain)),
		line: swaggestSchemaLine()},
}
