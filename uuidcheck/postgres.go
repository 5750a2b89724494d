package main

import (
	"context"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// A postgresServer reads a database of PostgreSQL with the simple protocol, which works behind every
// pooler.
type postgresServer struct {
	conn    *pgconn.PgConn
	version string
	limit   limit
}

// oldestPostgres is the oldest release whose catalog contains what the queries ask for.
var oldestPostgres = release{12, 0}

func openPostgres(ctx context.Context, a address, limit limit) (server, error) {
	config, err := pgconn.ParseConfig(a.text)
	if err != nil {
		return nil, usageError("cannot read the address, or a file or variable that completes it, such as PGSSLMODE")
	}
	// Poolers refuse startup parameters that they do not know. Settings follow in each transaction.
	config.RuntimeParams = nil
	connecting, cancel := context.WithTimeout(ctx, limit.connect)
	defer cancel()
	conn, err := pgconn.ConnectConfig(connecting, config)
	if err != nil {
		return nil, fmt.Errorf("cannot connect to PostgreSQL: %w", connectProblem(ctx, err))
	}
	s := &postgresServer{conn: conn, version: conn.ParameterStatus("server_version"), limit: limit}
	s.version, _, _ = strings.Cut(s.version, " ")
	if err := checkRelease(s.Name(), s.version, oldestPostgres); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// SQLSTATE codes of PostgreSQL that get their own text.
const (
	postgresWrongPassword = "28P01"
	postgresRefused       = "28000"
	postgresNoDatabase    = "3D000"
	postgresTooMany       = "53300"
	postgresStarting      = "57P03"
	postgresCanceled      = "57014"
	postgresLocked        = "55P03"
	postgresDenied        = "42501"
	postgresNotReady      = "55000"
)

// connectProblem returns a text for a connection error, because the driver's text contains the address.
func connectProblem(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return interrupted
	}
	var own *pgconn.PgError
	if errors.As(err, &own) {
		switch own.Code {
		case postgresWrongPassword:
			return problem("the server refuses the user or the password")
		case postgresRefused:
			return problem("the server refuses this user, or a connection with or without TLS (pg_hba.conf)")
		case postgresNoDatabase:
			return problem("the database does not exist")
		case postgresTooMany:
			return problem("the server has too many connections")
		case postgresStarting:
			return problem("the server is starting up or shutting down")
		case postgresDenied:
			return problem("the user lacks the CONNECT privilege")
		}
		return problem("the server answers with error " + own.Code)
	}
	return networkProblem(err)
}

// networkProblem returns a text for a failure before the server answers.
func networkProblem(err error) error {
	var unknownHost *net.DNSError
	var certificate *tls.CertificateVerificationError
	var timeout net.Error
	switch {
	case errors.As(err, &unknownHost):
		return problem("the host name is unknown")
	case errors.As(err, &certificate):
		return problem("the server's certificate is not trusted, or is for another host")
	case errors.Is(err, syscall.ECONNREFUSED):
		return problem("connection refused: no server listens at this host and port")
	case errors.Is(err, syscall.ENOENT):
		return problem("the socket does not exist")
	case errors.Is(err, syscall.EACCES):
		return problem("permission denied for the socket")
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return problem("no server answers")
	case strings.Contains(err.Error(), "TLS"), strings.Contains(err.Error(), "tls: "):
		return problem("the server refuses TLS, or offers only unsafe versions of it")
	}
	return problem("the connection failed")
}

func (s *postgresServer) Product() product { return postgreSQL }
func (s *postgresServer) Name() string     { return "PostgreSQL " + s.version }

func (s *postgresServer) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	s.conn.Close(ctx)
}

// Settings of a transaction. Index scans are used even without statistics, and nothing is sorted,
// because rows are read in order.
const (
	plain       = ""
	indexesOnly = "SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off; " +
		"SET LOCAL max_parallel_workers_per_gather = 0; "
)

// read runs one query in its own read-only transaction, so no snapshot lives longer than one statement.
// It returns the rows as text, with nil for NULL.
func (s *postgresServer) read(ctx context.Context, settings, query string) ([][][]byte, error) {
	return s.readWithin(ctx, s.limit.statement, settings, query)
}

func (s *postgresServer) readWithin(
	ctx context.Context, limit time.Duration, settings, query string,
) ([][][]byte, error) {
	ctx, cancel := s.limit.within(ctx, limit)
	defer cancel()
	// With row_security off, a query that would miss rows is an error. The search path keeps users from
	// replacing an operator or a function.
	begin := fmt.Sprintf("BEGIN READ ONLY; SET LOCAL statement_timeout = %d; SET LOCAL lock_timeout = %d; "+
		"SET LOCAL row_security = off; SET LOCAL search_path = pg_catalog; %s",
		limit.Milliseconds(), lockWait.Milliseconds(), settings)
	results := s.conn.Exec(ctx, begin+query+"; ROLLBACK")
	var rows [][][]byte
	for results.NextResult() {
		reader := results.ResultReader()
		for reader.NextRow() {
			row := make([][]byte, len(reader.Values()))
			for i, v := range reader.Values() {
				if v != nil {
					row[i] = append([]byte{}, v...)
				}
			}
			rows = append(rows, row)
		}
	}
	err := results.Close()
	if err == nil {
		return rows, nil
	}
	reason := s.problem(ctx, err)
	if !s.conn.IsClosed() {
		s.conn.Exec(ctx, "ROLLBACK").Close()
	}
	return nil, reason
}

