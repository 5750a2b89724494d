package main

const help = `usage: uuidcheck [flags] [address]

Uuidcheck reads a database and reports what is wrong with the UUIDs in it.

The address is one of these:
  postgres://user@host/database   all schemas of the database
  mysql://user@host/database      MariaDB or MySQL; without a database, all
  file.db                         an SQLite file
Without an address, uuidcheck reads $DATABASE_URL. Every user of the machine
can see arguments with ps, so keep a password in $DATABASE_URL or, for
PostgreSQL, in $PGPASSWORD or ~/.pgpass. For a socket, add ?host=/directory
for PostgreSQL, or ?socket=/file for MariaDB and MySQL. For TLS, add ?sslmode=
for PostgreSQL, or ?tls=true, skip-verify, preferred or false for the others.

  -full          count versions 4 and 7 exactly, by reading whole tables
  -ids=false     print no IDs as examples
  -json          print JSON
  -move          also report what new IDs for version 4 rows need first:
                 indexes, cascades, references without a foreign key
  -timeout 5s    the time limit of each statement; 0 means no limit, and the
                 statements of -full have none unless this flag is given
  -views         also read views and foreign tables

Exit status: 0 if nothing was found, 1 if something could not be read, 2 if
the command line is wrong, 3 if something was found. "go run" prints the
status and exits with 1.

Uuidcheck only reads:
  - Each statement runs in its own read-only transaction. An SQLite file is
    opened with mode=ro and query_only, and never created.
  - Each statement ends after the timeout, and waits at most 1 s for a lock.
  - It reads about 1000 rows of each table, 300 more by the index of each
    column with IDs, and the catalog. It makes the database compare made-up
    values without reading rows.
  - It sends no startup parameters, so it works behind poolers.
  - The user needs CONNECT, and SELECT on the tables to be read. Tables that
    cannot be read are named.
  - It prints no values except IDs, no passwords, and no messages of a server.
`
