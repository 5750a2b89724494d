package postgres

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"math"
	"strconv"
	"testing"

	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"github.com/seed-8298af95/uuid/integration/internal/trip"
	"github.com/seed-8298af95/uuid/pgxuuid"
)

// A holder is a Go type for a UUID whose allocations the test counts.
type holder struct {
	name   string
	native bool // whether only pgx supports the type, and not database/sql
	peer   bool // from another library; the holder before it must not allocate more
	param  func(uuid.UUID) any
	dest   func() any
}

var holders = []holder{
	{
		name:  "`UUID`",
		param: func(id uuid.UUID) any { return id },
		dest:  func() any { return new(uuid.UUID) },
	},
	{
		name:  "google/uuid `UUID`",
		peer:  true,
		param: func(id uuid.UUID) any { return google.UUID(id) },
		dest:  func() any { return new(google.UUID) },
	},
	{
		name:  "`Null`",
		param: func(id uuid.UUID) any { return uuid.Null{UUID: id, Valid: true} },
		dest:  func() any { return new(uuid.Null) },
	},
	{
		name:  "google/uuid `NullUUID`",
		peer:  true,
		param: func(id uuid.UUID) any { return google.NullUUID{UUID: google.UUID(id), Valid: true} },
		dest:  func() any { return new(google.NullUUID) },
	},
	{
		name:  "`Binary`",
		param: func(id uuid.UUID) any { return uuid.Binary(id) },
		dest:  func() any { return new(uuid.Binary) },
	},
	{
		name:   "`[16]byte(id)`, `(*[16]byte)(&id)`",
		native: true,
		param:  func(id uuid.UUID) any { return [16]byte(id) },
		dest:   func() any { return (*[16]byte)(new(uuid.UUID)) },
	},
}

// few and many are numbers of rows or parameters. Subtracting the two measurements cancels out the
// allocations for the query itself.
const (
	few  = 100
	many = 1100
)

// TestAllocs counts the allocations per Scan of a uuid column and per query parameter, including
// the driver's allocations.
func TestAllocs(t *testing.T) {
	registered := connect(t)
	pgxuuid.Register(registered.TypeMap())
	sessions := []trip.Session{
		native("pgx with pgxuuid, binary", registered, pgx.QueryExecModeCacheStatement, pgx.BinaryFormatCode),
		native("pgx, binary", connect(t), pgx.QueryExecModeCacheStatement, pgx.BinaryFormatCode),
		trip.SQL("database/sql", connectSQL(t, ""), values),
	}
	header := []string{"Through", "Go type", "per Scan", "in `Scan` itself", "per parameter", "in `Value` itself"}
	var rows [][]string
	for _, s := range sessions {
		var ours []float64 // counts of the previous holder
		for _, h := range holders {
			if s.Name == "database/sql" && h.native {
				continue
			}
			counts := []float64{perScan(t, s, h), inScan(h), perParam(t, s, h), inValue(h)}
			row := []string{s.Name, h.name}
			for i, n := range counts {
				row = append(row, strconv.FormatFloat(n, 'f', 0, 64))
				if h.peer && ours[i] > n {
					t.Errorf("%s, %s: %v: %v, ours: %v", s.Name, header[i+2], h.name, n, ours[i])
				}
			}
			rows = append(rows, row)
			ours = counts
		}
	}
	readme.Check(t, "allocations", header, rows)
}

// inScan returns the number of allocations in the type's Scan method, or 0 if it has no such
// method.
func inScan(h holder) float64 {
	scanner, ok := h.dest().(sql.Scanner)
	if !ok {
		return 0
	}
	var stored any = ids.Example().String()
	return testing.AllocsPerRun(100, func() { scanner.Scan(stored) })
}

// inValue returns the number of allocations in the type's Value method, or 0 if it has no such
// method.
func inValue(h holder) float64 {
	valuer, ok := h.param(ids.Example()).(driver.Valuer)
	if !ok {
		return 0
	}
	return testing.AllocsPerRun(100, func() { valuer.Value() })
}

// perScan returns the number of allocations per scanned row. All rows are scanned into the same
// destination.
func perScan(t *testing.T, s trip.Session, h holder) float64 {
	dest := h.dest()
	return slope(t, func(n int) func() error {
		query := fmt.Sprintf("select '%v'::uuid from generate_series(1, %d)", ids.Example(), n)
		return func() error {
			return s.Query(query, func(scan trip.Scan) error { return scan(dest) })
		}
	})
}

// perParam returns the number of allocations per query parameter.
func perParam(t *testing.T, s trip.Session, h holder) float64 {
	return slope(t, func(n int) func() error {
		var args []any
		query := fmt.Sprintf("select where '%v'::uuid in (null", ids.Example())
		for i := range n {
			args = append(args, h.param(ids.Example()))
			query += fmt.Sprintf(", $%d", i+1)
		}
		query += ")"
		return func() error { return s.Exec(query, args...) }
	})
}

// slope returns the number of allocations per additional row or parameter. f returns a function
// that runs a query with n rows or parameters.
func slope(t *testing.T, f func(n int) func() error) float64 {
	allocs := func(n int) float64 {
		run := f(n)
		return testing.AllocsPerRun(10, func() {
			if err := run(); err != nil {
				t.Fatal(err)
			}
		})
	}
	return math.Round((allocs(many) - allocs(few)) / (many - few))
}
