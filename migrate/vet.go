package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// vetChecks are the go vet checks that go test runs, except stdversion. That check cannot find
// anything new, because the move never lowers the go line.
var vetChecks = []string{
	"-atomic", "-bools", "-buildtag", "-directive", "-errorsas", "-ifaceassert",
	"-nilfunc", "-printf", "-slog", "-stringintconv", "-tests",
}

// A complaint is a message from go vet or the compiler, with its position.
type complaint struct {
	finding
	path  string // the path of the file
	edits []edit // the edits that go vet suggests
}

var (
	// compilerLine matches a compiler message with a position.
	compilerLine = regexp.MustCompile(`(?m)^(?:vet: )?(\S[^:\n]*\.go:\d+:\d+): (.*)$`)
	position     = regexp.MustCompile(`^(.*):(\d+):(\d+)$`)
)

// vetResult runs go vet on the result. If there are complaints, it also runs go vet on the original
// modules, and fixes or reports only the new complaints. These complaints matter because go test
// runs the same checks and fails.
func (m *module) vetResult(res *result, rep *report) error {
	if version.Compare(m.release, minGo[m.target]) < 0 {
		rep.Ignored = append(rep.Ignored, finding{
			File: "(result)",
			Text: "go vet did not check the result, because the check needs " + minGo[m.target],
		})
		return nil
	}
	list, original, err := m.overlay(res.sources)
	if err != nil {
		return err
	}
	env, err := m.workspace(filepath.Dir(list), m.leastGo())
	if err != nil {
		return err
	}
	var found []complaint
	for _, c := range m.configs {
		after, err := m.vet(env, original, append(slices.Clone(c.load.BuildFlags), "-overlay="+list)...)
		if err != nil && m.ctx.Err() == nil {
			rep.Left = append(rep.Left, finding{
				File: "(result)",
				Text: fmt.Sprintf("go vet failed on the result: %v", err),
			})
			continue
		}
		var before []complaint
		if len(after) > 0 { // rare, so go vet seldom runs twice
			before, err = m.vet(m.env, nil, c.load.BuildFlags...)
		}
		if err != nil {
			return err
		}
		found = append(found, m.fresh(before, after)...)
	}
	m.mend(found, res, rep)
	return nil
}

// overlay writes the changed files to a temporary directory. It also writes a list for the -overlay
// flag, which replaces the original files with them. In the result, original maps the new file names
// to the original paths.
func (m *module) overlay(files map[string][]byte) (list string, original map[string]string, err error) {
	dir := filepath.Join(m.temp, "result")
	err = os.Mkdir(dir, 0o777)
	original = map[string]string{}
	replace := map[string]string{}
	for path, src := range files {
		// The go command caches the output of go vet, which contains the temporary directory of an
		// earlier run. The file's base name depends only on its path and contents, so it also
		// identifies the file in cached output.
		sum := sha256.Sum256(slices.Concat([]byte(path), []byte{0}, src))
		name := fmt.Sprintf("%x_%s", sum[:16], filepath.Base(path))
		original[name], replace[path] = path, filepath.Join(dir, name)
		err = errors.Join(err, os.WriteFile(replace[path], src, 0o666))
	}
	src, _ := json.Marshal(map[string]any{"Replace": replace}) // encoding strings as JSON cannot fail
	list = filepath.Join(dir, "overlay.json")
	return list, original, errors.Join(err, os.WriteFile(list, src, 0o666))
}

