package frameworks

import (
	"bytes"
	"cmp"
	"database/sql"
	"net"
	"os"
	"sync"

	"github.com/ClickHouse/ch-go/proto"
	"github.com/ClickHouse/clickhouse-go/v2"
	chcolumn "github.com/ClickHouse/clickhouse-go/v2/lib/column"
	"github.com/seed-8298af95/uuid"
)

// clickHouse returns a connection pool for a real ClickHouse server.
var clickHouse = sync.OnceValue(func() *sql.DB {
	host := cmp.Or(os.Getenv("INTEGRATION_CLICKHOUSE"), "127.0.0.1")
	return clickhouse.OpenDB(&clickhouse.Options{Addr: []string{net.JoinHostPort(host, "9000")}})
})

// A chBlock is a column with one row, encoded for the ClickHouse protocol.
type chBlock struct {
	typ  chcolumn.Type
	data []byte
}

// chColumn returns the round trip through a clickhouse-go column.
func chColumn(typ chcolumn.Type, add func(chcolumn.Interface, carrier) error) roundTrip {
	return roundTrip{
		write: func(c carrier) (any, error) {
			col, err := typ.Column("id", new(chcolumn.ServerContext))
			if err != nil {
				return nil, err
			}
			if err := add(col, c); err != nil {
				return nil, err
			}
			var b proto.Buffer
			col.Encode(&b)
			return chBlock{typ, b.Buf}, nil
		},
		read: func(written any, c carrier) error {
			block := written.(chBlock)
			col, err := block.typ.Column("id", new(chcolumn.ServerContext))
			if err != nil {
				return err
			}
			if err := col.Decode(proto.NewReader(bytes.NewReader(block.data)), 1); err != nil {
				return err
			}
			return col.ScanRow(c.pointer(), 0)
		},
		form: func(written any) string {
			// The protocol sends each half of a UUID as a little-endian 64-bit integer.
			hi, lo := example.Uint64s()
			var b proto.Buffer
			b.PutUInt64(hi)
			b.PutUInt64(lo)
			if !bytes.Contains(written.(chBlock).data, b.Buf) {
				return ""
			}
			return "`UUID`"
		},
		missing: chBlock{"Nullable(UUID)", append([]byte{1}, make([]byte, 16)...)},
		bad:     []any{chBlock{"String", []byte("\x07garbage")}},
	}
}

func chRow(col chcolumn.Interface, c carrier) error { return col.AppendRow(c.field()) }

// chSlice appends a slice that contains the document's ID.
func chSlice(col chcolumn.Interface, c carrier) error {
	var err error
	switch c := c.(type) {
	case *doc[uuid.UUID]:
		_, err = col.Append([]uuid.UUID{c.ID})
	case *doc[*uuid.UUID]:
		_, err = col.Append([]*uuid.UUID{c.ID})
	case *doc[uuid.Null]:
		_, err = col.Append([]uuid.Null{c.ID})
	}
	return err
}

// chSliceLine appends a slice that contains the document's ID as a string.
func chSliceLine(col chcolumn.Interface, c carrier) error {
	ids := []uuid.UUID{c.(*doc[uuid.UUID]).ID}
	//snippet:ClickHouse/clickhouse-go/v2
	// a slice for Batch.Column(i).Append
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = id.String()
	}
	_, err := col.Append(texts)
	//end
	return err
}

// chArgument is the round trip of a slice of IDs as a query argument.
var chArgument = leftOut(roundTrip{
	write: func(c carrier) (any, error) {
		var ids any
		switch c := c.(type) {
		case *doc[uuid.UUID]:
			ids = []uuid.UUID{c.ID}
		case *doc[*uuid.UUID]:
			ids = []*uuid.UUID{c.ID}
		case *doc[uuid.Null]:
			ids = []uuid.Null{c.ID}
		}
		var text string
		err := clickHouse().QueryRow("select arrayElement(?, 1)", ids).Scan(&text)
		return text, err
	},
	read: func(written any, c carrier) error {
		id, err := uuid.Parse(written.(string))
		return c.keep(id, err)
	},
	form: known,
	bad:  []any{garbage},
})

var analytics = []framework{
	{
		name: "ClickHouse/clickhouse-go/v2", through: "row",
		asIs: places{{chColumn("UUID", chRow), chColumn("Nullable(UUID)", chRow), chColumn("Nullable(UUID)", chRow)}},
	}, {
		name: "ClickHouse/clickhouse-go/v2", through: "slice",
		asIs: places{{chColumn("UUID", chSlice), chColumn("Nullable(UUID)", chSlice),
			chColumn("Nullable(UUID)", chSlice)}},
		line: places{{plain: chColumn("UUID", chSliceLine)}},
	},
	{name: "ClickHouse/clickhouse-go/v2", through: "argument, in a slice", asIs: every(chArgument)},
}
