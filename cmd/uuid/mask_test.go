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

func TestHideCommandIsUndoneByReveal(t *testing.T) {
	testCommands(t, []commandTest{
		{name: "hide", args: "hide -key-file key.txt -tweak order " + v7ID, stdout: v4ID + "\n"},
		{name: "reveal", args: "reveal -key-file key.txt -tweak order " + v4ID, stdout: v7ID + "\n"},
		{name: "hide as TypeID", args: "hide -key-file key.txt -tweak order -prefix order " + typeID, stdout: "order_[0-7][0-9a-z]{25}\n"},
		{name: "reveal as TypeID", args: "reveal -key-file key.txt -tweak order -prefix user " + v4ID, stdout: typeID + "\n"},
		{name: "hide lines", args: "hide -key-file 256.txt -f compact", stdin: "{" + v7ID + "}\n" + v4ID + "\nffffffff-ffff-7fff-bfff-ffffffffffff",
			stdout: "[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}\nf8e22187466a4ea0ae672b670a081e00\n",
			stderr: "line 2: cannot hide a UUID of version 4, only version 7", status: 1},
		{name: "reveal lines", args: "reveal -key-file crlf.txt -from canonical", stdin: v7ID + "\n00000000-0000-0000-0000-000000000000\nx\n" + v4ID,
			stdout: version(7),
			stderr: "line 1: cannot reveal a UUID of version 7, only version 4\n" +
				"uuid: line 2: cannot reveal the Nil UUID, only version 4\n" +
				`uuid: line 3: cannot parse "x" (1 byte): invalid length at offset 1, want 36 bytes`, status: 1},
		{name: "hide without key", args: "hide " + v7ID, stderr: "missing -key-file flag", status: 2},
		{name: "no key file", args: "hide -key-file none.txt", stderr: "flag -key-file: open \"none.txt\": " + syscall.ENOENT.Error(), status: 1},
		{name: "all-zero key", args: "reveal -key-file zeros.txt", stderr: "flag -key-file: cannot make a Mask, the key is all zeros", status: 1},
		{name: "long tweak", args: "hide -key-file key.txt -tweak " + strings.Repeat("x", 1<<16+1),
			stderr: "flag -tweak: cannot make a Mask, the tweak has 65537 bytes, more than 65536", status: 2},
	})
}

// convertKey is the command line that converts a raw key into a key file.
const convertKey = `od -An -v -tx1 RAW | tr -d ' \n' >KEY`

// TestNoKey verifies that hide rejects a key file that contains anything but a key and a line
// ending.
func TestNoKey(t *testing.T) {
	const digits = "30313233343536373839616263646566"
	for _, content := range []string{
		"", digits[1:], digits + "0", digits[1:] + "g", " " + digits, digits + "\n\n", digits + strings.Repeat("\n", 5000), strings.Repeat("0", 1<<20), digits + digits + "\r\n" + digits,
		"\r\n" + rawKey[:14], rawKey[:24], rawKey, digits[:16], "0123456789abcdeF",
	} {
		name := filepath.Join(t.TempDir(), "key")
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		want := "uuid: flag -key-file: " + strconv.Quote(name) + " does not contain a key: want 32, 48 or 64 hexadecimal digits; convert a raw key with: " + convertKey + "\n"
		if r := invoke(nil, "hide", "-key-file", name, v7ID); r.status != exitFailure || r.stdout != "" || r.stderr != want {
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
