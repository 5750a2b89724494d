// Package install verifies that the repository's modules can be installed without a tag and without
// a clone.
package install

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const library = "github.com/seed-8298af95/uuid"

// program registers the library's types with pgx. It prints the bytes that pgx sends for a UUID,
// and the library's version.
const program = `package main

import (
	"fmt"
	"runtime/debug"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/pgxuuid"
)

func main() {
	m := pgtype.NewMap()
	pgxuuid.Register(m)
	id := uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
	b, err := m.Encode(pgtype.UUIDOID, pgtype.BinaryFormatCode, id, nil)
	fmt.Printf("%x %v\n", b, err)
	info, _ := debug.ReadBuildInfo()
	for _, m := range info.Deps {
		if m.Path == "github.com/seed-8298af95/uuid" && m.Replace == nil {
			fmt.Println(m.Version)
		}
	}
}
`

// TestInstall verifies that users can install the modules. It serves them from a module proxy, a
// directory with files from this clone: HEAD of each module, and the library versions that pgxuuid
// and uuidcheck require.
func TestInstall(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs")
	}
	top, err := exec.Command("git", "rev-parse", "--show-toplevel").Output()
	if err != nil {
		t.Skip("not a clone of the repository")
	}
	root := strings.TrimSpace(string(top))
	if strings.TrimSpace(run(t, root, "git", "rev-parse", "--is-shallow-repository")) == "true" {
		t.Skip("a shallow clone does not contain the commits that pgxuuid and uuidcheck require")
	}
	head := pseudoVersion(t, root, "HEAD")
	proxy := t.TempDir()
	required := publishRequired(t, proxy, root, "pgxuuid")
	publishRequired(t, proxy, root, "uuidcheck")
	for _, module := range []string{"", "pgxuuid", "migrate", "uuidcheck"} {
		publish(t, proxy, root, module, head, "HEAD")
	}
	// The module cache of this machine or the user's proxy provides all other modules.
	cache := strings.TrimSpace(run(t, root, "go", "env", "GOMODCACHE"))
	upstream := strings.TrimSpace(run(t, root, "go", "env", "GOPROXY"))
	bin := t.TempDir()
	t.Setenv("GOPROXY", fileURL(proxy)+","+fileURL(filepath.Join(cache, "cache", "download"))+","+upstream)
	t.Setenv("GOMODCACHE", t.TempDir())
	t.Setenv("GONOSUMDB", library)
	// The module cache is in a new directory. With -trimpath, packages from it are in the build cache nevertheless.
	t.Setenv("GOFLAGS", "-modcacherw -trimpath")
	t.Setenv("GOWORK", "off")
	t.Setenv("GOBIN", bin)

	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/m\n\ngo 1.25.0\n")
	write(t, filepath.Join(dir, "main.go"), program)
	run(t, dir, "go", "get", library+"/pgxuuid@latest")
	run(t, dir, "go", "mod", "tidy")
	want := "017f22e279b07cc398c4dc0c0c07398f <nil>\n" + required + "\n"
	if got := run(t, dir, "go", "run", "."); got != want {
		t.Errorf("the program prints\n%swant\n%s", got, want)
	}

	run(t, dir, "go", "install", library+"/cmd/uuid@latest")
	run(t, dir, "go", "install", library+"/migrate@latest")
	if got := run(t, dir, filepath.Join(bin, "uuid"), "version"); !strings.Contains(got, head) {
		t.Errorf("uuid version prints %q, want %s", got, head)
	}

	// If migrate was installed without a clone, it adds a requirement for the library's HEAD.
	dir = t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/m\n\ngo 1.25.0\n")
	write(t, filepath.Join(dir, "main.go"),
		"package main\n\nimport \"github.com/google/uuid\"\n\nfunc main() { println(uuid.NewString()) }\n")
	run(t, dir, "go", "get", "github.com/google/uuid@v1.6.0")
	run(t, dir, filepath.Join(bin, "migrate"), "-w")
	run(t, dir, "go", "mod", "tidy")
	if got := run(t, dir, "go", "list", "-m", "all"); !strings.Contains(got, library+" "+head) ||
		strings.Contains(got, "google") {
		t.Errorf("migrate -w leaves the modules\n%s", got)
	}
	run(t, dir, "go", "run", ".")

	// An SQLite file may be empty. go run refuses a module with a replace line.
	write(t, filepath.Join(dir, "empty.db"), "")
	out := run(t, dir, "go", "run", library+"/uuidcheck@latest", "-json", "empty.db")
	if !strings.Contains(out, `"columns": []`) {
		t.Errorf("uuidcheck prints %s", out)
	}
}

