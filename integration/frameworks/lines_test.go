package frameworks

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// lines lists the frameworks that need extra lines of code, in table order.
type lines []*need

// A need lists the ways in which a framework fails without its extra lines.
type need struct {
	name    string
	without []failure
}

// A failure is an error that several kinds may share.
type failure struct {
	through string
	kinds   []string
	reason  string
}

// add records that documents of kind k need a framework's extra lines. err is the error without the
// lines, or nil if the test cannot run without them.
func (l *lines) add(f framework, k kind, err error) {
	if len(*l) == 0 || (*l)[len(*l)-1].name != f.name {
		*l = append(*l, &need{name: f.name})
	}
	if err == nil {
		return
	}
	n, reason := (*l)[len(*l)-1], explained(err)
	i := slices.IndexFunc(n.without, func(w failure) bool { return w.through == f.through && w.reason == reason })
	if i < 0 {
		i = len(n.without)
		n.without = append(n.without, failure{through: f.through, reason: reason})
	}
	n.without[i].kinds = append(n.without[i].kinds, "`"+k.name+"`")
}

// explained returns an error as one line of Markdown. Errors from other packages are formatted as
// code.
func explained(err error) string {
	for _, our := range []error{errChanged, errTaken, errForm, errHidden} {
		if errors.Is(err, our) {
			return err.Error()
		}
	}
	return "`" + strings.Join(strings.Fields(err.Error()), " ") + "`"
}

// markdown returns a section for each framework, which contains the snippets and the errors without
// them.
func (l lines) markdown(t *testing.T) string {
	snippets := snippets(t)
	var b strings.Builder
	for _, n := range l {
		fmt.Fprintf(&b, "\n## %s\n", n.name)
		blocks := snippets[n.name]
		if blocks == nil {
			t.Errorf("no snippet %s", n.name)
		}
		delete(snippets, n.name) // snippets left at the end are unused
		for _, block := range blocks {
			fmt.Fprintf(&b, "\n```%s\n%s\n```\n", block.language, strings.Trim(strings.Join(block.pieces, ""), "\n"))
		}
		if snippets["typed/"+n.name] != nil {
			fmt.Fprintf(&b, "\nFor a typed ID, use [this code](#%s).\n", anchor(n.name+", typed IDs"))
		}
		if len(n.without) > 0 {
			b.WriteString("\nWithout this code:\n\n")
		}
		for _, w := range n.without {
			fmt.Fprintf(&b, "- %s, %s: %s\n", w.through, strings.Join(w.kinds, ", "), w.reason)
		}
	}
	for name := range snippets {
		others := []string{"standard/", "typed/", "silent/"} // TestStandard and TestRecipes check these
		if slices.ContainsFunc(others, func(prefix string) bool { return strings.HasPrefix(name, prefix) }) {
			continue
		}
		t.Errorf("no framework needs the snippet %s", name)
	}
	return b.String()
}

// anchor returns the URL fragment of a heading.
func anchor(heading string) string {
	return regexp.MustCompile(`[^a-z0-9-]`).ReplaceAllString(strings.ReplaceAll(strings.ToLower(heading), " ", "-"), "")
}

// A block contains the snippets of one file.
type block struct {
	file, language string
	pieces         []string
}

// snippets returns the snippets from all files by name. If several snippets have the same name,
// code.md shows them one after another. A snippet has this form:
//
//	//snippet:name
//	…
//	//end
func snippets(t *testing.T) map[string][]*block {
	all := make(map[string][]*block)
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		language := map[string]string{".go": "go", ".yaml": "yaml", ".yml": "yaml"}[filepath.Ext(file)]
		if err != nil || language == "" {
			return err
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, m := range snippet.FindAllStringSubmatch(string(source), -1) {
			indent, name, piece := m[1], m[2], m[3]
			last := len(all[name]) - 1
			if last < 0 || all[name][last].file != file {
				all[name] = append(all[name], &block{file: file, language: language})
				last++
			}
			// Remove the indentation of the surrounding function.
			lines := strings.Split(piece, "\n")
			for i, line := range lines {
				lines[i] = strings.TrimPrefix(line, indent)
			}
			all[name][last].pieces = append(all[name][last].pieces, strings.Join(lines, "\n"))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var snippet = regexp.MustCompile(`(?ms)^([ \t]*)(?://|#)snippet:(\S+)\n(.*?)^[ \t]*(?://|#)end$`)
