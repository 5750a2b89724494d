//go:build go1.27

package uuid_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"reflect"
	"testing"
	std "uuid"

	"github.com/seed-8298af95/uuid"
)

// The list at the beginning of README.md, a test a line: what the standard type cannot do, and
// what to do here. Tests in integration/frameworks have gorm, bun and ent.

func TestStandardTypeIn16Bytes(t *testing.T) {
	db := sql.OpenDB(echo{})
	defer db.Close()
	var passed any
	if err := db.QueryRow("", std.UUID(example)).Scan(&passed); passed != canonicalText || err != nil {
		t.Errorf("the standard type is passed as %v, %v", passed, err)
	}
	if err := db.QueryRow("", uuid.Binary(std.UUID(example))).Scan(&passed); err != nil || !bytes.Equal(passed.([]byte), example[:]) {
		t.Errorf("a Binary is passed as %v, %v", passed, err)
	}
	var dst std.UUID
	if err := db.QueryRow("", example[:]).Scan((*uuid.Binary)(&dst)); uuid.UUID(dst) != example || err != nil {
		t.Errorf("16 bytes are scanned as %v, %v", dst, err)
	}
}

func TestStandardTypeMissing(t *testing.T) {
	theirs := std.UUID(example)
	if err := json.Unmarshal([]byte("null"), &theirs); uuid.UUID(theirs) != example || err != nil {
		t.Errorf("null makes the standard type %v, %v", theirs, err)
	}
	db := sql.OpenDB(echo{})
	defer db.Close()
	if err := db.QueryRow("", nil).Scan(&theirs); err == nil {
		t.Errorf("NULL makes the standard type %v", theirs)
	}
	ours := uuid.Null{UUID: example, Valid: true}
	if err := json.Unmarshal([]byte("null"), &ours); ours.Valid || err != nil {
		t.Errorf("null makes a Null %v, %v", ours, err)
	}
	ours = uuid.Null{UUID: example, Valid: true}
	if err := db.QueryRow("", nil).Scan(&ours); ours.Valid || err != nil {
		t.Errorf("NULL makes a Null %v, %v", ours, err)
	}
}

func TestStandardTypeTime(t *testing.T) {
	theirs := std.NewV7()
	if reflect.TypeOf(theirs).NumMethod() != 4 { // AppendText, Compare, MarshalText, String
		t.Errorf("the standard type has other methods: see what README.md says of it")
	}
	if created, ok := uuid.UUID(theirs).Time(); !ok || created.Year() < 2000 {
		t.Errorf("time %v, %v", created, ok)
	}
}

func TestStandardTypeOfOneKind(t *testing.T) {
	type userID std.UUID // so that an order's ID does not compile
	theirs, err := json.Marshal(userID(example))
	if err != nil || theirs[0] != '[' {
		t.Errorf("a type made of the standard one is %s, %v", theirs, err)
	}
	ours, err := json.Marshal(OrderID(example))
	if want := `"` + OrderID(example).String() + `"`; string(ours) != want || err != nil {
		t.Errorf("an ID is %s, %v; want %s", ours, err, want)
	}
}

func TestStandardTypeHidden(t *testing.T) {
	mask := maskOf("30313233343536373839616263646566", "order")
	theirs := std.NewV7()
	hidden, err := mask.Hide(uuid.UUID(theirs))
	if err != nil || hidden.Version() != 4 {
		t.Errorf("%v hides as %v, %v", theirs, hidden, err)
	}
	if shown, err := mask.Reveal(hidden); std.UUID(shown) != theirs || err != nil {
		t.Errorf("%v reveals to %v, %v", hidden, shown, err)
	}
}
