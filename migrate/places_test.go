package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"
)

// moving is a module whose findings are at different places after the move. Import blocks become
// longer or shorter, calls and checks that span lines disappear, and gofmt sorts, aligns and removes
// code.
const moving = `
-- go.mod --
module example.com/m

go 1.20

require (
	github.com/gofrs/uuid v4.4.0+incompatible
	github.com/google/uuid v1.6.0
	github.com/satori/go.uuid v1.2.0
)
-- added.go --
package m

import (
	"example.com/m/b"
	"fmt"
)

func Added(id b.ID) {
	// google/uuid, added
	fmt.Println(id.ClockSequence(), "google/uuid")
}
-- b/b.go --
package b

import "github.com/google/uuid"

type ID = uuid.UUID
-- longer.go --
// google/uuid, header
package m

import "github.com/google/uuid"

func Longer(id uuid.UUID) int { return id.ClockSequence() }

var Clock = uuid.NewUUID
-- shorter.go --
package m

import (
	_ "github.com/satori/go.uuid"

	"fmt"

	other "github.com/gofrs/uuid"
	// google/uuid, import
	"github.com/google/uuid"
)

func Shorter(s string) (uuid.UUID, error) {
	id, err := other.NewV4()
	if err != nil {
		return uuid.Nil, err
	}
	fmt.Println(id, // google/uuid, argument
		uuid.Must(uuid.Parse(s)), uuid.Must(uuid.NewUUID()), id.Bytes(),
	)
	return uuid.Parse(s)
}

type T struct {
	ID   uuid.NullUUID ` + "`json:\"id\"`" + ` // google/uuid, ID
	Name string        // google/uuid, Name
}
-- unformatted.go --
package m
import . "github.com/google/uuid"
import _ "github.com/gofrs/uuid"
import _ "fmt"

func Unformatted(id UUID) bool { ; return (id.ClockSequence() == (1)) }
var   Old =   "google/uuid"
-- vetted.go --
package m

import (
	"fmt"
	"log"

	"github.com/google/uuid"
)

func Vetted(id uuid.UUID, s string) int {
	fmt.Println(uuid.UUID.NodeID)
	log.Printf(s)
	return id.ClockSequence()
}
`

// placesBefore and placesAfter contain the code at the findings in moving, in the order of the
// report.
const (
	placesBefore = `added.go: ClockSequence(), "google/uuid")
longer.go: ClockSequence() }
shorter.go: _ "github.com/satori/go.uuid"
unformatted.go: . "github.com/google/uuid"
unformatted.go: _ "github.com/gofrs/uuid"
unformatted.go: UUID) bool { ; return (id.ClockSequence() == (1)) }
unformatted.go: ClockSequence() == (1)) }
vetted.go: fmt.Println(uuid.UUID.NodeID)
vetted.go: NodeID)
vetted.go: ClockSequence()
longer.go: NewUUID
shorter.go: NewUUID()), id.Bytes(),
vetted.go: s)
shorter.go: ID   uuid.NullUUID ` + "`" + `json:"id"` + "`" + ` // google/uuid, ID
shorter.go: uuid.Parse(s)), uuid.Must(uuid.NewUUID()), id.Bytes(),
shorter.go: uuid.Parse(s)
added.go: // google/uuid, added
added.go: "google/uuid")
longer.go: // google/uuid, header
shorter.go: // google/uuid, import
shorter.go: // google/uuid, argument
shorter.go: // google/uuid, ID
shorter.go: // google/uuid, Name
unformatted.go: "google/uuid"
`
	placesAfter = `added.go: ClockSequence(), "google/uuid")
longer.go: ClockSequence() }
shorter.go: _ "github.com/satori/go.uuid"
unformatted.go: _ "github.com/gofrs/uuid"
unformatted.go: . "github.com/google/uuid"
unformatted.go: UUID) bool { ; return (id.ClockSequence() == (1)) }
unformatted.go: ClockSequence() == (1)) }
vetted.go: fmt.Println(google.UUID.NodeID)
vetted.go: NodeID)
vetted.go: ClockSequence()
longer.go: func() (uuid.UUID, error) { return uuid.NewV1(), nil }
shorter.go: NewV1(), uuidBytes(id),
vetted.go: s)
shorter.go: ID   uuid.Null ` + "`" + `json:"id"` + "`" + ` // google/uuid, ID
shorter.go: uuid.MustParse(s), uuid.NewV1(), uuidBytes(id),
shorter.go: uuid.Parse(s)
added.go: // google/uuid, added
added.go: "google/uuid")
longer.go: // google/uuid, header
shorter.go: // google/uuid, import
shorter.go: // google/uuid, argument
shorter.go: // google/uuid, ID
shorter.go: // google/uuid, Name
unformatted.go: "google/uuid"
`
)

// TestPlaces checks that the report gives the places in the files that the user opens: the written
// files with -w, and the unchanged files without it.
func TestPlaces(t *testing.T) {
	t.Parallel()
	for name, lineEnd := range map[string]string{"LF": "\n", "CRLF": "\r\n"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			writeModule(t, dir, "", txtar.Parse([]byte(strings.ReplaceAll(moving, "\n", lineEnd))).Files)
			for _, run := range []struct{ flag, want string }{{"-v", placesBefore}, {"-w", placesAfter}} {
				_, out, stderr := migrateIn(t, dir, "-json", run.flag)
				var rep report
				if err := json.Unmarshal([]byte(out), &rep); err != nil {
					t.Fatalf("%v: %s%s", err, out, stderr)
				}
				files := snapshot(t, dir)
				var got strings.Builder
				for _, list := range rep.lists() {
					for _, f := range *list {
						if f.Line > 0 {
							got.WriteString(f.File + ": " + codeAt(files[f.File], f) + "\n")
						}
					}
				}
				if got.String() != run.want {
					t.Errorf("%s: %s", run.flag, diff.Diff("want", []byte(run.want), "got", []byte(got.String())))
				}
			}
			// A second run changes nothing, because conversions undo its changes.
			_, out, stderr := migrateIn(t, dir, "-json", "-w")
			var rep report
			if err := json.Unmarshal([]byte(out), &rep); err != nil || len(rep.Files) > 0 || len(rep.Left) == 0 {
				t.Fatalf("%v: %s%s", err, out, stderr)
			}
			files := snapshot(t, dir)
			for _, f := range rep.Left {
				if code := codeAt(files[f.File], f); f.Name == "UUID.ClockSequence" &&
					!strings.HasPrefix(code, "ClockSequence()") {
					t.Errorf("second run: %s: %s", f.place(), code)
				}
			}
		})
	}
}

// codeAt returns the code from a place to the end of its line. It returns "" if src has no such
// place.
func codeAt(src string, f finding) string {
	lines := strings.Split(src, "\n")
	if f.Line > len(lines) || f.Column > len(lines[f.Line-1]) {
		return ""
	}
	return strings.TrimSuffix(lines[f.Line-1][f.Column-1:], "\r")
}
