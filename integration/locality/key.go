package main

import (
	"time"

	"github.com/seed-8298af95/uuid"
)

// A key is a kind of primary key.
type key struct {
	name  string
	table string // table name in the database
	text  bool   // true for Base58 text, false for 16 bytes

	// source returns a new function that generates the key for a row with the given time.
	source func() func(time.Time) (uuid.UUID, error)

	// min and max return the least and the greatest key for a time. Both functions are nil if the
	// keys contain no timestamp.
	min, max func(time.Time) uuid.UUID
}

var keys = []key{
	{
		name:   "v4",
		table:  "v4",
		source: func() func(time.Time) (uuid.UUID, error) { return randomKey },
	},
	{
		name:   "v6",
		table:  "v6",
		source: func() func(time.Time) (uuid.UUID, error) { return clocked((*uuid.Generator).NewV6) },
		min:    uuid.MinV6,
		max:    uuid.MaxV6,
	},
	{
		name:   "v7",
		table:  "v7",
		source: func() func(time.Time) (uuid.UUID, error) { return clocked((*uuid.Generator).NewV7) },
		min:    uuid.MinV7,
		max:    uuid.MaxV7,
	},
	{
		name:   "v7, Base58",
		table:  "v7_base58",
		text:   true,
		source: func() func(time.Time) (uuid.UUID, error) { return clocked((*uuid.Generator).NewV7) },
		min:    uuid.MinV7,
		max:    uuid.MaxV7,
	},
}

func randomKey(time.Time) (uuid.UUID, error) { return uuid.NewV4(), nil }

// clocked returns a function that generates keys with its own generator. The generator's clock
// returns the row's time.
func clocked(next func(*uuid.Generator) (uuid.UUID, error)) func(time.Time) (uuid.UUID, error) {
	var now time.Time
	g, err := uuid.NewGenerator(uuid.Options{Now: func() time.Time { return now }})
	return func(t time.Time) (uuid.UUID, error) {
		if err != nil {
			return uuid.UUID{}, err
		}
		now = t
		return next(g)
	}
}

// column returns the value that the database stores for id: 16 bytes or text.
func (k key) column(id uuid.UUID) any {
	if k.text {
		return uuid.Base58.Encode(id)
	}
	return uuid.Binary(id)
}
