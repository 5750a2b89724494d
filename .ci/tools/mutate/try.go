package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// tryAll tries all mutations in parallel, and returns an error unless the tests catch all of
// them.
func tryAll(rows []row) error {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	// Copy the root module, so the sources can be edited during the run.
	copyAll := exec.Command("sh", "-c", `cp -R *.* cmd docs internal testdata "$0"`, dir)
	if out, err := copyAll.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	if err := checkUnmutated(dir, rows); err != nil {
		return err
	}
	var group sync.WaitGroup
	var missed atomic.Int64
	busy := make(chan bool, runtime.NumCPU()) // limits the number of concurrent tries
	for _, r := range rows {
		busy <- true
		group.Go(func() {
			begin := time.Now()
			failure, err := try(dir, r)
			if err != nil {
				missed.Add(1)
				failure = "NOT CAUGHT: " + err.Error()
			}
			fmt.Printf("%s: %.0f s: %s\n", r.text, time.Since(begin).Seconds(), failure)
			<-busy
		})
	}
	group.Wait()
	if n := missed.Load(); n > 0 {
		return fmt.Errorf("%d of %d mutations are NOT CAUGHT", n, len(rows))
	}
	return nil
}

// checkUnmutated returns an error unless the tests pass without a mutation. Otherwise a failure
// with a mutation would prove nothing.
func checkUnmutated(dir string, rows []row) error {
	// Combine a package's tests into one run, or two runs if some need the race detector.
	patterns := make(map[suite][]string)
	for _, r := range rows {
		program := suite{pkg: r.pkg, race: r.race}
		patterns[program] = append(patterns[program], r.pattern)
	}
	for s, patterns := range patterns {
		s.pattern = strings.Join(patterns, "|")
		if out, err := test(dir, s, "-timeout=10m"); err != nil {
			return fmt.Errorf("the tests fail without a mutation: %w: %s", err, out)
		}
	}
	return nil
}

var (
	failing = regexp.MustCompile(`(?m)--- FAIL: \S+|DATA RACE|^(panic|fatal error): .*|^FAIL.*`)
	unbuilt = regexp.MustCompile(`\[(build|setup) failed\]`)
)

// try runs a row's tests with the mutation and returns the first line of the failure. If no test
// fails, it returns an error.
func try(dir string, r row) (failure string, err error) {
	own, err := os.MkdirTemp(dir, "try")
	if err != nil {
		return "", err
	}
	mutated, overlay := filepath.Join(own, "mutated"), filepath.Join(own, "overlay")
	replace := map[string]string{filepath.Join(dir, r.file): mutated}
	unneeded, err := unneededFiles(filepath.Join(dir, r.pkg), r.pattern)
	for _, name := range unneeded {
		replace[name] = "" // the go command treats the file as deleted
	}
	text, _ := json.Marshal(map[string]any{"Replace": replace})
	if err := errors.Join(err, os.WriteFile(mutated, []byte(r.mutated), 0o666),
		os.WriteFile(overlay, text, 0o666)); err != nil {
		return "", err
	}
	// Some mutations make a test fail only sometimes, so the tests run three times. If they all
	// pass, they run 30 more times.
	var out []byte
	for _, flags := range [][]string{{"-count=3", "-timeout=1m"}, {"-count=30", "-timeout=10m"}} {
		out, err = test(dir, r.suite, append(flags, "-overlay", overlay, "-failfast")...)
		if err != nil {
			break
		}
	}
	switch {
	case err == nil:
		return "", errors.New("all tests pass")
	case unbuilt.Match(out):
		return "", fmt.Errorf("the mutation does not compile: %s", out)
	}
	return string(failing.Find(out)), nil
}

// test runs a suite's tests. It limits their memory, because a mutation can cause unbounded
// allocation. Callers must set a timeout, because a mutation can make a test wait forever.
func test(dir string, s suite, flags ...string) ([]byte, error) {
	// Turning off inlining halves the compile time.
	args := append([]string{"test", "-vet=off", "-ldflags=-s -w", "-gcflags=-l", "-run", s.pattern}, flags...)
	if s.race {
		args = append(args, "-race")
	} else {
		// In KiB; the race detector reserves more than this.
		args = append(args, "-exec", `sh -c 'ulimit -v 8000000; exec "$0" "$@"'`)
	}
	cmd := exec.Command("go", append(args, "./"+s.pkg)...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOGC=400") // speeds up the compiler
	return cmd.CombinedOutput()
}
