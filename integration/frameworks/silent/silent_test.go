// Package silent tests tools that lose an ID, confuse two IDs, or show a hidden one, without an
// error. Each row also runs what to write instead.
package silent

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/cristalhq/aconfig"
	"github.com/dop251/goja"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-viper/mapstructure/v2"
	"github.com/gomodule/redigo/redis"
	"github.com/jinzhu/copier"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
)

type hidden struct{}

func (hidden) IDKind() uuid.Kind { return uuid.Kind{Mask: &mask} }

var (
	mask     = must(uuid.NewMask([]byte("a key of 16 byte"), []byte("hidden")))
	id       = uuid.MustParse("01a2205c-1f4d-7c3b-8a55-0f1e2d3c4b5a")
	other    = uuid.MustParse("01a2205c-1f4d-7c3b-8a55-0f1e2d3c4b5b")
	owner    = uuid.Null{UUID: id, Valid: true}
	hiddenID = uuid.ID[hidden](id)
	absent   *uuid.UUID
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A word is a result that is not a value of a tool.
type word string

// seen describes what a tool wrote or read.
func seen(v any) string {
	text := fmt.Sprint(v)
	switch {
	case reflect.TypeOf(v) == reflect.TypeFor[word]():
		return text
	case text == "":
		return "empty"
	case strings.Contains(text, id.String()):
		return "the ID"
	case strings.Contains(text, hiddenID.String()):
		return "the hidden ID"
	case strings.Contains(text, strings.Trim(fmt.Sprint(id[:4]), "[]")),
		strings.Contains(text, strings.ReplaceAll(strings.Trim(fmt.Sprint(id[:4]), "[]"), " ", ",")):
		return "16 numbers"
	case strings.Contains(text, string(id[:])):
		return "16 bytes"
	case strings.Contains(text, other.String()):
		return "**the old ID**"
	case strings.Contains(text, uuid.Nil().String()):
		return "**Nil**"
	}
	return "`" + text + "`"
}

const panics = "**panic**"

// outcome returns what f returns, or tells of its error or panic.
func outcome(f func() (any, error)) (result string) {
	defer func() {
		if recover() != nil {
			result = panics
		}
	}()
	v, err := f()
	if err != nil {
		return "error"
	}
	return seen(v)
}

// distinct lists results that share a cell, each once.
func distinct(results ...string) string {
	slices.Sort(results)
	return strings.Join(slices.Compact(results), ", ")
}

func asText(o *attributevalue.EncoderOptions)   { o.UseEncodingMarshalers = true }
func fromText(o *attributevalue.DecoderOptions) { o.UseEncodingUnmarshalers = true }

// dynamoForm returns the form of an attribute value.
func dynamoForm(value types.AttributeValue, err error) string {
	return outcome(func() (any, error) {
		switch value := value.(type) {
		case *types.AttributeValueMemberS:
			return value.Value, err
		case *types.AttributeValueMemberB:
			return string(value.Value), err
		}
		return word("another value"), err
	})
}

// dynamoArgument returns the form of the only value in a condition.
func dynamoArgument(value expression.ValueBuilder) string {
	condition := expression.Name("id").Equal(value)
	built, err := expression.NewBuilder().WithCondition(condition).Build()
	return dynamoForm(built.Values()[":0"], err)
}

// dynamoOmits stores a document and returns what its ID became.
func dynamoOmits(doc any) string {
	return outcome(func() (any, error) {
		item, err := attributevalue.MarshalMapWithOptions(doc, asText)
		if err != nil || item["id"] == nil {
			return word("no attribute"), err
		}
		return item["id"].(*types.AttributeValueMemberS).Value, nil
	})
}

// dynamoSet stores IDs by a tag and reads them again.
func dynamoSet[Doc any](doc Doc) string {
	return outcome(func() (any, error) {
		item, err := attributevalue.MarshalMapWithOptions(doc, asText)
		if err != nil {
			return nil, err
		}
		var read Doc
		err = attributevalue.UnmarshalMapWithOptions(item, &read, fromText)
		return read, err
	})
}

// copied copies a field to a field that contains before.
func copied[To, From any](from From, before To, options ...copier.TypeConverter) string {
	return outcome(func() (any, error) {
		source, destination := struct{ ID From }{from}, struct{ ID To }{before}
		err := copier.CopyWithOption(&destination, source, copier.Option{Converters: options})
		return destination.ID, err
	})
}

var (
	fromNull = copier.TypeConverter{SrcType: uuid.Null{}, DstType: uuid.UUID{}, Fn: func(v any) (any, error) {
		return v.(uuid.Null).UUID, nil // Nil if it is missing
	}}
	fromPointer = copier.TypeConverter{SrcType: absent, DstType: uuid.UUID{}, Fn: func(v any) (any, error) {
		if id := v.(*uuid.UUID); id != nil {
			return *id, nil
		}
		return uuid.Nil(), nil
	}}
	parsed = copier.TypeConverter{SrcType: "", DstType: uuid.UUID{}, Fn: func(v any) (any, error) {
		return uuid.Parse(v.(string))
	}}
)

// scripted runs JSON.stringify on a value.
func scripted(v any) string {
	return outcome(func() (any, error) {
		vm := goja.New()
		if err := vm.Set("v", v); err != nil {
			return nil, err
		}
		return vm.RunString("JSON.stringify(v)")
	})
}

// keys counts the different keys of two IDs of version 4, whose type has a mask.
func keys(key func(uuid.ID[hidden]) string) string {
	a, b := uuid.ID[hidden](uuid.NewV4()), uuid.ID[hidden](uuid.NewV4())
	if key(a) == key(b) {
		return "**one key** for all"
	}
	return "two keys"
}

// redigoStores stores a value in a real server and returns it.
func redigoStores(v any) string {
	return outcome(func() (any, error) {
		conn, err := redis.Dial("tcp", cmp.Or(os.Getenv("INTEGRATION_REDIS"), "127.0.0.1:6379"))
		if err != nil {
			return nil, err
		}
		defer conn.Close()
		key := "integration:" + uuid.NewV4().String()
		if _, err := conn.Do("SET", key, v, "EX", 60); err != nil {
			return nil, err
		}
		return redis.String(conn.Do("GET", key))
	})
}

// asMap converts a struct with an Owner to a map.
func asMap(doc any) string {
	return outcome(func() (any, error) {
		var m map[string]any
		err := mapstructure.Decode(doc, &m)
		if _, isMap := m["Owner"].(map[string]any); isMap {
			return word("a map"), err
		}
		return m["Owner"], err
	})
}

// decoded decodes a value into an ID that was set before, strictly and weakly.
func decoded(from any, before uuid.UUID, hook mapstructure.DecodeHookFunc) string {
	decode := func(weakly bool) string {
		return outcome(func() (any, error) {
			doc := struct{ ID uuid.UUID }{before}
			decoder, err := mapstructure.NewDecoder(&mapstructure.DecoderConfig{
				WeaklyTypedInput: weakly, Result: &doc, DecodeHook: hook,
			})
			if err != nil {
				return nil, err
			}
			err = decoder.Decode(map[string]any{"ID": from})
			if doc.ID != id && doc.ID != before {
				return word("**another ID**"), err
			}
			return doc.ID, err
		})
	}
	return distinct(decode(false), decode(true))
}

// onlyText is a hook that makes IDs of nothing but text.
var onlyText = mapstructure.ComposeDecodeHookFunc(
	func(from, to reflect.Type, data any) (any, error) {
		if to == reflect.TypeFor[uuid.UUID]() && from != to && from.Kind() != reflect.String {
			return nil, fmt.Errorf("%v is not a text", data)
		}
		return data, nil
	},
	mapstructure.TextUnmarshallerHookFunc(),
)

// configured loads a configuration from the environment.
func configured[Owner any]() string {
	return outcome(func() (any, error) {
		const variable = "SILENT_TEST_OWNER"
		os.Setenv(variable, id.String())
		defer os.Unsetenv(variable)
		var settings struct{ Owner Owner }
		err := aconfig.LoaderFor(&settings, aconfig.Config{
			SkipFiles: true, SkipFlags: true, EnvPrefix: "SILENT_TEST",
		}).Load()
		text, failed := json.Marshal(settings.Owner)
		if failed != nil {
			return nil, failed
		}
		return string(text), err
	})
}

// kinOpenAPI validates a version 7 ID with a format.
func kinOpenAPI(format string) string {
	return outcome(func() (any, error) {
		check := openapi3.WithStringFormatValidator("uuid", openapi3.NewRegexpFormatValidator(format))
		if openapi3.NewUUIDSchema().VisitJSON(id.String(), check) != nil {
			return word("refuses it"), nil
		}
		return word("accepts it"), nil
	})
}

type (
	omitted[ID any] struct {
		ID ID `dynamodbav:"id,omitempty"`
	}
	stringSet[ID any] struct {
		IDs []ID `dynamodbav:"ids,stringset"`
	}
	binarySet struct {
		IDs []uuid.UUID `dynamodbav:"ids,binaryset"`
	}
)

// A row is a row of the table in README.md.
type row struct {
	tool    string
	through string
	result  string
	instead string // what to write instead
	then    string // the result of that
}

func rows() []row {
	const dynamo = "aws/aws-sdk-go-v2"
	const mapped, allButText = "go-viper/mapstructure/v2", "a hook that refuses all but text"
	withOptions := func(o *expression.ValueBuilderOptions) {
		o.EncoderOptions = append(o.EncoderOptions, asText)
	}
	inText := uuid.ID[hidden].String
	inPlain := func(id uuid.ID[hidden]) string { return id.UUID().String() }
	return []row{
		{
			tool: dynamo, through: "`expression.Value(id)`", result: dynamoArgument(expression.Value(id)),
			instead: "`ValueWithOptions` with the encoder",
			then:    dynamoArgument(expression.ValueWithOptions(id, withOptions)),
		}, {
			tool: dynamo, through: "`attributevalue.Marshal(id)`", result: dynamoForm(attributevalue.Marshal(id)),
			instead: "`MarshalWithOptions` with the encoder",
			then:    dynamoForm(attributevalue.MarshalWithOptions(id, asText)),
		}, {
			tool: dynamo, through: "an ID with a mask, with the encoder",
			result:  dynamoForm(attributevalue.MarshalWithOptions(hiddenID, asText)),
			instead: "`id.UUID()` as the field",
			then:    dynamoForm(attributevalue.MarshalWithOptions(hiddenID.UUID(), asText)),
		}, {
			tool: dynamo, through: "`omitempty`, Nil", result: dynamoOmits(omitted[uuid.UUID]{}),
			instead: "`*UUID`", then: dynamoOmits(omitted[*uuid.UUID]{}),
		}, {
			tool: dynamo, through: "`stringset` or `binaryset` of `[]UUID`, read",
			result: distinct(
				dynamoSet(stringSet[uuid.UUID]{[]uuid.UUID{id}}), dynamoSet(binarySet{[]uuid.UUID{id}}),
			),
			instead: "`stringset` of `[]string`",
			then:    dynamoSet(stringSet[string]{[]string{id.String()}}),
		}, {
			tool: "jinzhu/copier", through: "`Null` to a `UUID`", result: copied(owner, other),
			instead: "a `TypeConverter`", then: copied(owner, other, fromNull),
		}, {
			tool: "jinzhu/copier", through: "a missing `Null` to a `UUID`", result: copied(uuid.Null{}, other),
			instead: "a `TypeConverter`", then: copied(uuid.Null{}, other, fromNull),
		}, {
			tool: "jinzhu/copier", through: "a nil `*UUID` to a `UUID`", result: copied(absent, other),
			instead: "a `TypeConverter`", then: copied(absent, other, fromPointer),
		}, {
			tool: "jinzhu/copier", through: "text that is empty, or no ID, to a `UUID`",
			result:  distinct(copied("", other), copied("garbage", other)),
			instead: "a `TypeConverter`",
			then:    distinct(copied("", other, parsed), copied("garbage", other, parsed)),
		}, {
			tool: "jinzhu/copier", through: "`[]string` to `[]UUID`",
			result:  copied([]string{id.String()}, []uuid.UUID(nil)),
			instead: "a loop over `Parse`", then: seen([]uuid.UUID{must(uuid.Parse(id.String()))}),
		}, {
			tool: "jinzhu/copier", through: "`Binary` to a `string`", result: copied(uuid.Binary(id), ""),
			instead: "copy the `String()`", then: copied(uuid.Binary(id).String(), ""),
		}, {
			tool: "dop251/goja", through: "`JSON.stringify`, a `UUID`, `Binary`, or an ID with a mask",
			result:  distinct(scripted(id), scripted(uuid.Binary(id)), scripted(hiddenID)),
			instead: "`vm.Set` of `id.String()`", then: distinct(scripted(id.String()), scripted(hiddenID.String())),
		}, {
			tool: "any key", through: "`\"thing:\" + id.String()`, version 4 of a type with a mask",
			result:  keys(inText),
			instead: "`id.UUID().String()`", then: keys(inPlain),
		}, {
			tool: "gomodule/redigo", through: "an ID with a mask", result: redigoStores(hiddenID),
			instead: "`id.UUID()`", then: redigoStores(hiddenID.UUID()),
		}, {
			tool: "gomodule/redigo", through: "a nil `*UUID`", result: redigoStores(absent),
			instead: "`Null`", then: redigoStores(uuid.Null{}),
		}, {
			tool: mapped, through: "`Decode` of a struct with a `Null` to a map",
			result: asMap(struct{ Owner uuid.Null }{owner}), instead: "the `String()` as the field",
			then: asMap(struct{ Owner string }{owner.String()}),
		}, {
			tool: mapped, through: "`[]int{1, 2}` to a `UUID`", result: decoded([]int{1, 2}, other, nil),
			instead: allButText, then: decoded([]int{1, 2}, other, onlyText),
		}, {
			tool: mapped, through: "`7`, `true`, a `Null`, a map or text to a `UUID` that is not Nil",
			result: distinct(
				decoded(7, other, nil), decoded(true, other, nil), decoded(owner, other, nil),
				decoded(map[string]any{"a": 1}, other, nil), decoded(id.String(), other, nil),
			),
			instead: allButText,
			then: distinct(
				decoded(7, other, onlyText), decoded(true, other, onlyText), decoded(owner, other, onlyText),
				decoded(map[string]any{"a": 1}, other, onlyText), decoded(id.String(), other, onlyText),
			),
		}, {
			tool: "cristalhq/aconfig", through: "`Null`", result: configured[uuid.Null](),
			instead: "a `UUID`, Nil if it is missing", then: configured[uuid.UUID](),
		}, {
			tool: "cristalhq/aconfig", through: "`[]UUID`", result: configured[[]uuid.UUID](),
			instead: "`[]string`", then: configured[[]string](),
		}, {
			tool: "getkin/kin-openapi", through: "`FormatOfStringForUUIDOfRFC4122`, version 7",
			result: kinOpenAPI(openapi3.FormatOfStringForUUIDOfRFC4122), instead: "`FormatOfStringForUUIDOfRFC9562`",
			then: kinOpenAPI(openapi3.FormatOfStringForUUIDOfRFC9562),
		},
	}
}

// TestSilent runs each tool as it is and with what to write instead, and checks the table in
// README.md.
func TestSilent(t *testing.T) {
	var table [][]string
	for _, r := range slices.Concat(parameterRows(), validatorRows(), rows()) {
		if r.result == r.then {
			t.Errorf("%s, %s: both results are %s: is the tool right now?", r.tool, r.through, r.then)
		}
		table = append(table, []string{r.tool, r.through, r.result, r.instead, r.then})
	}
	readme.Check(t, "silent", []string{"Tool", "Through", "Result", "Write instead", "Result then"}, table)
}
