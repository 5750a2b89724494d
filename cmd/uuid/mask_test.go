package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

func TestHideRejectsKeyAndTweak(t *testing.T) {
	r := invoke(nil, "hide", "-key-file", "none.txt")
	want := "uuid: flag -key-file: open \"none.txt\": " + syscall.ENOENT.Error() + "\n"
	if r.status != exitFailure || r.stderr != want {
		t.Errorf("hide without its key file: status %d, stderr %q, want %q", r.status, r.stderr, want)
	}
	r = invoke(nil, "hide", "-key-file", "key.txt", "-tweak", strings.Repeat("x", 1<<16+1))
	want = "uuid: flag -tweak: cannot make a Mask: the tweak has 65537 bytes, more than 65536\n"
	if r.status != exitUsage || !strings.HasPrefix(r.stderr, want) {
		t.Errorf("hide with a long tweak: status %d, stderr %q, want %q", r.status, r.stderr, want)
	}
}

// convertKey is the command line that converts a raw key into a key file.
const convertKey = `od -An -v -tx1 RAW | tr -d ' \n' >KEY`

// TestNoKey verifies that hide rejects a key file that contains anything but a key and a line
// ending.
func TestNoKey(t *testing.T) {
	const digits = "30313233343536373839616263646566"
	for _, content := range []string{
		"", digits[1:], digits + "0", digits[1:] + "g", " " + digits, digits + "\n\n",
		digits + strings.Repeat("\n", 5000), strings.Repeat("0", 1<<20), digits + digits + "\r\n" + digits,
		"\r\n" + rawKey[:14], rawKey[:24], rawKey, digits[:16], "0123456789abcdeF",
	} {
		name := filepath.Join(t.TempDir(), "key")
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		want := "uuid: flag -key-file: " + strconv.Quote(name) + " does not contain a key: " +
			"want 32, 48 or 64 hexadecimal digits; convert a raw key with: " + convertKey + "\n"
		r := invoke(nil, "hide", "-key-file", name, v7ID)
		if r != (result{stderr: want, status: exitFailure}) {
			t.Errorf("%.40q: status %d, stdout %q, stderr %q, want %q", content, r.status, r.stdout, r.stderr, want)
		}
	}
}

// TestConvertKey verifies that the command line in the error message for a raw key produces a valid
// key file.
func TestConvertKey(t *testing.T) {
	line := strings.NewReplacer("RAW", "raw32", "KEY", "converted").Replace(convertKey)
	if out, err := exec.Command("sh", "-c", line).CombinedOutput(); err != nil {
		t.Skip(err, string(out))
	}
	const v7, v4 = "ffffffff-ffff-7fff-bfff-ffffffffffff", "f8e22187-466a-4ea0-ae67-2b670a081e00"
	if got := output(t, "hide", "-key-file", "converted", v7); got != v4+"\n" {
		t.Errorf("hide prints %s, want %s", got, v4)
	}
}

// TestMaskVectors verifies hide and reveal with the library's test vectors.
func TestMaskVectors(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(sourceDir, "../../testdata/mask.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct{ Key, Tweak, V7, V4 string }
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, row := range rows {
		tweak, err := hex.DecodeString(row.Tweak)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.IndexByte(tweak, 0) >= 0 || len(tweak) > 1000 {
			continue // this tweak cannot be a command-line argument
		}
		tried++
		key := filepath.Join(t.TempDir(), "key")
		if err := os.WriteFile(key, []byte(row.Key+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := output(t, "hide", "-key-file", key, "-tweak", string(tweak), row.V7); got != row.V4+"\n" {
			t.Errorf("hide %s prints %swant %s", row.V7, got, row.V4)
		}
		if got := output(t, "reveal", "-key-file", key, "-tweak", string(tweak), row.V4); got != row.V7+"\n" {
			t.Errorf("reveal %s prints %swant %s", row.V4, got, row.V7)
		}
	}
	if tried < 20 {
		t.Errorf("%d rows tried", tried)
	}
}
