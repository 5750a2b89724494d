package main

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"
)

// A mysqlServer reads a database of MariaDB or MySQL, or all of them.
type mysqlServer struct {
	db       *sql.DB
	conn     *sql.Conn
	version  string
	isMaria  bool
	database string // "" means all except system databases
	limit    limit
}

// The oldest releases whose catalog contains what the queries ask for.
var (
	oldestMaria = release{10, 5}
	oldestMySQL = release{8, 0}
)

func openMySQL(ctx context.Context, a address, limit limit) (server, error) {
	config, err := mysqlConfig(a.url)
	if err != nil {
		return nil, err
	}
	connector, err := mysql.NewConnector(config)
	if err != nil {
		return nil, usageError("cannot read the address")
	}
	s := &mysqlServer{db: sql.OpenDB(connector), database: config.DBName, limit: limit}
	connecting, cancel := context.WithTimeout(ctx, limit.connect) // the server may never answer
	defer cancel()
	s.conn, err = s.db.Conn(connecting)
	if err != nil {
		s.db.Close()
		reason := mysqlConnectProblem(ctx, err, config.TLSConfig != "false")
		return nil, fmt.Errorf("cannot connect to the server: %w", reason)
	}
	if err := s.begin(connecting); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// mysqlConfig reads mysql://user:password@host:port/database?socket=/…&tls=true.
func mysqlConfig(u *url.URL) (*mysql.Config, error) {
	config := mysql.NewConfig()
	config.Logger = &mysql.NopLogger{} // the driver also returns what it logs
	config.User = u.User.Username()
	config.Passwd, _ = u.User.Password()
	config.Net, config.Addr = "tcp", u.Host
	if u.Port() == "" {
		config.Addr = u.Host + ":3306"
	}
	if u.Hostname() == "" {
		config.Addr = "127.0.0.1" + config.Addr[strings.LastIndexByte(config.Addr, ':'):]
	}
	config.DBName = strings.TrimPrefix(u.Path, "/")
	config.TLSConfig = "preferred"
	for name, values := range u.Query() {
		if err := setMySQL(config, strings.ToLower(name), values[0]); err != nil {
			return nil, err
		}
	}
	return config, nil
}

const wrongTLS = usageError("cannot read the address: for TLS, want tls=true, skip-verify, preferred or false, " +
	"or ssl-mode")

// setMySQL sets a parameter of the URL. Parameters of other drivers, such as charset, have no effect.
func setMySQL(config *mysql.Config, name, value string) error {
	switch name {
	case "socket", "unix_socket":
		config.Net, config.Addr = "unix", value
		return nil
	case "tls", "ssl-mode", "ssl_mode", "sslmode":
	default:
		if strings.HasPrefix(name, "ssl") || strings.HasPrefix(name, "tls") || name == "usessl" {
			return wrongTLS
		}
		return nil
	}
	switch strings.ReplaceAll(strings.ToLower(value), "-", "_") {
	case "false", "disabled", "disable":
		config.TLSConfig = "false"
	case "preferred", "prefer":
		config.TLSConfig = "preferred"
	case "skip_verify", "required", "require":
		config.TLSConfig = "skip-verify"
	case "true", "verify_ca", "verify_identity", "verify_full":
		config.TLSConfig = "true"
	default:
		return wrongTLS
	}
	return nil
}

// begin reads the version, and sets the limits of the session.
func (s *mysqlServer) begin(ctx context.Context) error {
	var full string
	if err := s.conn.QueryRowContext(ctx, "SELECT version()").Scan(&full); err != nil {
		return fmt.Errorf("cannot read the server's version: %w", s.problem(ctx, err))
	}
	s.isMaria = strings.Contains(full, "MariaDB")
	full = strings.TrimPrefix(full, "5.5.5-") // MariaDB behind a proxy
	s.version, _, _ = strings.Cut(full, "-")
	oldest := oldestMySQL
	if s.isMaria {
		oldest = oldestMaria
	}
	if err := checkRelease(s.Name(), s.version, oldest); err != nil {
		return err
	}
	for _, statement := range []string{
		"SET SESSION TRANSACTION READ ONLY",
		s.limitStatement(s.limit.statement),
		fmt.Sprintf("SET SESSION lock_wait_timeout = %d", int(lockWait.Seconds())),
	} {
		if _, err := s.conn.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("cannot set the limits of the session: %w", s.problem(ctx, err))
		}
	}
	return nil
}

