//go:build go1.27 && goexperiment.jsonv2

package uuid_test

import (
	"encoding/json/v2"
	"testing"

	"github.com/seed-8298af95/uuid"
)

func TestSameJSON2(t *testing.T) {
	marshal := encoder{"encoding/json/v2", func(v any) (string, error) {
		b, err := json.Marshal(v, json.Deterministic(true))
		return string(b), err
	}}
	for _, u := range []uuid.UUID{example, uuid.Nil(), uuid.Max()} {
		for _, p := range documents(u) {
			checkSameEncode(t, marshal, p)
		}
	}
	checkSameDecode(t, decoder{"encoding/json/v2", jsonInputs(), func(text string, dst any) error {
		return json.Unmarshal([]byte(text), dst)
	}})
}

func TestDifferentOmitZero2(t *testing.T) {
	checkDifferentOmitZero(t, func(v any) ([]byte, error) { return json.Marshal(v) })
}

func TestNullJSON2(t *testing.T) {
	for _, tt := range nulls {
		b, err := json.Marshal(tt.null)
		if string(b) != tt.json || err != nil {
			t.Errorf("%s: Marshal = %s, %v; want %s", tt.name, b, err, tt.json)
		}
		dst := uuid.Null{UUID: before, Valid: true}
		if err := json.Unmarshal(b, &dst); dst != tt.null || err != nil {
			t.Errorf("Unmarshal(%s): got %v, %v; want %v", b, dst, err, tt.null)
		}
	}
	// A missing key is read but not written.
	if b, err := json.Marshal(map[uuid.Null]int{{}: 1}); err == nil {
		t.Errorf("a missing key is written: %s", b)
	}
	var keys map[uuid.Null]int
	if err := json.Unmarshal([]byte(`{"":1}`), &keys); len(keys) != 1 || keys[uuid.Null{}] != 1 || err != nil {
		t.Errorf("a missing key is read as %v, %v", keys, err)
	}
}