// problem returns a text for a query's error, because the error's own text may quote values.
func (s *postgresServer) problem(ctx context.Context, err error) error {
	var own *pgconn.PgError
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return interrupted
	case !errors.As(err, &own):
		return lost
	}
	switch own.Code {
	case postgresCanceled:
		return tooSlow
	case postgresLocked:
		return locked
	case postgresNotReady:
		return problem("the materialized view is empty until REFRESH MATERIALIZED VIEW fills it")
	case postgresDenied:
		if own.Routine == "check_enable_rls" { // the text is in the server's language
			return hidden
		}
		return denied
	}
	if s.conn.IsClosed() || strings.HasPrefix(own.Code, "57") || strings.HasPrefix(own.Code, "08") {
		return lost
	}
	return problem("the server answers with error " + own.Code)
}

func quotePostgres(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// postgresString is a literal that is right with all settings, because the texts contain no backslash.
func postgresString(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func postgresTable(t *table) string { return quotePostgres(t.schema) + "." + quotePostgres(t.name) }

// postgresValue is an expression for a column's value: a letter for its storage, and the value. A
// long value is not sent.
func postgresValue(c *column) string {
	q := quotePostgres(c.name)
	switch {
	case c.array:
		return fmt.Sprintf("'t' || (%s)[1]::text", q)
	case c.kind == kindUUID:
		return fmt.Sprintf("'t' || %s::text", q)
	case c.kind == kindBytes:
		return fmt.Sprintf("CASE WHEN octet_length(%s) <= %d THEN 'b' || encode(%s, 'hex') "+
			"WHEN %s IS NOT NULL THEN '-' END", q, maxValue, q, q)
	}
	return fmt.Sprintf("CASE WHEN octet_length(%s::text) <= %d THEN 't' || %s::text WHEN %s IS NOT NULL THEN '-' END",
		q, maxValue, q, q)
}

// readPostgresValue reads what postgresValue returns.
func readPostgresValue(b []byte) value {
	if b == nil {
		return value{}
	}
	switch data := string(b[1:]); b[0] {
	case 't':
		return value{isText, data}
	case 'b':
		decoded, err := hex.DecodeString(data)
		if err == nil {
			return value{isBytes, string(decoded)}
		}
	}
	return value{storage: isOther}
}

func (s *postgresServer) values(ctx context.Context, settings, query string) ([][]value, error) {
	rows, err := s.read(ctx, settings, query)
	result := make([][]value, len(rows))
	for i, row := range rows {
		for _, v := range row {
			result[i] = append(result[i], readPostgresValue(v))
		}
	}
	return result, err
}

// postgresLiteral has no type, so PostgreSQL gives it the column's type, whose operators the index
// supports.
func postgresLiteral(v value) string {
	if v.storage == isBytes {
		return fmt.Sprintf("decode('%x', 'hex')", v.data)
	}
	return postgresString(v.data)
}

func (s *postgresServer) Range(ctx context.Context, c *column, r valueRange) ([]value, error) {
	query := rangeQuery(postgresValue(c), postgresTable(c.table), quotePostgres(c.name), postgresLiteral, r)
	rows, err := s.values(ctx, indexesOnly, query)
	return firstValues(rows), err
}

// firstValues returns the first value of each row.
func firstValues(rows [][]value) []value {
	values := make([]value, len(rows))
	for i, row := range rows {
		values[i] = row[0]
	}
	return values
}

func (s *postgresServer) Sort(
	ctx context.Context, c *column, texts []string,
) (sorted []string, distinct int, err error) {
	literals := make([]string, len(texts))
	for i, t := range texts {
		literals[i] = "(" + postgresString(t) + ")"
	}
	// COALESCE gives each text the type and the collation of the column, and the join reads no row.
	query := fmt.Sprintf("SELECT x, dense_rank() OVER (ORDER BY y) FROM (SELECT v.x, COALESCE(t.%s, v.x::%s) AS y "+
		"FROM (VALUES %s) v(x) LEFT JOIN %s t ON false) w ORDER BY y",
		quotePostgres(c.name), c.baseType, strings.Join(literals, ", "), postgresTable(c.table))
	rows, err := s.read(ctx, plain, query)
	for _, row := range rows {
		sorted = append(sorted, string(row[0]))
		fmt.Sscan(string(row[1]), &distinct)
	}
	return sorted, distinct, err
}

func (s *postgresServer) Versions(ctx context.Context, c *column) ([]versionCount, error) {
	expression := quotePostgres(c.name) + "::text"
	if c.kind == kindBytes {
		expression = fmt.Sprintf("encode(%s, 'hex')", quotePostgres(c.name))
	}
	query := c.versionsQuery(expression, quotePostgres(c.name), postgresTable(c.table))
	rows, err := s.readWithin(ctx, s.limit.full, plain, query)
	var counts []versionCount
	for _, row := range rows {
		counts = append(counts, newVersionCount(string(row[0]), string(row[1]), string(row[2])))
	}
	return counts, err
}
