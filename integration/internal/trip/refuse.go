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

// Refuse stores in every column what is bad there, and NULL, and fails unless
// each kind of the column answers with an error that says what was found and
// leaves the destination as it was.
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
	bad := c.Bad[:len(c.Bad):len(c.Bad)]
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

// one is Query for exactly one row. What the driver says after a failed Scan,
// which some repeat and some do not, is dropped.
func (s Session) one(query string, f func(Scan) error) error {
	err := errors.New("no row")
	s.Query(query, func(scan Scan) error {
		err = f(scan)
		return nil
	})
	return err
}

// complains reports whether scan of a stored value into kind k fails as it
// should.
func (k Kind) complains(scan Scan, stored any) error {
	before := ids.Example()
	dest := k.dest(&before)
	watched := k.watch(dest)
	err := scan(dest)
	if err == nil {
		return fmt.Errorf("scan of %#v: no error but %v", stored, k.read(dest))
	}
	if after := watched(); after == nil || *after != before {
		return fmt.Errorf("scan of %#v: an error left %v in the destination", stored, after)
	}
	switch stored.(type) {
	case string, []byte:
		if parseError := new(uuid.ParseError); !errors.As(err, &parseError) {
			return fmt.Errorf("the error is no ParseError: %w", err)
		}
	}
	return Explains(err, stored)
}

// Explains reports whether err says what was found: a string or []byte as it
// is, quoted and cut to 64 bytes, with its length; NULL by this name; anything
// else by its type.
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
