package main

const help = `usage: uuidcheck [flags] [address]

Uuidcheck reads a database and reports what is wrong with the UUIDs in it.

The address is one of these:
  postgres://user@host/database   all schemas of the database
  mysql://user@host/database      MariaDB or MySQL; without a database, all
  file.db                         an SQLite file
Without it, uuidcheck reads $DATABASE_URL. Anybody on the machine can see
arguments with ps, so keep a password in $DATABASE_URL or, for PostgreSQL, in
$PGPASSWORD or ~/.pgpass. A socket is ?host=/directory for PostgreSQL, and
?socket=/file for MariaDB and MySQL. For TLS, PostgreSQL has ?sslmode=, and
the others have ?tls=true, skip-verify, preferred or false.

  -full          count versions 4 and 7 exactly, by reading whole tables
  -ids=false     print no IDs as examples
  -json          print JSON
  -move          also report what new IDs for version 4 rows need first:
                 indexes, cascades, references without a foreign key
  -timeout 5s    the limit of each statement; 0 is none, and -full has none
                 unless this flag is given
  -views         also read views and foreign tables

Exit status: 0 nothing found, 1 something could not be read, 2 wrong usage,
3 found. "go run" prints the status and exits with 1.

Uuidcheck only reads:
  - Each statement has a read-only transaction of its own. An SQLite file is
    opened with mode=ro and query_only, and never created.
  - Each statement ends after the timeout, and waits at most 1 s for a lock.
  - It reads about 1000 rows of each table, 300 more by the index of each
    column with IDs, and the catalog. It compares made values in the
    database without reading rows.
  - It sends no startup parameters, so it works behind poolers.
  - The user needs CONNECT, and SELECT on the tables to be read. Tables that
    cannot be read are named.
  - It prints no values but IDs, no passwords, and no errors of a server.
`
