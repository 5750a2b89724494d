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

// Refuse stores the bad values of every column, and NULL, and reads them into each kind of the
// column. It fails unless each Scan returns an error about the value, and leaves the destination
// as it was.
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
	bad := c.Bad[:len(c.Bad):len(c.Bad)] // without capacity, so append copies
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

// one runs a query for one row and returns the error of f. Not all drivers return the error of a
// failed Scan.
func (s Session) one(query string, f func(Scan) error) error {
	err := errors.New("no row")
	s.Query(query, func(scan Scan) error {
		err = f(scan)
		return nil
	})
	return err
}

// complains returns an error unless a Scan of a stored value into kind k fails as it should.
func (k Kind) complains(scan Scan, stored any) error {
	before := ids.Example()
	dest := k.dest(&before)
	watched := k.watch(dest)
	err := scan(dest)
	if err == nil {
		return fmt.Errorf("scan of %#v: no error, the value is %v", stored, k.read(dest))
	}
	if after := watched(); after == nil || *after != before {
		return fmt.Errorf("scan of %#v: after the error the destination is %v", stored, after)
	}
	switch stored.(type) {
	case string, []byte:
		if parseError := new(uuid.ParseError); !errors.As(err, &parseError) {
			return fmt.Errorf("the error is no ParseError: %w", err)
		}
	}
	return Explains(err, stored)
}

// Explains returns an error unless err is about the value that was found. A string or []byte must be
// quoted, cut to 64 bytes, with its length. NULL must be named, and all other values by their type.
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
		return fmt.Errorf("the error is not about %s: %w", want, err)
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
