package analyzer_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/seed-8298af95/uuid/uuidvet/analyzer"
)

// Each check has a package of its name in testdata, with wrong uses, right ones, and the fixed files.
func TestChecks(t *testing.T) {
	for _, a := range analyzer.All() {
		t.Run(a.Name, func(t *testing.T) {
			analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), a, a.Name)
		})
	}
}
