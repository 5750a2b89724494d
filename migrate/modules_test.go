package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"
)

// TestModules moves complete modules to this library and then to the standard package, and checks
// that their tests pass between and after the moves. An archive contains a module and the expected
// report of the second move.
func TestModules(t *testing.T) {
	t.Parallel()
	root := libraryDir(t)
	for _, path := range filesAt(t, "testdata/modules/*.txtar") {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive := readArchive(t, path)
			inputs, want := archive.Files, ""
			if last := len(inputs) - 1; inputs[last].Name == "report" {
				inputs, want = inputs[:last], string(inputs[last].Data)
			}
			dir := t.TempDir()
			writeModule(t, dir, root, inputs)
			goRun(t, dir, "mod", "tidy")
			if isFull {
				goRun(t, dir, "test", "./...")
			}

			var out, stderr bytes.Buffer
			if status := run([]string{"-w", "-C", dir, "-lib", root}, &out, &stderr); status == failed ||
				!strings.Contains(out.String(), "; edit by hand: 0, ") {
				t.Fatalf("exit status %d: %s%s", status, &out, &stderr)
			}
			checkModule(t, dir)
			if imports := importsOf(t, dir); imports["github.com/google/uuid"] || imports["github.com/gofrs/uuid/v5"] {
				t.Errorf("a library is still imported: %v", imports)
			}

			out.Reset()
			status := run([]string{"-w", "-to", "std", "-C", dir}, &out, &stderr)
			if status == 2 {
				t.Fatalf("exit status %d: %s", status, &stderr)
			}
			if !hasStandard() {
				t.Skipf("%s has no uuid package", runtime.Version())
			}
			got, _, _ := strings.Cut(out.String(), "\nNext\n")
			if *update {
				archive.Files = append(inputs, txtar.File{Name: "report", Data: []byte(got)})
				if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
			} else if got != want {
				t.Errorf("%s", diff.Diff("want report", []byte(want), "got report", []byte(got)))
			}
			checkModule(t, dir)
			if imports := importsOf(t, dir); !imports["uuid"] {
				t.Errorf("nothing imports the standard package: %v", imports)
			}
		})
	}
}

// checkModule checks that the go.mod that migrate wrote is tidy, and that go test succeeds. go test
// also compiles packages without tests.
func checkModule(t *testing.T, dir string) {
	t.Helper()
	before := snapshot(t, dir)["go.mod"]
	goRun(t, dir, "mod", "tidy")
	if after := snapshot(t, dir)["go.mod"]; after != before {
		t.Errorf("%s", diff.Diff("written", []byte(before), "tidy", []byte(after)))
	}
	goRun(t, dir, "test", "./...")
}

// importsOf returns the imports of a module's packages and tests.
func importsOf(t *testing.T, dir string) map[string]bool {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedImports, Dir: dir, Tests: true}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	imports := map[string]bool{}
	for _, pkg := range pkgs {
		for path := range pkg.Imports {
			imports[path] = true
		}
	}
	return imports
}
