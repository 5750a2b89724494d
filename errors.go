package uuid

import (
	"errors"
	"io/fs"
)

// ErrTimeRange means that a time is outside the range of the UUID version: from 1582-10-15 to
// 5236-03-31 for versions 1, 2 and 6, from 1970 to 10889 for version 7, and from 1970 to 2527-06-23
// for version 9.
var ErrTimeRange = errors.New("uuid: time out of range")

// A [Generator] returns these clock errors unwrapped.
var (
	// ErrClockRollback means that the clock has moved back by more than Options.MaxRollback, and
	// that either Options.Rollback is RollbackError or no clock sequence is left for Options.Node.
	// With both Node and ClockSeq, it can also mean that the call is in a testing/synctest bubble
	// whose clock is behind.
	ErrClockRollback = errors.New("uuid: clock went back")

	// ErrClockLead means that UUIDs are Options.MaxLead ahead of the clock, and that waiting did
	// not help, because the clock has stopped or is too far behind, or because Options.MaxWait has
	// passed.
	ErrClockLead = errors.New("uuid: too far ahead of the clock")
)

// errClosed is the error of a closed Generator. It matches os.ErrClosed, but not its text, which is
// about a file.
var errClosed = error(closedError{})

type closedError struct{}

func (closedError) Error() string        { return "uuid: cannot use a closed Generator" }
func (closedError) Is(target error) bool { return target == fs.ErrClosed }
