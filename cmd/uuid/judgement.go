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
	sample []decoded

	// The sample is a reservoir by Li's Algorithm L ("Reservoir-Sampling Algorithms of Time Complexity
	// O(n(1+log(N/n)))", 1994): it draws how many values to skip, so most values cost one comparison.
	next   uint64  // the number of the next value that the sample takes
	weight float64 // imagine a random number for each value: weight is the largest in the sample
}

const sampleSize = 1000

// longest is the length of the text that a sample keeps. No form of an ID has more characters.
const longest = 100

// A decoded is a text and the result of decoding it. Because it contains no pointer, a sample of them costs the garbage
// collector nothing.
type decoded struct {
	text  [longest]byte
	len   int // of the text
	valid bool
	id    uuid.UUID // if valid
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
	at := len(j.sample)
	if at < sampleSize {
		j.sample = append(j.sample, decoded{})
	} else {
		at = rand.IntN(sampleSize)
	}
	r := &j.sample[at]
	r.len = copy(r.text[:], text)
	r.id, r.valid = u, err == nil

	if j.seen < sampleSize {
		return
	}
	if j.seen == sampleSize {
		j.next, j.weight = j.seen, 1
	}
	// If x is uniform between 0 and 1, -log x is exponentially distributed.
	j.weight *= math.Exp(-rand.ExpFloat64() / sampleSize)
	j.next += uint64(rand.ExpFloat64()/-math.Log1p(-j.weight)) + 1
}

// value returns the value of a decoded text. A text that cannot be decoded is a value too, such as the first half
// of an ID.
func (j *judgement) value(r decoded) judge.Value {
	v := judge.FromText(string(r.text[:r.len]))
	if r.valid && (j.from != "" || v.Form == judge.NoForm) {
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
