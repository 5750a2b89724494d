package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/txtar"
)

// TestWorkspaces checks that modules in one repository that compile with each other's code move
// together, and that the result is the same for each module in whose directory the command runs, even
// through a symbolic link.
func TestWorkspaces(t *testing.T) {
	t.Parallel()
	sums, err := os.ReadFile("testdata/go.sum")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range filesAt(t, "testdata/workspaces/*.txtar") {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive := readArchive(t, path)
			var dirs []string
			for _, f := range archive.Files {
				if filepath.Base(f.Name) == "go.mod" {
					dirs = append(dirs, filepath.Dir(f.Name))
				}
			}
			moved := func(from string, link bool) (repo string, files map[string]string) {
				repo = t.TempDir()
				writeFilesOf(t, repo, "", archive.Files)
				gitIn(t, repo, "init", "-q")
				for _, dir := range dirs {
					writeFilesOf(t, filepath.Join(repo, dir), "", []txtar.File{{Name: "go.sum", Data: sums}})
				}
				start := repo
				if link {
					start = filepath.Join(t.TempDir(), "link")
					if err := os.Symlink(repo, start); err != nil {
						t.Skip(err)
					}
				}
				status, out, stderr := migrateIn(t, filepath.Join(start, from), "-w", "-force")
				if status == failed {
					t.Fatalf("from %s: exit status %d: %s%s", from, status, out, stderr)
				}
				if strings.Contains(out, "mentions the old library") {
					t.Errorf("the report lists a file that the go command maintains: %s", out)
				}
				files = snapshot(t, repo)
				maps.DeleteFunc(files, func(name, _ string) bool { return strings.HasPrefix(name, ".git/") })
				return repo, files
			}
			repo, want := moved(dirs[0], false)
			for _, from := range dirs[1:] {
				if _, got := moved(from, true); !maps.Equal(got, want) {
					t.Errorf("from %s: got %v, want %v", from, got, want)
				}
			}
			for _, dir := range dirs {
				dir = filepath.Join(repo, dir)
				f, err := readGoMod(dir)
				if err != nil {
					t.Fatal(err)
				}
				i := slices.IndexFunc(f.Require, func(r *modfile.Require) bool { return r.Mod.Path == ours })
				if i < 0 {
					t.Errorf("%s does not require the library", dir)
				} else if imports := importsOf(t, dir)[ours]; f.Require[i].Indirect == imports {
					t.Errorf("%s imports the library: %t; its requirement is indirect: %t", dir, imports,
						f.Require[i].Indirect)
				}
				if !exists(filepath.Join(repo, "go.work")) {
					goIn(t, dir, nil, "mod", "tidy")
				}
				goIn(t, dir, nil, "test", "./...") // go test also compiles packages without tests
			}
			migrateIn(t, filepath.Join(repo, dirs[0]), "-w", "-force")
			for name, src := range snapshot(t, repo) {
				if strings.HasSuffix(name, ".go") && src != want[name] {
					t.Errorf("run twice: %s is now\n%s", name, src)
				}
			}
		})
	}
}

// TestWorkReplaces checks that a module that a replace line in go.work connects to the current module
// moves with it.
func TestWorkReplaces(t *testing.T) {
	t.Parallel()
	sums, err := os.ReadFile("testdata/go.sum")
	if err != nil {
		t.Fatal(err)
	}
	repo := t.TempDir()
	writeFilesOf(t, repo, "", []txtar.File{
		{Name: "a/go.sum", Data: sums}, {Name: "b/go.sum", Data: sums},
		{Name: "go.work", Data: []byte("go 1.25.0\n\nuse ./a\n\nreplace example.com/b => ./b\n")},
		{Name: "a/go.mod",
			Data: []byte("module example.com/a\n\ngo 1.25.0\n\nrequire (\n\texample.com/b " +
				"v0.0.0\n\tgithub.com/google/uuid v1.6.0\n)\n")},
		{Name: "a/a.go", Data: []byte("package a\n\nimport \"example.com/b\"\n\nvar ID = b.New()\n")},
		{Name: "b/go.mod",
			Data: []byte("module example.com/b\n\ngo 1.25.0\n\nrequire github.com/google/uuid v1.6.0\n")},
		{Name: "b/b.go",
			Data: []byte("package b\n\nimport \"github.com/google/uuid\"\n\nfunc New() uuid.UUID { return " +
				"uuid.New() }\n")},
	})
	if status, out, stderr := migrateIn(t, filepath.Join(repo, "a"), "-w"); status == failed {
		t.Fatalf("%s%s", out, stderr)
	}
	for name, src := range snapshot(t, repo) {
		if filepath.Base(name) != "go.sum" && strings.Contains(src, "google/uuid") ||
			name == "b/b.go" && !strings.Contains(src, ours) {
			t.Errorf("%s is %s", name, src)
		}
	}
}
