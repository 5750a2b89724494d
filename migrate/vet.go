package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/format"
	"go/version"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// vetChecks are the checks of go vet that go test runs, without that for names
// which are newer than the go line: it does not go down.
var vetChecks = []string{
	"-atomic", "-bools", "-buildtag", "-directive", "-errorsas", "-ifaceassert",
	"-nilfunc", "-printf", "-slog", "-stringintconv", "-tests",
}

// A complaint is what go vet or the compiler says of a place.
type complaint struct {
	finding
	path  string // of the file
	fixes []fix
}

// A fix is the edit of a file that go vet suggests.
type fix struct {
	Filename   string
	Start, End int
	New        string
}

// compilerLine is what the compiler says of a place.
var compilerLine = regexp.MustCompile(`(?m)^(?:vet: )?(\S[^:\n]*\.go:\d+:\d+): (.*)$`)

// vetResult runs go vet on the modules as they are and as they become, and
// mends or reports what it says of the latter only. go test runs the same checks
// and fails with them.
func (m *module) vetResult(files map[string][]byte, rep *report) error {
	have, err := goCommand(m.dir, m.env, "env", "GOVERSION")
	if err != nil {
		return err
	}
	if version.Compare(have, minGo[m.target]) < 0 {
		rep.Ignored = append(rep.Ignored, finding{File: "(result)", Text: "go vet has not seen it, which needs " + minGo[m.target]})
		return nil
	}
	env, overlay, placeOf, err := m.overlay(files)
	if err != nil {
		return err
	}
	for _, c := range m.configs {
		before, err := m.vet(m.env, nil, buildFlags(c.tags)...)
		if err != nil {
			return err
		}
		after, err := m.vet(env, placeOf, append(buildFlags(c.tags), "-overlay="+overlay)...)
		if err != nil {
			rep.Differs = append(rep.Differs, finding{File: "(result)", Text: fmt.Sprintf("go vet cannot see it: %v", err)})
			return nil
		}
		if err := m.mend(m.fresh(before, after), files, rep); err != nil {
			return err
		}
	}
	return nil
}

// overlay writes the files that change to another place, and what tells the go
// command of them. placeOf has their own paths by the new ones.
func (m *module) overlay(files map[string][]byte) (env []string, path string, placeOf map[string]string, err error) {
	dir := filepath.Join(m.temp, "result")
	if err := os.Mkdir(dir, 0o777); err != nil {
		return nil, "", nil, err
	}
	placeOf = map[string]string{}
	replace := map[string]string{}
	for i, path := range slices.Sorted(maps.Keys(files)) {
		// The name says the build constraints, and vet shows it.
		replace[path] = filepath.Join(dir, fmt.Sprint(i)+"_"+filepath.Base(path))
		placeOf[replace[path]] = path
		if err := os.WriteFile(replace[path], files[path], 0o666); err != nil {
			return nil, "", nil, err
		}
	}
	src, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, "", nil, err
	}
	path = filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(path, src, 0o666); err != nil {
		return nil, "", nil, err
	}
	env, err = m.workspace(dir, m.leastGo())
	return env, path, placeOf, err
}

// vet returns the complaints of go vet. placeOf tells which files stand for
// others.
func (m *module) vet(env []string, placeOf map[string]string, flags ...string) ([]complaint, error) {
	args := slices.Concat([]string{"vet", "-json"}, vetChecks, flags, m.patterns())
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = m.dir, env
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	failure := cmd.Run()
	var found []complaint
	add := func(posn, check, message string, fixes []fix) {
		c := complaint{fixes: fixes}
		c.path, c.Line, c.Column = splitPosition(posn)
		if !filepath.IsAbs(c.path) {
			c.path = filepath.Join(m.dir, c.path)
		}
		if of := placeOf[c.path]; of != "" {
			c.path = of
		}
		c.File, c.Name, c.Text = m.relative(c.path), check, message
		found = append(found, c)
	}
	decoder := json.NewDecoder(&stdout)
	for {
		var packages map[string]map[string]json.RawMessage
		err := decoder.Decode(&packages)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("go vet: %w", err)
		}
		for _, checks := range packages {
			for check, list := range checks {
				var diagnostics []struct {
					Posn, Message string
					Fixes         []struct{ Edits []fix } `json:"suggested_fixes"`
				}
				if json.Unmarshal(list, &diagnostics) != nil {
					continue // the check could not run
				}
				for _, d := range diagnostics {
					var fixes []fix
					if len(d.Fixes) > 0 {
						fixes = d.Fixes[0].Edits
					}
					add(d.Posn, check, d.Message, fixes)
				}
			}
		}
	}
	for _, line := range compilerLine.FindAllStringSubmatch(stderr.String(), -1) {
		add(line[1], "", line[2], nil)
	}
	if failure != nil && len(found) == 0 {
		text, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		return nil, errors.New(text)
	}
	return found, nil
}

// splitPosition splits file:line:column.
func splitPosition(s string) (path string, line, column int) {
	for _, n := range []*int{&column, &line} {
		i := strings.LastIndexByte(s, ':')
		if i < 0 {
			break
		}
		*n, _ = strconv.Atoi(s[i+1:])
		s = s[:i]
	}
	return s, line, column
}

// fresh returns the complaints that are not among those before. The lines may be
// others.
func (m *module) fresh(before, after []complaint) []complaint {
	type key struct{ path, check, message string }
	keyOf := func(c complaint) key {
		for _, p := range m.libraryPaths() {
			c.Text = strings.ReplaceAll(c.Text, p+".", m.target+".")
		}
		return key{c.path, c.Name, c.Text}
	}
	known := map[key]int{}
	for _, c := range once(before) {
		known[keyOf(c)]++
	}
	return slices.DeleteFunc(once(after), func(c complaint) bool {
		k := keyOf(c)
		known[k]--
		return known[k] >= 0
	})
}

// once drops what is said again: a package and its tests have the same files.
func once(list []complaint) []complaint {
	seen := map[finding]bool{}
	return slices.DeleteFunc(list, func(c complaint) bool {
		again := seen[c.finding]
		seen[c.finding] = true
		return again
	})
}

// mend makes the edits that go vet suggests, and reports the other complaints.
func (m *module) mend(found []complaint, files map[string][]byte, rep *report) error {
	edits := map[string][]edit{}
	for _, c := range found {
		f := m.files[c.path]
		switch {
		case c.Name == "":
			c.Text = "it would not compile: " + c.Text
			rep.Stops = append(rep.Stops, c.finding)
		case f == nil || f.frozen != "" || len(c.fixes) == 0:
			c.Name, c.Text = "go vet", c.Text+": go test fails from now on"
			rep.Left = append(rep.Left, c.finding)
		default:
			for _, fix := range c.fixes {
				edits[c.path] = append(edits[c.path], edit{start: fix.Start, end: fix.End, text: fix.New})
			}
			c.Name, c.Text = "go vet", c.Text+": go test would fail from now on; mended, and what %% there is in the text prints as two now"
			rep.Differs = append(rep.Differs, c.finding)
		}
	}
	for path, list := range edits {
		src := files[path]
		if src == nil {
			src = m.files[path].src
		}
		mended := apply(src, list)
		if pretty, err := format.Source(src); err == nil && bytes.Equal(pretty, src) {
			if mended, err = format.Source(mended); err != nil {
				return err
			}
		}
		files[path] = mended
	}
	return nil
}
