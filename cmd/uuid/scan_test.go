package main

import (
	"bytes"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/seed-8298af95/uuid"
)

// wantScan returns text with each ID in brackets. It is simple but slow, because it tests for each
// form of an ID at every offset.
func wantScan(text string, compact bool) string {
	var marked strings.Builder
	for i := 0; i < len(text); {
		id := ""
		try := func(at, before, after *regexp.Regexp) {
			found := at.FindString(text[i:])
			fits := before.MatchString(text[max(i-100, 0):i]) && !after.MatchString(text[i+len(found):])
			if id == "" && found != "" && fits {
				id = found
			}
		}
		// This condition only saves time, because canonicalAt also requires the dash.
		if strings.HasPrefix(text[min(i+8, len(text)):], "-") {
			try(canonicalAt, beforeCanonical, afterCanonical)
		}
		if compact {
			try(compactAt, beforeDigits, digitAt)
		}
		if isLower(text[i]) && typeIDAt.MatchString(text[i:]) && !withinEscape(text, i) {
			try(typeIDAt, beforePrefix, alnumAt)
		}
		if id == "" {
			marked.WriteByte(text[i])
			i++
			continue
		}
		marked.WriteString("[" + id + "]")
		i += len(id)
	}
	return marked.String()
}

// withinEscape reports whether text[i] is inside an escape sequence, after its first byte.
func withinEscape(text string, i int) bool {
	const longest = 18 // in randomText
	for end := i + 1; end <= min(i+longest, len(text)); end++ {
		if at := anyEscape.FindStringIndex(text[max(end-longest, 0):end]); at != nil && at[0]+max(end-longest, 0) < i {
			return true
		}
	}
	return false
}

const anyEscapes = `%(25)*[0-9a-fA-F]{2}|%(25)*u[0-9a-fA-F]{4}|=(3D)*[0-9A-F]{2}|\[[0-9;]+m|` +
	`(\\|%(25)*5[cC])([abefnrtv]|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})`

var (
	canonicalAt     = regexp.MustCompile(`^(?i:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})`)
	compactAt       = regexp.MustCompile(`^(?i:[0-9a-f]{32})`)
	typeIDAt        = regexp.MustCompile(`^[a-z]([a-z_]{0,61}[a-z])?_[0-7][0-9a-hjkmnp-tv-z]{25}`)
	digitAt         = regexp.MustCompile(`^[0-9a-fA-F]`)
	alnumAt         = regexp.MustCompile(`^[0-9a-zA-Z]`)
	anyEscape       = regexp.MustCompile(`(` + anyEscapes + `)$`)
	beforeCanonical = regexp.MustCompile(`(^|[^0-9a-zA-Z]|[g-zG-Z][0-9a-fA-F]{0,64}|` + anyEscapes + `)$`)
	afterCanonical  = regexp.MustCompile(`^[0-9a-fA-F]+([^0-9a-zA-Z]|$)|^[0-9a-fA-F]{65}`)
	beforeDigits    = regexp.MustCompile(`(^|[^0-9a-fA-F]|` + anyEscapes + `)$`)
	beforePrefix    = regexp.MustCompile(`(^|[^a-z_]|` + anyEscapes + `)_*$`)
)

// scanText returns the text with each ID in brackets. The scanner has a window of the given
// length.
func scanText(t *testing.T, r io.Reader, window int, compact bool) string {
	t.Helper()
	var marked bytes.Buffer
	s := scanner{
		compact: compact,
		window:  make([]byte, window),
		left:    make(map[string]int),
		text: func(text []byte) error {
			marked.Write(text)
			return nil
		},
		id: func(text []byte, u uuid.UUID) error {
			want, err := uuid.ParseBytes(text)
			if bytes.ContainsRune(text, '_') { // a TypeID
				_, want, err = uuid.ParseTypeID(string(text))
			}
			if u != want || err != nil {
				t.Errorf("%s is parsed as %s", text, u)
			}
			marked.WriteString("[" + string(text) + "]")
			return nil
		},
	}
	for i, r := range []io.Reader{io.LimitReader(r, 50), r} { // as if they were two files
		if err := s.scan(r, i == 1); err != io.EOF {
			t.Error(err)
		}
	}
	return marked.String()
}

