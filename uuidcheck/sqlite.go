package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/seed-8298af95/uuid/internal/judge"
	sqlitedriver "modernc.org/sqlite"
)

// A sqliteServer reads an SQLite file.
type sqliteServer struct {
	db      *sql.DB
	version string
	limit   limit
	views   bool // whether views are read
}

// openSQLite opens a file that exists. SQLite itself would create a missing file.
func openSQLite(ctx context.Context, file string, limit limit, views bool) (server, error) {
	if err := checkFile(file); err != nil {
		return nil, err
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return nil, problem("cannot open the SQLite file")
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // C:/…
		path = "/" + path
	}
	// mode=ro neither creates a file nor writes to it, and query_only also rejects a statement that
	// would. trusted_schema keeps functions with side effects out of views.
	address := url.URL{
		Scheme:   "file",
		Path:     path,
		RawQuery: "mode=ro&_pragma=query_only(1)&_pragma=trusted_schema(0)&_pragma=busy_timeout(1000)",
	}
	db, err := sql.Open("sqlite", address.String())
	if err != nil {
		return nil, problem("cannot open the SQLite file")
	}
	db.SetMaxOpenConns(1)
	s := &sqliteServer{db: db, limit: limit, views: views}
	var tables int
	err = s.row(ctx, "SELECT sqlite_version(), (SELECT count(*) FROM sqlite_schema)", &s.version, &tables)
	if err != nil {
		db.Close()
		return nil, fmt.Errorf("cannot read the SQLite file: %w", err)
	}
	return s, nil
}

// checkFile returns an error unless the file can be read. SQLite reports a file that the user may not read like one
// whose -wal file is missing.
func checkFile(file string) error {
	info, err := os.Stat(file)
	if err == nil && info.IsDir() {
		return problem("cannot open the SQLite file: it is a directory")
	}
	if err == nil && !info.Mode().IsRegular() { // opening a pipe would wait for ever
		return problem("cannot open the SQLite file: it is not a regular file")
	}
	f, err := os.Open(file)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return problem("cannot open the SQLite file: it does not exist (a server's address begins with " +
			"postgres:// or mysql://)")
	case errors.Is(err, os.ErrPermission):
		return problem("cannot open the SQLite file: permission denied")
	case err != nil:
		return problem("cannot open the SQLite file")
	}
	return f.Close()
}

func (s *sqliteServer) Name() string     { return "SQLite " + s.version }
func (s *sqliteServer) Product() product { return sqlite }
func (s *sqliteServer) Close()           { s.db.Close() }

// Codes of SQLite's errors that get their own text.
const (
	sqliteError    = 1
	sqlitePerm     = 3
	sqliteBusy     = 5
	sqliteLocked   = 6
	sqliteReadOnly = 8
	sqliteInter    = 9
	sqliteCorrupt  = 11
	sqliteCantOpen = 14
	sqliteNotADB   = 26
)

// sqliteProblem returns a text for an error of SQLite, because the error's own text may quote the
// schema.
func sqliteProblem(ctx context.Context, err error) error {
	var own *sqlitedriver.Error
	switch {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.Canceled):
		return interrupted
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return tooSlow
	case !errors.As(err, &own):
		return problem("the SQLite driver reports an error")
	}
	switch own.Code() & 0xff { // an extended code has more above
	case sqliteError:
		return problem("a column needs a collation or a function that only its own program defines")
	case sqliteInter:
		return tooSlow
	case sqliteBusy, sqliteLocked:
		return locked
	case sqliteNotADB:
		return problem("it is not an SQLite database, or it is encrypted")
	case sqliteCorrupt:
		return problem("it is damaged (for details: PRAGMA integrity_check)")
	case sqlitePerm:
		return problem("permission denied")
	case sqliteCantOpen, sqliteReadOnly:
		return problem("it needs its -wal, -shm or -journal file, which cannot be read or made here: " +
			"copy it with these files to a directory that this user may write to")
	}
	return problem(fmt.Sprintf("SQLite reports error %d", own.Code()))
}

// read runs a query and calls each with every row.
func (s *sqliteServer) read(ctx context.Context, each func(*sql.Rows) error, query string, args ...any) error {
	return s.readWithin(ctx, s.limit.statement, each, query, args...)
}

func (s *sqliteServer) readWithin(
	ctx context.Context, limit time.Duration, each func(*sql.Rows) error, query string, args ...any,
) error {
	if limit > 0 { // SQLite has no limit of its own: the driver interrupts it
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return sqliteProblem(ctx, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows); err != nil {
			return sqliteProblem(ctx, err)
		}
	}
	return sqliteProblem(ctx, rows.Err())
}

// row reads the only row of a query.
func (s *sqliteServer) row(ctx context.Context, query string, destinations ...any) error {
	return s.read(ctx, func(rows *sql.Rows) error { return rows.Scan(destinations...) }, query)
}

