package frameworks

import (
	"encoding"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/go-viper/mapstructure/v2"
	"github.com/seed-8298af95/uuid"
	"github.com/spf13/viper"
)

// settings returns a configuration whose id is texts[0]. If texts is empty, the configuration is
// empty too.
func settings(texts []string) map[string]any {
	if len(texts) == 0 {
		return nil
	}
	return map[string]any{"id": texts[0]}
}

func viperUnmarshal(options ...viper.DecoderConfigOption) roundTrip {
	return parameter(func(texts []string, c carrier) error {
		v := viper.New()
		if err := v.MergeConfigMap(settings(texts)); err != nil {
			return err
		}
		return v.Unmarshal(c, options...)
	})
}

func viperLine() viper.DecoderConfigOption {
	//snippet:spf13/viper
	option := viper.DecodeHook(mapstructure.ComposeDecodeHookFunc(
		func(from, to reflect.Type, data any) (any, error) { // viper would read id: 7 as an ID
			text := reflect.TypeFor[encoding.TextUnmarshaler]()
			if from.Kind() != reflect.String && from != to && reflect.PointerTo(to).Implements(text) {
				return nil, fmt.Errorf("%v is not a text in quotes", data)
			}
			return data, nil
		},
		mapstructure.TextUnmarshallerHookFunc(),
		mapstructure.StringToTimeDurationHookFunc(), // viper's default hooks,
		mapstructure.StringToSliceHookFunc(","),     // which this option replaces
	))
	//end
	return option
}

// TestViperRefuses checks that a source that is not text is an error, also for a field with an ID.
func TestViperRefuses(t *testing.T) {
	for _, source := range []string{"7", "true", "1.5", "[1, 2]", "01890000000070008000000000000000",
		"{UUID: x, Valid: true}", "2026-11-28"} {
		for _, c := range []carrier{new(doc[uuid.UUID]), &doc[uuid.UUID]{ID: exampleV7}, new(doc[*uuid.UUID]),
			&doc[*uuid.UUID]{ID: &exampleV7}, new(doc[uuid.Null])} {
			v := viper.New()
			v.SetConfigType("yaml")
			if err := v.ReadConfig(strings.NewReader("id: " + source)); err != nil {
				t.Fatal(err)
			}
			before := fmt.Sprint(c.field())
			err := v.Unmarshal(c, viperLine())
			if err == nil || !strings.Contains(err.Error(), "is not a text in quotes") ||
				fmt.Sprint(c.field()) != before {
				t.Errorf("%T, id: %s: %v, %v", c, source, c.field(), err)
			}
		}
	}
}

func mapstructureDecode(lines ...func(*mapstructure.DecoderConfig)) roundTrip {
	return parameter(func(texts []string, c carrier) error {
		config := mapstructure.DecoderConfig{Result: c}
		for _, line := range lines {
			line(&config)
		}
		decoder, err := mapstructure.NewDecoder(&config)
		if err != nil {
			return err
		}
		return decoder.Decode(settings(texts))
	})
}

func mapstructureLine(config *mapstructure.DecoderConfig) {
	//snippet:go-viper/mapstructure/v2
	config.DecodeHook = mapstructure.TextUnmarshallerHookFunc()
	//end
}

var config = []framework{
	{name: "spf13/viper", through: "`Unmarshal`", asIs: every(viperUnmarshal()),
		line: every(viperUnmarshal(viperLine()))},
	{name: "go-viper/mapstructure/v2", through: "`Decode`", asIs: every(mapstructureDecode()),
		line: every(mapstructureDecode(mapstructureLine))},
}
