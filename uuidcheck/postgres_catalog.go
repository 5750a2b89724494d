package main

import (
	"context"
	"strconv"
	"strings"
)

// postgresColumns lists the columns that could hold IDs. A domain counts as its base type, and a
// partition as its parent. Which column of pg_database names the collation depends on the version.
const postgresColumns = `
WITH RECURSIVE base(oid, typ, mod, filled) AS (
  SELECT oid, oid, -1, false FROM pg_type WHERE typtype <> 'd'
  UNION ALL
  SELECT d.oid, b.typ, CASE WHEN d.typtypmod >= 0 THEN d.typtypmod ELSE b.mod END, b.filled OR d.typnotnull
  FROM pg_type d JOIN base b ON d.typbasetype = b.oid WHERE d.typtype = 'd'
)
SELECT c.oid, n.nspname, c.relname, c.relkind,
  a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), t.typname, format_type(b.typ, NULL),
  CASE WHEN a.atttypmod >= 0 THEN a.atttypmod ELSE b.mod END,
  CASE co.collname WHEN 'default' THEN
    coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale', d.datcollate::text) ELSE co.collname END,
  NOT (a.attnotnull OR b.filled), pg_get_expr(def.adbin, def.adrelid), has_column_privilege(c.oid, a.attnum, 'SELECT'),
  CASE c.relkind WHEN 'p' THEN leaves.pages ELSE c.relpages END,
  CASE c.relkind WHEN 'p' THEN leaves.rows ELSE greatest(c.reltuples, 0)::bigint END
FROM pg_attribute a
JOIN pg_class c ON c.oid = a.attrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN base b ON b.oid = a.atttypid
JOIN pg_type t ON t.oid = b.typ
JOIN pg_database d ON d.datname = current_database()
LEFT JOIN pg_collation co ON co.oid = a.attcollation
LEFT JOIN pg_attrdef def ON def.adrelid = c.oid AND def.adnum = a.attnum
LEFT JOIN LATERAL (
  SELECT coalesce(sum(l.relpages), 0)::bigint AS pages, coalesce(sum(greatest(l.reltuples, 0)), 0)::bigint AS rows
  FROM pg_partition_tree(c.oid) p JOIN pg_class l ON l.oid = p.relid WHERE p.isleaf
) leaves ON c.relkind = 'p'
WHERE c.relkind IN ('r', 'p', 'm', 'v', 'f') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
  AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
  AND t.typname IN ('uuid', '_uuid', 'bytea', 'text', 'varchar', 'bpchar', 'citext')
  AND NOT EXISTS (SELECT FROM pg_depend x
    WHERE x.objid = c.oid AND x.classid = 'pg_class'::regclass AND x.deptype = 'e')
ORDER BY n.nspname, c.relname, a.attnum`

// postgresIndexes lists the first columns of indexes: whether the index is in the order of the column's
// comparisons, unique and of this column alone, and the primary key.
const postgresIndexes = `
SELECT i.indrelid, i.indkey[0], i.indisprimary, i.indnkeyatts,
  i.indisunique AND i.indnkeyatts = 1 AND i.indpred IS NULL AND i.indisvalid,
  am.amname = 'btree' AND op.opcdefault AND i.indcollation[0] = a.attcollation AND i.indpred IS NULL AND i.indisvalid
FROM pg_index i
JOIN pg_class c ON c.oid = i.indexrelid
JOIN pg_am am ON am.oid = c.relam
JOIN pg_opclass op ON op.oid = i.indclass[0]
JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
JOIN pg_class r ON r.oid = i.indrelid AND NOT r.relispartition AND r.relkind IN ('r', 'p', 'm')`

// postgresForeignKeys lists the columns of foreign keys with those that they refer to.
const postgresForeignKeys = `
SELECT k.conrelid, k.conkey[i], n.nspname, r.relname, a.attname, k.confupdtype = 'c'
FROM pg_constraint k
CROSS JOIN LATERAL generate_subscripts(k.conkey, 1) i
JOIN pg_class r ON r.oid = k.confrelid
JOIN pg_namespace n ON n.oid = r.relnamespace
JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = k.confkey[i]
WHERE k.contype = 'f' AND k.conparentid = 0
ORDER BY array_length(k.conkey, 1) DESC, k.conname DESC`

func (s *postgresServer) Tables(ctx context.Context) ([]*table, error) {
	rows, err := s.read(ctx, plain, postgresColumns)
	if err != nil {
		return nil, err
	}
	var tables []*table
	byID := make(map[string]*table)
	columns := make(map[string]*column) // by the table's ID and the column's number
	for _, row := range rows {
		id := string(row[0])
		t := byID[id]
		if t == nil {
			t = &table{
				schema: string(row[1]),
				name:   string(row[2]),
				kind:   postgresKind(string(row[3])),
				pages:  number(row[14]),
				rows:   number(row[15]),
			}
			byID[id] = t
			tables = append(tables, t)
		}
		c := postgresColumn(t, row)
		switch readable := string(row[13]) == "t"; {
		case c.kind == kindText && c.width > 0 && c.width < 22: // the shortest text of an ID
		case !readable:
			t.denied = append(t.denied, c.name)
		default:
			t.columns = append(t.columns, c)
			columns[place(id, string(row[4]))] = c
		}
	}
	if err := s.readIndexes(ctx, columns); err != nil {
		return nil, err
	}
	return tables, s.readForeignKeys(ctx, columns)
}

func postgresKind(relkind string) tableKind {
	switch relkind {
	case "v", "f":
		return view
	case "p":
		return partitioned
	}
	return baseTable
}

func postgresColumn(t *table, row [][]byte) *column {
	c := &column{
		table:     t,
		name:      string(row[5]),
		declared:  string(row[6]),
		baseType:  "text",
		collation: string(row[10]),
		nullable:  string(row[11]) == "t",
		preset:    string(row[12]),
	}
	const header = 4 // of the modifier that is the width
	switch typ := string(row[7]); typ {
	case "uuid":
		c.kind = kindUUID
	case "_uuid":
		c.kind, c.array = kindUUID, true
	case "bytea":
		c.kind = kindBytes
	default:
		c.width = max(int(number(row[9]))-header, 0)
		if typ == "citext" {
			c.baseType = string(row[8])
		}
	}
	c.sortKey = place(c.baseType, c.collation)
	return c
}

func number(b []byte) int64 {
	n, _ := strconv.ParseInt(string(b), 10, 64)
	return n
}

func (s *postgresServer) readIndexes(ctx context.Context, columns map[string]*column) error {
	rows, err := s.read(ctx, plain, postgresIndexes)
	for _, row := range rows {
		c := columns[place(string(row[0]), string(row[1]))]
		if c == nil {
			continue
		}
		primary, unique, ordered := string(row[2]) == "t", string(row[4]) == "t", string(row[5]) == "t"
		c.leads = c.leads || primary
		c.hasIndex = true
		c.key = c.key || primary && unique
		c.unique = c.unique || unique
		// An operator of citext is in a schema that the search path leaves out.
		c.indexed = c.indexed || ordered && !strings.HasSuffix(c.baseType, "citext")
	}
	return err
}

func (s *postgresServer) readForeignKeys(ctx context.Context, columns map[string]*column) error {
	rows, err := s.read(ctx, plain, postgresForeignKeys)
	for _, row := range rows {
		if c := columns[place(string(row[0]), string(row[1]))]; c != nil {
			c.reference = &reference{
				schema:   string(row[2]),
				table:    string(row[3]),
				column:   string(row[4]),
				cascades: string(row[5]) == "t",
			}
		}
	}
	return err
}
