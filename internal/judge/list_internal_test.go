package judge

import (
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// TestDoubt judges a list that two orders explain equally well. In Microsoft's order and in that of UUID_TO_BIN(x,
// 1), all values are of version 7 with a possible time. In network order they have version 7 and a time in the
// future, which is only a consequence, so it is not reported.
func TestDoubt(t *testing.T) {
	var values []Value
	for i := range byte(20) {
		u := uuid.NewV4()
		u[3], u[2] = 0x01, 0x99 // the time in Microsoft's order
		u[4], u[5] = 0x01, 0x99 // the time in that of UUID_TO_BIN(x, 1)
		u[0], u[6], u[7] = 0x70|i%16, 0x70|i%16, 0x70|i%16
		u[14], u[15] = 11*i, 7*i
		values = append(values, FromUUID(u))
	}
	r := Judge(values, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	if len(r.Verdicts) > 0 || r.Future != len(values) {
		t.Errorf("verdicts %v with %d times in the future, want none with %d", r.Verdicts, r.Future, len(values))
	}
}
