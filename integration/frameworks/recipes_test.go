package frameworks

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/frameworks/gqlgen"
	"github.com/seed-8298af95/uuid/integration/frameworks/gqlgen/scalar"
	"github.com/seed-8298af95/uuid/integration/frameworks/ogen"
	"github.com/seed-8298af95/uuid/integration/frameworks/openapi"
	"github.com/seed-8298af95/uuid/integration/frameworks/shop"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
)

var memberID = shop.MemberID(exampleV7)

// TestRecipes checks that code.md shows the code for typed IDs, which the tests below run, and the
// code that package silent runs.
func TestRecipes(t *testing.T) {
	all := snippets(t)
	for _, section := range []struct{ block, prefix, suffix string }{
		{block: "typed-lines", prefix: "typed/", suffix: ", typed IDs"},
		{block: "silent-lines", prefix: "silent/"},
	} {
		var b strings.Builder
		for _, name := range slices.Sorted(maps.Keys(all)) {
			title, ok := strings.CutPrefix(name, section.prefix)
			if !ok {
				continue
			}
			fmt.Fprintf(&b, "\n### %s%s\n", strings.ReplaceAll(title, ",", ", "), section.suffix)
			for _, block := range all[name] {
				fmt.Fprintf(&b, "\n```%s\n%s\n```\n", block.language,
					strings.Trim(strings.Join(block.pieces, ""), "\n"))
			}
		}
		readme.Block(t, "code.md", section.block, b.String())
	}
}

// TestRecipeOpenAPI sends a masked ID in a path and in a query.
func TestRecipeOpenAPI(t *testing.T) {
	get := func(target string) (*httptest.ResponseRecorder, error) {
		var failed error // the server passes a parameter error to the error handler
		handler := openapi.HandlerWithOptions(thingServer{}, openapi.StdHTTPServerOptions{
			ErrorHandlerFunc: func(w http.ResponseWriter, r *http.Request, err error) { failed = err },
		})
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, target, nil))
		return w, failed
	}
	w, err := get("/members/" + memberID.String() + "?referrer=" + memberID.String())
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf(`{"id":"%v","referrer":"%[1]v"}`+"\n", memberID); w.Body.String() != want {
		t.Errorf("got %s, want %s", w.Body, want)
	}
	var got openapi.Member
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || got.Id != memberID || *got.Referrer != memberID {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := get("/members/" + uuid.ID[prefixed](exampleV7).String()); err == nil ||
		!strings.Contains(err.Error(), `wrong prefix, want "member"`) {
		t.Errorf("an ID with another prefix: %v", err)
	}
}

// TestRecipeOgen sends a masked ID in a path and in a query.
func TestRecipeOgen(t *testing.T) {
	body, err := ogenGet("/members/" + memberID.String() + "?referrer=" + memberID.String())
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf(`{"id":"%v","referrer":"%[1]v"}`, memberID); string(body) != want {
		t.Errorf("got %s, want %s", body, want)
	}
	var got ogen.Member
	if err := got.UnmarshalJSON(body); err != nil || got.ID.MemberID != memberID ||
		got.Referrer.Value.MemberID != memberID {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := ogenGet("/members/" + uuid.ID[prefixed](exampleV7).String()); err == nil ||
		!strings.Contains(err.Error(), `wrong prefix, want "member"`) {
		t.Errorf("an ID with another prefix: %v", err)
	}
}

// TestRecipeGraphQL writes and reads an ID in a struct that gqlgen generated.
func TestRecipeGraphQL(t *testing.T) {
	member := gqlgen.Member{ID: memberID}
	var b bytes.Buffer
	scalar.MarshalMemberID(member.ID).MarshalGQL(&b)
	if b.String() != `"`+memberID.String()+`"` {
		t.Errorf("got %s", &b)
	}
	if got, err := scalar.UnmarshalMemberID(memberID.String()); got != memberID || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []any{42, uuid.ID[prefixed](exampleV7).String()} {
		if got, err := scalar.UnmarshalMemberID(bad); err == nil {
			t.Errorf("%v was read as %v without an error", bad, got)
		}
	}
}

// TestRecipeProtobuf writes and reads the plain ID as bytes and the masked ID as a string.
func TestRecipeProtobuf(t *testing.T) {
	var thing protoThing
	id := memberID
	read := func(got shop.MemberID, err error) {
		t.Helper()
		if got != id || err != nil {
			t.Errorf("got %v, %v; want %v", got, err, id)
		}
	}
	{
		//snippet:typed/google.golang.org/protobuf
		// bytes, for services that may see the time: id[:] is the plain ID and shares memory with id
		thing.Id = id[:]
		u, err := uuid.FromBytes(thing.GetId())
		member := shop.MemberID(u)
		//end
		read(member, err)
	}
	if !bytes.Equal(thing.Id, exampleV7[:]) {
		t.Errorf("%x is not the plain ID", thing.Id)
	}
	{
		//snippet:typed/google.golang.org/protobuf

		// string, for all other services: the string has the prefix and hides the time
		thing.Ref = id.String()
		member, err := uuid.ParseID[shop.Member](thing.GetRef())
		//end
		read(member, err)
	}
	if thing.Ref != memberID.String() || strings.Contains(thing.Ref, exampleV7.String()) {
		t.Errorf("%s is not the masked ID", thing.Ref)
	}
}

//snippet:typed/danielgtaylor/huma/v2

type memberText struct{ shop.MemberID }

func (memberText) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: "^member_[0-7][0-9a-hjkmnp-tv-z]{25}$"}
}

//end

// TestRecipeHuma validates an ID's string against the schema of its type alias.
func TestRecipeHuma(t *testing.T) {
	registry := huma.NewMapRegistry("#/", huma.DefaultSchemaNamer)
	//snippet:typed/danielgtaylor/huma/v2

	registry.RegisterTypeAlias(reflect.TypeFor[shop.MemberID](), reflect.TypeFor[memberText]())
	//end
	schema := huma.SchemaFromType(registry, reflect.TypeFor[struct {
		ID shop.MemberID `json:"id"`
	}]())
	schema.PrecomputeMessages() // also compiles the pattern
	for text, valid := range map[string]bool{
		memberID.String():  true,
		exampleV7.String(): false,
		"user_" + strings.TrimPrefix(memberID.String(), "member_"): false,
	} {
		result := new(huma.ValidateResult)
		huma.Validate(registry, schema, huma.NewPathBuffer(nil, 0), huma.ModeWriteToServer, map[string]any{"id": text},
			result)
		if (len(result.Errors) == 0) != valid {
			t.Errorf("%s: %v", text, result.Errors)
		}
	}
}
