// Package encoders verifies that encoders preserve UUIDs.
package encoders

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"

	"github.com/BurntSushi/toml"
	"github.com/fxamacker/cbor/v2"
	"github.com/goccy/go-yaml"
	"github.com/seed-8298af95/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

// An encoder encodes Go values in one format, and decodes them.
type encoder struct {
	name      string
	marshal   func(v any) ([]byte, error)
	unmarshal func(data []byte, v any) error

	// show formats the encoded document with id for the README tables.
	show func(data []byte, id uuid.UUID) string

	// without lists the names of test cases that the format cannot encode.
	without []string

	// loses lists the names of test cases that do not survive a round trip.
	loses []string

	// binary reports whether the encoder writes a UUID as 16 bytes instead of text.
	binary bool

	// null is a document in which the id field is null. It is empty if the format has no null.
	null string

	// wrong contains documents in which the id field is neither text nor bytes.
	wrong []string
}

func textEncoders() []encoder {
	return []encoder{
		{
			name:      "encoding/json",
			marshal:   json.Marshal,
			unmarshal: json.Unmarshal,
			show:      showText,
			loses:     []string{"pointer to Nil, omitzero"},
			null:      `{"id":null}`,
			wrong:     []string{`{"id":1}`, `{"id":true}`, `{"id":{}}`, `{"id":[248]}`},
		},
		{
			name:      "encoding/xml",
			marshal:   marshalXML,
			unmarshal: xml.Unmarshal,
			show:      showText,
			without:   []string{"map key", "`Null`, map key", "`Null`, missing, map key"},
		},
		{
			name:      "goccy/go-yaml",
			marshal:   yaml.Marshal,
			unmarshal: yaml.Unmarshal,
			show:      showText,
			loses:     []string{"pointer to Nil, omitempty", "pointer to Nil, omitzero"},
			null:      "id: null",
			wrong:     []string{"id: 1", "id: true", "id: {}", "id: [248]"},
		},
		{
			name:      "BurntSushi/toml",
			marshal:   toml.Marshal,
			unmarshal: toml.Unmarshal,
			show:      showText,
			without:   []string{"map key", "`Null`, map key", "`Null`, missing, map key"},
			wrong:     []string{"id = 1", "id = true", "id = {}", "id = [248]"},
		},
	}
}

func binaryEncoders() []encoder {
	return []encoder{
		{
			name:      "fxamacker/cbor/v2",
			marshal:   cbor.Marshal,
			unmarshal: cbor.Unmarshal,
			show:      showHex("bid"),
			loses:     []string{"pointer to Nil, omitzero"},
			null:      "\xa1bid\xf6",
			binary:    true,
			wrong:     []string{"\xa1bid\x01", "\xa1bid\xf5", "\xa1bid\xa0"},
		},
		{
			name:      "vmihailenco/msgpack/v5",
			marshal:   msgpack.Marshal,
			unmarshal: msgpack.Unmarshal,
			show:      showHex("\xa2id"),
			loses:     []string{"pointer to Nil, omitempty"},
			null:      "\x81\xa2id\xc0",
			binary:    true,
			wrong:     []string{"\x81\xa2id\x01", "\x81\xa2id\xc3", "\x81\xa2id\x80", "\x81\xa2id\x91\x01"},
		},
		{
			name:      "encoding/gob",
			marshal:   marshalGob,
			unmarshal: unmarshalGob,
			show:      showGob,
			binary:    true,
		},
	}
}

func marshalXML(v any) ([]byte, error) {
	var b bytes.Buffer
	err := xml.NewEncoder(&b).EncodeElement(v, xml.StartElement{Name: xml.Name{Local: "doc"}})
	return b.Bytes(), err
}

func marshalGob(v any) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(v)
	return b.Bytes(), err
}

func unmarshalGob(data []byte, v any) error {
	return gob.NewDecoder(bytes.NewReader(data)).Decode(v)
}
