package frameworks

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"unicode/utf16"

	mssql "github.com/microsoft/go-mssqldb"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
)

// A sqlServer simulates an SQL Server that stores one uniqueidentifier value. It implements the
// parts of the TDS 7.4 protocol that the tests need. If a statement has parameters, the server
// stores the first parameter as SQL Server does: it parses a string, and stores binary data
// unchanged. A query with a parameter finds the row if the stored value is equal. It responds to every
// other statement with one row.
type sqlServer struct {
	param  []byte // value of the last parameter
	typ    byte   // type of the last parameter
	stored []byte // nil represents NULL
}

// Packet, token and value types ([MS-TDS] 2.2).
const (
	tdsBatch     = 0x01
	tdsRPC       = 0x03
	tdsReply     = 0x04
	tdsAttention = 0x06
	tdsBulk      = 0x07
	tdsLogin     = 0x10
	tdsPrelogin  = 0x12

	tdsColumns  = 0x81
	tdsLoginAck = 0xad
	tdsRow      = 0xd1
	tdsDone     = 0xfd

	tdsNull      = 0x1f
	tdsGUID      = 0x24
	tdsVarBinary = 0xa5
	tdsNVarChar  = 0xe7
)

// DialContext connects to the server.
func (s *sqlServer) DialContext(context.Context, string, string) (net.Conn, error) {
	client, server := net.Pipe()
	go s.serve(server)
	return client, nil
}

func (s *sqlServer) serve(conn net.Conn) {
	defer conn.Close()
	for {
		kind, request, err := readPacket(conn)
		if err != nil {
			return
		}
		writePacket(conn, s.reply(kind, request))
	}
}

func readPacket(r io.Reader) (kind byte, data []byte, err error) {
	var header [8]byte
	for header[1]&1 == 0 { // repeat until the message's last packet
		if _, err := io.ReadFull(r, header[:]); err != nil {
			return 0, nil, err
		}
		part := make([]byte, binary.BigEndian.Uint16(header[2:])-8)
		if _, err := io.ReadFull(r, part); err != nil {
			return 0, nil, err
		}
		data = append(data, part...)
	}
	return header[0], data, nil
}

func writePacket(w io.Writer, data []byte) {
	header := [8]byte{tdsReply, 1}
	binary.BigEndian.PutUint16(header[2:], uint16(8+len(data)))
	w.Write(append(header[:], data...))
}

func (s *sqlServer) reply(kind byte, request []byte) []byte {
	switch kind {
	case tdsPrelogin:
		return []byte{
			0, 0, 11, 0, 6, // offset and length of the version
			1, 0, 17, 0, 1, // offset and length of the encryption option
			0xff,
			16, 0, 0, 0, 0, 0,
			2, // encryption is not supported
		}
	case tdsLogin:
		const product = "test"
		ack := []byte{1, 0x74, 0, 0, 4, byte(len(product))}
		ack = append(ack, utf16Bytes(product)...)
		ack = append(ack, 16, 0, 0, 0)
		reply := binary.LittleEndian.AppendUint16([]byte{tdsLoginAck}, uint16(len(ack)))
		return append(append(reply, ack...), done(0)...)
	case tdsRPC:
		return append(s.call(request), done(0)...)
	case tdsBulk: // ends with the only column of a row, and a token
		s.stored = request[len(request)-len(done(0))-16:][:16]
		return done(0)
	case tdsAttention: // the driver cancelled a query
		return done(0x20)
	case tdsBatch:
		return append(s.row(utf16Text(afterHeaders(request))), done(0)...)
	}
	panic(fmt.Sprintf("packet of type %#x", kind))
}

// done returns the token that ends a response.
func done(status byte) []byte { return append([]byte{tdsDone, status}, make([]byte, 11)...) }

// afterHeaders returns the request without its headers.
func afterHeaders(request []byte) []byte { return request[binary.LittleEndian.Uint32(request):] }

// call stores the parameter of an sp_executesql call or, if the statement is a SELECT, returns the
// row that has the parameter as its ID. The first two values of the call are the statement and the
// parameter declaration, and the third value is the parameter.
func (s *sqlServer) call(request []byte) (row []byte) {
	var statement string
	b := afterHeaders(request)[len("\xff\xff\x0a\x00\x00\x00"):]
	for i := range 3 {
		b = b[1+2*int(b[0])+1:] // skip the name and the flags
		switch s.typ, b = b[0], b[1:]; s.typ {
		case tdsNull:
			s.param = nil
		case tdsGUID:
			s.param, b = value(b[1:], int(b[1]), 1)
		case tdsVarBinary:
			s.param, b = value(b[2:], int(binary.LittleEndian.Uint16(b[2:])), 2)
		case tdsNVarChar:
			s.param, b = value(b[2+5:], int(binary.LittleEndian.Uint16(b[2+5:])), 2)
		default:
			panic(fmt.Sprintf("parameter of type %#x", s.typ))
		}
		if i == 0 {
			statement = utf16Text(s.param)
		}
	}
	id := s.param
	if s.typ == tdsNVarChar {
		le := uuid.MustParse(utf16Text(s.param)).BytesLE()
		id = le[:]
	}
	switch {
	case !strings.HasPrefix(statement, "SELECT "):
		s.stored = id
	case bytes.Equal(s.stored, id):
		return s.row(statement)
	}
	return nil
}

// value skips a length field of size bytes, and returns the next n bytes of b and the rest of b.
func value(b []byte, n, size int) (v, rest []byte) { return b[size:][:n], b[size+n:] }

