package main

const help = `usage: uuidcheck [flags] [address]

Uuidcheck reads a database and reports what is wrong with the UUIDs in it.
The address is the name of an SQLite file. Without it, uuidcheck reads
$DATABASE_URL.

  -ids=false     print no IDs as examples
  -json          print JSON
  -timeout 5s    the limit of each statement; 0 is none

Exit status: 0 nothing found, 1 something could not be read, 2 wrong usage,
3 found. "go run" prints the status and exits with 1.

Uuidcheck only reads:
  - It opens the file with mode=ro and query_only, and never creates a file.
  - It reads at most 1000 rows of each table, and some more by the indexes of
    the columns with IDs.
  - It prints no values but IDs.
`
