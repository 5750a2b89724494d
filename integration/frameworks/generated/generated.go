// Package generated compiles only after the script generate has made the code that git does not keep.
// The tests import the package, so without that code a build fails with a single line.
package generated

// These packages are imported by the generated code. The imports keep their modules in go.mod, even
// if go mod tidy runs without the generated code.
import (
	_ "entgo.io/ent/dialect/sql/schema"
	_ "entgo.io/ent/dialect/sql/sqlgraph"
	_ "github.com/go-faster/errors"
	_ "github.com/go-faster/jx"
	_ "github.com/ogen-go/ogen/conv"
	_ "github.com/ogen-go/ogen/http"
	_ "github.com/ogen-go/ogen/json"
	_ "github.com/ogen-go/ogen/middleware"
	_ "github.com/ogen-go/ogen/ogenerrors"
	_ "github.com/ogen-go/ogen/uri"
	_ "github.com/ogen-go/ogen/validate"
)

// If this name is undefined, run the script.
const _ = run_integration_frameworks_generate
