// Package uuidvet tests the fixes of gorm's statements with gorm itself.
package uuidvet

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestFix runs the program in testdata before and after uuidvet -fix: it finds no row by a 16-byte ID,
// and then finds the right row by a plain, a masked and a Nil ID.
func TestFix(t *testing.T) {
	run := func(dir, name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Stderr = dir, t.Output() // go writes there what it downloads
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	tool := filepath.Join(t.TempDir(), "uuidvet.exe")
	run("../../../uuidvet", "go", "build", "-o", tool, ".")
	source, err := os.ReadFile("testdata/uuidkey/main.go")
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("testdata", "fixed") // in this module, which has gorm
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "main.go"), source, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`plain record not found 
masked record not found 
joined record not found  
deleted 0
plain record not found 
masked record not found 
joined record not found  
deleted 0
`, `plain <nil> row bb
masked <nil> row bb
joined <nil> row bb company
deleted 1
plain <nil> row 00
masked <nil> row 00
joined <nil> row 00 company
deleted 1
`} {
		if got := run(dir, "go", "run", "."); got != want {
			t.Errorf("got\n%swant\n%s", got, want)
		}
		run(dir, tool, "-fix", ".")
	}
}
