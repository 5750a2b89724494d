package main

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/internal/judge"
)

// A sample is the part of a column that was read.
type sample struct {
	complete  bool // all rows of the table were read
	nulls     int
	empties   int // empty texts
	values    []judge.Value
	report    judge.Report
	spellings map[spelling]int // of the values that are IDs
	main      spelling         // the most frequent one
}

// collect reads the values of a column.
func collect(values []value, kind kind, complete bool) sample {
	s := sample{complete: complete}
	for _, v := range values {
		switch {
		case v.storage == isNull:
			s.nulls++
		case v.storage != isOther && v.data == "":
			s.empties++
		default:
			s.values = append(s.values, read(v, kind))
		}
	}
	s.judge()
	return s
}

// judge judges the values, and counts their spellings.
func (s *sample) judge() {
	s.report = judge.Judge(s.values, time.Now())
	s.spellings = make(map[spelling]int)
	s.main = spelling{}
	for _, v := range s.values {
		if v.Form == judge.NoForm {
			continue
		}
		spelled := spellingOf(v)
		if v.Form == judge.Base58 && s.report.Forms[judge.Base64URL] > 0 {
			spelled.form = judge.Base64URL // a text that could be either
		}
		s.spellings[spelled]++
		if s.spellings[spelled] > s.spellings[s.main] {
			s.main = spelled
		}
	}
}

// add adds values that were read elsewhere, unless the sample already contains them.
func (s *sample) add(values []judge.Value) {
	seen := make(map[uuid.UUID]bool, len(s.values))
	for _, v := range s.values {
		seen[v.ID] = true
	}
	for _, v := range values {
		if !seen[v.ID] {
			seen[v.ID] = true
			s.values = append(s.values, v)
		}
	}
	s.judge()
}

// read returns the number of values that are not NULL.
func (s *sample) read() int { return len(s.values) + s.empties }

// ids returns the number of values that are IDs.
func (s *sample) ids() int { return len(s.values) - s.report.Forms[judge.NoForm] }

// some returns up to n different IDs of the sample, picked at random.
func (s *sample) some(n int) []uuid.UUID {
	var ids []uuid.UUID
	for _, v := range s.values {
		if !v.ID.IsNil() { // without a form, it is Nil too
			ids = append(ids, v.ID)
		}
	}
	slices.SortFunc(ids, uuid.UUID.Compare)
	ids = slices.Compact(ids)
	rand.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	return ids[:min(n, len(ids))]
}

// find returns an example of the values for which the condition holds, or "".
func (s *sample) find(condition func(judge.Value) bool) string {
	i := slices.IndexFunc(s.values, condition)
	if i < 0 {
		return ""
	}
	return s.values[i].ID.String()
}

// bySpelling returns the spellings of the sample, the most frequent first.
func (s *sample) bySpelling() []spelling {
	var list []spelling
	for spelled := range s.spellings {
		list = append(list, spelled)
	}
	slices.SortFunc(list, func(a, b spelling) int {
		return cmp.Or(cmp.Compare(s.spellings[b], s.spellings[a]), cmp.Compare(a.String(), b.String()))
	})
	return list
}
