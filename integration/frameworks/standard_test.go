//go:build go1.27

package frameworks

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	std "uuid"

	"entgo.io/ent/schema/field"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/lib/pq"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/frameworks/gormguard"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"github.com/seed-8298af95/uuid/pgxuuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	"github.com/uptrace/bun/schema"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	gormschema "gorm.io/gorm/schema"
)

// A standard uses a package to store an ID of the standard type and to look up the row by that ID.
type standard struct {
	store func(db *sql.DB, id std.UUID) error
	load  func(db *sql.DB, id std.UUID) (std.UUID, error)
}

// result returns a table cell, which shows the form of the stored ID and whether the package finds
// the row by the ID.
func (s standard) result(t *testing.T, c stdColumn) string {
	db := openBytes(t)[c.driver]
	defer db.Close() // also drops the temporary table
	if _, err := db.Exec("create temporary table stds (id " + c.typ + ")"); err != nil {
		t.Fatal(err)
	}
	id := std.UUID(exampleV7)
	if err := s.store(db, id); err != nil {
		return "error"
	}
	var stored []byte
	if err := db.QueryRow("select id from stds").Scan(&stored); err != nil {
		t.Fatal(err)
	}
	// PostgreSQL stores a uuid as 16 bytes, but its driver returns it as text.
	result := map[int]string{16: "16 bytes", 36: "text"}[len(stored)]
	if c.bytes && len(stored) != 16 {
		result = "**stored as text**"
	}
	switch got, err := s.load(db, id); {
	case errors.Is(err, sql.ErrNoRows), errors.Is(err, gorm.ErrRecordNotFound):
		return result + ", **not found**"
	case err != nil:
		return result + ", error"
	case got != id:
		return result + ", **changed**"
	}
	return result
}

type stdColumn struct {
	database, driver, typ string
	bytes                 bool // the column stores 16 bytes
}

var stdColumns = []stdColumn{
	{"PostgreSQL", "pgx", "uuid", false},
	{"PostgreSQL", "pgx", "text", false},
	{"PostgreSQL", "pgx", "bytea", true},
	{"MariaDB", "mysql", "char(36)", false},
	{"MariaDB", "mysql", "binary(16)", true},
	{"SQLite", "sqlite", "text", false},
	{"SQLite", "sqlite", "blob", true},
}

// mark inserts the database's placeholder into a query.
func mark(db *sql.DB, query string) string {
	if _, ok := db.Driver().(*stdlib.Driver); ok {
		return fmt.Sprintf(query, "$1")
	}
	return fmt.Sprintf(query, "?")
}

// throughSQL uses database/sql. The to function converts an argument, and the into function
// converts the destination for Scan.
func throughSQL(to func(std.UUID) any, into func(*std.UUID) any) standard {
	return standard{
		store: func(db *sql.DB, id std.UUID) error {
			_, err := db.Exec(mark(db, "insert into stds values (%s)"), to(id))
			return err
		},
		load: func(db *sql.DB, id std.UUID) (got std.UUID, err error) {
			return got, db.QueryRow(mark(db, "select id from stds where id = %s"), to(id)).Scan(into(&got))
		},
	}
}

// throughPGX is like throughSQL, but uses pgx's own interface. The database must have been opened
// with the pgx driver.
func throughPGX(to func(std.UUID) any, into func(*std.UUID) any) standard {
	native := func(db *sql.DB, f func(*pgx.Conn) error) error {
		conn, err := db.Conn(ctx)
		if err != nil {
			return err
		}
		defer conn.Close()
		// The temporary table is visible only to the pool's connection, so use the pgx connection
		// inside it.
		return conn.Raw(func(c any) error { return f(c.(*stdlib.Conn).Conn()) })
	}
	return standard{
		store: func(db *sql.DB, id std.UUID) error {
			return native(db, func(conn *pgx.Conn) error {
				_, err := conn.Exec(ctx, "insert into stds values ($1)", to(id))
				return err
			})
		},
		load: func(db *sql.DB, id std.UUID) (got std.UUID, err error) {
			return got, native(db, func(conn *pgx.Conn) error {
				return conn.QueryRow(ctx, "select id from stds where id = $1", to(id)).Scan(into(&got))
			})
		},
	}
}

// These functions convert an ID in the call, at no run-time cost.
var (
	alone       = func(id std.UUID) any { return id }
	aloneInto   = func(id *std.UUID) any { return id }
	asUUID      = func(id std.UUID) any { return uuid.UUID(id) }
	asUUIDInto  = func(id *std.UUID) any { return (*uuid.UUID)(id) }
	asBytes     = func(id std.UUID) any { return uuid.Binary(id) }
	asBytesInto = func(id *std.UUID) any { return (*uuid.Binary)(id) }
)

