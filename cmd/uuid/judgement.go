package main

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/internal/judge"
)

// A judgement finds what is wrong with a list of IDs as a whole. It keeps a uniform random sample of the
// list, so its size is constant.
type judgement struct {
	from   string // the encoding of the IDs; "" means any
	seen   uint64
	sample []decoded

	// The sample is a reservoir by Li's Algorithm L ("Reservoir-Sampling Algorithms of Time Complexity
	// O(n(1+log(N/n)))", 1994): it draws how many values to skip, so most values cost one comparison.
	next   uint64  // the number of the next value that the sample takes
	weight float64 // imagine a random number for each value: weight is the largest in the sample
}

const sampleSize = 1000

// A decoded is a text and the result of decoding it.
type decoded struct {
	text string
	id   uuid.UUID
	err  error
}

// add adds a text and the result of decoding it to the list.
func (j *judgement) add(text string, u uuid.UUID, err error) {
	j.seen++
	if j.seen >= j.next {
		j.take(text, u, err)
	}
}

// take adds the latest result to the sample, and draws the number of the next one.
func (j *judgement) take(text string, u uuid.UUID, err error) {
	const longest = 100 // no form of an ID has more characters
	r := decoded{strings.Clone(text[:min(len(text), longest)]), u, err}
	if len(j.sample) < sampleSize {
		j.sample = append(j.sample, r)
		if len(j.sample) < sampleSize {
			return
		}
		j.next, j.weight = j.seen, 1
	} else {
		j.sample[rand.IntN(sampleSize)] = r
	}
	j.weight *= math.Exp(math.Log(positive()) / sampleSize)
	j.next += uint64(math.Log(positive())/math.Log1p(-j.weight)) + 1
}

// positive returns a random number above 0 and at most 1, so it has a logarithm.
func positive() float64 { return 1 - rand.Float64() }

// value returns the value of a decoded text. A text that cannot be decoded is a value too, such as the first half
// of an ID.
func (j *judgement) value(r decoded) judge.Value {
	v := judge.FromText(r.text)
	if r.err == nil && (j.from != "" || v.Form == judge.NoForm) {
		return judge.FromUUID(r.id)
	}
	return v
}

// verdicts returns the verdicts on the list.
func (j *judgement) verdicts() []judge.Verdict {
	values := make([]judge.Value, len(j.sample))
	for i, r := range j.sample {
		values[i] = j.value(r)
	}
	all := judge.Judge(values, time.Now()).Verdicts
	for i, v := range all {
		if j.from == "guid-bytes" && v.Kind == judge.WrongOrder && v.Order == judge.Microsoft {
			all[i].Do = "omit -from guid-bytes" // the order was undone although it was right
		}
	}
	return all
}

// text returns a verdict as a line for a person.
func (j *judgement) text(v judge.Verdict) string {
	if j.seen > sampleSize {
		return fmt.Sprintf("in a sample of %d lines: %v", sampleSize, v)
	}
	return v.String()
}

// reportVerdicts reports what is wrong with the values of the list, and remarks on what is odd.
func (s *session) reportVerdicts(j *judgement) error {
	for _, v := range j.verdicts() {
		tell := s.remark
		if v.IsWrong() {
			tell = s.report
		}
		if err := tell(errors.New(j.text(v))); err != nil {
			return err
		}
	}
	return nil
}

// remarkVerdicts remarks on what is wrong or odd in the list.
func (s *session) remarkVerdicts(j *judgement) error {
	for _, v := range j.verdicts() {
		if err := s.remark(errors.New(j.text(v))); err != nil {
			return err
		}
	}
	return nil
}