// row returns a response with one row. The table name in the query selects the value: the stored
// value, NULL, or a string that is not a UUID.
func (s *sqlServer) row(query string) []byte {
	columns := []byte{tdsColumns, 1, 0, 0, 0, 0, 0, 0, 0}
	switch query {
	case "select id from bad":
		text := utf16Bytes(garbage)
		columns = append(columns, tdsNVarChar, 100, 0, 0, 0, 0, 0, 0, 0, tdsRow, byte(len(text)), 0)
		return append(columns, text...)
	case "select id from missing":
		return append(columns, tdsGUID, 16, 0, tdsRow, 0)
	}
	return append(append(columns, tdsGUID, 16, 0, tdsRow, byte(len(s.stored))), s.stored...)
}

func utf16Bytes(text string) (b []byte) {
	for _, u := range utf16.Encode([]rune(text)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return b
}

func utf16Text(b []byte) string {
	var units []uint16
	for ; len(b) > 0; b = b[2:] {
		units = append(units, binary.LittleEndian.Uint16(b))
	}
	return string(utf16.Decode(units))
}

// connect returns a database handle that connects to the server.
func (s *sqlServer) connect(dsn string) *sql.DB {
	connector, err := mssql.NewConnector(dsn)
	if err != nil {
		panic(err)
	}
	connector.Dialer = s
	return sql.OpenDB(connector)
}

// sqlServerWay returns the round trip through a uniqueidentifier column.
func sqlServerWay(dsn string, exec func(*sql.DB, carrier) error, scan func(*sql.Row, carrier) error) roundTrip {
	server := new(sqlServer)
	db := server.connect(dsn)
	return roundTrip{
		write: func(c carrier) (any, error) { return stored, exec(db, c) },
		read: func(written any, c carrier) error {
			return scan(db.QueryRow("select id from "+written.(string)), c)
		},
		form: func(any) string {
			// SQL Server stores a uniqueidentifier in Microsoft's byte order.
			if le := example.BytesLE(); string(server.stored) != string(le[:]) {
				return ""
			}
			return "`uniqueidentifier`"
		},
		missing: missing,
		bad:     []any{bad},
	}
}

const (
	sqlServerDSN = "sqlserver://sa:secret@127.0.0.1?encrypt=disable"
	insert       = "insert into things values (@p1)"
)

func sqlServerConversion() string {
	//snippet:microsoft/go-mssqldb
	// UUID, *UUID and Null
	dsn := "sqlserver://sa:secret@127.0.0.1?encrypt=disable&guid conversion=true"
	//end
	return dsn
}

func sqlServerPlain(dsn string) roundTrip {
	return sqlServerWay(dsn,
		func(db *sql.DB, c carrier) error { _, err := db.Exec(insert, c.field()); return err },
		func(row *sql.Row, c carrier) error { return row.Scan(c.pointer()) },
	)
}

func sqlServerGUID(dsn string) roundTrip {
	return sqlServerWay(dsn,
		func(db *sql.DB, c carrier) error {
			id := c.(*doc[uuid.UUID]).ID
			//snippet:microsoft/go-mssqldb

			// GUID, without guid conversion
			_, err := db.Exec("insert into things values (@p1)", uuid.GUID(id))
			//end
			return err
		},
		func(row *sql.Row, c carrier) error {
			//snippet:microsoft/go-mssqldb
			var guid uuid.GUID
			err := row.Scan(&guid)
			id := uuid.UUID(guid)
			//end
			return c.keep(id, err)
		},
	)
}

// TestUniqueIdentifier checks that the server stores the same bytes for the library's types as for
// the driver's own type.
func TestUniqueIdentifier(t *testing.T) {
	server := new(sqlServer)
	db := server.connect(sqlServerDSN)
	for _, id := range ids.All() {
		var want []byte
		for _, v := range []any{mssql.UniqueIdentifier(id), uuid.GUID(id), id, uuid.Null{UUID: id, Valid: true}, &id} {
			if _, err := db.Exec(insert, v); err != nil {
				t.Fatal(err)
			}
			if want == nil { // the driver's own type comes first
				want = server.stored
			}
			if !bytes.Equal(server.stored, want) {
				t.Errorf("%T %v is stored as %x, want %x", v, id, server.stored, want)
			}
		}
		for _, null := range []any{mssql.NullUniqueIdentifier{}, uuid.Null{}, (*uuid.UUID)(nil), (*uuid.GUID)(nil)} {
			if _, err := db.Exec(insert, null); err != nil || len(server.stored) > 0 {
				t.Fatalf("%T is stored as %x, %v", null, server.stored, err)
			}
		}
	}
}

// TestBulkCopy checks the sentences in README.md on the bulk copy.
func TestBulkCopy(t *testing.T) {
	server := new(sqlServer)
	db := server.connect(sqlServerDSN)
	db.SetMaxOpenConns(1) // a bulk copy is the connection's
	bulk := func(id any) error {
		stmt, err := db.Prepare(mssql.CopyIn("things", mssql.BulkOptions{}, "")) // the server's column has no name
		if err == nil {
			_, err = stmt.Exec(id)
		}
		if err == nil {
			_, err = stmt.Exec()
		}
		return err
	}
	if err := bulk(uuid.GUID(example)); err != nil || [16]byte(server.stored) != example.BytesLE() {
		t.Errorf("GUID: %x, %v", server.stored, err)
	}
	if err := bulk(uuid.Binary(example)); err != nil || [16]byte(server.stored) != example {
		t.Errorf("Binary: %x, %v; is it the same UUID now?", server.stored, err)
	}
	if err := bulk(example); err == nil {
		t.Errorf("UUID: %x", server.stored)
	}
}
