package frameworks

import (
	"github.com/fxamacker/cbor/v2"
	"github.com/vmihailenco/msgpack/v5"
)

// encoder returns the round trip through an encoder. name is the field name in the encoded data.
func encoder(name string, marshal func(any) ([]byte, error), unmarshal func([]byte, any) error) roundTrip {
	with := func(value any) []byte {
		data, err := marshal(map[string]any{name: value})
		if err != nil {
			panic(err)
		}
		return data
	}
	return roundTrip{
		write:   func(c carrier) (any, error) { return marshal(c) },
		read:    func(written any, c carrier) error { return unmarshal(written.([]byte), c) },
		form:    known,
		missing: with(nil),
		empty:   with([]byte{}),
		bad:     []any{with([]byte(garbage))},
	}
}

var encoders = []framework{
	{name: "vmihailenco/msgpack/v5", through: "`Marshal`",
		asIs: every(encoder("ID", msgpack.Marshal, msgpack.Unmarshal))},
	{name: "fxamacker/cbor/v2", through: "`Marshal`", asIs: every(encoder("id", cbor.Marshal, cbor.Unmarshal))},
}