// vet returns go vet's complaints about the modules. original maps the file names in the overlay to
// the original paths.
func (m *module) vet(env []string, original map[string]string, flags ...string) ([]complaint, error) {
	args := slices.Concat([]string{"vet", "-json"}, vetChecks, flags, m.patterns())
	stdout, stderr, failure := m.goCommand(m.dir, env, args...)
	if m.ctx.Err() != nil {
		return nil, failure
	}
	var found []complaint
	add := func(posn string, c complaint) {
		c.path = posn
		if parts := position.FindStringSubmatch(posn); parts != nil {
			c.path = parts[1]
			c.Line, _ = strconv.Atoi(parts[2])
			c.Column, _ = strconv.Atoi(parts[3])
		}
		if path, ok := original[filepath.Base(c.path)]; ok {
			c.path = path
		} else if !filepath.IsAbs(c.path) {
			c.path = filepath.Join(m.dir, c.path)
		}
		c.File = m.relative(c.path)
		// A package and its test variant share files, so a complaint can appear twice.
		if !slices.ContainsFunc(found, func(other complaint) bool { return other.finding == c.finding }) {
			found = append(found, c)
		}
	}
	for decoder := json.NewDecoder(strings.NewReader(stdout)); decoder.More(); {
		var packages map[string]map[string]json.RawMessage
		if err := decoder.Decode(&packages); err != nil {
			return nil, fmt.Errorf("go vet: %w", err)
		}
		for _, checks := range packages {
			for check, list := range checks {
				var diagnoses []diagnosis
				json.Unmarshal(list, &diagnoses) // if the check could not run, the list is an error object
				for _, d := range diagnoses {
					add(d.Posn, complaint{finding: finding{Name: check, Text: d.Message}, edits: d.edits()})
				}
			}
		}
	}
	for _, line := range compilerLine.FindAllStringSubmatch(stderr, -1) {
		add(line[1], complaint{finding: finding{Text: line[2]}})
	}
	if failure != nil && len(found) == 0 {
		text, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n")
		return nil, errors.New(text)
	}
	return found, nil
}

// A diagnosis is a complaint in the output of go vet -json.
type diagnosis struct {
	Posn, Message string

	Fixes []struct {
		Edits []struct {
			Start, End int
			New        string
		}
	} `json:"suggested_fixes"`
}

// edits returns the edits of the first fix that go vet suggests.
func (d *diagnosis) edits() []edit {
	var edits []edit
	for _, fix := range d.Fixes[:min(1, len(d.Fixes))] {
		for _, e := range fix.Edits {
			edits = append(edits, edit{start: e.Start, end: e.End, text: e.New})
		}
	}
	return edits
}

// fresh returns the complaints in after that are not in before. It ignores line numbers because the
// move can change them.
func (m *module) fresh(before, after []complaint) []complaint {
	keyOf := func(c complaint) finding {
		for _, p := range m.libraryPaths() {
			c.Text = strings.ReplaceAll(c.Text, p+".", m.target+".")
		}
		return finding{File: c.path, Name: c.Name, Text: c.Text}
	}
	known := map[finding]int{}
	for _, c := range before {
		known[keyOf(c)]++
	}
	return slices.DeleteFunc(after, func(c complaint) bool {
		k := keyOf(c)
		known[k]--
		return known[k] >= 0
	})
}

// mend applies the edits that go vet suggests, and reports the complaints without edits.
func (m *module) mend(found []complaint, res *result, rep *report) {
	edits := map[string][]edit{}
	var mended []finding
	// Applying the edit that vet suggests makes go test pass. The user must handle a complaint
	// without an edit.
	for _, c := range found {
		f := m.files[c.path]
		// Until the result is written, all findings refer to places in the original files.
		if f != nil {
			// This is the reverse of res.follow. It searches for the first offset in the original file
			// that res.follow maps to offset or a later one.
			c.move(m.textOf(c.path, res.sources), f.src, func(offset int) int {
				return sort.Search(len(f.src), func(i int) bool { return res.follow(c.path, i) >= offset })
			})
		}
		switch {
		case len(c.edits) > 0 && slices.Contains(edits[c.path], c.edits[0]): // configurations share files
		case c.Name == "":
			c.Text = "the new code would not compile: " + c.Text
			rep.Stops = append(rep.Stops, c.finding)
		case f == nil || f.frozen != "" || len(c.edits) == 0:
			c.Name, c.Text = "go vet", c.Text+": go test fails after the move"
			rep.Left = append(rep.Left, c.finding)
		default:
			edits[c.path] = append(edits[c.path], c.edits...)
			mended = append(mended, finding{File: c.File, Line: c.Line, Column: c.Column})
		}
	}
	if len(mended) > 0 { // the only new complaint with edits is about formats: go vet makes it for newer go lines
		rep.Facts = append(rep.Facts, fact{
			Name: "go vet",
			Sure: true,
			Text: "go test rejects a format that is not constant, so the command has added the format \"%s\"; " +
				"%% in the string now prints as %% instead of %",
			Places: mended,
		})
	}
	for path, list := range edits {
		src := m.textOf(path, res.sources)
		res.apply(path, src, list)
		res.reformat(path, m.formatLike(src, res.sources[path]))
	}
}
