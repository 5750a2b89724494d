package main

import "regexp"

// A usageError is a mistake on the command line: exit status 2. Its text never contains the address,
// because the address may contain a password.
type usageError string

func (e usageError) Error() string { return string(e) }

const wantAddress = usageError("want the name of an SQLite file")

// A product is a kind of database.
type product int

const (
	sqlite product = iota
	postgreSQL
	mySQL
	mariaDB
)

// An address says where a database is.
type address struct {
	file string // of SQLite
}

var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+:`)

// parseAddress reads the argument of the command or $DATABASE_URL. A file whose name begins like a
// URL needs "./" in front.
func parseAddress(text string) (address, error) {
	if scheme.MatchString(text) {
		return address{}, usageError("cannot read the address: unknown scheme; " + wantAddress.Error())
	}
	return address{file: text}, nil
}
