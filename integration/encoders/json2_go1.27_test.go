//go:build go1.27

package encoders

import "encoding/json/v2"

func json2() []encoder {
	return []encoder{{
		name:      "encoding/json/v2",
		marshal:   func(v any) ([]byte, error) { return json.Marshal(v) },
		unmarshal: func(data []byte, v any) error { return json.Unmarshal(data, v) },
		show:      showText,
		without:   []string{"`Null`, missing, map key"},
		loses:     []string{"pointer to Nil, omitzero"},
		null:      `{"id":null}`,
		wrong:     []string{`{"id":1}`, `{"id":true}`, `{"id":{}}`, `{"id":[248]}`},
	}}
}
