// This file proves that docs/storing.md describes the orders, and that the pages of the verdicts exist.

package judge_test

import (
	"encoding/hex"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/internal/judge"
)

func readPage(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestOrdersInPage checks the table of orders: the stored bytes, and a pattern that matches all version 4 UUIDs in
// this order, and at most about half of those in another.
func TestOrdersInPage(t *testing.T) {
	_, rest, _ := strings.Cut(readPage(t, "storing.md"), "<!-- orders -->\n")
	table, _, _ := strings.Cut(rest, "\n<!-- /orders -->")
	rows := strings.Split(table, "\n")
	if len(rows) != 2+5 {
		t.Fatalf("the table has %d rows, want 5", len(rows)-2)
	}
	example := uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	const lists = 1000
	for i, row := range rows[2:] {
		cells := strings.Split(row, " | ")
		o := judge.Order(i)
		if got := "`" + hex.EncodeToString(stored(o, example)) + "`"; got != cells[1] {
			t.Errorf("%v: the stored bytes are %s, not %s", o, got, cells[1])
		}
		pattern := regexp.MustCompile("(?i)" + strings.Trim(cells[2], "`"))
		for other := judge.Network; other <= judge.Halves; other++ {
			matches := 0
			for range lists {
				if pattern.MatchString(hex.EncodeToString(stored(other, uuid.NewV4()))) {
					matches++
				}
			}
			if other == o && matches != lists || other != o && matches > lists*6/10 {
				t.Errorf("the pattern of %v matches %d of %d in %v", o, matches, lists, other)
			}
		}
	}
}

// checkPage reports an error if a verdict's page or its section does not exist.
func checkPage(t *testing.T, url string) {
	t.Helper()
	path, ok := strings.CutPrefix(url, "https://github.com/seed-8298af95/uuid/blob/main/docs/")
	if !ok {
		t.Fatalf("the page of a verdict is %s", url)
	}
	name, section, _ := strings.Cut(path, "#")
	for line := range strings.Lines(readPage(t, name)) {
		heading, ok := strings.CutPrefix(line, "## ")
		slug := regexp.MustCompile(`[^a-z0-9 -]`).ReplaceAllString(strings.ToLower(strings.TrimSpace(heading)), "")
		if section == "" || ok && strings.ReplaceAll(slug, " ", "-") == section {
			return
		}
	}
	t.Errorf("docs/%s has no section %s", name, section)
}
