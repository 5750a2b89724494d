package silent

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"

	"github.com/cloudwego/hertz/pkg/app/server/binding"
	"github.com/cloudwego/hertz/pkg/protocol"
	"github.com/cloudwego/hertz/pkg/route/param"
	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/seed-8298af95/uuid"
)

// hertzReads binds the query, the form and the header of a request, and returns the ID of each.
func hertzReads[Param any](config *binding.BindConfig) string {
	text := id.String()
	request := protocol.NewRequest(http.MethodPost, "/?id="+text, strings.NewReader("id="+text))
	request.Header.SetContentTypeBytes([]byte("application/x-www-form-urlencoded"))
	request.Header.Set("id", text)
	binder := binding.NewDefaultBinder(config)
	reads := func(bind func(*protocol.Request, any) error) string {
		return outcome(func() (any, error) {
			var filter struct {
				Value Param `query:"id" form:"id" header:"id"`
			}
			err := bind(request, &filter)
			if null, ok := any(filter.Value).(uuid.Null); ok && err == nil && !null.Valid {
				return word("missing"), nil
			}
			return filter.Value, err
		})
	}
	return distinct(reads(binder.BindQuery), reads(binder.BindForm), reads(binder.BindHeader))
}

// hertzKnows returns a configuration that reads IDs from their text.
func hertzKnows() *binding.BindConfig {
	//snippet:silent/cloudwego/hertz
	config := binding.NewBindConfig() // for server.WithBindConfig
	config.MustRegTypeUnmarshal(reflect.TypeFor[uuid.UUID](),
		func(_ *protocol.Request, _ param.Params, text string) (reflect.Value, error) {
			id, err := uuid.Parse(text)
			return reflect.ValueOf(id), err
		})
	config.MustRegTypeUnmarshal(reflect.TypeFor[uuid.Null](),
		func(_ *protocol.Request, _ param.Params, text string) (reflect.Value, error) {
			var null uuid.Null
			err := null.UnmarshalText([]byte(text))
			return reflect.ValueOf(null), err
		})
	//end
	return config
}

// uuidText gives an ID the schema of a string, as in code.md.
type uuidText struct{ uuid.UUID }

func (uuidText) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "uuid"}
}

// humaReads sends huma a request whose query contains an ID, and returns what the handler reads.
func humaReads[Param any]() string {
	type input struct {
		Value Param `query:"id" format:"uuid"`
	}
	config := huma.DefaultConfig("test", "1")
	config.Components.Schemas.RegisterTypeAlias(reflect.TypeFor[uuid.UUID](), reflect.TypeFor[uuidText]())
	config.Components.Schemas.RegisterTypeAlias(reflect.TypeFor[uuid.Null](), reflect.TypeFor[uuidText]())
	mux := http.NewServeMux()
	var read any
	registered := outcome(func() (any, error) {
		huma.Get(humago.New(mux, config), "/things", func(_ context.Context, in *input) (*struct{}, error) {
			read = in.Value
			return nil, nil
		})
		return word("registered"), nil
	})
	if registered == panics {
		return panics + " at the registration"
	}
	result := outcome(func() (any, error) {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/things?id="+id.String(), nil))
		if w.Code >= http.StatusBadRequest {
			return nil, errors.New(w.Body.String())
		}
		return read, nil
	})
	if result == panics {
		return panics + " at the request"
	}
	return result
}

func parameterRows() []row {
	const hertz, huma2 = "cloudwego/hertz", "danielgtaylor/huma/v2"
	plain, knows := binding.NewBindConfig(), hertzKnows()
	return []row{
		{
			tool: hertz, through: "query, form, header, `Null`", result: hertzReads[uuid.Null](plain),
			instead: "[code](code.md#cloudwegohertz)", then: hertzReads[uuid.Null](knows),
		}, {
			tool: hertz, through: "query, form, header, `UUID` or `*UUID`",
			result:  distinct(hertzReads[uuid.UUID](plain), hertzReads[*uuid.UUID](plain)),
			instead: "[code](code.md#cloudwegohertz)",
			then:    distinct(hertzReads[uuid.UUID](knows), hertzReads[*uuid.UUID](knows)),
		}, {
			tool: huma2, through: "query, `[]UUID`, `[]Null` or `[]*UUID`",
			result:  distinct(humaReads[[]uuid.UUID](), humaReads[[]uuid.Null](), humaReads[[]*uuid.UUID]()),
			instead: "`[]string` with `format:\"uuid\"`, and parse each", then: humaReads[[]string](),
		}, {
			tool: huma2, through: "query, `*UUID`", result: humaReads[*uuid.UUID](),
			instead: "a `Null` or `UUID`", then: distinct(humaReads[uuid.Null](), humaReads[uuid.UUID]()),
		},
	}
}
