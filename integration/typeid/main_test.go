// Package typeid takes IDs that know what they identify through what services use, and
// holds their texts to other implementations of TypeIDs.
package typeid

import (
	"os"
	"testing"

	"github.com/seed-8298af95/uuid/integration/internal/server"
)

var address string

func TestMain(m *testing.M) { os.Exit(server.Run(m.Run, server.Postgres, &address)) }