// limitStatement returns the statement that limits the following ones.
func (s *mysqlServer) limitStatement(limit time.Duration) string {
	if s.isMaria {
		return fmt.Sprintf("SET SESSION max_statement_time = %f", limit.Seconds())
	}
	return fmt.Sprintf("SET SESSION max_execution_time = %d", limit.Milliseconds())
}

func (s *mysqlServer) Product() product {
	if s.isMaria {
		return mariaDB
	}
	return mySQL
}

func (s *mysqlServer) Name() string {
	if s.isMaria {
		return "MariaDB " + s.version
	}
	return "MySQL " + s.version
}

func (s *mysqlServer) Close() {
	if s.conn != nil {
		s.conn.Close()
	}
	s.db.Close()
}

// Numbers of errors of MariaDB and MySQL that get their own text.
const (
	mysqlNoDatabaseRight = 1044
	mysqlWrongPassword   = 1045
	mysqlNoDatabase      = 1049
	mysqlTableDenied     = 1142
	mysqlColumnDenied    = 1143
	mysqlTooMany         = 1040
	mysqlLockWait        = 1205
	mysqlInterrupted     = 1317
	mysqlLostView        = 1356
	mysqlNoPlugin        = 1698 // unix_socket refuses a user
	mariaTimeout         = 1969
	mysqlTimeout         = 3024
	mysqlNeedsTLS        = 3159
	mariaNeedsTLS        = 4188
)

// mysqlConnectProblem returns a text for a connection error, because the driver's text contains the
// address or the user. encrypts means that the connection uses TLS.
func mysqlConnectProblem(ctx context.Context, err error, encrypts bool) error {
	if ctx.Err() != nil {
		return interrupted
	}
	var own *mysql.MySQLError
	if !errors.As(err, &own) {
		if errors.Is(err, mysql.ErrNoTLS) {
			return problem("the server refuses TLS")
		}
		return networkProblem(err)
	}
	switch own.Number {
	case mysqlWrongPassword, mysqlNoPlugin:
		if !encrypts { // the user may have REQUIRE SSL
			return problem("the server refuses the user or the password, or demands TLS")
		}
		return problem("the server refuses the user or the password")
	case mysqlNoDatabaseRight:
		return problem("the user has no privileges on the database")
	case mysqlNoDatabase:
		return problem("the database does not exist")
	case mysqlTooMany:
		return problem("the server has too many connections")
	case mysqlNeedsTLS, mariaNeedsTLS:
		return problem("the server demands TLS")
	}
	return problem(fmt.Sprintf("the server answers with error %d", own.Number))
}

// problem returns a text for a query's error, because the error's own text may quote values.
func (s *mysqlServer) problem(ctx context.Context, err error) error {
	var own *mysql.MySQLError
	switch {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.Canceled):
		return interrupted
	case !errors.As(err, &own):
		return lost
	}
	switch own.Number {
	case mariaTimeout, mysqlTimeout, mysqlInterrupted:
		return tooSlow
	case mysqlLockWait:
		return locked
	case mysqlTableDenied, mysqlColumnDenied, mysqlNoDatabaseRight, mysqlWrongPassword:
		return denied
	case mysqlLostView:
		return problem("the view refers to something that does not exist or may not be read")
	}
	return problem(fmt.Sprintf("the server answers with error %d", own.Number))
}

// read runs one query in its own read-only transaction, and calls each with every row.
func (s *mysqlServer) read(ctx context.Context, each func(*sql.Rows) error, query string) error {
	return s.readWithin(ctx, s.limit.statement, each, query)
}

func (s *mysqlServer) readWithin(
	ctx context.Context, limit time.Duration, each func(*sql.Rows) error, query string,
) error {
	ctx, cancel := s.limit.within(ctx, limit)
	defer cancel()
	tx, err := s.conn.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return s.problem(ctx, err)
	}
	defer tx.Rollback()
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return s.problem(ctx, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows); err != nil {
			return s.problem(ctx, err)
		}
	}
	return s.problem(ctx, rows.Err())
}