//snippet:standard/gorm

// A stdUUID serializes fields of type std.UUID and *std.UUID. The tag gorm:"serializer:uuid"
// stores them as text, and gorm:"serializer:uuid16" stores them as 16 bytes.
type stdUUID struct{ bytes bool }

func init() {
	gormschema.RegisterSerializer("uuid", stdUUID{})
	gormschema.RegisterSerializer("uuid16", stdUUID{bytes: true})
}

func (stdUUID) Scan(ctx context.Context, field *gormschema.Field, dst reflect.Value, src any) error {
	var id uuid.Null
	if err := id.Scan(src); err != nil {
		return err
	}
	switch dst := field.ReflectValueOf(ctx, dst).Addr().Interface().(type) {
	case *std.UUID:
		*dst = std.UUID(id.UUID) // NULL is Nil
	case **std.UUID:
		*dst = nil
		if id.Valid {
			*dst = (*std.UUID)(&id.UUID)
		}
	}
	return nil
}

func (s stdUUID) Value(_ context.Context, _ *gormschema.Field, _ reflect.Value, value any) (any, error) {
	if p, ok := value.(*std.UUID); ok {
		if p == nil {
			return nil, nil
		}
		value = *p
	}
	id := uuid.UUID(value.(std.UUID))
	if s.bytes {
		return id[:], nil
	}
	return id.String(), nil
}

//end

type gormAlone struct{ ID std.UUID }

func (gormAlone) TableName() string { return "stds" }

type gormText struct {
	ID std.UUID `gorm:"primaryKey;serializer:uuid"`
}

func (gormText) TableName() string { return "stds" }

type gormBinary struct {
	ID std.UUID `gorm:"primaryKey;serializer:uuid16"`
}

func (gormBinary) TableName() string { return "stds" }

// throughGorm stores a model and reads it with a condition. row returns the model, and the to
// function converts the condition's argument.
func throughGorm(row func(std.UUID) any, to func(std.UUID) any) standard {
	open := func(db *sql.DB) (*gorm.DB, error) {
		for _, c := range byteColumns {
			if reflect.TypeOf(db.Driver()) == stdDrivers[c.driver] {
				return gorm.Open(c.dialector(db), &gorm.Config{Logger: logger.Discard})
			}
		}
		return nil, errors.New("no such driver")
	}
	return standard{
		store: func(db *sql.DB, id std.UUID) error {
			g, err := open(db)
			if err != nil {
				return err
			}
			return g.Create(row(id)).Error
		},
		load: func(db *sql.DB, id std.UUID) (std.UUID, error) {
			g, err := open(db)
			if err != nil {
				return std.UUID{}, err
			}
			got := row(std.UUID{}) // without a key, because gorm would add it to the condition
			err = g.First(got, "id = ?", to(id)).Error
			return reflect.ValueOf(got).Elem().FieldByName("ID").Interface().(std.UUID), err
		},
	}
}

// stdDrivers maps driver names to driver types, because database/sql does not return a driver's
// name.
var stdDrivers = func() map[string]reflect.Type {
	types := make(map[string]reflect.Type)
	for _, c := range byteColumns {
		db, err := sql.Open(c.driver, "")
		if err == nil {
			types[c.driver] = reflect.TypeOf(db.Driver())
			db.Close()
		}
	}
	return types
}()

type bunAlone struct {
	bun.BaseModel `bun:"table:stds,alias:s"`
	ID            std.UUID `bun:"id"`
}

type bunBinary struct {
	bun.BaseModel `bun:"table:stds,alias:s"`
	ID            uuid.Binary `bun:"id"`
}

// throughBun stores a model and reads it. row returns the model, and id returns its ID. The to
// function converts the condition's argument.
func throughBun[Model any](row func(std.UUID) *Model, id func(*Model) std.UUID, to func(std.UUID) any) standard {
	open := func(db *sql.DB) *bun.DB {
		// bun needs the dialect, because it writes the arguments into the query.
		var dialect schema.Dialect = sqlitedialect.New()
		if reflect.TypeOf(db.Driver()) == stdDrivers["pgx"] {
			dialect = pgdialect.New()
		}
		return bun.NewDB(db, dialect)
	}
	return standard{
		store: func(db *sql.DB, u std.UUID) error {
			_, err := open(db).NewInsert().Model(row(u)).Exec(ctx)
			return err
		},
		load: func(db *sql.DB, u std.UUID) (std.UUID, error) {
			got := row(std.UUID{})
			err := open(db).NewSelect().Model(got).Where("id = ?", to(u)).Scan(ctx)
			return id(got), err
		},
	}
}

