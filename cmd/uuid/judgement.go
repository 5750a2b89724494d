package main

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/internal/judge"
)

// A judgement finds what is wrong with a list of IDs as a whole. It keeps a uniform random sample of the
// list, so its size is constant.
type judgement struct {
	from   string // the encoding of the IDs; "" means any
	seen   uint64
	sample []judge.Value

	// The sample is a reservoir by Li's Algorithm L ("Reservoir-Sampling Algorithms of Time Complexity
	// O(n(1+log(N/n)))", 1994): it draws how many values to skip, so most values cost one comparison.
	next   uint64  // the number of the next value that replaces one in the sample
	weight float64 // imagine a random number for each value: weight is the largest in the sample
}

const sampleSize = 1000

// decoder returns a function that calls decode, and also adds each text and its result to the list.
func (j *judgement) decoder(decode decoder) decoder {
	j.weight = 1
	return func(text string) (uuid.UUID, error) {
		u, err := decode(text)
		j.seen++
		switch {
		case len(j.sample) < sampleSize:
			j.sample = append(j.sample, j.value(text, u, err))
			if len(j.sample) == sampleSize {
				j.next = j.seen
				j.skip()
			}
		case j.seen == j.next:
			j.sample[rand.IntN(sampleSize)] = j.value(text, u, err)
			j.skip()
		}
		return u, err
	}
}

// skip draws the number of the next value that replaces one in the sample.
func (j *judgement) skip() {
	j.weight *= math.Exp(math.Log(positive()) / sampleSize)
	j.next += uint64(math.Log(positive())/math.Log1p(-j.weight)) + 1
}

// positive returns a random number above 0 and at most 1, so it has a logarithm.
func positive() float64 { return 1 - rand.Float64() }

// value returns the value of a text. A text that cannot be decoded is a value too, such as the first half of
// an ID.
func (j *judgement) value(text string, u uuid.UUID, err error) judge.Value {
	v := judge.FromText(text)
	if err == nil && (j.from != "" || v.Form == judge.NoForm) {
		return judge.FromUUID(u)
	}
	return v
}

// verdicts returns the verdicts on the list.
func (j *judgement) verdicts() []judge.Verdict {
	all := judge.Judge(j.sample, time.Now()).Verdicts
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
