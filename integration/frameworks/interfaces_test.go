package frameworks

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"

	"github.com/99designs/gqlgen/graphql"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/frameworks/easyjson"
	"github.com/seed-8298af95/uuid/integration/frameworks/gqlgen/scalar"
	"github.com/seed-8298af95/uuid/integration/frameworks/ogen"
	"github.com/seed-8298af95/uuid/integration/frameworks/openapi"
	"github.com/seed-8298af95/uuid/integration/frameworks/protobuf"
	"google.golang.org/protobuf/proto"
)

// message returns the round trip through a Protocol Buffers message.
func message(write func(*protobuf.Thing, carrier), read func(*protobuf.Thing, carrier) error, bad *protobuf.Thing) roundTrip {
	return roundTrip{
		write: func(c carrier) (any, error) {
			var thing protobuf.Thing
			write(&thing, c)
			return proto.Marshal(&thing)
		},
		read: func(written any, c carrier) error {
			var thing protobuf.Thing
			if err := proto.Unmarshal(written.([]byte), &thing); err != nil {
				return err
			}
			return read(&thing, c)
		},
		form:    known,
		missing: []byte(nil), // a message without fields
		bad:     []any{marshaled(bad)},
	}
}

func marshaled(thing *protobuf.Thing) []byte {
	data, err := proto.Marshal(thing)
	if err != nil {
		panic(err)
	}
	return data
}

var messageBytes = places{{
	plain: message(
		func(thing *protobuf.Thing, c carrier) {
			id := c.(*doc[uuid.UUID]).ID
			//snippet:google.golang.org/protobuf
			// bytes, UUID: Id shares its memory with id, so write id := id first if id changes later
			thing.Id = id[:]
			//end
		},
		func(thing *protobuf.Thing, c carrier) error {
			//snippet:google.golang.org/protobuf
			id, err := uuid.FromBytes(thing.GetId())
			//end
			return c.keep(id, err)
		},
		&protobuf.Thing{Id: []byte(garbage)},
	),
	nullable: message(
		func(thing *protobuf.Thing, c carrier) {
			null := c.(*doc[uuid.Null]).ID
			//snippet:google.golang.org/protobuf

			// bytes, Null: empty if it is missing
			thing.Id, _ = null.MarshalBinary()
			//end
		},
		func(thing *protobuf.Thing, c carrier) error {
			null := &c.(*doc[uuid.Null]).ID
			//snippet:google.golang.org/protobuf
			err := null.UnmarshalBinary(thing.GetId())
			//end
			return err
		},
		&protobuf.Thing{Id: []byte(garbage)},
	),
}}

var messageString = places{{
	plain: message(
		func(thing *protobuf.Thing, c carrier) {
			id := c.(*doc[uuid.UUID]).ID
			//snippet:google.golang.org/protobuf

			// string, UUID
			thing.Ref = id.String()
			//end
		},
		func(thing *protobuf.Thing, c carrier) error {
			//snippet:google.golang.org/protobuf
			id, err := uuid.Parse(thing.GetRef())
			//end
			return c.keep(id, err)
		},
		&protobuf.Thing{Ref: garbage},
	),
	nullable: message(
		func(thing *protobuf.Thing, c carrier) {
			null := c.(*doc[uuid.Null]).ID
			//snippet:google.golang.org/protobuf

			// string, Null: empty if it is missing
			thing.Ref = null.String()
			//end
		},
		func(thing *protobuf.Thing, c carrier) error {
			null := &c.(*doc[uuid.Null]).ID
			//snippet:google.golang.org/protobuf
			err := null.UnmarshalText([]byte(thing.GetRef()))
			//end
			return err
		},
		&protobuf.Thing{Ref: garbage},
	),
}}

// graphQL is the round trip through a GraphQL scalar. graphQL does the same as the code that gqlgen
// generates for nullable values.
var graphQL = roundTrip{
	write: func(c carrier) (any, error) {
		var b bytes.Buffer
		if id := c.get(); id != nil {
			scalar.MarshalUUID(*id).MarshalGQL(&b)
		} else {
			graphql.Null.MarshalGQL(&b)
		}
		return b.Bytes(), nil
	},
	read: func(written any, c carrier) error {
		var v any
		if err := json.Unmarshal(written.([]byte), &v); err != nil {
			return err
		}
		if v == nil {
			return nil
		}
		id, err := scalar.UnmarshalUUID(v)
		return c.keep(id, err)
	},
	form: known,
	bad:  []any{[]byte(`"garbage"`), []byte("42")},
}

// graphQLFields returns the round trips through the GraphQL types UUID! and UUID. A UUID! is never
// null.
func graphQLFields() roundTrips {
	field := graphQL
	field.missing = []byte("null")
	return roundTrips{plain: graphQL, optional: field}
}

// A thingServer responds with the parameters that the generated code of oapi-codegen has read.
type thingServer struct{}

func (thingServer) GetThing(w http.ResponseWriter, r *http.Request, id openapi.ID, params openapi.GetThingParams) {
	json.NewEncoder(w).Encode(openapi.Thing{Id: id, Owner: params.Owner, Boss: params.Boss})
}

func (thingServer) GetMember(w http.ResponseWriter, r *http.Request, id openapi.MemberID, params openapi.GetMemberParams) {
	json.NewEncoder(w).Encode(openapi.Member{Id: id, Referrer: params.Referrer})
}

// openAPI sends a request to the server and reads the response.
func openAPI(target string, c carrier) (err error) {
	handler := openapi.HandlerWithOptions(thingServer{}, openapi.StdHTTPServerOptions{
		ErrorHandlerFunc: func(w http.ResponseWriter, r *http.Request, e error) { err = e },
	})
	response := httptest.NewRecorder()
	handler.ServeHTTP(response, httptest.NewRequest(http.MethodGet, target, nil))
	if err != nil {
		return err
	}
	return openAPIBody.read(response.Body.Bytes(), c)
}

