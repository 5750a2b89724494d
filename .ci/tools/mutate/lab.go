package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A target is a way to build the tests, and to run them here.
type target struct {
	env   []string
	tags  string
	exec  []string // what runs the program; it cannot start itself anew under that
	needs string   // a command without which it cannot be run
	tests string   // a pattern of the root package's tests, the only ones to run; "": all tests
}

// targets are tried in this order: a file's is the first that it is built for. Some
// files are built for none of them.
func targets(goroot string) []target {
	return []target{
		{},
		{tags: "purego"},
		{
			env: []string{"GOOS=js", "GOARCH=wasm"}, needs: "node",
			exec:  []string{filepath.Join(goroot, "lib/wasm/go_js_wasm_exec")},
			tests: "FileStore",
		},
		{
			env: []string{"GOARCH=arm64"}, needs: "qemu-aarch64-static",
			exec:  []string{"qemu-aarch64-static"},
			tests: "Encode|Decode|Codec|WithinBounds",
		},
	}
}

// A lab has what is needed to try mutations.
type lab struct {
	root, dir string
	targets   []target
	files     []map[string]bool // that are built for each target

	mu        sync.Mutex
	suites    map[string]*suite
	originals map[string]*original
}

func newLab(root string) (*lab, error) {
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	l := &lab{root: root, targets: targets(strings.TrimSpace(string(goroot))), suites: make(map[string]*suite), originals: make(map[string]*original)}
	for _, t := range l.targets {
		files := make(map[string]bool)
		for _, pkg := range packages {
			if t.tests != "" && pkg != "." {
				continue
			}
			list := exec.Command("go", "list", "-tags", t.tags, "-f", `{{join .GoFiles "\n"}}{{"\n"}}{{join .SFiles "\n"}}`, "./"+pkg)
			list.Dir, list.Env = root, append(os.Environ(), t.env...)
			out, err := list.Output()
			if err != nil {
				return nil, fmt.Errorf("go list: %w", err)
			}
			for _, name := range strings.Fields(string(out)) {
				files[path.Join(pkg, name)] = true
			}
		}
		l.files = append(l.files, files)
	}
	l.dir, err = os.MkdirTemp("", "mutate")
	return l, err
}

// A bench is a copy of the module to break.
type bench struct {
	*lab
	dir string
}

func (l *lab) newBench(number int) (*bench, error) {
	b := &bench{l, filepath.Join(l.dir, strconv.Itoa(number))}
	for _, pattern := range []string{"go.mod", "*.md", "*.go", "*.s", "cmd/*/*.go", "testdata"} {
		names, err := filepath.Glob(filepath.Join(l.root, pattern))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			to := filepath.Join(b.dir, strings.TrimPrefix(name, l.root))
			if err := copyTo(to, name); err != nil {
				return nil, err
			}
		}
	}
	return b, nil
}

// copyTo copies a file or a directory.
func copyTo(to, from string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return os.CopyFS(to, os.DirFS(from))
	}
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o666)
}

// try applies a mutation, runs the tests and takes it back.
func (b *bench) try(m mutation) (o outcome, err error) {
	begin := time.Now()
	defer func() { o.elapsed = time.Since(begin) }()
	if m.equivalent != "" {
		return outcome{verdict: equivalent, because: "its reason, " + m.equivalent}, nil
	}
	i := slices.IndexFunc(b.files, func(files map[string]bool) bool { return files[m.file] })
	if i < 0 {
		return outcome{verdict: untested, because: "want of a system that the file is for"}, nil
	}
	if needs := b.targets[i].needs; needs != "" {
		if _, err := exec.LookPath(needs); err != nil {
			return outcome{verdict: untested, because: "want of " + needs}, nil
		}
	}
	p := program{bench: b, target: b.targets[i], number: i, pkg: path.Dir(m.file), race: m.race}
	if p.tests == "" && !p.race {
		// A mutation that is inlined into the tests has them compiled anew, which takes
		// longer than to run them. Most mutations are caught without that.
		quick := p
		quick.noinline = true
		if o, err = quick.judge(m); o.verdict != survived {
			return o, err
		}
	}
	return p.judge(m)
}

// judge builds and runs the tests with a mutation.
func (p program) judge(m mutation) (o outcome, err error) {
	suite, err := p.suite(m.tests)
	if err != nil {
		return outcome{}, fmt.Errorf("without a mutation: %w", err)
	}
	batches := suite.batches(m)
	if len(batches) == 0 {
		return outcome{verdict: survived, because: "want of tests"}, nil
	}
	name := filepath.Join(p.dir, m.file)
	source, err := os.ReadFile(name)
	if err != nil {
		return outcome{}, err
	}
	if err := os.WriteFile(name, m.apply(source), 0o666); err != nil {
		return outcome{}, err
	}
	defer func() { err = errors.Join(err, os.WriteFile(name, source, 0o666)) }()

	hash, out, err := p.build()
	switch {
	case err != nil:
		return outcome{verdict: unbuilt, because: lastLine(out)}, nil
	case hash == suite.program && !m.listed:
		return outcome{verdict: equivalent, because: "the compiler, which makes the same of it"}, nil
	}
	tries := 1
	switch {
	case p.noinline:
		batches = batches[:min(2, len(batches))] // the quick ones
	case m.listed:
		tries = 3 // a race or a draw of lots may not show at once
	}
	for range tries {
		for _, batch := range batches {
			if because := p.fails(batch, m.listed); because != "" {
				return outcome{verdict: caught, because: because}, nil
			}
		}
	}
	return outcome{verdict: survived, because: "all tests"}, nil
}

