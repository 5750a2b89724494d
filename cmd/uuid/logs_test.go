package main

// This file proves that find sees the dashed IDs of real logs, and that find -replace leaves none.

import (
	"encoding/json"
	"math/rand/v2"
	"net/url"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// logs are lines as programs write them, with ~ for an ID.
const logs = `/sys/fs/cgroup/kubepods/burstable/pod~/9e1c0ae2bd7f
0::/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod~.slice/cri-containerd-4f2a.scope
/var/lib/kubelet/pods/~/volumes/kubernetes.io.csi/pvc-~/mount
I1121 10:02:03.123456 1 reconciler.go:41] "Attached" volumeUID=~ pod="shop/cart-7d9f8b6c5-x2x9z"
systemd[1]: Mounted dev-disk-by-uuid-~.mount
audit: SERVICE_START pid=1 uid=0 auid=4294967295 ses=~ msg='unit=getty@tty1'
Nov 21 10:02:03 db2 postgres[812]: LOG: duration: 0.2 ms  execute <unnamed>: SELECT * FROM t WHERE id = '~'
EXT4-fs (vda1): mounted filesystem ~ r/w with ordered data mode
UUID="~" TYPE="ext4" PARTUUID=~
/dev/vda1: uuid~ ext4~ xfs~
+ curl -fsS -H X-Request-Id:~ https://api.example.com/v1/orders/~/items
+ export TRACE=~; echo abc~ || true
GET /oauth/authorize?redirect_uri=https://app.example.com/cb/~&state=~ HTTP/1.1
Location: https://login.example.com/~/oauth2/v2.0/token?client_id=~#node~
10.0.0.1 - - [21/Nov/2026:10:02:03 +0000] "GET /a/~?b=~ HTTP/2.0" 200 512 "-" "-"
{"id":"~","parent":{"uuid":"~"},"n":1}
{"msg":"user~ moved to\tnode~\n~","ok":true}
INSERT INTO "orders" VALUES (17,'~','\x00~',NULL),(18,E'\b~','~');
COPY orders (id, parent) FROM stdin;
~	~	\N
<rdf:li xlink:href="urn:uuid:~">&lt;id&gt;~&lt;/id&gt;</rdf:li>
<uuid>~</uuid><guid>{~}</guid><a b='0~'/>
time=2026-11-21T10:02:03Z level=info msg="lease ~ lost" device~=1 fence~
0~
~0
deadbeef~cafe
~~
~-7dec-11d0-a765-00a0c91e6bf6%2Fsession%2Fcart%2Fitems_of_the_day%2F` +
	`as_sent_by_the_gateway-to_the_warehouse%2Fand_back%2Fagain
~-0000-~-0000
feed~beef-~
00000000-~-00000000
=3D~=
=~=20
12:~:34
arn:aws:iot:eu-west-1:123456789012:thing/~
amqp://broker/%2f/queue-~.fifo
[31m~[0m [38;5;196m~
ID: ~, ids: [~ ~], (~)
%~% \~ \\~ \n~ \e~ \033~ \u003c~ \a~x
~ and~ then~if`

// spoken returns the logs, each in all ways in which a program may write a line into another.
func spoken() (all []string) {
	object := func(s string) string { b, _ := json.Marshal(s); return string(b) }
	ways := [][]func(string) string{
		{}, {url.QueryEscape}, {url.QueryEscape, url.QueryEscape}, {url.QueryEscape, url.QueryEscape, url.QueryEscape},
		{object}, {object, object}, {object, object, object}, {object, url.QueryEscape},
		{url.QueryEscape, object}, {strings.ToUpper},
	}
	for _, line := range strings.Split(logs, "\n") {
		for i, way := range ways {
			text := line
			for _, write := range way {
				text = write(text) // leaves ~ as it is, as it leaves a dash
			}
			all = append(all, strings.ReplaceAll(text, "~", []string{v1ID, v7ID, strings.ToUpper(v4ID)}[i%3]))
		}
	}
	return all
}

// python is find -line in another language.
const python = `
import re, sys
ID = re.compile('[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', re.I)
ESCAPE = re.compile(r'(?:%(?:25)*(?:[0-9a-fA-F]{2}|u[0-9a-fA-F]{4})|=(?:3D)*[0-9A-F]{2}|'
    r'(?:\\|%(?:25)*5[cC])(?:[abefnrtv]|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})|\[[0-9;]+m)\Z')

def no_digits(touching):
    return not touching or re.search('[g-z]', touching, re.I)

for n, text in enumerate(sys.stdin, 1):
    at = 0
    while m := ID.search(text, at):
        before = re.search('[0-9a-zA-Z]*\\Z', text[:m.start()])[0]
        after = re.match('[0-9a-zA-Z]*', text[m.end():])[0]
        found = (no_digits(before) or ESCAPE.search(text[:m.start()])) and no_digits(after)
        if found:
            print(f'-:{n}:{m[0].lower()}')
        at = m.end() if found else m.start() + 1
`

// TestFindSeesWhatPythonSees compares find with a program in another language.
func TestFindSeesWhatPythonSees(t *testing.T) {
	texts := spoken()
	if len(texts) < 300 {
		t.Errorf("%d texts, want 300", len(texts))
	}
	interpreter, err := exec.LookPath("python3")
	if err != nil {
		t.Skip(err)
	}
	input := strings.Join(texts, "\n")
	cmd := exec.CommandContext(t.Context(), interpreter, "-c", python)
	cmd.Stdin = strings.NewReader(input)
	want, err := cmd.Output()
	if err != nil || len(want) == 0 {
		t.Fatalf("%v, %s", err, want)
	}
	got := strings.Split(invoke(strings.NewReader(input), "find", "-line").stdout, "\n")
	for i, line := range strings.Split(string(want), "\n") {
		if i >= len(got) || got[i] != line {
			t.Fatalf("find -line prints %q, want %q", got[i:min(i+1, len(got))], line)
		}
	}
}

var dashed = regexp.MustCompile(`(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// TestReplaceLeavesNoID verifies that nobody finds a dashed ID after find -replace.
func TestReplaceLeavesNoID(t *testing.T) {
	input := strings.Join(spoken(), "\n")
	for _, flags := range []string{"", "-compact", "-key-file key.txt"} {
		args := append([]string{"find", "-replace"}, strings.Fields(flags)...)
		r := invoke(strings.NewReader(input), args...)
		if left := dashed.FindAllString(r.stdout, -1); len(left) > 0 || r.status != exitOK {
			t.Errorf("find -replace %s leaves %q in\n%s%s", flags, left, r.stdout, r.stderr)
		}
		if got := invoke(&torn{input, rand.New(rand.NewPCG(4, 2))}, args...); got != r {
			t.Errorf("find -replace %s, in pieces, prints\n%s%swant\n%s", flags, got.stdout, got.stderr, r.stdout)
		}
	}
}
