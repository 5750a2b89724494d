package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestService runs the command as users do, alone and in go vet, on a module that uses google/uuid
// and gorm, and not this library. Comments in the module name the checks that report a line.
func TestService(t *testing.T) {
	tool := filepath.Join(t.TempDir(), "uuidvet.exe")
	if out, err := exec.Command("go", "build", "-o", tool, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	source, err := os.ReadFile("testdata/service/service.go")
	if err != nil {
		t.Fatal(err)
	}
	lines := make(map[string][]int) // the lines that a check reports; all checks report those of ""
	for i, line := range strings.Split(string(source), "\n") {
		_, comment, _ := strings.Cut(line, "// uuid")
		for _, check := range strings.Fields(comment) {
			check = "uuid" + strings.TrimPrefix(check, "uuid")
			lines[check] = append(lines[check], i+1)
			lines[""] = append(lines[""], i+1)
		}
	}
	if len(lines) != 7 {
		t.Fatalf("service.go has mistakes for %d checks, want 6", len(lines)-1)
	}
	for _, test := range []struct {
		name  string
		args  []string
		check string
	}{
		{"alone", []string{tool, "./..."}, ""},
		{"one check alone", []string{tool, "-uuidkey", "./..."}, "uuidkey"},
		{"go vet", []string{"go", "vet", "-vettool=" + tool, "./..."}, ""},
		{"one check in go vet", []string{"go", "vet", "-vettool=" + tool, "-uuidlist", "./..."}, "uuidlist"},
	} {
		t.Run(test.name, func(t *testing.T) {
			cmd := exec.Command(test.args[0], test.args[1:]...)
			cmd.Dir = "testdata/service"
			out, err := cmd.CombinedOutput()
			if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) {
				t.Errorf("got %v, want an exit status of a check that failed", err)
			}
			var got []int
			for _, m := range regexp.MustCompile(`service\.go:(\d+):.*\(https://\S+\)`).FindAllSubmatch(out, -1) {
				line, _ := strconv.Atoi(string(m[1]))
				got = append(got, line)
			}
			if slices.Sort(got); !slices.Equal(got, lines[test.check]) {
				t.Errorf("reports of lines %v, want %v:\n%s", got, lines[test.check], out)
			}
		})
	}
}
