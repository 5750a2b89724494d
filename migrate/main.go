// Command migrate moves a module's code from google/uuid, gofrs/uuid or
// satori/go.uuid to github.com/seed-8298af95/uuid, or from there to the
// standard uuid package in Go 1.27.
//
//	migrate [flags] [packages]
//
// It prints a diff and a report and changes nothing. With -w it writes the files and go.mod. The
// default packages are ./...
//
// The command uses type information, not only names. Code that compiled before the move still
// compiles after it, because the command type-checks the result before it writes anything. It keeps
// the old import if a name has no exact counterpart, and adds a conversion if another module's API
// uses the old type. It reports the names that keep the old import, and all other code that it
// cannot rewrite exactly.
//
// The exit status is 0 if the move is complete or nothing had to be done, 1 if the report gives
// reasons not to write, 2 if the command fails or refuses to write, and 3 if some code must be
// edited by hand or behaves differently. The first line of the report contains the exit status.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/mod/modfile"
	modversion "golang.org/x/mod/module"
)

const usage = `usage: migrate [flags] [packages]

Migrate moves the code of a module from google/uuid, gofrs/uuid or
satori/go.uuid to github.com/seed-8298af95/uuid, or from there to the standard
package. It prints a diff and a report and changes nothing unless -w is given.
The default packages are ./...; packages of other modules do not change.

`

func main() {
	// A run is short, so fewer garbage collections are worth the memory.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	// Nothing else is printed until the end, and a large module takes minutes.
	time.AfterFunc(10*time.Second, func() {
		fmt.Fprintln(os.Stderr, "migrate: still working: the go command may first have to compile everything "+
			"that the module imports")
	})
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// The exit statuses.
const (
	done       = iota // the move is complete, or nothing had to be done
	forbidden         // the report gives reasons not to write
	failed            // the command failed or refused to write
	readReport        // some code must be edited by hand, or behaves differently
)

// settings are the flags and arguments of the command line.
type settings struct {
	options
	write, force, anyway, asJSON, verbose bool

	args []string // the whole command line
}

// run runs the command and returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	set, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return done
	case err != nil:
		return failed // parse has printed the error
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	status, err := set.move(ctx, stdout)
	if older := (*olderError)(nil); errors.As(err, &older) {
		fmt.Fprintf(stderr, "migrate: %v %s\n", older, strings.Join(args, " "))
		return failed
	}
	if err != nil {
		fmt.Fprintf(stderr, "migrate: %v\n", err)
		return failed
	}
	return status
}

