package mask

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/server"
)

var address string

func TestMain(m *testing.M) { os.Exit(server.Run(m.Run, server.Postgres, &address)) }

// connectSQL connects to a database and runs mask.sql in it. If log is not nil, the server's
// messages are appended to it.
func connectSQL(t testing.TB, log *strings.Builder) *pgx.Conn {
	ctx := context.Background()
	config, err := pgx.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	config.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) {
		if log != nil {
			fmt.Fprintln(log, n.Message, n.Detail, n.Where, n.InternalQuery)
		}
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(ctx) })
	source, err := os.ReadFile("mask.sql")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(ctx, string(source)); err != nil {
		t.Fatal(err)
	}
	return conn
}

// TestSQL compares mask.sql with uuid.Mask. The inputs are the library's test vectors, and keys and
// tweaks of several lengths.
func TestSQL(t *testing.T) {
	conn := connectSQL(t, nil)
	check := func(key, tweak []byte, v7 uuid.UUID) {
		t.Helper()
		mask, err := uuid.NewMask(key, tweak)
		if err != nil {
			t.Fatal(err)
		}
		v4, err := mask.Hide(v7)
		if err != nil {
			t.Fatal(err)
		}
		var hidden, revealed string
		const query = "select mask_hide($1, $3, $4)::text, mask_reveal($2, $3, $4)::text"
		err = conn.QueryRow(context.Background(), query, v7, v4, key, tweak).Scan(&hidden, &revealed)
		if err != nil || hidden != v4.String() || revealed != v7.String() {
			t.Errorf("key %x, tweak %x: %v is hidden as %s and revealed as %s, %v; want %v", key, tweak, v7, hidden,
				revealed, err, v4)
		}
	}

	data, err := os.ReadFile("../../testdata/mask.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Key, Tweak string
		V7         uuid.UUID
	}
	if err := json.Unmarshal(data, &vectors); err != nil || len(vectors) < 10 {
		t.Fatal(len(vectors), err)
	}
	for _, v := range vectors {
		key, _ := hex.DecodeString(v.Key)
		tweak, _ := hex.DecodeString(v.Tweak)
		check(key, tweak, v.V7)
	}
	// A tweak of more than 7 bytes needs one more AES block, so the test includes lengths around 7.
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	for _, keyLen := range []int{16, 24, 32} {
		for _, tweakLen := range []int{0, 1, 6, 7, 8, 16, 100} {
			for range 20 {
				check(all[1:1+keyLen], all[100:100+tweakLen], uuid.NewV7())
			}
		}
	}
}

// TestSQLRefuses checks that mask.sql rejects the inputs that uuid.Mask rejects.
func TestSQLRefuses(t *testing.T) {
	conn := connectSQL(t, nil)
	const v7, v4 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "e2e77199-5af7-405a-86f8-97a3f74d773e"
	key := []byte("a key of 16 byte")
	for _, test := range []struct {
		function, id string
		key, tweak   []byte
		want         string
	}{
		{
			function: "hide",
			id:       uuid.Nil().String(),
			key:      key,
			want:     "cannot hide 00000000-0000-0000-0000-000000000000: want version 7",
		},
		{function: "hide", id: uuid.Max().String(), key: key, want: "want version 7"},
		{function: "hide", id: v4, key: key, want: "want version 7"},
		{
			function: "hide",
			id:       "017f22e2-79b0-7cc3-d8c4-dc0c0c07398f",
			key:      key,
			want:     "want version 7",
		}, // not the RFC 9562 variant
		{function: "reveal", id: v7, key: key, want: "cannot reveal " + v7 + ": want version 4"},
		{function: "reveal", id: uuid.Nil().String(), key: key, want: "want version 4"},
		{function: "hide", id: v7, key: key[:15], want: "a key of 16, 24 or 32 bytes, not 15"},
		{function: "hide", id: v7, want: "a key of 16, 24 or 32 bytes, not 0"},
		{function: "hide", id: v7, key: make([]byte, 16), want: "all zeros"},
		{
			function: "hide",
			id:       v7,
			key:      key,
			tweak:    make([]byte, 65537),
			want:     "a tweak of at most 65536 bytes, not 65537",
		},
	} {
		// The driver would send a nil key as NULL, and the functions return NULL for a NULL
		// argument.
		if test.key == nil {
			test.key = []byte{}
		}
		if test.tweak == nil {
			test.tweak = []byte{}
		}
		var got string
		err := conn.QueryRow(context.Background(), "select mask_"+test.function+"($1, $2, $3)::text", test.id, test.key,
			test.tweak).Scan(&got)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: %q, %v; want %s", test.function, test.id, got, err, test.want)
		}
	}
}

