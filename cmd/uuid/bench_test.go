package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// benchmarkCommand measures the command with the given input.
func benchmarkCommand(b *testing.B, input []byte, args ...string) {
	b.SetBytes(int64(len(input)))
	for b.Loop() {
		var stderr bytes.Buffer
		if status := run(args, bytes.NewReader(input), io.Discard, &stderr); status != exitOK {
			b.Fatalf("uuid %q: status %d, stderr %q", args, status, &stderr)
		}
	}
}

// serverLog returns a server log of about 20 MB. Three out of four lines contain a UUID.
func serverLog() []byte {
	var log bytes.Buffer
	for i := range 25_000 {
		fmt.Fprintf(&log, `10.4.%d.%d - - [2026-11-21T10:%02d:%02d.%03dZ] `+
			`"GET /api/v2/orders/%s/items?sort=created-at HTTP/1.1" 200 %d `+
			`"https://shop.example.com/checkout" "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36"`+"\n",
			i&0xff, i>>8, i/60%60, i%60, i%1000, uuid.NewV4(), i)
		trace := uuid.NewV4()
		fmt.Fprintf(&log, `{"time":"2026-11-21T10:%02d:%02d.%03dZ","level":"INFO",`+
			`"service":"order-service","trace_id":"%x",`+
			`"request_id":"%s","user_id":"%s","msg":"order accepted","duration_ms":%d}`+"\n",
			i/60%60, i%60, i%1000, trace[:], uuid.NewV7(), uuid.NewV4(), i)
		fmt.Fprintf(&log, "2026-11-21T10:%02d:%02d.%03dZ WARN kubelet[%d]: \"Unable to attach volume\" "+
			"pod=\"shop/cart-7d9f8b6c5-x2x9z\" "+
			"volume=\"pvc-%s\" err=\"timeout after 2m0s\"\n", i/60%60, i%60, i%1000, i, uuid.NewV4())
		fmt.Fprintf(&log, "2026-11-21T10:%02d:%02d.%03dZ DEBUG db.pool - "+
			"SELECT id, name, created_at FROM customers WHERE tenant = %d "+
			"AND state = 'active' ORDER BY created_at DESC LIMIT 50 -- rows=%d\n", i/60%60, i%60, i%1000, i, i%50)
	}
	return log.Bytes()
}

func BenchmarkFind(b *testing.B) {
	log := serverLog()
	for _, flags := range []string{"", "-time", "-compact", "-replace"} {
		b.Run(flags, func(b *testing.B) {
			benchmarkCommand(b, log, append([]string{"find"}, strings.Fields(flags)...)...)
		})
	}
}

// BenchmarkCrafted compares plain text with text that is full of dashes, underscores and escape
// sequences, but contains no ID.
func BenchmarkCrafted(b *testing.B) {
	for _, text := range []string{
		"plain text, as prose has it; ", "-", "0-", "a_0", "0000-", "%00000000000-0000-0000-0000-",
		"00000000-0000-0000-0000-00000000000g",
		"%7a_0", "%7a_01h455vb4pex5vsknk084sn02u.", `\x7abcdefghijklmnop_01h455vb4pex5vsknk084sn02u.`,
		"0123456789abcdef0123456789abcde.",
	} {
		b.Run(text, func(b *testing.B) {
			benchmarkCommand(b, []byte(strings.Repeat(text, 4<<20/len(text))), "find", "-replace")
		})
	}
}

// BenchmarkLines measures commands that read 100,000 IDs per operation.
func BenchmarkLines(b *testing.B) {
	const n = 100_000
	ids := make([]uuid.UUID, n)
	uuid.FillV7(ids)
	var lines []byte
	for _, u := range ids {
		lines = append(uuid.Canonical.Append(lines, u), '\n')
	}
	for _, args := range []string{
		"inspect -json", "inspect", "convert -f base58", "convert -column 1 -f base58",
		"verify", "verify -ordered", "verify -unique",
	} {
		b.Run(args, func(b *testing.B) {
			benchmarkCommand(b, lines, strings.Fields(args)...)
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/ID")
		})
	}
}