// parse reads the command line. It reports errors on stderr.
func parse(args []string, stderr io.Writer) (*settings, error) {
	flags := flag.NewFlagSet("migrate", flag.ContinueOnError)
	set := &settings{options: options{target: ours, patterns: []string{"./..."}}, args: args}
	appendTo := func(list *[]string) func(string) error {
		return func(value string) error { *list = append(*list, value); return nil }
	}
	flags.SetOutput(stderr)
	flags.BoolVar(&set.write, "w", false, "write the changed files and go.mod")
	flags.BoolVar(&set.asJSON, "json", false, "print the report as JSON and print no diff")
	flags.BoolVar(&set.generated, "generated", false, "also edit generated files")
	flags.BoolVar(&set.force, "force", false, "write even if there are uncommitted changes")
	flags.BoolVar(&set.anyway, "anyway", false,
		"write even if a package does not compile or the version of the library is unknown")
	flags.Func("despite", "write even if this `module` checks for the old type at run time; may be repeated",
		appendTo(&set.despite))
	flags.BoolVar(&set.verbose, "v", false, "list all places in the report")
	flags.StringVar(&set.dir, "C", ".", "change to this `directory` before doing anything else")
	flags.StringVar(&set.lib, "lib", "", "the `version` of the library to require, or a directory that replaces "+
		"the library (default: the version in go.mod, or the latest version)")
	flags.Func("tags", "also load the packages with these comma-separated build `tags`; may be repeated",
		appendTo(&set.tags))
	flags.Func("to", "move from this library to `another` package; std is the standard package", func(to string) error {
		if to != "std" {
			return errors.New("only std is supported")
		}
		set.target = standard
		return nil
	})
	flags.Usage = func() {
		fmt.Fprint(stderr, usage)
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	if flags.NArg() > 0 {
		set.patterns = flags.Args()
	}
	return set, nil
}

// move moves the module, prints the report and returns the exit status.
func (set *settings) move(ctx context.Context, stdout io.Writer) (status int, err error) {
	if err := set.checkLib(); err != nil {
		return failed, err
	}
	m, err := load(ctx, set.options)
	defer m.close()
	if err != nil {
		return failed, err
	}
	if set.write && !set.force {
		for _, dir := range m.dirs {
			if err := refuseUncommitted(dir); err != nil {
				return failed, err
			}
		}
	}
	rep, res, err := m.run(set.options)
	if err != nil {
		return failed, err
	}
	files := res.sources
	var changed []finding
	if set.write && len(files) > 0 {
		changed = m.changed()
	}
	// The -anyway flag does not apply to a module's run-time check. Only -despite with the module's
	// path removes such a reason. These reasons have a Name, the module's path.
	forbids := func(f finding) bool { return !set.anyway || f.Name != "" }
	refused := set.write && slices.ContainsFunc(rep.Stops, forbids) || len(changed) > 0
	if set.write && !refused {
		if err := writeFiles(ctx, files); err != nil {
			return failed, err
		}
		rep.Written = true
		m.follow(rep, res)
	}
	rep.sort()
	rep.Next = m.next(rep, set)
	// These reasons are added after the call to m.next, so m.next does not suggest -anyway for them:
	// another run reads the files again.
	rep.Stops = append(rep.Stops, changed...)
	rep.Status, rep.all = rep.status(), set.verbose
	if refused {
		rep.Status = failed
	}
	m.close() // before printing, because a reader that stops early kills the process with SIGPIPE
	if set.asJSON {
		err = rep.writeJSON(stdout)
	} else {
		if !set.write {
			m.writeDiff(stdout, files)
		}
		rep.writeText(stdout)
	}
	if refused {
		err = errors.Join(err, errors.New("no files were written: see the reasons in the report"))
	}
	return rep.Status, err
}

// checkLib returns an error if -lib is neither a version nor a directory that contains the library.
func (set *settings) checkLib() error {
	if set.lib == "" || modversion.CanonicalVersion(set.lib) == set.lib {
		return nil
	}
	// The modfile package accepts any string as a version, but the next go command would fail.
	f, err := readGoMod(absolute(set.lib, set.dir))
	switch {
	case !modfile.IsDirectoryPath(set.lib):
		return fmt.Errorf("-lib %s: neither a version, such as v1.2.3, nor a directory, such as ../uuid", set.lib)
	case err != nil:
		return fmt.Errorf("-lib %s: %w", set.lib, err)
	case f.Module == nil || f.Module.Mod.Path != ours:
		return fmt.Errorf("-lib %s: the directory does not contain %s", set.lib, ours)
	}
	return nil
}

// run rewrites the code and returns the report and the result.
func (m *module) run(opts options) (*report, *result, error) {
	res, err := m.migrate()
	if err != nil {
		return nil, nil, err
	}
	m.finish(res)
	if len(res.sources) == 0 {
		// In a second run, the rules change google.UUID(id) to uuid.UUID(id), the conversions change it
		// back, and finish drops the unchanged files.
		clear(res.done)
	}
	rep := &report{
		Module:  strings.Join(m.paths, ", "),
		Target:  m.target,
		Files:   []string{},
		Done:    res.done,
		Left:    append(res.left, m.frozenUsers()...),
		Ignored: slices.Clone(m.apart),
		Stops:   slices.Clone(m.broken),
	}
	unloaded, err := m.scan(rep)
	if err != nil {
		return nil, nil, err
	}
	files := res.sources
	if len(files) > 0 {
		mods, err := m.editGoMods(files, unloaded, opts.lib, rep)
		if err != nil {
			return nil, nil, err
		}
		maps.Copy(files, mods) // files is res.sources, so the go vet run below also gets the new go.mod files
	}
	// The go vet run takes longest, so it runs in parallel with the steps below. These steps must
	// not use rep until it finishes.
	var vetting sync.WaitGroup
	canBuild := len(rep.Stops) == len(m.broken) // editGoMods adds a stop if the library version is unknown
	if len(files) > 0 && canBuild {
		vetting.Go(func() { err = m.vetResult(res, rep) })
	}
	deps := m.dependencies()
	exports, facts := m.changedExports(res.checked), m.facts(res.plan, deps)
	vetting.Wait()
	if err != nil {
		return nil, nil, err
	}
	rep.Exports = exports
	rep.Facts = append(facts, rep.Facts...) // facts from the table precede facts from go vet and go.mod
	rep.Ignored = append(rep.Ignored, deps.users()...)
	if len(files) > 0 {
		rep.Stops = append(rep.Stops, deps.stops(res.plan, opts.despite)...)
	}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		rep.Files = append(rep.Files, m.relative(path))
	}
	return rep, res, nil
}

// next returns the commands that the user should run next.
func (m *module) next(rep *report, set *settings) []string {
	if len(rep.Files) == 0 {
		return rep.Next
	}
	var commands []string
	if !rep.Written {
		commands = append(commands, set.again(rep))
	}
	if set.dir != "." {
		commands = append(commands, "cd "+set.dir)
	}
	// rep.Next contains a go get command for each module for which the version of the library is
	// unknown. The other commands need the library.
	commands = append(commands, rep.Next...)
	for _, args := range []string{"mod tidy", "mod vendor", "vet ./...", "test ./..."} {
		for _, dir := range m.dirs {
			// The go mod vendor command is needed only if the vendor directory contains one of the
			// libraries.
			changes := slices.Contains(rep.Files, m.relative(filepath.Join(dir, "go.mod")))
			if changes && (args != "mod vendor" || m.hasLibrary(filepath.Join(dir, "vendor"))) {
				commands = append(commands, m.goIn(dir, args))
			}
		}
	}
	return commands
}

// again returns the command that repeats this run with -w to write the changes. The next run would
// stop for the same reasons, so the command includes the flags that allow writing.
func (set *settings) again(rep *report) string {
	args := set.args
	add := func(flag string) {
		if !slices.Contains(args, flag) {
			args = append([]string{flag}, args...)
		}
	}
	for _, f := range rep.Stops {
		if f.Name == "" { // otherwise it is a module path
			add("-anyway")
		} else {
			add("-despite " + f.Name)
		}
	}
	add("-w")
	return "migrate " + strings.Join(args, " ")
}

// goIn returns the command that runs the go command in a directory.
func (m *module) goIn(dir, args string) string {
	if dir == m.dir {
		return "go " + args
	}
	return "go -C " + m.relative(dir) + " " + args
}

// writeDiff writes a diff of each changed file.
func (m *module) writeDiff(w io.Writer, files map[string][]byte) {
	for _, path := range slices.Sorted(maps.Keys(files)) {
		name := m.relative(path)
		w.Write(diff.Diff("a/"+name, m.textOf(path, nil), "b/"+name, files[path]))
	}
}
