package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Compiling the external tests takes most of the time that a mutation takes, and the
// compiler sees nothing of the library but its export data. A mutation of a function
// that cannot be inlined does not change these. So what the compiler made of the tests
// is used again as long as the export data are the same. The go command does not do
// that: it compiles the tests anew whenever the library has changed.

// compileArg makes this program one that stands before the compiler, with the go
// command's flag -toolexec. What comes next is the directory for what was compiled.
const compileArg = "-compile"

// compileOnce runs a tool of the go command, or does what it would do.
func compileOnce(dir string, command []string) error {
	tool := exec.Command(command[0], command[1:]...)
	tool.Stdin, tool.Stdout, tool.Stderr = os.Stdin, os.Stdout, os.Stderr
	pkg := valueOf(command, "-p")
	if !strings.HasPrefix(filepath.Base(command[0]), "compile") || !strings.HasSuffix(pkg, "_test") {
		return tool.Run()
	}
	key, err := keyOf(command)
	if err != nil {
		return err
	}
	// The go command looks for the build ID in what is compiled.
	id, output, kept := []byte(valueOf(command, "-buildid")), valueOf(command, "-o"), filepath.Join(dir, key)
	if made, err := os.ReadFile(kept); err == nil {
		was, _, _ := bytes.Cut(made, []byte("\n"))
		return os.WriteFile(output, bytes.ReplaceAll(made[len(was)+1:], was, id), 0o666)
	}
	if err := tool.Run(); err != nil {
		return err
	}
	made, err := os.ReadFile(output)
	if err != nil {
		return err
	}
	unfinished := fmt.Sprint(kept, os.Getpid())
	if err := os.WriteFile(unfinished, slices.Concat(id, []byte("\n"), made), 0o666); err != nil {
		return err
	}
	return os.Rename(unfinished, kept)
}

// valueOf returns the argument after a flag.
func valueOf(command []string, flag string) string {
	if i := slices.Index(command, flag); i >= 0 && i+1 < len(command) {
		return command[i+1]
	}
	return ""
}

// keyOf returns a hash of what the compiler makes a package of.
func keyOf(command []string) (string, error) {
	hash := sha256.New()
	for i, arg := range command {
		switch before := command[max(i-1, 0)]; {
		case slices.Contains([]string{"-o", "-trimpath", "-importcfg", "-buildid"}, before):
			continue // other paths in each build
		case strings.HasSuffix(arg, ".go"):
			source, err := os.ReadFile(arg)
			if err != nil {
				return "", err
			}
			fmt.Fprintln(hash, filepath.Base(arg), len(source))
			hash.Write(source)
		default:
			fmt.Fprintln(hash, arg)
		}
	}
	imports, err := os.ReadFile(valueOf(command, "-importcfg"))
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(imports)) {
		name, archive, ok := strings.Cut(strings.TrimSpace(line), "=")
		if !ok {
			continue
		}
		text, err := os.ReadFile(archive)
		if err != nil {
			return "", err
		}
		// The first file of the archive is the export data, after lines of which one has
		// the build ID.
		const mark = "\n$$B\n"
		begin := bytes.Index(text, []byte(mark))
		end := bytes.Index(text, []byte("\n$$\n"))
		if begin < 0 || end < begin {
			return "", fmt.Errorf("no export data in %s", archive)
		}
		fmt.Fprintln(hash, name, end-begin)
		hash.Write(text[begin:end])
	}
	return fmt.Sprintf("%x", hash.Sum(nil)), nil
}
