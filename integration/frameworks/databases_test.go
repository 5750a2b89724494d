package frameworks

import (
	"context"
	"database/sql"
	"testing"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/jmoiron/sqlx"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/frameworks/ent"
	"github.com/seed-8298af95/uuid/integration/frameworks/sqlc"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// address and mariaDB are the addresses of the PostgreSQL and MariaDB databases.
var address, mariaDB string

// stored, missing and bad are schema names. Each schema contains the same three tables. The tables
// contain the stored ID in stored, NULL in missing, and a string that is not a UUID in bad.
const (
	stored  = "stored"
	missing = "missing"
	bad     = "bad"
)

const schemas = `
drop schema if exists stored, missing, bad cascade;

create schema stored;
create table stored.docs (id uuid);
create table stored.things (id uuid not null, owner uuid, boss uuid);
create table stored.tasks (id uuid not null, boss uuid);

create schema missing;
create table missing.docs as select null::uuid as id;
create table missing.things as select gen_random_uuid() as id, null::uuid as owner, null::uuid as boss;
create table missing.tasks as select gen_random_uuid() as id, null::uuid as boss;

create schema bad;
create table bad.docs as select 'garbage' as id;
create table bad.things as select 'garbage' as id, 'garbage' as owner, 'garbage' as boss;
create table bad.tasks as select 'garbage' as id, 'garbage' as boss;
`

// table returns the round trip through a table. open wraps a database in the package's own handle.
// The round trip passes a schema name from write to read, so the test can also read from missing
// and bad.
func table[DB any](t *testing.T, open func(*sql.DB) DB, write, read func(DB, carrier) error) roundTrip {
	db := openSchema(t, stored)
	in := map[string]DB{
		stored:  open(db),
		missing: open(openSchema(t, missing)),
		bad:     open(openSchema(t, bad)),
	}
	return roundTrip{
		write: func(c carrier) (any, error) {
			// The queries have no condition, so each table must contain at most one row.
			if _, err := db.Exec("delete from docs; delete from things; delete from tasks"); err != nil {
				return nil, err
			}
			return stored, write(in[stored], c)
		},
		read:    func(written any, c carrier) error { return read(in[written.(string)], c) },
		form:    func(any) string { return column(db) },
		missing: missing,
		bad:     []any{bad},
	}
}

// column returns the type of the column that stores the example.
func column(db *sql.DB) (name string) {
	const query = `
		select pg_typeof(id) from (
			select id from docs union all select unnest(array[id, owner, boss]) from things
		) as ids where id = $1`
	if err := db.QueryRow(query, example.String()).Scan(&name); err != nil {
		return ""
	}
	return "`" + name + "`"
}

// openSchema opens the database with name as its default schema.
func openSchema(t *testing.T, name string) *sql.DB {
	db, err := sql.Open("pgx", address+"&synchronous_commit=off&search_path="+name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	return db
}

var ctx = context.Background()

func sqlxTable(t *testing.T) roundTrip {
	return table(t,
		func(db *sql.DB) *sqlx.DB { return sqlx.NewDb(db, "pgx") },
		func(db *sqlx.DB, c carrier) error {
			_, err := db.NamedExec("insert into docs values (:id)", c)
			return err
		},
		func(db *sqlx.DB, c carrier) error { return db.Get(c, "select id from docs") },
	)
}

func bunTable(t *testing.T) roundTrip {
	return table(t,
		func(db *sql.DB) *bun.DB { return bun.NewDB(db, pgdialect.New()) },
		func(db *bun.DB, c carrier) error {
			_, err := db.NewInsert().Model(c).ModelTableExpr("docs").Exec(ctx)
			return err
		},
		func(db *bun.DB, c carrier) error { return db.NewRaw("select id from docs").Scan(ctx, c) },
	)
}

func gormTable(t *testing.T) roundTrip {
	return table(t, func(db *sql.DB) *gorm.DB { return openGorm(t, db) },
		func(db *gorm.DB, c carrier) error { return db.Table("docs").Create(c).Error },
		func(db *gorm.DB, c carrier) error { return db.Raw("select id from docs").Scan(c).Error },
	)
}

func openGorm(t *testing.T, db *sql.DB) *gorm.DB {
	g, err := gorm.Open(postgres.New(postgres.Config{Conn: db}), &gorm.Config{Logger: logger.Discard})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func openEnt(db *sql.DB) *ent.Client {
	return ent.NewClient(ent.Driver(entsql.OpenDB(dialect.Postgres, db)))
}

func entTable(t *testing.T) roundTrip {
	return table(t, openEnt,
		func(client *ent.Client, c carrier) error {
			var thing ent.Thing
			put(c, &thing.ID, &thing.Boss, &thing.Owner) // the other two fields remain Nil or NULL
			return client.Thing.Create().SetID(thing.ID).SetNillableBoss(thing.Boss).SetOwner(thing.Owner).Exec(ctx)
		},
		func(client *ent.Client, c carrier) error {
			thing, err := client.Thing.Query().Only(ctx)
			if err != nil {
				return err
			}
			return pick(c, thing.ID, thing.Boss, thing.Owner)
		},
	)
}

// entOptional returns the round trip through a field that is Optional, but not Nillable. ent can
// write NULL there.
func entOptional(t *testing.T) roundTrip {
	w := table(t, openEnt,
		func(client *ent.Client, c carrier) error {
			return client.Task.Create().SetNillableBoss(c.get()).Exec(ctx)
		},
		func(client *ent.Client, c carrier) error {
			task, err := client.Task.Query().Only(ctx)
			if err != nil {
				return err
			}
			return c.keep(task.Boss, nil)
		},
	)
	w.form = nil // the column is the same as with Nillable
	return w
}

func sqlcTable(t *testing.T) roundTrip {
	return table(t,
		func(db *sql.DB) *sqlc.Queries { return sqlc.New(pgxConn(t, db)) },
		func(queries *sqlc.Queries, c carrier) error {
			var thing sqlc.CreateThingParams
			put(c, &thing.ID, &thing.Boss, &thing.Owner)
			return queries.CreateThing(ctx, thing)
		},
		func(queries *sqlc.Queries, c carrier) error {
			thing, err := queries.Thing(ctx)
			if err != nil {
				return err
			}
			return pick(c, thing.ID, thing.Boss, thing.Owner)
		},
	)
}

// pgxConn returns a pgx connection with the same default schema as db.
func pgxConn(t *testing.T, db *sql.DB) *pgx.Conn {
	var schema string
	if err := db.QueryRow("show search_path").Scan(&schema); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(ctx, address+"&synchronous_commit=off&search_path="+schema)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(ctx) })
	return conn
}

// put stores the document's ID in the variable that has the ID's type. The other variables do not
// change.
func put(c carrier, id *uuid.UUID, boss **uuid.UUID, owner *uuid.Null) {
	switch from := c.field().(type) {
	case uuid.UUID:
		*id = from
	case *uuid.UUID:
		*boss = from
	case uuid.Null:
		*owner = from
	}
}

// pick is the inverse of put. Its error is always nil, so that callers can write return pick(…).
func pick(c carrier, id uuid.UUID, boss *uuid.UUID, owner uuid.Null) error {
	switch dst := c.pointer().(type) {
	case *uuid.UUID:
		*dst = id
	case **uuid.UUID:
		*dst = boss
	case *uuid.Null:
		*dst = owner
	}
	return nil
}

// generated returns the round trips for generated code, in which a UUID cannot be missing.
func generated(w roundTrip) places {
	required := w
	required.missing = nil
	return places{{required, w, w}}
}

// databases returns the frameworks for SQL databases.
func databases(t *testing.T) []framework {
	if _, err := openSchema(t, "public").Exec(schemas); err != nil {
		t.Fatal(err)
	}
	return []framework{
		{name: "jmoiron/sqlx", through: "`NamedExec`, `Get`", asIs: every(sqlxTable(t))},
		{name: "uptrace/bun", through: "model", asIs: every(bunTable(t))},
		{name: "gorm.io/gorm", through: "model", asIs: every(gormTable(t))},
		{
			name:    "entgo.io/ent",
			through: "`field.UUID`",
			asIs:    places{{optional: entOptional(t)}},
			line:    generated(entTable(t)),
		},
		{name: "sqlc-dev/sqlc", through: "pgx/v5", line: generated(sqlcTable(t))},
		{
			name:    "microsoft/go-mssqldb",
			through: "`uniqueidentifier`",
			asIs:    every(sqlServerPlain(sqlServerDSN)),
			line:    every(sqlServerPlain(sqlServerConversion())),
		},
		{
			name:    "microsoft/go-mssqldb",
			through: "`uniqueidentifier`, by `GUID`",
			line:    places{{plain: sqlServerGUID(sqlServerDSN)}},
		},
	}
}
