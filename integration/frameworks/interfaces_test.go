package frameworks

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"

	"github.com/99designs/gqlgen/graphql"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/frameworks/gqlgen/scalar"
	"github.com/seed-8298af95/uuid/integration/frameworks/openapi"
	"github.com/seed-8298af95/uuid/integration/frameworks/protobuf"
	"google.golang.org/protobuf/proto"
)

// message is the way through a message of Protocol Buffers.
func message(write func(*protobuf.Thing, carrier), read func(*protobuf.Thing, carrier) error, bad *protobuf.Thing) way {
	return way{
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
		missing: []byte(nil),
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
			// bytes, UUID
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

// graphQL does what the code does that gqlgen generates for values that may be
// null.
var graphQL = way{
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

// graphQLFields is the ways of UUID! and UUID: the first is never null.
func graphQLFields() ways {
	field := graphQL
	field.missing = []byte("null")
	return ways{plain: graphQL, optional: field}
}

// A thingServer sends back what the code found that oapi-codegen generated.
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

func openAPIQuery(name string) way {
	return parameter(func(texts []string, c carrier) error {
		return openAPI("/things/"+example.String()+"?"+url.Values{name: texts}.Encode(), c)
	})
}

// openAPIBody is the way through a body of JSON.
var openAPIBody = way{
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

var interfaces = []framework{
	{name: "google.golang.org/protobuf", through: "`bytes`", line: messageBytes},
	{name: "google.golang.org/protobuf", through: "`string`", line: messageString},
	{name: "99designs/gqlgen", through: "scalar", line: places{graphQLFields()}},
	{name: "oapi-codegen/oapi-codegen", through: "path, query", line: places{{openAPIPath, openAPIQuery("owner"), openAPIQuery("boss")}}},
	{name: "oapi-codegen/oapi-codegen", through: "JSON", line: generated(openAPIBody)},
}
