//go:build go1.27

package frameworks

import (
	"database/sql"
	"slices"
	"testing"
	std "uuid"

	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/seed-8298af95/uuid"
)

// TestBatchOfAnyType checks the code in README.md that fills a slice of any UUID type with version
// 7 UUIDs. It stores and reads types from other packages and a typed ID in three ways.
func TestBatchOfAnyType(t *testing.T) {
	t.Run("standard", storeBatch[std.UUID])
	t.Run("google", storeBatch[google.UUID])
	t.Run("ID", storeBatch[uuid.ID[prefixed]])
}

func storeBatch[U ~[16]byte](t *testing.T) {
	ids := make([]U, 100)
	uuid.FillV7(ids)
	db := openBytes(t)["pgx"]
	type row struct{ ID uuid.UUID }
	// The calls convert the IDs, because some types have no Value or Scan method.
	for _, way := range []struct {
		name  string
		store func(id U) error
		load  func() ([]U, error)
	}{
		{"database/sql", func(id U) error {
			_, err := db.Exec("insert into batch values ($1)", uuid.UUID(id))
			return err
		}, func() (got []U, err error) {
			rows, err := db.Query("select id from batch order by id")
			for err == nil && rows.Next() {
				var id uuid.UUID
				err = rows.Scan(&id)
				got = append(got, U(id))
			}
			return got, err
		}},
		{"gorm", func(id U) error {
			return openGorm(t, db).Table("batch").Create(&row{uuid.UUID(id)}).Error
		}, func() (got []U, err error) {
			var rows []row
			err = openGorm(t, db).Table("batch").Order("id").Find(&rows).Error
			for _, r := range rows {
				got = append(got, U(r.ID))
			}
			return got, err
		}},
		{"pgx", func(id U) error {
			return withPGX(db, func(c *stdlib.Conn) error {
				_, err := c.Conn().Exec(ctx, "insert into batch values ($1)", uuid.UUID(id))
				return err
			})
		}, func() (got []U, err error) {
			err = withPGX(db, func(c *stdlib.Conn) error {
				rows, err := c.Conn().Query(ctx, "select id from batch order by id")
				for err == nil && rows.Next() {
					var id uuid.UUID
					err = rows.Scan(&id)
					got = append(got, U(id))
				}
				return err
			})
			return got, err
		}},
	} {
		if _, err := db.Exec("create temporary table batch (id uuid primary key)"); err != nil {
			t.Fatal(err)
		}
		for _, id := range ids {
			if err := way.store(id); err != nil {
				t.Fatal(way.name, err)
			}
		}
		if got, err := way.load(); err != nil || !slices.Equal(got, ids) {
			t.Errorf("%s: %v, read %v, stored %v", way.name, err, got, ids)
		}
		if _, err := db.Exec("drop table batch"); err != nil {
			t.Fatal(err)
		}
	}
}

// withPGX calls f with the pgx connection behind db.
func withPGX(db *sql.DB, f func(*stdlib.Conn) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Raw(func(c any) error { return f(c.(*stdlib.Conn)) })
}
