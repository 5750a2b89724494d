// Proves which names and kinds of tables and columns are those of IDs, where few values can show it.
package main

import "testing"

func TestNamed(t *testing.T) {
	for _, name := range []string{
		"id", "ID", "uuid", "GUID", "uid", "user_id", "USER_ID", "id_old", "uid_old", "userId", "userID",
		"useruuid", "guids",
	} {
		if c := (&column{name: name}); !c.named() {
			t.Errorf("%s is not the name of an ID", name)
		}
	}
	for _, name := range []string{"", "data", "paid", "video", "identity", "idx", "liquid", "uids", "user_ids"} {
		if c := (&column{name: name}); c.named() {
			t.Errorf("%s is the name of an ID", name)
		}
	}
}

// TestKindsOfPostgres checks the letters of pg_class.relkind: a foreign table is left out as a view is,
// because reading it may be a heavy query elsewhere.
func TestKindsOfPostgres(t *testing.T) {
	for relkind, want := range map[string]tableKind{
		"r": baseTable, "m": baseTable, "p": partitioned, "v": view, "f": view,
	} {
		if got := postgresKind(relkind); got != want {
			t.Errorf("relkind %s is read as kind %d, want %d", relkind, got, want)
		}
	}
}
