package main

const help = `usage: uuidcheck [flags] [address]

Uuidcheck reads a database and reports what is wrong with the UUIDs in it.

The address is one of these:
  postgres://user@host/database   all schemas of the database
  mysql://user@host/database      MariaDB or MySQL; all databases if none is named
  file.db                         an SQLite file
Without an address, uuidcheck reads $DATABASE_URL. Every user of the machine
can see arguments with ps, so keep a password in $DATABASE_URL or, for
PostgreSQL, in $PGPASSWORD or ~/.pgpass. For a socket, add ?host=/directory
for PostgreSQL, or ?socket=/file for MariaDB and MySQL. For TLS, add ?sslmode=
for PostgreSQL, or ?tls=true, skip-verify, preferred or false for the others.

  -full          count versions 4 and 7 exactly, by reading whole tables
  -ids=false     print no IDs as examples
  -json          print JSON
  -move          also report what must be done before version 4 rows get new
                 IDs: references without an index, a cascade or a foreign key
  -timeout 5s    the time limit of each statement; 0 means no limit, and the
                 statements of -full have none unless this flag is given
  -views         also read views and foreign tables

Exit status: 0 if nothing was found, 1 if something could not be read, 2 if
the command line is wrong, 3 if something was found. "go run" prints
any status except 0, and exits with 1 instead.

Uuidcheck only reads:
  - Each statement runs in its own read-only transaction. An SQLite file is
    opened with mode=ro and query_only, and never created.
  - Each statement is canceled after the timeout, and waits at most 1 s for a
    lock.
  - It reads the catalog, about 1000 rows of each table, and 300 more through
    the index of each column of IDs. It makes the database compare test values
    without reading rows.
  - It sends no startup parameters, so it works behind poolers.
  - The user needs CONNECT, and SELECT on the tables to be read. Tables that
    cannot be read are named.
  - It prints no passwords, no messages from a server, and no values except
    IDs.
`
