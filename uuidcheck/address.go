package main

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// A usageError is a mistake on the command line: exit status 2. Its text never contains the address,
// because the address may contain a password.
type usageError string

func (e usageError) Error() string { return string(e) }

const (
	wantAddress = usageError("want postgres://…, mysql://… or the name of an SQLite file")
	wrongEscape = usageError("cannot read the address: write each of @ : / ? # % in a user name or a password as " +
		"an escape, such as %40 for @")
	wrongPort = usageError("cannot read the address: the port is not a number from 1 to 65535, or the password " +
		"contains a / ? or # " +
		"that is not written as an escape, such as %2F")
)

// A product is a kind of database.
type product int

const (
	sqlite product = iota
	postgreSQL
	mySQL
	mariaDB // its addresses are like those of MySQL
)

// An address is the place of a database.
type address struct {
	product product
	file    string   // of SQLite
	url     *url.URL // of a server
	text    string   // the URL as it was given
}

var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+:`)

// parseAddress parses the argument of the command or $DATABASE_URL. A file whose name begins like a URL must
// be written with "./".
func parseAddress(text string) (address, error) {
	switch strings.ToLower(scheme.FindString(text)) {
	case "":
		if strings.Contains(text, "://") {
			return address{}, wantAddress
		}
		return address{product: sqlite, file: text}, nil
	case "postgres:", "postgresql:":
		u, err := parseServerURL(text)
		return address{product: postgreSQL, url: u, text: text}, err
	case "mysql:", "mariadb:":
		u, err := parseServerURL(text)
		return address{product: mySQL, url: u, text: text}, err
	}
	return address{}, usageError("cannot read the address: unknown scheme; " + wantAddress.Error())
}

// parseServerURL rejects URLs that url.Parse accepts only because it mistakes part of a password for a
// different part of the URL.
func parseServerURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil {
		if strings.Contains(err.Error(), "invalid port") {
			return nil, wrongPort
		}
		return nil, wrongEscape
	}
	if u.Opaque != "" || !strings.Contains(text, "://") {
		return nil, wantAddress
	}
	misplaced := u.Fragment != "" || strings.HasSuffix(text, "#") || strings.Contains(u.Path, "@") ||
		strings.Contains(u.RawQuery, "@")
	if misplaced {
		return nil, wrongEscape
	}
	if _, err := url.ParseQuery(u.RawQuery); err != nil {
		return nil, wrongEscape
	}
	for host := range strings.SplitSeq(u.Host, ",") { // PostgreSQL allows several
		if !validPort(host) {
			return nil, wrongPort
		}
	}
	return u, nil
}

// validPort reports whether host has no port or a usable one.
func validPort(host string) bool {
	colon := strings.LastIndexByte(host, ':')
	if colon < 0 || strings.HasSuffix(host, "]") { // an IPv6 address without a port
		return true
	}
	port, err := strconv.ParseUint(host[colon+1:], 10, 16)
	return err == nil && port > 0
}
