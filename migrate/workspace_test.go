package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/txtar"
)

// TestWorkspaces checks that modules in one repository that compile with each other's code move
// together. The test runs the command in each module's directory.
func TestWorkspaces(t *testing.T) {
	t.Parallel()
	root := libraryDir(t)
	sums, err := os.ReadFile("testdata/go.sum")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range archivesAt(t, "testdata/workspaces/*.txtar") {
		archive := readArchive(t, path)
		var dirs []string
		for _, f := range archive.Files {
			if filepath.Base(f.Name) == "go.mod" {
				dirs = append(dirs, filepath.Dir(f.Name))
			}
		}
		for _, from := range dirs {
			t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar")+" from "+from, func(t *testing.T) {
				t.Parallel()
				repo := t.TempDir()
				writeFilesOf(t, repo, "", archive.Files)
				gitIn(t, repo, "init", "-q")
				for _, dir := range dirs {
					writeFilesOf(t, filepath.Join(repo, dir), "", []txtar.File{{Name: "go.sum", Data: sums}})
				}
				var out, stderr bytes.Buffer
				status := run([]string{"-w", "-force", "-C", filepath.Join(repo, from), "-lib", root}, &out, &stderr)
				if status == failed {
					t.Fatalf("exit status %d: %s%s", status, &out, &stderr)
				}
				if strings.Contains(out.String(), "mentions the old library") {
					t.Errorf("the report lists a file that the go command maintains: %s", &out)
				}
				for _, dir := range dirs {
					dir = filepath.Join(repo, dir)
					f, err := readGoMod(dir)
					if err != nil {
						t.Fatal(err)
					}
					i := slices.IndexFunc(f.Require, func(r *modfile.Require) bool { return r.Mod.Path == ours })
					if i < 0 {
						t.Errorf("%s does not require the library: %s", dir, &out)
					} else if imports := importsOf(t, dir)[ours]; f.Require[i].Indirect == imports {
						t.Errorf("%s imports the library: %t; its requirement is indirect: %t", dir, imports, f.Require[i].Indirect)
					}
					if !exists(filepath.Join(repo, "go.work")) {
						goIn(t, dir, nil, "mod", "tidy")
					}
					goIn(t, dir, nil, "test", "./...") // go test also compiles packages without tests
				}
				before := snapshot(t, repo)
				run([]string{"-w", "-force", "-C", filepath.Join(repo, from), "-lib", root}, &out, &stderr)
				for name, src := range snapshot(t, repo) {
					if strings.HasSuffix(name, ".go") && src != before[name] {
						t.Errorf("run twice: %s is now\n%s", name, src)
					}
				}
			})
		}
	}
}
