package check

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
)

// manyTables is the number of tables of a large database.
func manyTables() int {
	switch {
	case testing.Short():
		return 20
	case os.Getenv("INTEGRATION_FULL") != "":
		return 5000
	}
	return 100
}

// wantMany checks that the command reads all tables.
func wantMany(t *testing.T, address string) {
	t.Helper()
	began := time.Now()
	r := check(t, 3, address)
	t.Logf("%s: %d tables in %v", r.Server, manyTables(), time.Since(began).Round(time.Millisecond))
	if len(r.Columns) != 2*manyTables() || len(r.Unread) > 0 {
		t.Errorf("%d columns are listed, want %d; unread %v", len(r.Columns), 2*manyTables(), r.Unread)
	}
	for _, c := range r.Columns {
		if found := len(c.Findings) > 0; found != (c.Table == "t7" && c.Column == "id") {
			t.Errorf("%s.%s: %v", c.Table, c.Column, c.Findings)
		}
	}
}

// makeMany makes tables, one of which has versions 4 and 7 in its key.
func makeMany(t *testing.T, exec func(statements ...string)) {
	t.Helper()
	for k := range manyTables() {
		name := fmt.Sprint("t", k)
		value := asText(v7)
		if k == 7 {
			value = mixed(2, asText(v4), asText(v7))
		}
		exec("CREATE TABLE "+name+" (id uuid PRIMARY KEY, owner_id uuid, name varchar(100))",
			insert(name, 3, "", value, asText(v4), rowName))
	}
}

func TestManyTablesOfPostgres(t *testing.T) {
	address := createPostgres(t, "_many", "")
	many := open(t, "pgx", address)
	many.SetMaxOpenConns(1)
	execute(t, many, "SET synchronous_commit = off")
	makeMany(t, func(statements ...string) { execute(t, many, strings.Join(statements, "; ")) })
	wantMany(t, address)
}

func TestManyTablesOfMariaDB(t *testing.T) {
	config, err := mysql.ParseDSN(mariaDBAddress)
	if err != nil {
		t.Fatal(err)
	}
	config.DBName += "_many"
	execute(t, open(t, "mysql", mariaDBAddress), "CREATE DATABASE "+config.DBName)
	many := open(t, "mysql", config.FormatDSN())
	defer execute(t, many, "DROP DATABASE "+config.DBName)
	many.SetMaxOpenConns(1)
	makeMany(t, func(statements ...string) { execute(t, many, statements...) })
	u := mariaDBURL(t)
	check(t, 0, "-timeout", "1s", u.String()) // the tables of another database cost no time
	u.Path = "/" + config.DBName
	wantMany(t, u.String())
}
