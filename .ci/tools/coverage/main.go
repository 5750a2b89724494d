// Coverage runs the tests of the root package and requires that they run at least
// 98 % of its statements, and all but those that uncovered.txt lists with a reason.
// Arguments go to go test:
//
//	.ci/coverage [-race ...]
package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// least is how many percent of the statements have to be covered.
const least = 98

func main() {
	complaints, err := run(os.Args[1:])
	for _, c := range complaints {
		fmt.Println(c)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "coverage:", err)
	}
	if err != nil || len(complaints) > 0 {
		os.Exit(1)
	}
}

func run(args []string) (complaints []string, err error) {
	root, err := filepath.Abs("../..") // from .ci/tools
	if err != nil {
		return nil, err
	}
	excuses, complaints, err := readExcuses(root)
	if err != nil {
		return nil, err
	}
	blocks, err := profile(root, args)
	if err != nil {
		return nil, err
	}
	statements, covered := 0, 0
	used := make(map[string]bool)
	for _, b := range blocks {
		statements += b.statements
		if b.runs > 0 {
			covered += b.statements
			continue
		}
		i := slices.IndexFunc(excuses, func(e excuse) bool {
			return e.file == b.file && e.first <= b.line && b.line <= e.last
		})
		if i < 0 {
			complaints = append(complaints, fmt.Sprintf("not covered, and not in uncovered.txt: %s:%d", b.file, b.line))
			continue
		}
		used[excuses[i].row] = true
		fmt.Printf("not covered: %s:%d: %s\n", b.file, b.line, excuses[i].reason)
	}
	for _, e := range excuses {
		if !used[e.row] {
			complaints = append(complaints, "covered: "+e.row)
		}
	}
	if statements == 0 {
		return append(complaints, "no statements"), nil
	}
	fmt.Printf("%d of %d statements are covered, %.1f %%\n", covered, statements, 100*float64(covered)/float64(statements))
	if 100*covered < least*statements {
		complaints = append(complaints, fmt.Sprintf("that is less than %d %%", least))
	}
	return complaints, nil
}

// An excuse is a row of uncovered.txt: lines of a file that need not be covered.
type excuse struct {
	row         string
	file        string
	first, last int
	reason      string
}

func readExcuses(root string) (excuses []excuse, complaints []string, err error) {
	rows, err := os.ReadFile(filepath.Join(root, ".ci/uncovered.txt"))
	if err != nil {
		return nil, nil, err
	}
	unescape := strings.NewReplacer(`\n`, "\n", `\t`, "\t")
	for row := range strings.Lines(string(rows)) {
		row = strings.TrimSuffix(row, "\n")
		if row == "" || row[0] == '#' {
			continue
		}
		columns := strings.Split(row, " ## ")
		if len(columns) != 3 {
			complaints = append(complaints, "not three columns: "+row)
			continue
		}
		source, err := os.ReadFile(filepath.Join(root, columns[0]))
		if err != nil {
			return nil, nil, err
		}
		text := unescape.Replace(columns[1])
		before, _, _ := strings.Cut(string(source), text)
		if strings.Count(string(source), text) != 1 {
			complaints = append(complaints, "not there, or more than once: "+row)
			continue
		}
		first := 1 + strings.Count(before, "\n")
		excuses = append(excuses, excuse{row, columns[0], first, first + strings.Count(text, "\n"), columns[2]})
	}
	return excuses, complaints, nil
}

// A block is some statements that run together.
type block struct {
	file             string
	line             int // at which they begin
	statements, runs int
}

// profile runs the tests and returns the blocks of the package.
func profile(root string, args []string) ([]block, error) {
	dir, err := os.MkdirTemp("", "coverage")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "profile")
	tests := exec.Command("go", slices.Concat([]string{"test", "-coverprofile", name}, args, []string{"."})...)
	tests.Dir, tests.Stdout, tests.Stderr = root, os.Stdout, os.Stderr
	if err := tests.Run(); err != nil {
		return nil, err
	}
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var blocks []block
	lines := bufio.NewScanner(in)
	lines.Scan() // the mode
	for lines.Scan() {
		// import/path/file.go:line.column,line.column statements runs
		file, rest, _ := strings.Cut(lines.Text(), ":")
		b := block{file: path.Base(file)}
		var ignored int
		if _, err := fmt.Sscanf(rest, "%d.%d,%d.%d %d %d", &b.line, &ignored, &ignored, &ignored, &b.statements, &b.runs); err != nil {
			return nil, fmt.Errorf("%w: %s", err, lines.Text())
		}
		blocks = append(blocks, b)
	}
	return blocks, lines.Err()
}
