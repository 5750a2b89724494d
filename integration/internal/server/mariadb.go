package server

import (
	"database/sql"

	"github.com/go-sql-driver/mysql"
)

var mariaDB = product{
	name:     "MariaDB",
	variable: "INTEGRATION_MARIADB",
	address:  "root@tcp(127.0.0.1:3306)/",
}

// MariaDB creates a database on the MariaDB server. The returned Address is a data source name for
// github.com/go-sql-driver/mysql.
func MariaDB() (Database, error) {
	name := newName()
	config, err := mysql.ParseDSN(mariaDB.where())
	if err != nil {
		return Database{}, mariaDB.missing(err)
	}
	config.Logger = &mysql.NopLogger{} // discard the log, because the driver also returns the errors that it logs
	if err := mariaDBExec(config, "create database "+name); err != nil {
		return Database{}, mariaDB.missing(err)
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
