// Package typed has instances of the generic functions of the library, for TestInlining.
package typed

import "github.com/seed-8298af95/uuid"

type user struct{}

func (user) IDKind() uuid.Kind { return uuid.Kind{Prefix: "user"} }

// Parse is [uuid.ParseID].
func Parse(s string) (uuid.ID[user], error) { return uuid.ParseID[user](s) }
