package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// TestMain runs main in the child processes that TestSoak starts.
func TestMain(m *testing.M) {
	if os.Getenv("SOAK_TEST") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// proved runs a prover on files with the given IDs, and returns the prover and its output.
func proved(t *testing.T, files ...[]uuid.UUID) (*prover, string) {
	t.Helper()
	dir := t.TempDir()
	var names []string
	for i, ids := range files {
		names = append(names, filepath.Join(dir, string(rune('a'+i))+idsExt))
		if err := writeRun(names[i], ids); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	p := newProver(dir, minMemory, &out)
	p.chunkLen, p.fan = 100, 3 // small values, so a few thousand IDs need several merges
	if err := p.prove(context.Background(), names); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%d files remain", len(left))
	}
	return p, out.String()
}

// some returns n different IDs of each version, in the order 1, 6, 4, 7.
func some(t *testing.T, n int) []uuid.UUID {
	t.Helper()
	ids := make([]uuid.UUID, 4*n)
	s := packageIssuer()
	if err := s.batch(ids); err != nil {
		t.Fatal(err)
	}
	return ids
}

func TestDuplicates(t *testing.T) {
	const n = 1000
	type planted struct {
		name string
		from func(a, b []uuid.UUID) uuid.UUID
		want int
	}
	tests := []planted{{"none", nil, 0}}
	for _, at := range []int{0, n / 2, n, 3*n - 1} { // indexes of version 1, 1, 6 and 4 IDs
		tests = append(tests,
			planted{"same file", func(a, _ []uuid.UUID) uuid.UUID { return a[at] }, 1},
			planted{"other file", func(_, b []uuid.UUID) uuid.UUID { return b[at] }, 1})
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, b := some(t, n), some(t, n)
			var u uuid.UUID
			if tt.want > 0 {
				u = tt.from(a, b)
				a = append(a, u)
			}
			p, out := proved(t, a, b)
			if p.total != len(a)+len(b) || p.duplicates != tt.want {
				t.Errorf("%d duplicates of %d, want %d of %d", p.duplicates, p.total, tt.want, len(a)+len(b))
			}
			if strings.Contains(out, u.String()+" is a duplicate") != (tt.want > 0) {
				t.Errorf("printed %q", out)
			}
		})
	}
}

// TestManyDuplicates checks that all duplicates are counted, but only the first few are printed.
func TestManyDuplicates(t *testing.T) {
	a := some(t, 1000)[:3000] // without version 7
	b := slices.DeleteFunc(slices.Clone(a), func(u uuid.UUID) bool { return u.Version() == 6 })
	p, out := proved(t, a, b, b)
	if p.duplicates != 4000 || p.disordered != 0 {
		t.Errorf("%d duplicates, %d out of order", p.duplicates, p.disordered)
	}
	if n := strings.Count(out, "\n"); n != maxShown+1 {
		t.Errorf("%d lines", n)
	}
}

func TestOrder(t *testing.T) {
	for _, version := range []uuid.Version{1, 4, 6, 7} {
		ids := some(t, 1000)
		first := slices.IndexFunc(ids, func(u uuid.UUID) bool { return u.Version() == version })
		ids[first+10], ids[first+11] = ids[first+11], ids[first+10]
		want := 0
		if version >= 6 {
			want = 1
		}
		if p, _ := proved(t, ids); p.disordered != want || p.duplicates != 0 {
			t.Errorf("version %d: %d out of order, %d duplicates", version, p.disordered, p.duplicates)
		}
	}
}

func TestBadFiles(t *testing.T) {
	good := uuid.NewV4()
	for _, tt := range []struct {
		name    string
		content []byte
		want    string
	}{
		{"half an ID", append(good[:], 1, 2, 3), "unexpected EOF"},
		{"version 8", append(good[:], "this is v\x8e\x8dok!!!"...)[:32], "a version that was not issued"},
		{"zeros", make([]byte, 16), "a version that was not issued"},
	} {
		dir := t.TempDir()
		name := filepath.Join(dir, "a"+idsExt)
		if err := os.WriteFile(name, tt.content, 0o600); err != nil {
			t.Fatal(err)
		}
		p := newProver(dir, minMemory, &bytes.Buffer{})
		err := p.prove(context.Background(), []string{name})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.want)
		}
	}
}

// TestSoak runs the whole program with several processes. In the first case, the IDs need more
// memory than the limit allows.
func TestSoak(t *testing.T) {
	t.Setenv("SOAK_TEST", "1")
	for _, args := range [][]string{
		{"-count", "1000003", "-memory", "32"},
		{"-for", "100ms", "-processes", "2", "-goroutines", "3"},
	} {
		dir := t.TempDir()
		var out bytes.Buffer
		if err := soak(context.Background(), append(args, "-dir", dir), &out); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, &out)
		}
		t.Log(out.String())
		// With -for, the number of IDs depends on the speed of the machine.
		m := regexp.MustCompile(`(?m)^([0-9]+) IDs .*: 0 duplicates, 0 out of order,`).FindStringSubmatch(out.String())
		if m == nil || m[1] == "0" || args[0] == "-count" && m[1] != args[1] {
			t.Errorf("%v: %s", args, &out)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%v: %d files remain", args, len(left))
		}
	}
}

func TestFlags(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"", "one of -count and -for"},
		{"-count 1 -for 1s", "one of -count and -for"},
		{"-count 1 -memory 1", "-memory"},
		{"-count 1 -processes 0", "must be positive"},
		{"-count 1 more", `unexpected argument "more"`},
	} {
		err := new(config).parse(strings.Fields(tt.args), &bytes.Buffer{})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want %q", tt.args, err, tt.want)
		}
	}
}