// TestStandard stores the standard type in databases, with and without a conversion. The test
// checks the results table in README.md.
func TestStandard(t *testing.T) {
	var rows [][]string
	for _, c := range stdColumns {
		text := "`uuid.UUID(id)`, `(*uuid.UUID)(&id)`"
		to, into := asUUID, asUUIDInto
		tag, edge := "`serializer:uuid`, and `uuid.UUID(id)` in conditions", throughGorm(func(id std.UUID) any { return &gormText{id} }, asUUID)
		if c.bytes {
			text = "`uuid.Binary(id)`, `(*uuid.Binary)(&id)`"
			to, into = asBytes, asBytesInto
			tag, edge = "`serializer:uuid16`, and `uuid.Binary(id)` in conditions", throughGorm(func(id std.UUID) any { return &gormBinary{id} }, asBytes)
		}
		// Without a conversion, any result is allowed, so only the result with a conversion is
		// checked.
		add := func(name string, alone standard, instead string, then standard) {
			before, after := alone.result(t, c), then.result(t, c)
			if want := map[bool]string{true: "16 bytes", false: "text"}[c.bytes]; after != want {
				t.Errorf("%s, %s %s: %s, want %s", name, c.database, c.typ, after, want)
			}
			rows = append(rows, []string{name, c.database + " `" + c.typ + "`", before, instead, after})
		}
		add("database/sql", throughSQL(alone, aloneInto), text, throughSQL(to, into))
		if c.driver == "pgx" {
			add("jackc/pgx/v5 ([2636](https://github.com/jackc/pgx/issues/2636))", throughPGX(alone, aloneInto), text, throughPGX(to, into))
		}
		add("gorm.io/gorm ([7842](https://github.com/go-gorm/gorm/issues/7842))", throughGorm(func(id std.UUID) any { return &gormAlone{id} }, alone), tag, edge)
		if c.driver != "mysql" { // throughBun has no dialect for MariaDB
			alone := throughBun(func(id std.UUID) *bunAlone { return &bunAlone{ID: id} }, func(b *bunAlone) std.UUID { return b.ID }, alone)
			bin := throughBun(func(id std.UUID) *bunBinary { return &bunBinary{ID: uuid.Binary(id)} }, func(b *bunBinary) std.UUID { return std.UUID(b.ID) }, asBytes)
			if c.bytes {
				add("uptrace/bun ([1427](https://github.com/uptrace/bun/issues/1427))", alone, "a field of type `uuid.Binary`; convert where you set or read it", bin)
			}
		}
	}
	for _, name := range []string{"gorm", "ent"} {
		code := strings.TrimSpace(strings.Join(snippets(t)["standard/"+name][0].pieces, ""))
		readme.Block(t, "README.md", "standard-"+name, "```go\n"+code+"\n```\n")
	}
	readme.Block(t, "README.md", "standard", readme.Table([]string{"Package", "Column", "The standard type alone", "Write instead", "Result then"}, rows))
}

// TestStandardPGX stores the standard type through pgx with pgxuuid, which encodes only this
// library's types. The test checks the table in README.md.
func TestStandardPGX(t *testing.T) {
	conn := pgxTo(t)
	pgxuuid.Register(conn.TypeMap())
	id := std.UUID(exampleV7)
	var rows [][]string
	for _, typ := range []string{"uuid", "text", "bytea"} {
		row := []string{"`" + typ + "`"}
		for _, arg := range []any{id, uuid.UUID(id), []std.UUID{id}, []uuid.UUID{uuid.UUID(id)}} {
			query := "select $1::" + typ + "::text"
			if reflect.TypeOf(arg).Kind() == reflect.Slice {
				query = "select ($1::" + typ + "[])[1]::text"
			}
			var stored string
			if err := conn.QueryRow(ctx, query, arg).Scan(&stored); err != nil {
				t.Fatal(err)
			}
			row = append(row, map[string]string{
				exampleV7.String():                      "right",
				fmt.Sprintf(`\x%x`, exampleV7[:]):       "right",
				fmt.Sprintf(`\x%x`, exampleV7.String()): "**stored as text**",
			}[stored])
		}
		if row[2] != "right" || row[4] != "right" {
			t.Errorf("%s: this library's type is stored as %s, a slice as %s", typ, row[2], row[4])
		}
		rows = append(rows, row)
	}
	header := []string{"Column", "`std.UUID`", "`uuid.UUID(id)`", "`[]std.UUID`", "`[]uuid.UUID`"}
	readme.Block(t, "README.md", "standard-pgx", readme.Table(header, rows))
}