// publishRequired publishes the library version that a module requires, and returns the version.
func publishRequired(t *testing.T, proxy, root, module string) string {
	t.Helper()
	required := requiredVersion(t, filepath.Join(root, module))
	commit := required[strings.LastIndex(required, "-")+1:]
	// The required commit must be in the history of HEAD. Otherwise users cannot get it after its
	// branch is deleted.
	ancestor := exec.Command("git", "-C", root, "merge-base", "--is-ancestor", commit, "HEAD")
	if out, err := ancestor.CombinedOutput(); err != nil {
		t.Fatalf("%s/go.mod requires %s, whose commit is not an ancestor of HEAD. "+
			"CONTRIBUTING.md says how to move the version in a second commit: %v\n%s", module, required, err, out)
	}
	if version := pseudoVersion(t, root, commit); version != required {
		t.Fatalf("%s/go.mod requires %s, but the version of that commit is %s", module, required, version)
	}
	publish(t, proxy, root, "", required, commit)
	return required
}

// requiredVersion returns the library version that the go.mod in a directory requires.
func requiredVersion(t *testing.T, dir string) string {
	t.Helper()
	var mod struct {
		Require []struct{ Path, Version string }
	}
	if err := json.Unmarshal([]byte(run(t, dir, "go", "mod", "edit", "-json")), &mod); err != nil {
		t.Fatal(err)
	}
	// A release has a tag, but TestInstall publishes only commits without tags.
	for _, r := range mod.Require {
		if r.Path == library {
			if !regexp.MustCompile(`^v0\.0\.0-\d{14}-[0-9a-f]{12}$`).MatchString(r.Version) {
				t.Skipf("%s/go.mod requires %s, a release", filepath.Base(dir), r.Version)
			}
			return r.Version
		}
	}
	t.Fatalf("%s/go.mod does not require the library", filepath.Base(dir))
	return ""
}

// pseudoVersion returns the version that the go command uses for a commit without a tag.
func pseudoVersion(t *testing.T, root, commit string) string {
	t.Helper()
	t.Setenv("TZ", "UTC")
	return "v0.0.0-" + strings.TrimSpace(run(t, root, "git", "log", "-1", "--abbrev=12",
		"--date=format-local:%Y%m%d%H%M%S", "--format=%cd-%h", commit))[:len("20060102150405-123456789012")]
}

// publish writes a version of a module to a directory that serves as a module proxy
// (https://go.dev/ref/mod#goproxy-protocol). dir is the module's directory in the repository.
func publish(t *testing.T, proxy, root, dir, version, commit string) {
	t.Helper()
	module := path.Join(library, dir)
	at := filepath.Join(proxy, filepath.FromSlash(module), "@v")
	if err := os.MkdirAll(at, 0o700); err != nil {
		t.Fatal(err)
	}
	info := fmt.Sprintf("{\"Version\": %q}\n", version)
	write(t, filepath.Join(at, "list"), "")
	write(t, filepath.Join(at, version+".info"), info)
	write(t, filepath.Join(at, "..", "@latest"), info)
	write(t, filepath.Join(at, version+".mod"), run(t, root, "git", "show", commit+":"+path.Join(dir, "go.mod")))

	// The zip file of a module must not contain nested modules.
	args := []string{"archive", "--format=zip", "--prefix=" + module + "@" + version + "/", "-o",
		filepath.Join(at, version+".zip"),
		commit + ":" + dir, "--", "."}
	for file := range strings.FieldsSeq(run(t, root, "git", "ls-tree", "-r", "--name-only", commit+":"+dir)) {
		if nested, ok := strings.CutSuffix(file, "/go.mod"); ok {
			args = append(args, ":(exclude)"+nested)
		}
	}
	run(t, root, "git", args...)
}

func fileURL(dir string) string { return "file://" + filepath.ToSlash(dir) }

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// run returns the standard output of a command.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, &stderr)
	}
	return string(out)
}
