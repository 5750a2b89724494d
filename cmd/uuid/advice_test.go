package main

import (
	"strings"
	"testing"
)

// TestQuote verifies which words of a suggestion are in quotation marks, so a shell reads them as they are.
func TestQuote(t *testing.T) {
	plain := strings.Fields("a B_9 @dns 50% +7d http://a.b/c,d x=y")
	if got, want := quote(plain), strings.Join(plain, " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for word, want := range map[string]string{
		"":      `''`,
		"it's":  `'it'\''s'`,
		"a b":   `'a b'`,
		"a\nb":  "'a\nb'",
		"don't": `'don'\''t'`,
	} {
		if got := quote([]string{word}); got != want {
			t.Errorf("%q is quoted as %s, want %s", word, got, want)
		}
	}
	for _, c := range "\t!\"#$&()*;<>?[\\]^`{|}~é" {
		word := "a" + string(c)
		if got, want := quote([]string{word, "b"}), "'"+word+"' b"; got != want {
			t.Errorf("%q is quoted as %s, want %s", word, got, want)
		}
	}
}
