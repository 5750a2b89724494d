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
	"sync"
	"sync/atomic"
	"time"
)

// tryAll returns an error unless the tests catch all mutations.
func tryAll(rows []row) error {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if out, err := exec.Command("sh", "-c", `cp -R *.* cmd internal testdata "$0"`, dir).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	if err := passing(dir, rows); err != nil {
		return err
	}
	var group sync.WaitGroup
	var missed atomic.Int64
	busy := make(chan bool, runtime.NumCPU())
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

// passing returns an error unless the tests of the rows pass without a mutation: or to
// fail would show nothing.
func passing(dir string, rows []row) error {
	type program struct {
		pkg       string
		race, all bool
	}
	suites := make(map[program]suite)
	for _, r := range rows {
		p := program{r.pkg, r.race, r.pattern == ""}
		if s, ok := suites[p]; ok && !p.all {
			r.pattern += "|" + s.pattern
		}
		suites[p] = r.suite
	}
	for _, s := range suites {
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

// try returns what fails with a mutation, or an error if nothing does.
func try(dir string, r row) (failure string, err error) {
	own, err := os.MkdirTemp(dir, "try")
	if err != nil {
		return "", err
	}
	mutated, overlay := filepath.Join(own, "mutated"), filepath.Join(own, "overlay")
	replace := map[string]string{filepath.Join(dir, r.file): mutated}
	unneeded, err := without(filepath.Join(dir, r.pkg), r.pattern)
	for _, name := range unneeded {
		replace[name] = "" // as if it were not there
	}
	text, _ := json.Marshal(map[string]any{"Replace": replace})
	if err := errors.Join(err, os.WriteFile(mutated, []byte(r.mutated), 0o666), os.WriteFile(overlay, text, 0o666)); err != nil {
		return "", err
	}
	timeout := "-timeout=1m"
	if r.pattern == "" {
		timeout = "-timeout=10m"
	}
	out, err := test(dir, r.suite, "-overlay", overlay, timeout, "-failfast", "-count=3") // a race may not show at once
	switch {
	case err == nil:
		return "", errors.New("it survives")
	case unbuilt.Match(out):
		return "", fmt.Errorf("it does not build: %s", out)
	}
	return string(failing.Find(out)), nil
}

// test runs tests. A mutation may have them wait forever, or ask for all memory.
func test(dir string, s suite, flags ...string) ([]byte, error) {
	args := append([]string{"test", "-vet=off", "-ldflags=-s -w", "-run", s.pattern}, flags...)
	if s.pattern != "" {
		args = append(args, "-gcflags=-l") // to inline calls would take the compiler as long again
	}
	if s.race {
		args = append(args, "-race")
	} else {
		args = append(args, "-exec", `sh -c 'ulimit -v 8000000; exec "$0" "$@"'`) // KiB; a race detector maps more
	}
	cmd := exec.Command("go", append(args, "./"+s.pkg)...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOGC=400") // the compiler needs not save memory
	return cmd.CombinedOutput()
}
