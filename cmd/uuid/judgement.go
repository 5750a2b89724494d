package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/internal/judge"
)

// A judgement finds what is wrong with a whole list of IDs. It keeps a sample of the list, in which each
// value is as likely to be as any other, so its size is constant.
type judgement struct {
	from   string // the encoding of the IDs; "" means any
	seen   uint64
	sample []judge.Value
}

const sampleSize = 1000

// decoder returns decode, with each text and its result also being judged.
func (j *judgement) decoder(decode decoder) decoder {
	return func(text string) (uuid.UUID, error) {
		u, err := decode(text)
		j.seen++
		if len(j.sample) < sampleSize {
			j.sample = append(j.sample, j.value(text, u, err))
		} else if i := rand.Uint64N(j.seen); i < sampleSize {
			j.sample[i] = j.value(text, u, err)
		}
		return u, err
	}
}

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
			all[i].Do = "leave out -from guid-bytes" // the order was undone although it was right
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
