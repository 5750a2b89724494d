package uuid

import (
	"errors"
	"io/fs"
)

// ErrTimeRange means that a time is outside the UUID version's range: 1582-10-15 to 5236-03-31 for
// versions 1, 2 and 6, 1970 to 10889 for version 7, 1970 to 2527-06-23 for version 9.
var ErrTimeRange = errors.New("uuid: time out of range")

// A [Generator] returns these clock errors unwrapped.
var (
	// ErrClockRollback means that the clock moved back by more than Options.MaxRollback, and either
	// the policy is RollbackError, or Options.Node has no clock sequences left. With Node and
	// ClockSeq, it can also mean that a synctest bubble's clock is behind.
	ErrClockRollback = errors.New("uuid: clock went back")

	// ErrClockLead means that UUIDs are Options.MaxLead ahead of the clock, and that waiting did
	// not help: the clock has stopped, is too far behind, or Options.MaxWait has passed.
	ErrClockLead = errors.New("uuid: too far ahead of the clock")
)

// errClosed is the error of a closed Generator. It is os.ErrClosed, whose text speaks of a file.
var errClosed = error(closedError{})

type closedError struct{}

func (closedError) Error() string        { return "uuid: cannot use a closed Generator" }
func (closedError) Is(target error) bool { return target == fs.ErrClosed }
