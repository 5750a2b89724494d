package trip

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
)

// Refuse stores NULL and each column's Bad values, and scans them into each of the column's kinds.
// The test fails unless every Scan returns an error that describes the value and leaves the
// destination unchanged. A sql.Null may become NULL.
func Refuse(t *testing.T, sessions []Session, columns []Column) {
	for _, s := range sessions {
		for _, c := range columns {
			for _, k := range Kinds() {
				if !c.has(k) {
					continue
				}
				if err := s.refuse(c, k); err != nil {
					t.Errorf("%s, %s, %s: %v", s.Name, c.Type, k.Name, err)
				}
			}
		}
	}
}

func (s Session) refuse(c Column, k Kind) error {
	bad := c.Bad[:len(c.Bad):len(c.Bad)] // no spare capacity, so append copies
	if !k.Nullable {
		bad = append(bad, nil)
	}
	return s.inTable(c, func(table string) error {
		for i, stored := range bad {
			if err := s.insert(table, i, stored); err != nil {
				return fmt.Errorf("insert %v: %w", stored, err)
			}
			query := "select id from " + table + " where n = " + strconv.Itoa(i)
			err := s.one(query, func(scan Scan) error { return k.complains(scan, stored) })
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// one runs a query that returns one row, and returns the error from f. It ignores the error from
// the query, because some drivers return the error from a failed Scan and others do not.
func (s Session) one(query string, f func(Scan) error) error {
	err := errors.New("no row")
	s.Query(query, func(scan Scan) error {
		err = f(scan)
		return nil
	})
	return err
}

// complains scans a value that kind k must reject, and returns an error unless the Scan fails as
// Refuse requires.
func (k Kind) complains(scan Scan, stored any) error {
	before := ids.Example()
	dest := k.dest(&before)
	watched := k.watch(dest)
	err := scan(dest)
	if err == nil {
		return fmt.Errorf("scan of %#v: no error, the value is %v", stored, k.read(dest))
	}
	// Since Go 1.27, a sql.Null becomes NULL if its Scan fails.
	isNull := strings.HasPrefix(k.Name, "sql.Null[")
	if after := watched(); (after == nil && !isNull) || (after != nil && *after != before) {
		return fmt.Errorf("scan of %#v: the destination changed to %v", stored, after)
	}
	switch stored.(type) {
	case string, []byte:
		if parseError := new(uuid.ParseError); !errors.As(err, &parseError) {
			return fmt.Errorf("the error is not a ParseError: %w", err)
		}
	}
	return Explains(err, stored)
}

// Explains returns an error unless err describes the value found. For a string or []byte, err must
// quote the first 64 bytes and mention the length. For nil, err must mention NULL, and for other
// values, the type.
func Explains(err error, found any) error {
	var want string
	switch found.(type) {
	case nil:
		want = "NULL"
	case string, []byte:
		want = quoted(fmt.Sprintf("%s", found))
	default:
		want = fmt.Sprintf("%T", found)
	}
	if !strings.Contains(err.Error(), "uuid: ") || !strings.Contains(err.Error(), want) {
		return fmt.Errorf("the error does not describe %s: %w", want, err)
	}
	return nil
}

func quoted(text string) string {
	start, end := text, ""
	if len(text) > 64 {
		start, end = text[:64], "..."
	}
	return fmt.Sprintf("%+q%s (%d bytes)", start, end, len(text))
}
