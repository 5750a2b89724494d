// Proves that a clock and a seed make the same UUIDs in each release.
package uuid_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// TestSeedVectors holds the promise of Options.Rand: from version 1.0 on, the UUIDs that a clock
// and a seed give stay the same within a major version. Workflows that are replayed, and tests of
// programs, depend on it. So these values are no reference; they are what the code made when they
// were written, and may change only for a security fix or, before version 1.0, with a line in the
// changelog.
func TestSeedVectors(t *testing.T) {
	start := time.Date(2022, time.February, 22, 19, 22, 22, 0, time.UTC) // a whole millisecond
	// The last of five stands for all.
	fiveV4 := func(g *uuid.Generator) (uuid.UUID, error) {
		ids := make([]uuid.UUID, 5)
		_, err := g.FillV4(ids)
		return ids[len(ids)-1], err
	}
	fiveV7 := func(g *uuid.Generator) (uuid.UUID, error) {
		ids := make([]uuid.UUID, 5)
		_, err := g.FillV7(ids)
		return ids[len(ids)-1], err
	}
	for _, test := range []struct {
		name    string
		options uuid.Options
		call    func(*uuid.Generator) (uuid.UUID, error)
		want    []string // at start, in the same tick, after 123456 ns, and after an hour
	}{
		{name: "NewV1", call: (*uuid.Generator).NewV1, want: []string{
			"c232ab00-9414-11ec-8aac-419ec627c76b", "c232ab01-9414-11ec-8aac-419ec627c76b",
			"c232afd2-9414-11ec-8aac-419ec627c76b", "23f717d2-941d-11ec-8aac-419ec627c76b",
		}},
		{name: "NewV4", call: (*uuid.Generator).NewV4, want: []string{
			"d9877ece-6d36-4aac-9a6f-419ec627c76b", "1bfb1fa3-7c41-411e-a46a-dd6a48d89474",
			"4d2e566f-8ddd-48f3-8cf4-929ef54f635d", "aba38436-8d8c-4542-9cb8-a99468ef7de3",
		}},
		{name: "NewV6", call: (*uuid.Generator).NewV6, want: []string{
			"1ec9414c-232a-6b00-9a6f-419ec627c76b", "1ec9414c-232a-6b01-a46a-dd6a48d89474",
			"1ec9414c-232a-6fd2-8cf4-939ef54f635d", "1ec941d2-3f71-67d2-9cb8-a99468ef7de3",
		}},
		{name: "NewV6 with a node", options: uuid.Options{Node: uuid.Node{1, 2, 3, 4, 5, 6}},
			call: (*uuid.Generator).NewV6, want: []string{
				"1ec9414c-232a-6b00-8aac-010203040506", "1ec9414c-232a-6b01-8aac-010203040506",
				"1ec9414c-232a-6fd2-8aac-010203040506", "1ec941d2-3f71-67d2-8aac-010203040506",
			}},
		{name: "NewV7", call: (*uuid.Generator).NewV7, want: []string{
			"017f22e2-79b0-72ac-86af-419ec627c76b", "017f22e2-79b0-72ac-86ea-dd6a48d89474",
			"017f22e2-79b0-72ac-8734-929ef54f635d", "017f2319-6830-71f9-b738-a99468ef7de3",
		}},
		{name: "NewV7 with V7Counter", options: uuid.Options{V7: uuid.V7Counter},
			call: (*uuid.Generator).NewV7, want: []string{
				"017f22e2-79b0-72ac-869b-419ec627c76b", "017f22e2-79b0-72ac-869c-dd6a48d89474",
				"017f22e2-79b0-72ac-869d-929ef54f635d", "017f2319-6830-7542-b72e-a99468ef7de3",
			}},
		{name: "NewV7 with V7Random", options: uuid.Options{V7: uuid.V7Random},
			call: (*uuid.Generator).NewV7, want: []string{
				"017f22e2-79b0-7aac-9a6f-419ec627c76b", "017f22e2-79b0-7aac-9a6f-419ee222e70f",
				"017f22e2-79b0-7aac-9a6f-419f2f513d7f", "017f2319-6830-7542-9cb8-a99468ef7de3",
			}},
		{name: "NewV7 with V7Unordered", options: uuid.Options{V7: uuid.V7Unordered},
			call: (*uuid.Generator).NewV7, want: []string{
				"017f22e2-79b0-7aac-9a6f-419ec627c76b", "017f22e2-79b0-711e-a46a-dd6a48d89474",
				"017f22e2-79b0-78f3-8cf4-929ef54f635d", "017f2319-6830-7542-9cb8-a99468ef7de3",
			}},
		{name: "FillV4", call: fiveV4, want: []string{
			"2c840ec3-c0fd-4812-83ce-a3e828a15c70", "b9216f41-bbc5-4a98-b7da-fc64deb68410",
			"387bfdb8-4b56-45d8-b0aa-5fa26ca01c38", "ecc97fc2-50c8-4c13-80d0-e937a152a4fd",
		}},
		{name: "FillV7", call: fiveV7, want: []string{
			"017f22e2-79b0-72ac-878e-a3e828a15c70", "017f22e2-79b0-72ac-88da-fc64deb68410",
			"017f22e2-79b0-72ac-8a2a-5fa26ca01c38", "017f2319-6830-71f9-af90-e937a152a4fd",
		}},
	} {
		now := start
		test.options.Now = func() time.Time { return now }
		test.options.Rand = rand.NewChaCha8([32]byte{})
		g := noError(uuid.NewGenerator(test.options))
		var got []string
		for _, step := range []time.Duration{0, 0, 123456, time.Hour} {
			now = now.Add(step)
			got = append(got, noError(test.call(g)).String())
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s makes %q, want %q", test.name, got, test.want)
		}
	}
}
