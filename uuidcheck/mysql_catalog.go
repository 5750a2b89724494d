package main

import (
	"context"
	"database/sql"
	"strings"
)

// where limits a query of the catalog to the database in the address, or to the users' databases.
func (s *mysqlServer) where(column string) string {
	if s.database != "" {
		return column + " = DATABASE()"
	}
	return column + " NOT IN ('mysql', 'information_schema', 'performance_schema', 'sys')"
}

// Tables lists what the catalog shows, which is only tables on which the user has a privilege.
func (s *mysqlServer) Tables(ctx context.Context) ([]*table, error) {
	var tables []*table
	byName := make(map[string]*table)
	each := func(rows *sql.Rows) error {
		t := &table{}
		var kind string
		err := rows.Scan(&t.schema, &t.name, &kind, &t.rows)
		switch kind {
		case "BASE TABLE", "SYSTEM VERSIONED":
		case "VIEW":
			t.kind = view
		default: // a sequence
			return err
		}
		byName[place(t.schema, t.name)] = t
		tables = append(tables, t)
		return err
	}
	err := s.read(ctx, each, `SELECT table_schema, table_name, table_type, coalesce(table_rows, -1)
		FROM information_schema.tables WHERE `+s.where("table_schema")+" ORDER BY table_schema, table_name")
	if err != nil {
		return nil, err
	}
	columns, err := s.readColumns(ctx, byName)
	if err != nil {
		return nil, err
	}
	if err := s.readIndexes(ctx, byName, columns); err != nil {
		return nil, err
	}
	return tables, s.readForeignKeys(ctx, columns)
}

// readColumns reads all columns, because a key may be a column that cannot hold IDs, and returns them by
// place.
func (s *mysqlServer) readColumns(ctx context.Context, tables map[string]*table) (map[string]*mysqlColumn, error) {
	columns := make(map[string]*mysqlColumn)
	each := func(rows *sql.Rows) error {
		c := &mysqlColumn{}
		var schema, name string
		var octets, characters int64
		err := rows.Scan(&schema, &name, &c.name, &c.declared, &c.typ, &octets, &characters, &c.collation,
			&c.nullable, &c.preset)
		c.table = tables[place(schema, name)]
		if err != nil || c.table == nil {
			return err
		}
		columns[place(schema, name, c.name)] = c
		c.sortKey = c.collation
		switch c.typ {
		case "uuid":
			c.kind, c.holds = kindUUID, true
			c.sortKey = "" // each table may have been created by a different version
		case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob":
			c.kind, c.width, c.holds = kindBytes, int(octets), octets >= 16
		case "char", "varchar", "tinytext", "text", "mediumtext", "longtext":
			c.kind, c.width, c.holds = kindText, int(min(characters, 1<<16)), characters >= 22
		}
		if c.holds {
			c.table.columns = append(c.table.columns, &c.column)
		}
		return nil
	}
	err := s.read(ctx, each, `SELECT table_schema, table_name, column_name, column_type, data_type,
			coalesce(character_octet_length, 0), coalesce(character_maximum_length, 0), coalesce(collation_name, ''),
			is_nullable = 'YES', coalesce(column_default, '')
		FROM information_schema.columns WHERE `+
		s.where("table_schema")+" ORDER BY table_schema, table_name, ordinal_position")
	return columns, err
}

// A mysqlColumn is any column.
type mysqlColumn struct {
	column
	typ   string // without its size
	holds bool   // it could hold IDs
}

// isNumeric reports whether a place between two values can be computed from them as numbers.
func (c *mysqlColumn) isNumeric() bool {
	return strings.HasSuffix(c.typ, "int") || c.typ == "decimal"
}

