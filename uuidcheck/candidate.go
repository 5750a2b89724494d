package main

import (
	"slices"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/internal/judge"
)

// holdsIDs reports whether a column holds IDs: because of its type, or because nine tenths of its sample look
// like IDs. Hashes, tokens and addresses are as long as IDs, so the bits must also look like those of IDs or,
// if there are few values, the column's name must.
func (c *column) holdsIDs() bool {
	s := &c.sample
	switch {
	case c.kind == kindUUID:
		return true
	case s.read() == 0:
		return c.named() && (c.kind == kindBytes && c.width == 16 || c.kind == kindText && c.width == 36)
	case s.ids()*10 < len(s.values)*9 || s.ids() == 0:
		return false
	}
	short := 0
	for spelled, n := range s.spellings {
		if spelled.isShort() {
			short += n
		}
	}
	return short*10 <= s.ids() || c.bitsOfIDs()
}

// bitsOfIDs reports whether the bits of short values look like those of IDs.
func (c *column) bitsOfIDs() bool {
	s := &c.sample
	for _, v := range s.report.Verdicts {
		switch v.Kind {
		case judge.WrongOrder, judge.TwoOrders:
			return true
		case judge.CutText:
			return c.named() || c.key || s.report.Forms[judge.Cut] > 0
		case judge.ULIDs:
			return true
		}
	}
	if c.key && c.named() && s.main.form == judge.Bytes {
		return true // 16 bytes that are the ID of their row, also if they are random
	}
	// Of random values one in fourteen looks like an ID.
	others := s.report.Other()
	looksRight := others > 0 && s.report.Explained*10 >= others*9
	if c.named() || c.key {
		return looksRight || others == 0 || s.areULIDs()
	}
	const fewest = 3
	return looksRight && others >= fewest || s.areULIDs() && others >= fewest
}

// areULIDs reports whether the values are ULIDs as text: 26 digits that begin with a time.
func (s *sample) areULIDs() bool {
	if s.main.form != judge.Base32 {
		return false
	}
	return !slices.ContainsFunc(s.values, func(v judge.Value) bool {
		return v.Form == judge.Base32 && !hasULIDTime(v.ID)
	})
}

// hasULIDTime reports whether an ID begins with a time between the first ULIDs and tomorrow.
func hasULIDTime(id uuid.UUID) bool {
	return id.Compare(firstULID) >= 0 && id.Compare(endOfTimes()) < 0
}
