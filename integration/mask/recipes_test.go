package mask

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestRecipes checks the implementations in other languages against the library's test vectors.
func TestRecipes(t *testing.T) {
	vectors, err := os.ReadFile("../../testdata/mask.json")
	if err != nil {
		t.Fatal(err)
	}
	var want []struct{ V4, V7 string }
	if err := json.Unmarshal(vectors, &want); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{{python(t), "mask.py"}, {"node", "mask.mjs"}} {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Stdin, cmd.Stderr = bytes.NewReader(vectors), os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Errorf("%v: %v", command, err)
			continue
		}
		// Each output line contains the results of hide and reveal for one vector.
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		if len(lines) != len(want) {
			t.Errorf("%v printed %d lines, want %d", command, len(lines), len(want))
			continue
		}
		for i, w := range want {
			if strings.TrimSpace(lines[i]) != w.V4+" "+w.V7 {
				t.Errorf("%v: got %s, want %s %s", command, lines[i], w.V4, w.V7)
			}
		}
	}
}

// python returns a Python command that can import the cryptography package.
func python(t *testing.T) string {
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import cryptography").Run() == nil {
			return name
		}
	}
	t.Fatal("no Python with the cryptography package: integration/run installs it")
	return ""
}
