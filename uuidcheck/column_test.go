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

// TestIdentifies checks that the first column of a key identifies rows if its name says so, unless it refers to
// another table.
func TestIdentifies(t *testing.T) {
	for _, tt := range []struct {
		column column
		want   bool
	}{
		{column{name: "code", key: true}, true},
		{column{name: "code", unique: true}, true},
		{column{name: "ID", leads: true}, true},
		{column{name: "id", leads: true, reference: &reference{}}, false},
		{column{name: "tenant_id", leads: true}, false},
		{column{name: "id"}, false},
	} {
		if got := tt.column.identifies(); got != tt.want {
			t.Errorf("%+v identifies rows: %v", tt.column, got)
		}
	}
	if c := (&column{name: "code", reference: &reference{}}); !c.isCompared() || (&column{name: "code"}).isCompared() {
		t.Error("only the column with a foreign key is compared with IDs")
	}
}

// TestTypesOfSQLite checks which declared types could be those of IDs.
func TestTypesOfSQLite(t *testing.T) {
	for declared, want := range map[string]column{
		"":              {kind: kindText},
		"uuid":          {kind: kindText},
		"VARCHAR (36)":  {kind: kindText, width: 36},
		"blob":          {kind: kindBytes},
		"BINARY(16)":    {kind: kindBytes, width: 16},
		"varbinary(16)": {kind: kindBytes, width: 16},
		"bytea":         {kind: kindBytes},
	} {
		if kind, width, holds := sqliteType(declared); kind != want.kind || width != want.width || !holds {
			t.Errorf("%q: kind %d, width %d, %v", declared, kind, width, holds)
		}
	}
	for _, declared := range []string{"INTEGER", "bigint", "REAL", "FLOAT", "DOUBLE", "DECIMAL(10)", "NUMERIC",
		"DATE", "TIMESTAMP", "BOOLEAN", "JSON"} {
		if _, _, holds := sqliteType(declared); holds {
			t.Errorf("%s could hold IDs", declared)
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