func quoteMySQL(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

func mysqlTable(t *table) string { return quoteMySQL(t.schema) + "." + quoteMySQL(t.name) }

// mysqlValue is an expression for a column's value: a letter for its storage, and the value in
// hexadecimal digits, which no character set changes. A long value is not sent.
func mysqlValue(c *column) string {
	q := quoteMySQL(c.name)
	switch c.kind {
	case kindUUID:
		return fmt.Sprintf("CONCAT('t', HEX(CAST(%s AS char(36))))", q)
	case kindBytes:
		return fmt.Sprintf("CASE WHEN OCTET_LENGTH(%s) <= %d THEN CONCAT('b', HEX(%s)) "+
			"WHEN %s IS NOT NULL THEN '-' END", q, maxValue, q, q)
	}
	return fmt.Sprintf("CASE WHEN CHAR_LENGTH(%s) <= %d THEN CONCAT('t', HEX(CONVERT(%s USING utf8mb4))) "+
		"WHEN %s IS NOT NULL THEN '-' END", q, maxValue, q, q)
}

// readMySQLValue reads what mysqlValue returns.
func readMySQLValue(s string) value {
	data, err := hex.DecodeString(s[1:])
	switch {
	case err != nil:
	case s[0] == 't':
		return value{isText, string(data)}
	case s[0] == 'b':
		return value{isBytes, string(data)}
	}
	return value{storage: isOther}
}

// values reads rows of texts. The first columns are keys, and the others come from mysqlValue.
func (s *mysqlServer) values(ctx context.Context, keys, columns int, query string) ([][]value, error) {
	var result [][]value
	err := s.read(ctx, func(rows *sql.Rows) error {
		raw, destinations := make([]sql.NullString, keys+columns), make([]any, keys+columns)
		for i := range raw {
			destinations[i] = &raw[i]
		}
		if err := rows.Scan(destinations...); err != nil {
			return err
		}
		row := make([]value, keys+columns)
		for i, r := range raw {
			switch {
			case i < keys:
				row[i] = value{isText, r.String}
			case r.Valid:
				row[i] = readMySQLValue(r.String)
			}
		}
		result = append(result, row)
		return nil
	}, query)
	return result, err
}

func mysqlLiteral(v value) string {
	if v.storage == isBytes {
		return fmt.Sprintf("x'%x'", v.data)
	}
	return "'" + strings.ReplaceAll(v.data, "'", "''") + "'"
}

func (s *mysqlServer) Range(ctx context.Context, c *column, r valueRange) ([]value, error) {
	query := rangeQuery(mysqlValue(c), mysqlTable(c.table), quoteMySQL(c.name), mysqlLiteral, r)
	rows, err := s.values(ctx, 0, 1, query)
	return firstValues(rows), err
}

func (s *mysqlServer) Sort(ctx context.Context, c *column, texts []string) (sorted []string, distinct int, err error) {
	// The first part of a UNION gives its type and its collation to the whole, and reads no row. A join
	// ON FALSE would read the whole table in MariaDB.
	parts := []string{fmt.Sprintf("SELECT %s AS y FROM %s WHERE FALSE", quoteMySQL(c.name), mysqlTable(c.table))}
	for _, t := range texts {
		parts = append(parts, "SELECT "+mysqlLiteral(value{isText, t}))
	}
	each := func(rows *sql.Rows) error {
		var t string
		err := rows.Scan(&t, &distinct)
		sorted = append(sorted, t)
		return err
	}
	made := strings.Join(parts, " UNION ALL ")
	query := fmt.Sprintf("SELECT y, DENSE_RANK() OVER (ORDER BY y) FROM (%s) v ORDER BY y", made)
	err = s.read(ctx, each, query)
	return sorted, distinct, err
}

func (s *mysqlServer) Versions(ctx context.Context, c *column) ([]versionCount, error) {
	expression := fmt.Sprintf("CAST(%s AS char(36))", quoteMySQL(c.name))
	if c.kind == kindBytes {
		expression = fmt.Sprintf("HEX(%s)", quoteMySQL(c.name))
	}
	if _, err := s.conn.ExecContext(ctx, s.limitStatement(s.limit.full)); err != nil {
		return nil, s.problem(ctx, err)
	}
	var counts []versionCount
	each := func(rows *sql.Rows) error {
		var version, count, first string
		err := rows.Scan(&version, &count, &first)
		counts = append(counts, newVersionCount(version, count, first))
		return err
	}
	err := s.readWithin(ctx, s.limit.full, each, c.versionsQuery(expression, quoteMySQL(c.name), mysqlTable(c.table)))
	_, again := s.conn.ExecContext(ctx, s.limitStatement(s.limit.statement))
	return counts, cmp.Or(err, s.problem(ctx, again))
}
