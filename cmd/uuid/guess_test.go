package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFirstGuesses verifies the answer to what people try who know other programs.
func TestFirstGuesses(t *testing.T) {
	const v9ID = "-X2s0WZ2TEe6QzgBQVrPLg" // begins with a dash
	tests := []struct{ guess, want string }{
		{"", "v4"},
		{"-r", "v4"},
		{"--time", "v1"},
		{"-7", "v7"},
		{"-v4", "v4"},
		{"v 7", "v7"},
		{"4 10", "v4 -n 10"},
		{"v7 10", "v7 -n 10"},
		{"v4 -count 3", "v4 -n 3"},
		{"v4 --count=3", "v4 -n 3"},
		{"-n 2", "v4 -n 2"},
		{"generate -C 3 -7", "v7 -n 3"},
		{"create --version 7", "v7"},
		{"create v7", "v7"},
		{"create -c 3 -v 7", "v7 -n 3"},
		{"-n 3 --version 7", "v7 -n 3"},
		{"gen --version=7", "v7"},
		{"--sha1 --namespace @dns --name www.example.com", "v5 @dns www.example.com"},
		{"-m -n @url -N http://x", "v3 @url http://x"},
		{"v5 --namespace=dns --name=x", "v5 dns x"},
		{v7ID, "inspect " + v7ID},
		{"v7 " + v7ID, "inspect " + v7ID},
		{"decode " + v7ID, "inspect " + v7ID},
		{"uuidparse -J " + v7ID, "inspect -json " + v7ID},
		{"inspect --output json " + v7ID, "inspect -json " + v7ID},
		{"inspcet " + v7ID, "inspect " + v7ID},
		{"validate --uniq", "verify -unique"},
		{"check", "verify"},
		{"redact a.log", "find -replace a.log"},
		{"grep -n a.log", "find -line a.log"},
		{"v4 -f hex", "v4 -f compact"},
		{"v4 --no-dashes", "v4 -f compact"},
		{"hex " + v7ID, "convert -f compact " + v7ID},
		{"convert --to base58 " + v7ID, "convert -f base58 " + v7ID},
		{"convert base58 -json " + v7ID, ""}, // convert prints no JSON, and inspect no base58
		{"inspect -form canonical " + v7ID, "inspect -from canonical " + v7ID},
		{"convert -from base64url " + v9ID, "convert -from base64url -- " + v9ID},
		{"inspect " + v9ID, "inspect -from base64url -- " + v9ID},
		{"v7 --date 2022-02-22", "v7 -at 2022-02-22"},
		{"v7 now", "v7 -at now"},
		{"bounds --since yesterday --until now", "bounds yesterday now"},
		{"typeid user", "v7 -prefix user"},
		{"help decode", "help inspect"},
		{"v7 -n x", ""},
		{"v7 -n 3 2", ""},
		{"v9 a b c d e f g h", ""},
	}
	for _, tt := range tests {
		want := ""
		if tt.want != "" {
			want = "Did you mean: uuid " + tt.want + "\n"
		}
		r := invoke(strings.NewReader(""), strings.Fields(tt.guess)...)
		_, hint, _ := strings.Cut(r.stderr, "\n")
		isRight := hint == want || want == "" && !strings.HasPrefix(hint, "Did")
		if r.status != exitUsage || !isRight {
			t.Errorf("uuid %s: status %d, %s, want %s", tt.guess, r.status, r.stderr, want)
		}
	}
}

// TestGuesses verifies the answers to the first guesses in testdata/guesses, and runs each command line that
// they suggest. Each line is a guess and its answer. With -update the test writes the answers.
func TestGuesses(t *testing.T) {
	file := filepath.Join(sourceDir, "testdata", "guesses")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var answers strings.Builder
	for line := range strings.Lines(string(text)) {
		guess, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " => ")
		r := invoke(strings.NewReader(""), splitWords(guess)...)
		_, rest, _ := strings.Cut(r.stderr, "\n")
		got, _, _ := strings.Cut(rest, "\n")
		if strings.HasPrefix(got, "usage: ") || strings.HasPrefix(got, "Run ") {
			got = "-"
		}
		got = strings.TrimPrefix(got, "Did you mean: ")
		fmt.Fprintf(&answers, "%s => %s\n", guess, got)
		if r.status != exitUsage || got != want && !*update {
			t.Errorf("uuid %s: status %d, %q, want %q", guess, r.status, got, want)
		}
		suggestion, ok := strings.CutPrefix(got, "uuid ")
		if !ok {
			continue
		}
		words := splitWords(suggestion)
		r = invoke(strings.NewReader(""), words...)
		needsInput := !strings.Contains(suggestion, "-") || words[0] == "verify" || words[0] == "find"
		if r.status == exitUsage || r.status == exitFailure && !needsInput {
			t.Errorf("uuid %s leads to uuid %s: status %d, %s", guess, suggestion, r.status, r.stderr)
		}
	}
	if *update && !t.Failed() {
		must(os.WriteFile(file, []byte(answers.String()), 0o666))
	}
	if n := strings.Count(string(text), "\n"); n < 250 {
		t.Errorf("%d guesses, want 250", n)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"v1", "v7", "inspect", "verify", "n", "key-file", "from", "inspectors"}
	tests := []struct{ name, want string }{
		{"inspct", "inspect"},
		{"inspecct", "inspect"},
		{"nispect", "inspect"},
		{"ispetc", "inspect"}, // two of six letters are wrong
		{"istc", ""},
		{"form", "from"},
		{"ver", ""},
		{"verf", "verify"}, // two of four letters are missing
		{"v", ""},          // a single letter is too short
		{"", ""},
		{"v17", "v1"},               // as close as v7, which is later in the list
		{"rfmox", ""},               // two swaps and a letter
		{"inspector", "inspectors"}, // closer than inspect
	}
	for _, tt := range tests {
		if got := strings.Join(nearest(tt.name, names), " "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