// TestStandardPQ checks that lib/pq treats the standard type as a [16]byte in an array.
func TestStandardPQ(t *testing.T) {
	theirs, err := pq.Array([]std.UUID{std.UUID(exampleV7)}).Value()
	if err != nil {
		t.Fatal(err)
	}
	if bytes, err := pq.Array([][16]byte{exampleV7}).Value(); theirs != bytes || err != nil {
		t.Errorf("%v and %v, %v", theirs, bytes, err)
	}
}

// TestStandardEnt checks that ent's field.UUID rejects the standard type, and that a field with a
// ValueScanner accepts it.
func TestStandardEnt(t *testing.T) {
	if _, ok := any(std.UUID{}).(driver.Valuer); ok {
		t.Error("the standard type is a driver.Valuer, so field.UUID accepts it")
	}
	//snippet:standard/ent
	scanner := field.ValueScannerFunc[std.UUID, *uuid.UUID]{
		V: func(id std.UUID) (driver.Value, error) { return uuid.UUID(id).Value() },
		S: func(id *uuid.UUID) (std.UUID, error) { return std.UUID(*id), nil },
	}
	id := field.String("id").GoType(std.UUID{}).ValueScanner(scanner).SchemaType(map[string]string{"postgres": "uuid"})
	//end
	if err := id.Descriptor().Err; err != nil {
		t.Error(err)
	}
	// Code generated by ent makes these calls.
	value, err := scanner.V(std.UUID(exampleV7))
	if value != exampleV7.String() || err != nil {
		t.Errorf("%v, %v", value, err)
	}
	from := scanner.ScanValue().(*uuid.UUID)
	if err := from.Scan(value); err != nil {
		t.Fatal(err)
	}
	if got, err := scanner.FromValue(from); got != std.UUID(exampleV7) || err != nil {
		t.Errorf("%v, %v", got, err)
	}
}

// TestStandardGorm stores pointers that may be nil. The test also checks that gorm treats the
// standard type as a list of 16 numbers if it is the only condition, and that the guard refuses
// this condition.
func TestStandardGorm(t *testing.T) {
	type maybe struct {
		ID   std.UUID  `gorm:"primaryKey;serializer:uuid16"`
		Boss *std.UUID `gorm:"serializer:uuid16"`
		Text *std.UUID `gorm:"serializer:uuid"`
	}
	pool := openBytes(t)["sqlite"]
	db, err := gorm.Open(byteColumns[1].dialector(pool), &gorm.Config{Logger: logger.Discard})
	if err == nil {
		err = db.Exec("create table maybes (id blob primary key, boss blob, text text)").Error
	}
	if err != nil {
		t.Fatal(err)
	}
	id, boss := std.UUID(exampleV7), std.UUID(example)
	for _, want := range []maybe{{id, nil, nil}, {boss, &id, &boss}} {
		if err := db.Create(&want).Error; err != nil {
			t.Fatal(err)
		}
		got := maybe{ID: want.ID} // First uses the key of the model as a condition
		if err := db.First(&got).Error; err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v was read as %+v, %v", want, got, err)
		}
	}
	var size int
	if err := pool.QueryRow("select max(length(boss)) from maybes").Scan(&size); err != nil || size != 16 {
		t.Errorf("a pointer is stored as %d bytes, %v", size, err)
	}
	// Without the guard, gorm does not find the existing row.
	var got maybe
	if err := db.First(&got, id).Error; !errors.Is(err, gorm.ErrRecordNotFound) {
		t.Errorf("First(&u, id): %v", err)
	}
	if err := gormguard.Register(db); err != nil {
		t.Fatal(err)
	}
	if err := db.First(&got, id).Error; err == nil || !strings.Contains(err.Error(), "does not compare a column") {
		t.Errorf("with the guard: %v", err)
	}
	if err := db.Delete(&maybe{ID: id}).Error; err != nil {
		t.Error(err)
	}
	if err := db.First(&got, "id = ?", uuid.Binary(id)).Error; !errors.Is(err, gorm.ErrRecordNotFound) {
		t.Errorf("after Delete by the model: %v", err)
	}
}