// TestSQLKeyInLog checks which statements expose the key in the server's log and in
// pg_stat_activity.
func TestSQLKeyInLog(t *testing.T) {
	key := []byte("\x8fkey of 16 bytes")
	digits := hex.EncodeToString(key)
	// The server runs as a different user, who must be able to read the file.
	dir := t.TempDir()
	file := filepath.Join(dir, "order.key")
	if err := os.WriteFile(file, []byte(digits+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for d := dir; d != os.TempDir() && d != "/"; d = filepath.Dir(d) {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	id := uuid.NewV7()
	const bind = "select mask_hide($1, $2, 'order')::text"
	mask, err := uuid.NewMask(key, []byte("order"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := mask.Hide(id)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, setting, query string
		args                 []any
		logged               bool
	}{
		{
			name:   "literal",
			query:  fmt.Sprintf("select mask_hide('%v', '\\x%s', 'order')::text", id, digits),
			logged: true,
		},
		{name: "bind parameter", query: bind, args: []any{id, key}, logged: true},
		{
			name:    "bind parameter, none logged",
			setting: "set log_parameter_max_length = 0",
			query:   bind,
			args:    []any{id, key},
		},
		{
			name:  "file",
			query: "select mask_hide($1, decode(trim(pg_read_file('" + file + "'), E' \\n'), 'hex'), 'order')::text",
			args:  []any{id},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx := context.Background()
			var log strings.Builder
			conn := connectSQL(t, &log)
			for _, setting := range []string{"set log_statement = 'all'", test.setting,
				"set client_min_messages = log"} {
				if _, err := conn.Exec(ctx, setting); err != nil {
					t.Fatal(err)
				}
			}
			var hidden, active string
			if err := conn.QueryRow(ctx, test.query, test.args...).Scan(&hidden); err != nil ||
				hidden != want.String() {
				t.Fatalf("%s, %v; want %v", hidden, err, want)
			}
			// If log_parameter_max_length_on_error is set, the server also logs the parameters of a
			// statement that fails.
			if test.args != nil {
				conn.QueryRow(ctx, test.query, append([]any{uuid.Nil()}, test.args[1:]...)...).Scan(&hidden)
			}
			if !strings.Contains(log.String(), "mask_hide") {
				t.Fatalf("the log contains no statement:\n%s", &log)
			}
			if got := strings.Contains(log.String(), digits); got != test.logged {
				t.Errorf("the log contains the key: %t, want %t:\n%s", got, test.logged, &log)
			}
			// pg_stat_activity shows the last statement of a session. The empty statement replaces
			// the earlier statements, so only the next QueryRow can expose the key.
			pid := conn.PgConn().PID()
			if _, err := conn.Exec(ctx, "/* */"); err != nil {
				t.Fatal(err)
			}
			conn.QueryRow(ctx, test.query, test.args...).Scan(&hidden)
			other := connectSQL(t, nil)
			if err := other.QueryRow(ctx, "select query from pg_stat_activity where pid = $1",
				pid).Scan(&active); err != nil {
				t.Fatal(err)
			}
			if got, literal := strings.Contains(active, digits), test.args == nil; got != literal {
				t.Errorf("pg_stat_activity contains the key: %t, want %t: %s", got, literal, active)
			}
		})
	}
}

func BenchmarkSQL(b *testing.B) {
	conn := connectSQL(b, nil)
	const rows = 10_000
	const query = "select count(mask_hide(id, $1, 'order')) from (select overlay(overlay(gen_random_uuid()::text " +
		"placing '7' from 15) placing '8' from 20)::uuid as id from generate_series(1, $2)) as ids"
	b.ReportAllocs()
	for b.Loop() {
		var n int
		if err := conn.QueryRow(context.Background(), query, []byte("a key of 16 byte"), rows).Scan(&n); err != nil ||
			n != rows {
			b.Fatal(n, err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/id")
}
