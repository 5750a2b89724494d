package frameworks

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/rs/zerolog"
	"github.com/seed-8298af95/uuid"
)

// shown returns the round trip through human-readable output, which must contain the ID in its text
// form.
func shown(write func(c carrier) (string, error)) roundTrip {
	return roundTrip{
		write: func(c carrier) (any, error) {
			text, err := write(c)
			if id := c.get(); id != nil && !strings.Contains(text, id.String()) {
				err = errors.Join(err, errHidden)
			}
			return text, err
		},
		read: func(written any, c carrier) error {
			// For a missing ID, the output must not contain any ID.
			if text := inText.FindString(written.(string)); text != "" {
				id, err := uuid.Parse(text)
				return c.keep(id, err)
			}
			return nil
		},
		form: known,
		show: func(written any) string { return "`" + strings.TrimSpace(written.(string)) + "`" },
	}
}

var errHidden = errors.New("the UUID is not shown as text")

var inText = regexp.MustCompile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

// zerologged returns the round trip through a zerolog log.
func zerologged(field func(event *zerolog.Event, id any) *zerolog.Event) roundTrip {
	return shown(func(c carrier) (string, error) {
		var b bytes.Buffer
		log := zerolog.New(&b)
		field(log.Log(), c.field()).Send()
		return b.String(), nil
	})
}

var logs = []framework{{
	name:    "rs/zerolog",
	through: "`Stringer`",
	asIs: every(zerologged(func(e *zerolog.Event, id any) *zerolog.Event {
		return e.Stringer("id", id.(fmt.Stringer))
	})),
}}
