//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package uuid

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// A lock that someone else has, or an attempt that a signal has interrupted, is
// tried again for a second. Other errors are not.
func TestLockIsTriedAgain(t *testing.T) {
	for _, tt := range []struct {
		name  string
		err   error
		times int
		want  error
	}{
		{"taken", syscall.EWOULDBLOCK, 10, nil},
		{"interrupted", syscall.EINTR, 10, nil},
		{"taken for long", syscall.EWOULDBLOCK, 1 << 30, os.ErrDeadlineExceeded},
		{"interrupted for long", syscall.EINTR, 1 << 30, os.ErrDeadlineExceeded},
		{"no locks", syscall.ENOLCK, 1, syscall.ENOLCK},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := newMemFiles()
				left := tt.times
				m.before = func(call string) error {
					if call != "lock" || left == 0 {
						return nil
					}
					left--
					return &fs.PathError{Op: "flock", Path: "/state.lock", Err: tt.err}
				}
				if err := m.store().Save(tickState(1, 100)); !errors.Is(err, tt.want) {
					t.Errorf("Save: %v, want %v", err, tt.want)
				}
				if tried := tt.times - left; tt.want == os.ErrDeadlineExceeded && (tried < 80 || tried > 250) {
					t.Errorf("tried %d times in a second", tried)
				}
			})
		})
	}
}

// In a crowd a call waits for longer, as long as the others get on.
func TestLockInCrowd(t *testing.T) {
	for _, tt := range []struct {
		name     string
		changes  time.Duration // how often the file changes
		until    time.Duration // for how long it does
		duration time.Duration // for how long the lock is taken
		want     error
		waited   time.Duration
	}{
		{"they get on", 900 * time.Millisecond, time.Hour, 20 * time.Second, nil, 20 * time.Second},
		{"they got on once", 900 * time.Millisecond, time.Second, 1500 * time.Millisecond, nil, 1500 * time.Millisecond},
		{"they get on no more", 900 * time.Millisecond, time.Second, time.Hour, os.ErrDeadlineExceeded, 2 * time.Second},
		{"one does not end", time.Hour, time.Hour, 20 * time.Second, os.ErrDeadlineExceeded, time.Second},
		{"they never leave room", 500 * time.Millisecond, time.Hour, time.Hour, os.ErrDeadlineExceeded, 30 * time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := newMemFiles()
				s := m.store()
				if err := s.Save(tickState(1, 100)); err != nil {
					t.Fatal(err)
				}
				start := time.Now()
				m.before = func(call string) error {
					since := time.Since(start)
					if call != "lock" || since >= tt.duration {
						return nil
					}
					r := s.known
					r.Ticks += uint64(min(since, tt.until) / tt.changes)
					m.names["/state"].text = r.text()
					return syscall.EWOULDBLOCK
				}
				_, err := s.Load()
				if waited := time.Since(start).Truncate(500 * time.Millisecond); !errors.Is(err, tt.want) || waited != tt.waited {
					t.Errorf("waited %v, %v; want %v, %v", waited, err, tt.waited, tt.want)
				}
			})
		})
	}
}

// An error is that of the call that failed first.
func TestErrorsOfFiles(t *testing.T) {
	dir := t.TempDir()
	if _, err := (osFiles{}).lock(filepath.Join(dir, "missing", "lock")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("lock in a missing directory: %v", err)
	}
	if err := (osFiles{}).syncDir(filepath.Join(dir, "missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("syncDir of a missing directory: %v", err)
	}
	// Nobody may remove that, or there is no such directory.
	if f, err := (osFiles{}).create("/proc/version", nil); err == nil || errors.Is(err, fs.ErrExist) {
		t.Errorf("create of a file that cannot be removed: %v, %v", f, err)
	}
	// Nothing is mapped at address 0, or there is no such file.
	if _, _, err := (osFiles{}).read("/proc/self/mem"); err == nil {
		t.Error("read of a file that cannot be read")
	}
	closed, err := os.Create(filepath.Join(dir, "closed"))
	if err != nil {
		t.Fatal(err)
	}
	info, err := closed.Stat()
	if err := errors.Join(err, closed.Close()); err != nil {
		t.Fatal(err)
	}
	if err := keepAccess(closed, info); !errors.Is(err, os.ErrClosed) {
		t.Errorf("keepAccess of a closed file: %v", err)
	}

	// A process that may have no more descriptors opens nothing.
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit)
	reached := limit
	reached.Cur = 0
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &reached); err != nil {
		t.Fatal(err)
	}
	if _, _, err := (osFiles{}).read(closed.Name()); !errors.Is(err, syscall.EMFILE) {
		t.Errorf("read with no descriptor left: %v", err)
	}
}