// values reads rows of expressions that could be IDs.
func (s *sqliteServer) values(ctx context.Context, columns int, query string) ([][]value, error) {
	var result [][]value
	err := s.read(ctx, func(rows *sql.Rows) error {
		row, err := scanValues(rows, columns)
		result = append(result, row)
		return err
	}, query)
	return result, err
}

func scanValues(rows *sql.Rows, columns int) ([]value, error) {
	raw, destinations := make([]any, columns), make([]any, columns)
	for i := range raw {
		destinations[i] = &raw[i]
	}
	err := rows.Scan(destinations...)
	row := make([]value, columns)
	for i, r := range raw {
		switch r := r.(type) {
		case nil:
		case string:
			row[i] = value{isText, r}
		case []byte:
			row[i] = value{isBytes, string(r)}
		default:
			row[i] = value{storage: isOther}
		}
	}
	return row, err
}

func quoteSQLite(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// sqliteValue is an expression for a column's value, or for a number if the value is long.
func sqliteValue(column string) string {
	q := quoteSQLite(column)
	return fmt.Sprintf("CASE WHEN octet_length(%s) <= %d THEN %s WHEN %s IS NOT NULL THEN 0 END", q, maxValue, q, q)
}

func sqliteLiteral(v value) string {
	if v.storage == isBytes {
		return fmt.Sprintf("x'%x'", v.data)
	}
	return "'" + strings.ReplaceAll(v.data, "'", "''") + "'"
}

func (s *sqliteServer) Range(ctx context.Context, c *column, r valueRange) ([]value, error) {
	query := rangeQuery(sqliteValue(c.name), quoteSQLite(c.table.name), quoteSQLite(c.name), sqliteLiteral, r)
	// An index with a collation that differs from the column's does not help, and the catalog does not
	// show a column's collation.
	seeks := true
	plan := func(rows *sql.Rows) error {
		var id, parent, unused int
		var detail string
		err := rows.Scan(&id, &parent, &unused, &detail)
		seeks = seeks && strings.HasPrefix(detail, "SEARCH ")
		return err
	}
	err := s.read(ctx, plan, "EXPLAIN QUERY PLAN "+query)
	if err != nil || !seeks {
		return nil, err
	}
	rows, err := s.values(ctx, 1, query)
	return firstValues(rows), err
}

// rangeQuery returns the query for a valueRange. The result has its own name, because ORDER BY would
// otherwise sort by the expression, for which there is no index.
func rangeQuery(expression, from, column string, literal func(value) string, r valueRange) string {
	conditions := []string{column + " IS NOT NULL"}
	if r.low.storage != isNull {
		conditions = append(conditions, column+" >= "+literal(r.low))
	}
	if r.high.storage != isNull {
		conditions = append(conditions, column+" < "+literal(r.high))
	}
	direction := ""
	if r.descending {
		direction = " DESC"
	}
	return fmt.Sprintf("SELECT %s AS uuidcheck_value FROM %s WHERE %s ORDER BY %s%s LIMIT %d",
		expression, from, strings.Join(conditions, " AND "), column, direction, r.rows)
}

func (s *sqliteServer) Sort(ctx context.Context, c *column, texts []string) (sorted []string, distinct int, err error) {
	literals := make([]string, len(texts))
	for i, t := range texts {
		literals[i] = "(" + sqliteLiteral(value{isText, t}) + ")"
	}
	// The first part of a UNION gives its collation to the whole, and reads no row. COALESCE would
	// drop the collation.
	from := fmt.Sprintf("(SELECT %s AS y FROM %s WHERE 0 UNION ALL SELECT column1 FROM (VALUES %s))",
		quoteSQLite(c.name), quoteSQLite(c.table.name), strings.Join(literals, ", "))
	each := func(rows *sql.Rows) error {
		var t string
		var differs bool // from the one before
		err := rows.Scan(&t, &differs)
		sorted = append(sorted, t)
		if differs {
			distinct++
		}
		return err
	}
	err = s.read(ctx, each, "SELECT y, y IS NOT lag(y) OVER (ORDER BY y) FROM "+from+" ORDER BY y")
	return sorted, distinct, err
}

func (s *sqliteServer) Versions(ctx context.Context, c *column) ([]versionCount, error) {
	expression := quoteSQLite(c.name)
	if c.spelling().form == judge.Bytes {
		expression = "hex(" + expression + ")"
	}
	var counts []versionCount
	each := func(rows *sql.Rows) error {
		var version, count, first string
		err := rows.Scan(&version, &count, &first)
		counts = append(counts, newVersionCount(version, count, first))
		return err
	}
	query := c.versionsQuery(expression, quoteSQLite(c.name), quoteSQLite(c.table.name))
	err := s.readWithin(ctx, s.limit.full, each, query)
	return counts, err
}
