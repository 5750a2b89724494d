package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// A suite is what is known of the tests of a program without a mutation.
type suite struct {
	once    sync.Once
	err     error
	program [sha256.Size]byte
	pattern string // that the tests were restricted to
	short   bool
	tests   []test
}

// A test is one function.
type test struct {
	name    string
	elapsed time.Duration
	starts  bool    // processes of its own: nobody knows what these run
	blocks  []block // that it runs
}

// A block is some lines of a file.
type block struct {
	file        string
	first, last int
}

// longest bounds how long tests without a mutation take.
const longest = 10 * time.Minute

// suite runs the tests without a mutation, once for each kind of program. They have to
// pass, or failing would show nothing.
func (p program) suite(pattern string) (*suite, error) {
	key := fmt.Sprint(p.number, p.pkg, p.race, p.noinline, pattern)
	p.mu.Lock()
	s := p.suites[key]
	if s == nil {
		s = &suite{pattern: pattern, short: p.tests != ""}
		if pattern == "" {
			s.pattern = p.tests
		}
		p.suites[key] = s
	}
	p.mu.Unlock()
	s.once.Do(func() { s.err = s.measure(p) })
	return s, s.err
}

func (s *suite) measure(p program) error {
	o, err := p.original()
	if err != nil {
		return err
	}
	s.program = o.hash
	switch {
	case s.pattern != "":
		return s.measureTogether(p, o)
	case p.noinline:
		return s.measureNoinline(p, o)
	}
	if _, out, err := p.build("-cover"); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return s.measureEach(p)
}

// measureTogether finds out how long all tests take.
func (s *suite) measureTogether(p program, o *original) error {
	begin := time.Now()
	out, err := p.command(o.path, batch{suite: s}.args(), longest).CombinedOutput()
	if err != nil && p.noinline {
		return nil // then they notice nothing
	}
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	s.tests = []test{{elapsed: time.Since(begin)}}
	return nil
}

// measureNoinline takes over the tests that pass where nothing is inlined. Those that
// count allocations need not.
func (s *suite) measureNoinline(p program, o *original) error {
	inlined := p
	inlined.noinline = false
	whole, err := inlined.suite("")
	if err != nil {
		return err
	}
	out, err := p.command(o.path, []string{"-test.v"}, longest).CombinedOutput()
	failed := make(map[string]bool)
	for _, match := range regexp.MustCompile(`(?m)^--- FAIL: (\S+)`).FindAllSubmatch(out, -1) {
		failed[string(match[1])] = true
	}
	if err != nil && len(failed) == 0 {
		return fmt.Errorf("%w: %s", err, out)
	}
	for _, t := range whole.tests {
		if !failed[t.name] {
			s.tests = append(s.tests, t)
		}
	}
	return nil
}

// measureEach finds out of each test how long it takes and what it runs.
func (s *suite) measureEach(p program) error {
	out, err := p.command(p.path(), []string{"-test.short", "-test.v"}, longest).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	starts := make(map[string]bool)
	for _, match := range regexp.MustCompile(`(?m)^--- SKIP: (\S+)`).FindAllSubmatch(out, -1) {
		starts[string(match[1])] = true
	}
	names, err := p.command(p.path(), []string{"-test.list", "."}, longest).Output()
	if err != nil {
		return err
	}
	profile := filepath.Join(p.dir, "profile")
	for _, name := range strings.Fields(string(names)) {
		if strings.HasPrefix(name, "Benchmark") {
			continue
		}
		t := test{name: name, starts: starts[name] || p.pkg != "."} // a command's tests start it
		for range 3 {                                               // the machine may be busy
			begin := time.Now()
			out, err = p.command(p.path(), []string{"-test.run", "^" + name + "$", "-test.coverprofile", profile}, longest).CombinedOutput()
			if t.elapsed = time.Since(begin); err == nil {
				break
			}
		}
		if err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		if t.blocks, err = readProfile(profile, p.pkg); err != nil {
			return err
		}
		s.tests = append(s.tests, t)
	}
	slices.SortFunc(s.tests, func(a, b test) int { return int(a.elapsed - b.elapsed) })
	return nil
}

// readProfile returns the blocks that a coverage profile of a package says were run.
func readProfile(name, pkg string) (blocks []block, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		// import/path/file.go:line.column,line.column statements runs
		file, rest, ok := strings.Cut(line, ":")
		var first, last, ignored, runs int
		if _, err := fmt.Sscanf(rest, "%d.%d,%d.%d %d %d", &first, &ignored, &last, &ignored, &ignored, &runs); ok && err == nil && runs > 0 {
			blocks = append(blocks, block{path.Join(pkg, path.Base(file)), first, last})
		}
	}
	return blocks, nil
}

// runs reports whether t runs any of the lines of a file.
func (t test) runs(file string, first, last int) bool {
	return slices.ContainsFunc(t.blocks, func(b block) bool {
		return b.file == file && b.first <= last && first <= b.last
	})
}

// A batch is some tests of a suite that run together.
type batch struct {
	*suite
	names   []string
	elapsed time.Duration
}

// args returns the arguments that run a batch.
func (b batch) args() []string {
	args := []string{"-test.failfast"}
	if b.short {
		args = append(args, "-test.short")
	}
	if len(b.names) > 0 {
		return append(args, "-test.run", "^("+strings.Join(b.names, "|")+")$")
	}
	return append(args, "-test.run", b.pattern)
}

// batches returns the tests that may notice a mutation, those that run its line and are
// quick first.
func (s *suite) batches(m mutation) (batches []batch) {
	switch {
	case len(s.tests) == 0:
		return nil
	case s.pattern != "":
		return []batch{{suite: s, elapsed: s.tests[0].elapsed}}
	}
	var tests, others []test
	for _, t := range s.tests {
		switch {
		case t.runs(m.file, m.line, m.line):
			tests = append(tests, t)
		case t.starts, m.first == 0, t.runs(m.file, m.first, m.last):
			others = append(others, t)
		}
	}
	bound, now := 500*time.Millisecond, batch{suite: s}
	for _, t := range append(tests, others...) {
		now.names = append(now.names, t.name)
		now.elapsed += t.elapsed
		if now.elapsed > bound {
			batches = append(batches, now)
			bound, now = 4*bound, batch{suite: s}
		}
	}
	if len(now.names) > 0 {
		batches = append(batches, now)
	}
	return batches
}
