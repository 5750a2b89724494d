// Package analyzer finds mistakes in the use of UUIDs that compile and usually run without an error. It knows the types
// of the standard library's uuid, google/uuid, gofrs/uuid, satori/go.uuid and github.com/seed-8298af95/uuid.
package analyzer

import (
	"go/types"
	"log"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
)

// All returns the analyzers. They use no facts, so a driver does not need to analyze a package's dependencies.
func All() []*analysis.Analyzer {
	var all []*analysis.Analyzer
	for _, c := range []check{
		keyCheck,
		listCheck,
		columnCheck,
		hookCheck,
		errorCheck,
		requestCheck,
		labelCheck,
		hexCheck,
		maskCheck,
		omitemptyCheck,
		kindCheck,
		convertCheck,
	} {
		all = append(all, c.analyzer())
	}
	return all
}

// A check looks for one mistake.
type check struct {
	name string
	page string // the page that shows what the mistake does
	doc  string // what is reported, with a wrong and a right line
	run  func(*pass)
}

// The prefixes of the pages' addresses.
const (
	repository  = "https://github.com/seed-8298af95/uuid/blob/main/"
	packagePage = "https://pkg.go.dev/" + own
)

func (c check) analyzer() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:             c.name,
		Doc:              c.doc,
		URL:              c.page,
		Requires:         []*analysis.Analyzer{inspect.Analyzer},
		RunDespiteErrors: true, // so that logBroken can name the package
		Run: func(driver *analysis.Pass) (any, error) {
			if len(driver.TypeErrors) > 0 {
				logBroken(driver.Pkg)
				return nil, nil
			}
			c.run(newPass(driver))
			return nil, nil
		},
	}
}

// broken contains the paths of the packages that logBroken has logged.
var broken sync.Map

// logBroken logs that a package is skipped. Every check calls it, and the first call logs.
func logBroken(pkg *types.Package) {
	if _, logged := broken.LoadOrStore(pkg.Path(), true); !logged {
		log.Printf("%s does not type-check, so it is not read", pkg.Path())
	}
}
