package uuid_test

import (
	"os/exec"
	"regexp"
	"runtime"
	"testing"
)

// TestInlining holds the helpers of the hot paths to the compiler's budget for
// inlining. Several are written as they are to stay within it.
func TestInlining(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the package")
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip(err)
	}
	if runtime.Compiler != "gc" {
		t.Skip("not the compiler that the budget is of")
	}
	// With a program that has TypeIDs: a generic function is compiled where it is used.
	out, err := exec.Command(goTool, "build", "-gcflags=-m", ".", "./cmd/uuid").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	inlined := make(map[string]bool)
	for _, match := range regexp.MustCompile(`can inline (?:uuid\.)?([^\s[]+)`).FindAllStringSubmatch(string(out), -1) {
		inlined[match[1]] = true
	}
	for _, name := range []string{
		"UUID.Compare", "UUID.String", "stringOf", "(*UUID).put", "(*UUID).words", "stamp", "splitVersion", "v1", "v4", "v6", "v7",
		"(*stream).spend", "(*shard).release", "shardHint", "systemRand", "(*stock).take",
		"parseCanonical", "asArray",
		"monotonic", "(*clock).recent", "(*reading).fresh", "(*clock).current", "(*timescale).tick",
		"markerOf", "putPrefix", "hasPrefix", "typeIDLen", "newTypeID",
		"timestamp.plus", "(*sequence).next", "(*sequence).step",
	} {
		if !inlined[name] {
			t.Errorf("%s is not inlined", name)
		}
	}
}
