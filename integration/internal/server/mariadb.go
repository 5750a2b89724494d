package server

import (
	"database/sql"
	"os"

	"github.com/go-sql-driver/mysql"
)

var mariaDB = product{
	name:     "MariaDB",
	variable: "INTEGRATION_MARIADB",
	address:  "root@tcp(127.0.0.1:3306)/",
}

var mySQL = product{
	name:     "MySQL",
	variable: "INTEGRATION_MYSQL",
}

// MySQL reports whether the tests of MariaDB run on MySQL, without its missing uuid type. They do if
// INTEGRATION_MYSQL is set, whichever of the two servers answers at that address.
func MySQL() bool { return os.Getenv(mySQL.variable) != "" }

// MariaDB creates a database on the MariaDB server or, if MySQL returns true, on the MySQL server.
// The returned Address is a data source name for github.com/go-sql-driver/mysql.
func MariaDB() (Database, error) {
	p := mariaDB
	if MySQL() {
		p = mySQL
	}
	name := newName()
	config, err := mysql.ParseDSN(p.where())
	if err != nil {
		return Database{}, p.missing(err)
	}
	config.Logger = &mysql.NopLogger{} // discard the log, because the driver also returns the errors that it logs
	if err := mariaDBExec(config, "create database "+name); err != nil {
		return Database{}, p.missing(err)
	}
	drop := func() error { return mariaDBExec(config, "drop database "+name) }
	own := config.Clone()
	own.DBName = name
	return Database{own.FormatDSN(), drop}, nil
}

func mariaDBExec(config *mysql.Config, query string) error {
	connector, err := mysql.NewConnector(config)
	if err != nil {
		return err
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	_, err = db.Exec(query)
	return err
}
