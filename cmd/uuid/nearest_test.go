package main

import "testing"

func TestDidYouMean(t *testing.T) {
	names := []string{"v1", "v7", "inspect", "verify", "n", "key-file", "from", "inspectors"}
	tests := []struct{ name, want string }{
		{"inspct", "inspect"},
		{"inspecct", "inspect"},
		{"nispect", "inspect"},
		{"ispetc", "inspect"}, // two of six letters are wrong
		{"ispct", "inspect"},
		{"istc", ""},
		{"form", "from"},
		{"fromm", "from"},
		{"ver", ""},
		{"verfy", "verify"},
		{"verf", "verify"}, // two of four letters are missing
		{"v", ""},          // a single letter is too short
		{"x", ""},
		{"", ""},
		{"v17", "v1"}, // as close as v7, which is later in the list
		{"key", ""},
		{"keyfile", "key-file"},
		{"Inspect", "inspect"},
		{"rfmox", ""},               // two swaps and a letter
		{"inspector", "inspectors"}, // closer than inspect
	}
	for _, tt := range tests {
		want := ""
		if tt.want != "" {
			want = "; did you mean -" + tt.want + "?"
		}
		if got := didYouMean(tt.name, names, "-%s"); got != want {
			t.Errorf("%s: %q, want %q", tt.name, got, want)
		}
	}
}
