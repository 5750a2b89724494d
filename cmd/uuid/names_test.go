package main

import (
	"regexp"
	"strings"
	"testing"
)

func TestNameCommandsMakeKnownIDs(t *testing.T) {
	testCommands(t, []commandTest{
		{
			name:  "v5 names in lines",
			line:  "v5 dns",
			stdin: "\ufeffwww.example.com\r\n\n \nwww.example.com \n-x",
			stdout: "2ed6657d-e927-568b-95e1-2665a8aea6a2\n" +
				"2ad550b9-732a-5e97-bfa9-807e848d939a\n" +
				"9f0fc922-aaf4-5361-a2f4-9d9bcbba1198\n",
		}, {
			name:  "only the last CR is part of the line ending",
			line:  "v5 dns",
			stdin: "www.example.com\r\r\nwww.example.com\r\r\nwww.example.com\r\nwww.example.com\r",
			stdout: "c4b869f4-d403-5e42-913b-34627965ccb0\n" +
				"c4b869f4-d403-5e42-913b-34627965ccb0\n" +
				"2ed6657d-e927-568b-95e1-2665a8aea6a2\n" +
				"c4b869f4-d403-5e42-913b-34627965ccb0\n",
		},
	})
}

func TestV8Algorithms(t *testing.T) {
	// These are the IDs of www.example.com, computed with Python's hashlib.
	tests := []struct{ algorithm, hash, space string }{
		{"sha224", "8e18fffc-a698-89f4-8c42-207c38ad0500", "7f9bf585-180e-86b7-a980-274a00f89550"},
		{"sha256", "5c146b14-3c52-8afd-938a-375d0df1fbf6", "401835fd-a627-870a-873f-ed73f2bc5b2c"},
		{"sha384", "3df00ae4-42a7-8066-88ad-1f925b8b8e54", "cbf4bd9c-024c-849c-bb0d-8bffc5be3afe"},
		{"sha512", "94ee4ddb-9f36-8018-9ccf-86a4441691e0", "da65f7c3-21ae-82e0-a654-97eea9af6ed6"},
		{"sha512-224", "46dd4220-8334-8103-9234-f400899c5328", "558c5d8b-d35e-8f87-9edc-da34ba28e1cb"},
		{"sha512-256", "062a235a-8c0b-8746-af8c-91804052a16a", "b47ca277-05cb-8e3f-8f3a-abea6c70d7ad"},
		{"sha3-224", "a8c34b94-7182-8ad1-a84f-36a373df13d5", "9413bf81-f599-8c0a-a0b0-b793ebfb1a18"},
		{"sha3-256", "fc506eca-a1f4-8315-87c8-c71449dfd324", "2d9e6923-38f4-8370-a097-2cb911c3d176"},
		{"sha3-384", "ab4f9412-4e4c-87a5-be26-dc72f9adf6ed", "2200e2f8-7b1a-8fea-a286-f2eaa2db1ebb"},
		{"sha3-512", "83120d41-2935-8110-964c-6bd77c735fbc", "d55319b2-b7c4-8965-b7c4-ca4dbfc2cbf6"},
		{"shake128", "54e7e64f-0dba-8913-8b69-cd3dbf220c7a", "6de9367d-aa5d-8832-8928-0b6d42a9239a"},
		{"shake256", "10e1aa77-4f8c-8a0f-be35-354cc01a76ac", "bb9e8805-ecca-8acc-9492-b051ee919d69"},
	}
	if len(tests) != len(algorithms) {
		t.Errorf("%d algorithms, %d tests", len(algorithms), len(tests))
	}
	for _, tt := range tests {
		if got := output(t, "v8", "-hash", tt.algorithm, "dns", "www.example.com"); got != tt.hash+"\n" {
			t.Errorf("-hash %s: %s, want %s", tt.algorithm, got, tt.hash)
		}
		if got := output(t, "v8", "-space", tt.algorithm, "dns", "www.example.com"); got != tt.space+"\n" {
			t.Errorf("-space %s: %s, want %s", tt.algorithm, got, tt.space)
		}
	}
}

// TestForbiddenHash verifies the error when Go's FIPS 140-3 mode forbids a version's hash
// algorithm.
func TestForbiddenHash(t *testing.T) {
	for command, hash := range map[string]string{"v3": "MD5", "v5": "SHA-1"} {
		cmd, stderr := prepare(t, command, "dns", "www.example.com")
		cmd.Env = append(cmd.Env, "GODEBUG=fips140=only")
		out, _ := cmd.Output()
		if strings.HasPrefix(stderr.String(), "panic: fips140:") {
			t.Skip(stderr) // this version of Go does not have FIPS 140-3 mode
		}
		isMessage := regexp.MustCompile("^uuid: crypto/.*" + hash + ".*\n$").MatchString(stderr.String())
		if status := cmd.ProcessState.ExitCode(); status != exitFailure || len(out) > 0 || !isMessage {
			t.Errorf("uuid %s: status %d, stdout %q, stderr %q", command, status, out, stderr)
		}
	}
}