// readIndexes reads the indexes. The primary key is also the axis of its table.
func (s *mysqlServer) readIndexes(
	ctx context.Context, tables map[string]*table, columns map[string]*mysqlColumn,
) error {
	type index struct {
		first  *mysqlColumn
		unique bool
		whole  bool // not only a prefix of the first column
		parts  int
	}
	indexes := make(map[string]*index)
	each := func(rows *sql.Rows) error {
		var schema, name, indexName, columnName, kind string
		var position int
		var unique, prefix bool
		err := rows.Scan(&schema, &name, &indexName, &position, &columnName, &unique, &prefix, &kind)
		t, c := tables[place(schema, name)], columns[place(schema, name, columnName)]
		if err != nil || t == nil || c == nil || kind != "BTREE" {
			return err
		}
		at := place(schema, name, indexName)
		if position == 1 {
			indexes[at] = &index{first: c, unique: unique, whole: !prefix}
		}
		if i := indexes[at]; i != nil {
			i.parts++
		}
		if indexName != "PRIMARY" {
			return nil
		}
		t.axis.key = append(t.axis.key, columnName)
		if position == 1 {
			t.axis.column, t.axis.numeric, t.axis.kind = columnName, c.isNumeric(), c.kind
		}
		return nil
	}
	err := s.read(ctx, each, `SELECT table_schema, table_name, index_name, seq_in_index, coalesce(column_name, ''),
			non_unique = 0, sub_part IS NOT NULL, index_type
		FROM information_schema.statistics WHERE `+
		s.where("table_schema")+" ORDER BY table_schema, table_name, index_name, seq_in_index")
	if err != nil {
		return err
	}
	for at, i := range indexes {
		primary := strings.HasSuffix(at, place("", "PRIMARY"))
		c := i.first
		c.indexed = c.indexed || i.whole
		c.hasIndex = true
		c.leads = c.leads || primary
		c.key = c.key || primary && i.parts == 1
		c.unique = c.unique || i.unique && i.parts == 1 && i.whole
	}
	return nil
}

// readForeignKeys reads two tables of the catalog apart: to join them, MariaDB would open the tables of
// all databases.
func (s *mysqlServer) readForeignKeys(ctx context.Context, columns map[string]*mysqlColumn) error {
	cascades := make(map[string]bool)
	each := func(rows *sql.Rows) error {
		var schema, name, key string
		var cascade bool
		err := rows.Scan(&schema, &name, &key, &cascade)
		cascades[place(schema, name, key)] = cascade
		return err
	}
	err := s.read(ctx, each, `SELECT constraint_schema, table_name, constraint_name, update_rule = 'CASCADE'
		FROM information_schema.referential_constraints WHERE `+s.where("constraint_schema"))
	if err != nil {
		return err
	}
	hidden := make(map[*table][]foreignKey) // without their rules
	each = func(rows *sql.Rows) error {
		var schema, name, key, column string
		r := &reference{}
		err := rows.Scan(&schema, &name, &key, &column, &r.schema, &r.table, &r.column)
		c := columns[place(schema, name, column)]
		if c == nil {
			return err
		}
		c.reference = r
		rule, ok := cascades[place(schema, name, key)]
		r.cascades = rule
		if !ok {
			hidden[c.table] = append(hidden[c.table], foreignKey{key, r})
		}
		return err
	}
	err = s.read(ctx, each, `SELECT table_schema, table_name, constraint_name, column_name,
			referenced_table_schema, referenced_table_name, referenced_column_name
		FROM information_schema.key_column_usage WHERE referenced_table_name IS NOT NULL AND `+s.where("table_schema"))
	if err != nil {
		return err
	}
	for t, keys := range hidden {
		if err := s.readHiddenRules(ctx, t, keys); stops(err) {
			return err
		}
	}
	return nil
}

// A foreignKey is the name of a foreign key and the reference of one of its columns.
type foreignKey struct {
	name string
	*reference
}

// readHiddenRules reads the rules of foreign keys from the definition of their table. MariaDB hides them in
// the catalog from a user who has only the SELECT privilege.
func (s *mysqlServer) readHiddenRules(ctx context.Context, t *table, keys []foreignKey) error {
	each := func(rows *sql.Rows) error {
		var name, definition string
		err := rows.Scan(&name, &definition)
		for _, key := range keys {
			key.cascades = definesCascade(definition, key.name)
		}
		return err
	}
	return s.read(ctx, each, "SHOW CREATE TABLE "+mysqlTable(t))
}

// definesCascade reports whether a CREATE TABLE statement, as the server writes it, contains a foreign key
// with ON UPDATE CASCADE. Each foreign key is a line, and this rule is at its end.
func definesCascade(statement, key string) bool {
	begin := "CONSTRAINT " + quoteMySQL(key) + " FOREIGN KEY "
	for line := range strings.Lines(statement) {
		line = strings.TrimRight(strings.TrimSpace(line), ",")
		if strings.HasPrefix(line, begin) {
			return strings.HasSuffix(line, " ON UPDATE CASCADE")
		}
	}
	return false
}
