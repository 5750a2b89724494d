// Proves when the number of tables is shown, and what the database is asked twice.
package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := &progress{w: &out, last: time.Now()}
		p.end()
		p.step(0, 3)
		time.Sleep(time.Second/2 - time.Nanosecond)
		p.step(1, 3)
		if out.Len() > 0 {
			t.Errorf("shown in the first half second: %q", &out)
		}
		time.Sleep(time.Nanosecond)
		p.step(2, 3)
		p.step(3, 3)
		p.end()
		if want := "\r2 of 3 tables read\r\033[K"; out.String() != want {
			t.Errorf("shown %q, want %q", &out, want)
		}
	})
	var out bytes.Buffer
	s := &listServer{tables: []*table{listed("t")}}
	if _, err := inspect(t.Context(), s, scope{}, &progress{w: &out}); err != nil {
		t.Fatal(err)
	}
	if want := "\r0 of 1 tables read\r\033[K"; out.String() != want {
		t.Errorf("shown %q, want %q", &out, want)
	}
}

// TestProgressOfNoTerminal checks that nothing is shown in a file, in a pipe or on the null device.
func TestProgressOfNoTerminal(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "errors"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if progressOn(file).w != nil || progressOn(null).w != nil || progressOn(new(bytes.Buffer)).w != nil {
		t.Error("the number of tables would be shown")
	}
}

// A sortServer counts the questions about its order.
type sortServer struct {
	server
	asked int
	err   error
}

func (s *sortServer) Sort(context.Context, *column, []string) ([]string, int, error) {
	s.asked++
	return []string{"a", "b"}, s.asked, s.err
}

// TestAsker checks that the database is asked once for the order of columns that sort alike.
func TestAsker(t *testing.T) {
	s := &sortServer{}
	a := &asker{server: s, answers: make(map[string]answer)}
	for _, tt := range []struct {
		sortKey string
		texts   []string
		err     error
		want    int // the number of the answer
	}{
		{"", []string{"a", "b"}, nil, 1},
		{"", []string{"a", "b"}, nil, 2},
		{"C", []string{"a", "b"}, tooSlow, 0},
		{"C", []string{"a", "b"}, nil, 4},
		{"C", []string{"b", "a"}, tooSlow, 4},
		{"C", []string{"a", "c"}, nil, 5},
		{"en", []string{"a", "b"}, nil, 6},
		{"", []string{"a", "b"}, nil, 7},
	} {
		s.err = tt.err
		sorted, got, err := a.Sort(t.Context(), &column{sortKey: tt.sortKey}, tt.texts)
		if got != tt.want || (err != nil) != (tt.want == 0) || len(sorted) != min(2*got, 2) {
			t.Errorf("%q of %q: answer %d, %q, %v, want %d", tt.sortKey, tt.texts, got, sorted, err, tt.want)
		}
	}
}
