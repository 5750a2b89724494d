// Types checks that the root package and its tests have no mistakes of types on other
// platforms than this one, from sources alone. To vet or to build them there, the
// compiler would have to make the standard library for each, which takes a minute. It
// is for platforms of 64 bits: on others it does not come to an end.
//
//	go run ./types GOOS/GOARCH[,TAG] ...
package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const root, path = "../..", "github.com/seed-8298af95/uuid" // from .ci/tools

func main() {
	failed := false
	for _, platform := range os.Args[1:] {
		errs := check(platform)
		for _, err := range errs {
			fmt.Printf("%s: %v\n", platform, err)
			failed = true
		}
	}
	if failed || len(os.Args) == 1 {
		os.Exit(1)
	}
}

// check returns the mistakes on a platform.
func check(platform string) (errs []error) {
	platform, tags, _ := strings.Cut(platform, ",")
	system, arch, _ := strings.Cut(platform, "/")
	ctxt := &build.Default // the importer's
	ctxt.GOOS, ctxt.GOARCH, ctxt.CgoEnabled, ctxt.BuildTags = system, arch, false, strings.Fields(tags)
	os.Setenv("GO111MODULE", "off") // or the importer would start the go command for each package

	pkg, err := ctxt.ImportDir(root, 0)
	if err != nil {
		return []error{err}
	}
	tokens := token.NewFileSet()
	imports := imported{importer.ForCompiler(tokens, "source", nil), nil}
	one := func(name string, files []string) *types.Package {
		var parsed []*ast.File
		for _, name := range files {
			f, err := parser.ParseFile(tokens, filepath.Join(root, name), nil, parser.SkipObjectResolution)
			if err != nil {
				errs = append(errs, err)
				continue
			}
			parsed = append(parsed, f)
		}
		config := types.Config{
			Importer: &imports,
			Sizes:    types.SizesFor("gc", arch),
			Error:    func(err error) { errs = append(errs, err) },
		}
		p, _ := config.Check(name, tokens, parsed, nil) // Error has all there is
		return p
	}
	imports.own = one(path, slices.Concat(pkg.GoFiles, pkg.TestGoFiles))
	one(path+"_test", pkg.XTestGoFiles)
	return errs
}

// imported has the standard library and the package with its internal tests.
type imported struct {
	types.Importer
	own *types.Package
}

func (i *imported) Import(name string) (*types.Package, error) {
	if name == path {
		return i.own, nil
	}
	return i.Importer.Import(name)
}