// fails runs a batch and returns what fails, or "". A test that passes when it runs
// again was at the mercy of a busy machine; at once says not to look.
func (p program) fails(b batch, atOnce bool) (because string) {
	for range 3 {
		// A mutation may take more time on its way to a failure.
		out, err := p.command(p.path(), b.args(), 5*b.elapsed+20*time.Second).CombinedOutput()
		if err == nil {
			return ""
		}
		because = failure(out, err)
		name, _, _ := strings.Cut(because, "/")
		if atOnce || !slices.Contains(b.names, name) {
			return because
		}
		again := batch{suite: b.suite, names: []string{name}, elapsed: b.elapsed}
		if p.command(p.path(), again.args(), 5*b.elapsed+20*time.Second).Run() != nil {
			return because
		}
	}
	return because
}

// A program is the tests of one package, built for one target.
type program struct {
	*bench
	target
	number   int // of the target
	pkg      string
	race     bool
	noinline bool // nothing is inlined
}

func (p program) path() string { return filepath.Join(p.dir, "tests") }

// build builds the tests, the same source always to the same program.
func (p program) build(flags ...string) (hash [sha256.Size]byte, out []byte, err error) {
	args := []string{"test", "-c", "-vet=off", "-trimpath", "-ldflags=-s -w -buildid=", "-tags", p.tags, "-o", p.path()}
	if p.race {
		args = append(args, "-race")
	}
	if p.noinline {
		args = append(args, "-gcflags=-l")
	}
	self, err := os.Executable()
	if err != nil {
		return hash, nil, err
	}
	args = append(args, fmt.Sprintf("-toolexec=%s %s %s", self, compileArg, p.lab.dir))
	cmd := exec.Command("go", slices.Concat(args, flags, []string{"./" + p.pkg})...)
	cmd.Dir, cmd.Env = p.dir, append(os.Environ(), p.env...)
	cmd.Env = append(cmd.Env, "GOGC=400") // the compiler is done before that is too much
	if out, err = cmd.CombinedOutput(); err != nil {
		return hash, out, err
	}
	text, err := os.ReadFile(p.path())
	return sha256.Sum256(text), nil, err
}

// An original is a program without a mutation.
type original struct {
	once sync.Once
	err  error
	path string
	hash [sha256.Size]byte
}

// original builds the program without a mutation, once for each kind.
func (p program) original() (*original, error) {
	key := fmt.Sprint(p.number, p.pkg, p.race, p.noinline)
	p.mu.Lock()
	o := p.originals[key]
	if o == nil {
		o = &original{path: filepath.Join(p.lab.dir, fmt.Sprint("original", len(p.originals)))}
		p.originals[key] = o
	}
	p.mu.Unlock()
	o.once.Do(func() {
		var out []byte
		if o.hash, out, o.err = p.build(); o.err != nil {
			o.err = fmt.Errorf("%w: %s", o.err, out)
			return
		}
		o.err = os.Rename(p.path(), o.path)
	})
	return o, o.err
}

// command returns the tests, ready to run with arguments. A mutation may have them go
// round in circles, or ask for all memory.
func (p program) command(path string, args []string, most time.Duration) *exec.Cmd {
	limit := fmt.Sprintf("ulimit -t %d;", int(most.Seconds()))
	if len(p.exec) == 0 && !p.race {
		limit += "ulimit -v 8000000;" // in KiB; the others map more than they use
	}
	all := slices.Concat([]string{"-c", limit + ` exec "$@"`, "sh"}, p.exec, []string{path},
		args, []string{"-test.timeout", most.String()})
	cmd := exec.Command("sh", all...)
	cmd.Dir = filepath.Join(p.dir, p.pkg)
	cmd.Env = slices.DeleteFunc(os.Environ(), func(s string) bool { return strings.HasPrefix(s, "UUID_TEST_FULL=") })
	cmd.WaitDelay = time.Second // for what it has started
	return cmd
}

var failing = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)|(DATA RACE)|^(panic: .*|fatal error: .*)`)

// failure returns what has failed.
func failure(out []byte, err error) string {
	if match := failing.FindSubmatch(out); match != nil {
		return string(bytes.Join(match[1:], nil))
	}
	return fmt.Sprintf("%v, %s", err, lastLine(out))
}

func lastLine(out []byte) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return lines[len(lines)-1]
}
