//go:build go1.27

package frameworks

import (
	"database/sql/driver"
	"encoding/json"
	"errors"
	"os"
	"testing"
	std "uuid"

	"entgo.io/ent/schema/field"
	"github.com/jackc/pgx/v5"
	"github.com/jmoiron/sqlx"
	"github.com/seed-8298af95/uuid"
	sqlc "github.com/seed-8298af95/uuid/integration/frameworks/sqlc/beside"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"github.com/seed-8298af95/uuid/pgxuuid"
	"github.com/stephenafamo/bob"
	"github.com/stephenafamo/bob/dialect/psql"
	"github.com/stephenafamo/bob/dialect/psql/im"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

// A beside is a row that contains IDs of this library's type and of the standard library's type. A
// service may need such rows during a migration or because a code generator chose the type.
type beside struct {
	bun.BaseModel `bun:"table:beside" gorm:"-" json:"-"`

	Std   std.UUID  `db:"std" bun:"std,type:uuid" gorm:"type:uuid;column:std;primaryKey"`
	Ours  uuid.UUID `db:"ours" bun:"ours,type:uuid" gorm:"type:uuid;column:ours"`
	Maybe *std.UUID `db:"maybe" bun:"maybe,type:uuid" gorm:"type:uuid;column:maybe"`
	Null  uuid.Null `db:"null" bun:"null,type:uuid" gorm:"type:uuid;column:null"`
}

func (beside) TableName() string { return "beside" }

// besides returns functions that store or encode a row and read it back.
func besides(t *testing.T) []struct {
	name, through string
	trip          func(beside) (beside, error)
} {
	db := openSchema(t, "public")
	schema, err := os.ReadFile("sqlc/beside/schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(string(schema)); err != nil {
		t.Fatal(err)
	}
	conn, registered := pgxConn(t, db), pgxConn(t, db)
	pgxuuid.Register(registered.TypeMap())
	const insert, query = `insert into beside values ($1, $2, $3, $4)`, `select std, ours, maybe, "null" from beside`
	native := func(conn *pgx.Conn) func(beside) (beside, error) {
		return func(b beside) (got beside, err error) {
			_, err = conn.Exec(ctx, insert, b.Std, b.Ours, b.Maybe, b.Null)
			if err == nil {
				err = conn.QueryRow(ctx, query).Scan(&got.Std, &got.Ours, &got.Maybe, &got.Null)
			}
			return got, err
		}
	}
	generated := func(conn *pgx.Conn) func(beside) (beside, error) {
		queries := sqlc.New(conn)
		return func(b beside) (beside, error) {
			err := queries.CreateBeside(ctx, sqlc.CreateBesideParams{Std: b.Std, Ours: b.Ours, Maybe: b.Maybe, Null: b.Null})
			if err != nil {
				return beside{}, err
			}
			got, err := queries.Beside(ctx)
			return beside{Std: got.Std, Ours: got.Ours, Maybe: got.Maybe, Null: got.Null}, err
		}
	}
	x := sqlx.NewDb(db, "pgx")
	model := bun.NewDB(db, pgdialect.New())
	orm := openGorm(t, db)
	// The queries have no condition, so the table must contain exactly one row.
	clear := func(trip func(beside) (beside, error)) func(beside) (beside, error) {
		return func(b beside) (beside, error) {
			if _, err := db.Exec("delete from beside"); err != nil {
				return beside{}, err
			}
			return trip(b)
		}
	}
	return []struct {
		name, through string
		trip          func(beside) (beside, error)
	}{
		{"database/sql", "`Exec`, `Scan`", clear(func(b beside) (got beside, err error) {
			_, err = db.Exec(insert, b.Std, b.Ours, b.Maybe, b.Null)
			if err == nil {
				err = db.QueryRow(query).Scan(&got.Std, &got.Ours, &got.Maybe, &got.Null)
			}
			return got, err
		})},
		{"jackc/pgx/v5", "`Exec`, `Scan`", clear(native(conn))},
		{"jackc/pgx/v5 with pgxuuid", "`Exec`, `Scan`", clear(native(registered))},
		{"sqlc-dev/sqlc", "pgx/v5", clear(generated(conn))},
		{"sqlc-dev/sqlc with pgxuuid", "pgx/v5", clear(generated(registered))},
		{"jmoiron/sqlx", "`NamedExec`, `Get`", clear(func(b beside) (got beside, err error) {
			_, err = x.NamedExec(`insert into beside values (:std, :ours, :maybe, :null)`, b)
			if err == nil {
				err = x.Get(&got, query)
			}
			return got, err
		})},
		{"stephenafamo/bob", "`Arg`, `StructMapper`", clear(func(b beside) (got beside, err error) {
			insert := psql.Insert(im.Into("beside"), im.Values(psql.Arg(b.Std, b.Ours, b.Maybe, b.Null)))
			_, err = bob.Exec(ctx, bob.NewDB(db), insert)
			if err == nil {
				err = bobOne(bob.NewDB(db), psql.RawQuery(query), &got)
			}
			return got, err
		})},
		{"uptrace/bun", "model", clear(func(b beside) (got beside, err error) {
			_, err = model.NewInsert().Model(&b).Exec(ctx)
			if err == nil {
				err = model.NewSelect().Model(&got).Scan(ctx)
			}
			return got, err
		})},
		{"gorm.io/gorm", "model", clear(func(b beside) (got beside, err error) {
			err = orm.Create(&b).Error
			if err == nil {
				err = orm.Take(&got).Error
			}
			return got, err
		})},
		{"encoding/json", "`Marshal`", func(b beside) (got beside, err error) {
			data, err := json.Marshal(b)
			if err == nil {
				err = json.Unmarshal(data, &got)
			}
			return got, err
		}},
		{"entgo.io/ent", "`field.UUID`", func(b beside) (beside, error) {
			id, ok := any(b.Std).(driver.Valuer)
			if !ok {
				return beside{}, errors.New("the standard type is not a driver.Valuer")
			}
			return b, field.UUID("id", id).Descriptor().Err
		}},
	}
}

// TestBeside checks that database and JSON packages preserve rows with both types.
func TestBeside(t *testing.T) {
	var rows [][]string
	for _, b := range besides(t) {
		result := "yes"
		for i, id := range append(ids.All()[:20], example) {
			want := beside{Std: std.UUID(id), Ours: id}
			if i%2 == 0 { // the other rows store NULL
				want.Maybe, want.Null = &want.Std, uuid.Null{UUID: id, Valid: true}
			}
			got, err := b.trip(want)
			if err != nil {
				result = "`" + err.Error() + "`"
				break
			}
			same := got.Std == want.Std && got.Ours == want.Ours && got.Null == want.Null && (got.Maybe == nil) == (want.Maybe == nil)
			if !same || got.Maybe != nil && *got.Maybe != *want.Maybe {
				t.Errorf("%s: %+v was read as %+v", b.name, want, got)
			}
		}
		rows = append(rows, []string{b.name, b.through, result})
	}
	readme.Block(t, "README.md", "beside", readme.Table([]string{"Package", "Through", "Both types in one struct"}, rows))
}
