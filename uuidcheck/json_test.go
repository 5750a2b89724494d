// Proves that the JSON output has exactly the documented shape.
package main

import (
	"regexp"
	"testing"
)

func TestJSON(t *testing.T) {
	name, db := newFile(t, "CREATE TABLE orders (id TEXT NOT NULL PRIMARY KEY, parent BLOB)", "CREATE VIEW v AS "+
		"SELECT id FROM orders")
	execute(t, db,
		"INSERT INTO orders VALUES ('f47ac10b-58cc-4372-a567-0e02b2c3d479', x'f47ac10b58cc4372a5670e02b2c3d470')",
		"INSERT INTO orders VALUES ('9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d', x'9b1deb4d3b7d4bad9bdd2b0d7b3dcb6e')",
		"INSERT INTO orders VALUES ('1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed', x'1b9d6bcdbbfd4b2d9b5dab8dfbbd4bee')",
		"INSERT INTO orders VALUES ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f', NULL)")
	const want = `{
  "server": "SQLite 0.0.0",
  "columns": [
    {
      "schema": "main",
      "table": "orders",
      "column": "id",
      "type": "TEXT",
      "key": true,
      "nullable": false,
      "goType": "uuid.UUID",
      "versions": {
        "4": 3,
        "7": 1
      },
      "values": 4,
      "findings": [
        {
          "check": "versions",
          "level": "warning",
          "message": "The key contains version 4 (3 of the values that were read) and version 7 (1). ` +
		`=, joins and references work, but ORDER BY, ranges, expiry and pages by this column give wrong results ` +
		`for the version 4 rows, without an error.",
          "url": "https://github.com/seed-8298af95/uuid/blob/main/docs/version4.md",
          "example": "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
        }
      ]
    },
    {
      "schema": "main",
      "table": "orders",
      "column": "parent",
      "type": "BLOB",
      "key": false,
      "nullable": true,
      "goType": "*uuid.Binary",
      "versions": {
        "4": 3
      },
      "values": 3,
      "findings": []
    }
  ],
  "unread": [],
  "skippedViews": 1
}
`
	status, out, stderr := command(t, "-json", name)
	out = regexp.MustCompile(`SQLite \d+\.\d+\.\d+`).ReplaceAllString(out, "SQLite 0.0.0")
	if status != statusFound || out != want || stderr != "" {
		t.Errorf("status %d, standard error %q, output\n%s\nwant\n%s", status, stderr, out, want)
	}
}

// TestJSONOfNothing checks that lists are never null.
func TestJSONOfNothing(t *testing.T) {
	name, _ := newFile(t, "CREATE TABLE numbers (n INTEGER)")
	status, out, _ := command(t, name, "-json")
	want := regexp.MustCompile(`^\{
  "server": "SQLite [\d.]+",
  "columns": \[\],
  "unread": \[\],
  "skippedViews": 0
\}
$`)
	if status != statusHealthy || !want.MatchString(out) {
		t.Errorf("status %d, output\n%s", status, out)
	}
}

// TestNoIDs checks that -ids=false leaves out all IDs.
func TestNoIDs(t *testing.T) {
	name, db := newFile(t, "CREATE TABLE t (id TEXT PRIMARY KEY)")
	fill(t, db, "t", 40, mixed(4, mixed(3, asText(v4), capitalized(asText(v7))), typeIDs("secretive")))
	for _, args := range [][]string{{name}, {"-json", name}} {
		id := regexp.MustCompile(`(?i)[0-9a-f]{8}-[0-9a-f]{4}|secretive`)
		if _, out, _ := command(t, args...); !id.MatchString(out) {
			t.Errorf("%v prints no example: %s", args, out)
		}
		status, out, _ := command(t, append(args, "-ids=false")...)
		if status != statusFound || id.MatchString(out) {
			t.Errorf("%v -ids=false: status %d, %q", args, status, id.FindString(out))
		}
	}
}
