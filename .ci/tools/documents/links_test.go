package documents

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestLinks checks that relative links in the documents point to existing files and headings.
func TestLinks(t *testing.T) {
	var documents []string
	for _, pattern := range []string{"*.md", "*/*.md", "*/*/*.md"} {
		documents = append(documents, filesLike(t, pattern)...)
	}
	if len(documents) < 15 {
		t.Fatal(documents)
	}
	code := regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	for _, document := range documents {
		text := code.ReplaceAllString(readFile(t, document), "")
		for _, link := range regexp.MustCompile(`\]\(([^)#:]*)(?:#([^):]+))?\)`).FindAllStringSubmatch(text, -1) {
			target := document
			if link[1] != "" {
				target = filepath.Join(filepath.Dir(document), filepath.FromSlash(link[1]))
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: %v", document, err)
			} else if link[2] != "" && !slices.Contains(headings(readFile(t, target)), link[2]) {
				t.Errorf("%s: %s has no heading #%s", document, target, link[2])
			}
		}
	}
}

var (
	heading    = regexp.MustCompile(`(?m)^#+ (.*)$`)
	noFragment = regexp.MustCompile(`[^\pL\pN_-]`)
)

// headings returns the URL fragments of the headings in a Markdown document.
func headings(document string) (all []string) {
	for _, m := range heading.FindAllStringSubmatch(document, -1) {
		fragment := strings.ReplaceAll(strings.ToLower(m[1]), " ", "-")
		all = append(all, noFragment.ReplaceAllString(fragment, ""))
	}
	return all
}

// TestPackagePageLinks checks that the links from README.md and docs to the package page point to
// existing headings, examples, types and functions.
func TestPackagePageLinks(t *testing.T) {
	sources := readFiles(t, "*.go")
	page := regexp.MustCompile(`pkg\.go\.dev/github\.com/seed-8298af95/uuid#([\w.-]+)`)
	anchors := page.FindAllStringSubmatch(readFile(t, "README.md")+readFiles(t, "docs/*.md"), -1)
	if len(anchors) < 9 {
		t.Fatalf("%d links into the package page", len(anchors))
	}
	for _, m := range anchors {
		var want string
		switch kind, name, _ := strings.Cut(m[1], "-"); kind {
		case "example":
			want = "(?i)func Example" + strings.NewReplacer("-", "_", ".", "_").Replace(name) + `\(`
		case "pkg":
			continue // part of every package page
		case "hdr":
			heading, _, _ := strings.Cut(name, "-")
			want = "(?m)^// # " + strings.ReplaceAll(heading, "_", " ") + "$"
		default:
			want = "(?m)^(func|type) " + kind + `\b`
		}
		if !regexp.MustCompile(want).MatchString(sources) {
			t.Errorf("the package page has no #%s, because no source line matches %s", m[1], want)
		}
	}
}
