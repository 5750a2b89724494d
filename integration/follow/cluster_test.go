package follow

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-8298af95/uuid/integration/internal/pgcluster"
)

// A cluster is a PostgreSQL server of a test, and its standby.
type cluster struct {
	*pgcluster.Cluster
	primary pgcluster.Instance
	standby pgcluster.Instance
}

// newCluster starts a server and its standby, with the programs of the server at the address.
func newCluster(t *testing.T, address string) *cluster {
	t.Helper()
	c := &cluster{Cluster: pgcluster.New(t, address)}
	c.primary = c.NewInstance("primary")
	c.standby = c.NewInstance("standby")
	c.Init(c.primary)
	// Before the server has started, a copy of its data is a base backup.
	if err := os.CopyFS(c.standby.Data, os.DirFS(c.primary.Data)); err != nil {
		t.Fatal(err)
	}
	const both = `
max_prepared_transactions = 64
hot_standby_feedback = on
wal_keep_size = '1GB'
`
	c.Configure(c.primary, both)
	c.Configure(c.standby, both+
		fmt.Sprintf("primary_conninfo = 'host=127.0.0.1 port=%d user=postgres'\n", c.primary.Port))
	if err := os.WriteFile(filepath.Join(c.standby.Data, "standby.signal"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c.Own(c.standby.Data)
	c.Start(c.primary)
	c.Start(c.standby)
	return c
}
