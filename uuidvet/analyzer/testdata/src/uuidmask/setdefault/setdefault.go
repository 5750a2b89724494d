// Package setdefault sets a default logger that does not log text.
package setdefault

import (
	"log/slog"
	"os"

	"github.com/seed-8298af95/uuid"
)

type Patient struct{}

var mask *uuid.Mask

func (Patient) IDKind() uuid.Kind { return uuid.Kind{Mask: &mask} }

type visit struct{ patient uuid.ID[Patient] }

func init() { slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stderr, nil))) }

func log(v visit) {
	slog.Info("visit", "v", v)
	slog.Default().Info("visit", "v", v)
	slog.New(slog.NewTextHandler(os.Stderr, nil)).Info("visit", "v", v) // want `text handlers`
}