var openAPIPath = path(func(text string, c carrier) error { return openAPI("/things/"+text, c) })

func openAPIQuery(name string) roundTrip {
	return parameter(func(texts []string, c carrier) error {
		return openAPI("/things/"+example.String()+"?"+url.Values{name: texts}.Encode(), c)
	})
}

// openAPIBody is the round trip through a JSON body.
var openAPIBody = roundTrip{
	write: func(c carrier) (any, error) {
		var thing openapi.Thing
		put(c, &thing.Id, &thing.Owner, &thing.Boss)
		return json.Marshal(thing)
	},
	read: func(written any, c carrier) error {
		var thing openapi.Thing
		if err := json.Unmarshal(written.([]byte), &thing); err != nil {
			return err
		}
		return pick(c, thing.Id, thing.Owner, thing.Boss)
	},
	form:  known,
	empty: []byte(`{"id": "", "owner": "", "boss": ""}`),
	bad:   []any{[]byte(`{"id": "garbage", "owner": "garbage", "boss": "garbage"}`)},
}

// An ogenAPI responds with the parameters that the generated code of ogen has read.
type ogenAPI struct{}

func (ogenAPI) GetThing(_ context.Context, params ogen.GetThingParams) (*ogen.Thing, error) {
	return &ogen.Thing{ID: params.ID, Owner: params.Owner}, nil
}

func (ogenAPI) GetMember(_ context.Context, params ogen.GetMemberParams) (*ogen.Member, error) {
	return &ogen.Member{ID: params.ID, Referrer: params.Referrer}, nil
}

// ogenGet sends a request to the server and returns the response or the server's error.
func ogenGet(target string) (body []byte, err error) {
	handler, started := ogen.NewServer(ogenAPI{}, ogen.WithErrorHandler(
		func(_ context.Context, _ http.ResponseWriter, _ *http.Request, e error) { err = e },
	))
	if started != nil {
		return nil, started
	}
	response := httptest.NewRecorder()
	handler.ServeHTTP(response, httptest.NewRequest(http.MethodGet, target, nil))
	return response.Body.Bytes(), err
}

// ogenRequest sends a request and reads the response.
func ogenRequest(target string, c carrier) error {
	body, err := ogenGet(target)
	if err != nil {
		return err
	}
	return ogenBody.read(body, c)
}

var ogenPath = path(func(text string, c carrier) error { return ogenRequest("/things/"+text, c) })

var ogenQuery = parameter(func(texts []string, c carrier) error {
	return ogenRequest("/things/"+example.String()+"?"+url.Values{"owner": texts}.Encode(), c)
})

// ogenBody is the round trip through a JSON body. For an optional field, ogen generates its own
// type, which the test uses as a *UUID.
var ogenBody = roundTrip{
	write: func(c carrier) (any, error) {
		var thing ogen.Thing
		switch id := c.field().(type) {
		case uuid.UUID:
			thing.ID = id
		case *uuid.UUID:
			if id != nil {
				thing.Owner.SetTo(*id)
			}
		}
		return thing.MarshalJSON()
	},
	read: func(written any, c carrier) error {
		var thing ogen.Thing
		if err := thing.UnmarshalJSON(written.([]byte)); err != nil {
			return err
		}
		switch dst := c.pointer().(type) {
		case *uuid.UUID:
			*dst = thing.ID
		case **uuid.UUID:
			*dst = nil
			if thing.Owner.Set {
				*dst = &thing.Owner.Value
			}
		}
		return nil
	},
	form:  known,
	empty: []byte(`{"id": "", "owner": ""}`),
	bad:   []any{[]byte(`{"id": "garbage", "owner": "garbage"}`)},
}

// easyJSON is the round trip through JSON with code that easyjson generated.
var easyJSON = roundTrip{
	write: func(c carrier) (any, error) {
		var thing easyjson.Thing
		put(c, &thing.ID, &thing.Boss, &thing.Owner)
		return thing.MarshalJSON()
	},
	read: func(written any, c carrier) error {
		// If reading fails, the document must keep its old ID.
		var thing easyjson.Thing
		put(c, &thing.ID, &thing.Boss, &thing.Owner)
		if err := thing.UnmarshalJSON(written.([]byte)); err != nil {
			return err
		}
		return pick(c, thing.ID, thing.Boss, thing.Owner)
	},
	form:    known,
	missing: []byte(`{"id": null, "boss": null, "owner": null}`),
	empty:   []byte(`{"id": "", "boss": "", "owner": ""}`),
	bad:     []any{[]byte(`{"id": "garbage", "boss": "garbage", "owner": "garbage"}`)},
}

var interfaces = []framework{
	{name: "google.golang.org/protobuf", through: "`bytes`", line: messageBytes},
	{name: "google.golang.org/protobuf", through: "`string`", line: messageString},
	{name: "99designs/gqlgen", through: "scalar", line: places{graphQLFields()}},
	{name: "oapi-codegen/oapi-codegen", through: "path, query", line: places{{openAPIPath, openAPIQuery("owner"), openAPIQuery("boss")}}},
	{name: "oapi-codegen/oapi-codegen", through: "JSON", line: generated(openAPIBody)},
	{name: "ogen-go/ogen", through: "path, query", line: places{{plain: ogenPath, optional: ogenQuery}}},
	{name: "ogen-go/ogen", through: "JSON", line: places{{plain: ogenBody, optional: ogenBody}}},
	{name: "mailru/easyjson", through: "generated code", asIs: every(easyJSON)},
}
