package documents

import (
	"regexp"
	"strings"
	"testing"
)

// tested lists the files whose code the tests compile and run.
var tested = []string{
	"example*_test.go",
	"integration/postgres/documents_test.go",
	"integration/storing/documents_test.go",
	"integration/storing/version4_test.go",
	"integration/storing/start_test.go",
	"integration/frameworks/gormguard/*_test.go",
	"integration/frameworks/gin_test.go",
	"integration/frameworks/mongodb/start_test.go",
	"integration/frameworks/start*_test.go",
}

// TestDocumentBlocks checks that the Go code in README.md and docs is part of an example or a test,
// so it compiles and is tested.
func TestDocumentBlocks(t *testing.T) {
	indent := regexp.MustCompile(`(?m)^[ \t]+`)
	var code string
	for _, pattern := range tested {
		code += indent.ReplaceAllString(readFiles(t, pattern), "")
	}
	blocks := goBlocks(t, "README.md")[2:]
	for _, page := range filesLike(t, "docs/*.md") {
		blocks = append(blocks, goBlocks(t, page)...)
	}
	for _, block := range blocks {
		if !strings.Contains(code, indent.ReplaceAllString(block, "")) {
			t.Errorf("no example contains these lines:\n%s", block)
		}
	}
}
