package main

import (
	"context"
	"fmt"
)

// moveLookups is the number of values of a reference that are looked up for -move. If a third of the rows
// is dangling, the other rows are missed in one of 10^9 runs.
const moveLookups = 20

// checkMove reports what must be done before a key gets new IDs: the steps of docs/version4.md for each
// column that refers to the key.
func (c *column) checkMove(ctx context.Context, r *relations, key *column) {
	if key.versions()[4] == 0 || c.table.kind == view {
		return // nothing moves
	}
	var needs []string
	if !c.hasIndex {
		needs = append(needs, "The column has no index, so the database reads this whole table for each row of "+
			"the key that gets a new ID.")
	}
	switch {
	case c.reference == nil:
		needs = append(needs, "The column has no foreign key, so update it in each batch too."+c.dangling(ctx, r, key))
	case !c.reference.cascades && r.server.Product() != sqlite:
		needs = append(needs, "The column's foreign key has no ON UPDATE CASCADE.")
	}
	for _, need := range needs {
		c.report(checkMove, warning, "version4.md#before-the-first-batch", "",
			"The column refers to %s, which contains version 4 IDs. %s",
			key.title(), need)
	}
}

// dangling returns a sentence on how many of a few values are not in the key.
func (c *column) dangling(ctx context.Context, r *relations, key *column) string {
	ids := c.sample.some(moveLookups)
	missing := 0
	for _, id := range ids {
		if !r.containsID(ctx, key, id) {
			missing++
		}
	}
	if missing == 0 {
		return ""
	}
	return fmt.Sprintf(" Of %d values that were looked up, %d are not in the key.", len(ids), missing)
}