// scraps are the pieces from which the test builds random input.
var scraps = []string{
	v1ID, v7ID, strings.ToUpper(v1ID), "{" + v7ID + "}", "urn:uuid:" + v1ID, strings.ReplaceAll(v7ID, "-", ""),
	v1ID[:35], v1ID[1:], v1ID[:20], v1ID[24:], "aaaaaaaa-aaaa-aaaa-aaaa", "f81d4faee7dec-11d0-a765-00a0c91e6bf6",
	"f81d4fae-7dec-11d0-a765-00a0c91e6bg6", "f81d4fae-7dec-11d0-a76-500a0c91e6bf6",
	typeID, typeID[:20], "a_b_" + typeID, strings.Repeat("k", 60) + typeID, "_" + typeID[5:], "USER" + typeID, "n", "_",
	`\n`, `\b`, `\0`, `\033`, `\U0000003c`, "%u003c", "=3D", "\x1b[38;5;196m",
	"a", "0", "-", "%", "u", "x", `\`, "%2F", "%7b", `\x3c`, `\u003C`, `\u03c`, `\u`, "%2",
	"00000000000000000000000000",
	strings.Repeat("deadbeef", 5), strings.Repeat("0-", 40), strings.Repeat("0", 90), "--------",
	" ", "\n", "\x00", "\xff", "é", "_", "g", ":", "2022-02-22T19:22:22",
}

func randomText(r *rand.Rand) string {
	var text strings.Builder
	for range 1 + r.IntN(24) {
		i := min(r.IntN(len(scraps)), r.IntN(len(scraps))) // prefers the first scraps, which are IDs
		text.WriteString(scraps[i])
	}
	return text.String()
}

// A torn reader returns its text in pieces of random length.
type torn struct {
	text string
	rand *rand.Rand
}

func (r *torn) Read(p []byte) (int, error) {
	if r.text == "" {
		return 0, io.EOF
	}
	n := copy(p, r.text[:min(len(r.text), r.rand.IntN(60))])
	r.text = r.text[n:]
	return n, nil
}

// TestScannerFindsWhatExpressionsFind compares a scanner with wantScan. The scanner reads pieces of random
// length into windows of different lengths, so an ID may be anywhere in a window.
func TestScannerFindsWhatExpressionsFind(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 200 {
		text := randomText(r)
		for _, compact := range []bool{false, true} {
			want := wantScan(text, compact)
			found += strings.Count(want, "[")
			for _, in := range []io.Reader{
				strings.NewReader(text),
				iotest.OneByteReader(strings.NewReader(text)),
				&torn{text, r},
			} {
				// The window is short, so its end often cuts an ID in two.
				if got := scanText(t, in, 2*maxBefore+maxBehind+1+r.IntN(100), compact); got != want {
					t.Fatalf("%q, compact %v:\n%q, want\n%q", text, compact, got, want)
				}
			}
		}
	}
	if found < 600 { // with fewer IDs, the random input tests too little
		t.Errorf("%d IDs found, want at least 600", found)
	}
}

// TestScannerStopsAtFirstError verifies that a scanner stops at the first error from its functions. It also
// verifies that a scanner passes on all input before a read error.
func TestScannerStopsAtFirstError(t *testing.T) {
	for _, fails := range []string{"k", v1ID, "l", v7ID, "m"} {
		var seen []string
		s := scanner{text: func(text []byte) error {
			if len(text) > 0 {
				seen = append(seen, string(text))
			}
			if string(text) == fails {
				return io.ErrClosedPipe
			}
			return nil
		}}
		s.id = func(text []byte, _ uuid.UUID) error { return s.text(text) }
		all := []string{"k", v1ID, "l", v7ID, "m"}
		want := all[:slices.Index(all, fails)+1]
		err := s.scan(strings.NewReader(strings.Join(all, "")), true)
		if err != io.ErrClosedPipe || !slices.Equal(seen, want) {
			t.Errorf("%s fails: %q, %v", fails, seen, err)
		}
	}
	var seen strings.Builder
	s := scanner{text: func(text []byte) error { seen.Write(text); return nil }}
	s.id = func(text []byte, _ uuid.UUID) error { return s.text(text) }
	in := io.MultiReader(strings.NewReader("see "+v1ID), iotest.ErrReader(io.ErrUnexpectedEOF))
	if err := s.scan(in, true); err != io.ErrUnexpectedEOF || seen.String() != "see "+v1ID {
		t.Errorf("%q, %v", &seen, err)
	}
}
