package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// A fakeServer answers the commands that mongoconvert sends to MongoDB, for a single collection. The
// tests in this file alone show without a server what mongoconvert does with it.
type fakeServer struct {
	lock     sync.Mutex
	docs     []bson.D
	commands []string // those that read or write documents
	refuse   string   // a command that fails
}

// start returns the URI of the server, which runs until the test ends.
func (s *fakeServer) start(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go s.serve(conn)
		}
	}()
	return "mongodb://" + listener.Addr().String() + "/?directConnection=true"
}

// The opcodes of MongoDB's protocol. The first message of a connection is an opQuery.
const (
	opReply = 1
	opQuery = 2004
	opMsg   = 2013
)

func (s *fakeServer) serve(conn net.Conn) {
	defer conn.Close()
	for {
		var header [16]byte
		if _, err := io.ReadFull(conn, header[:]); err != nil {
			return
		}
		body := make([]byte, binary.LittleEndian.Uint32(header[:])-uint32(len(header)))
		if _, err := io.ReadFull(conn, body); err != nil {
			return
		}
		var reply []byte
		opcode := uint32(opMsg)
		if binary.LittleEndian.Uint32(header[12:]) == opQuery {
			opcode = opReply
			reply = append(reply, make([]byte, 16)...)         // flags, cursor, index of the first document
			reply = binary.LittleEndian.AppendUint32(reply, 1) // number of documents
			reply = append(reply, encode(hello)...)
		} else {
			reply = append(reply, make([]byte, 5)...) // flags, kind of the section
			reply = append(reply, encode(s.answer(commandOf(body)))...)
		}
		message := binary.LittleEndian.AppendUint32(nil, uint32(len(header)+len(reply)))
		message = append(message, 0, 0, 0, 0)
		message = append(message, header[4:8]...) // the number of the request
		message = binary.LittleEndian.AppendUint32(message, opcode)
		if _, err := conn.Write(append(message, reply...)); err != nil {
			return
		}
	}
}

var hello = bson.D{
	{Key: "ismaster", Value: true},
	{Key: "minWireVersion", Value: 0},
	{Key: "maxWireVersion", Value: 21},
	{Key: "maxBsonObjectSize", Value: 1 << 24},
	{Key: "maxMessageSizeBytes", Value: 1 << 25},
	{Key: "maxWriteBatchSize", Value: 1000},
	{Key: "ok", Value: 1},
}

func encode(doc bson.D) []byte {
	b, err := bson.Marshal(doc)
	if err != nil {
		panic(err)
	}
	return b
}

// commandOf decodes the sections of an opMsg. A list in a section of its own becomes a field.
func commandOf(body []byte) bson.D {
	var command bson.D
	decode := func(b []byte) (doc bson.D, rest []byte) {
		n := binary.LittleEndian.Uint32(b)
		if err := bson.Unmarshal(b[:n], &doc); err != nil {
			panic(err)
		}
		return doc, b[n:]
	}
	for rest := body[4:]; len(rest) > 0; {
		kind := rest[0]
		rest = rest[1:]
		if kind == 0 {
			var doc bson.D
			doc, rest = decode(rest)
			command = append(doc, command...)
			continue
		}
		n := binary.LittleEndian.Uint32(rest)
		name, docs, _ := bytes.Cut(rest[4:n], []byte{0})
		rest = rest[n:]
		var list bson.A
		for len(docs) > 0 {
			var doc bson.D
			doc, docs = decode(docs)
			list = append(list, doc)
		}
		command = append(command, bson.E{Key: string(name), Value: list})
	}
	return command
}

// field returns a field of a document, or nil.
func field(doc bson.D, name string) any {
	for _, e := range doc {
		if e.Key == name {
			return e.Value
		}
	}
	return nil
}

// answer runs a command and returns its result.
func (s *fakeServer) answer(command bson.D) bson.D {
	s.lock.Lock()
	defer s.lock.Unlock()
	name := command[0].Key
	ok := bson.D{{Key: "ok", Value: 1}, {Key: "n", Value: 1}}
	first := func(list string) bson.D { return field(command, list).(bson.A)[0].(bson.D) }
	index := func(filter any) int {
		id := idOf(filter.(bson.D))
		return slices.IndexFunc(s.docs, func(doc bson.D) bool { return reflect.DeepEqual(idOf(doc), id) })
	}
	switch name {
	case "find", "insert", "update", "delete":
		s.commands = append(s.commands, name)
	case "hello", "isMaster", "ismaster":
		return hello
	default:
		return ok
	}
	isOrders := command[0].Value == "orders" && field(command, "$db") == "shop"
	if name == s.refuse || !isOrders {
		return bson.D{{Key: "ok", Value: 0}, {Key: "code", Value: 13}, {Key: "errmsg", Value: "not authorized"}}
	}
	switch name {
	case "find":
		found := bson.A{}
		filter := field(command, "filter").(bson.D)
		if i := index(filter); i >= 0 {
			found = append(found, s.docs[i])
		} else if len(filter) == 0 {
			for _, doc := range s.docs {
				found = append(found, doc)
			}
		}
		cursor := bson.D{
			{Key: "firstBatch", Value: found},
			{Key: "id", Value: int64(0)},
			{Key: "ns", Value: "shop.orders"},
		}
		return append(bson.D{{Key: "cursor", Value: cursor}}, ok...)
	case "insert":
		doc := first("documents")
		if index(doc) >= 0 {
			duplicate := bson.D{
				{Key: "index", Value: 0},
				{Key: "code", Value: 11000},
				{Key: "errmsg", Value: "duplicate key"},
			}
			return append(ok, bson.E{Key: "writeErrors", Value: bson.A{duplicate}})
		}
		s.docs = append(s.docs, doc)
	case "update":
		update := first("updates")
		s.docs[index(field(update, "q"))] = field(update, "u").(bson.D)
	case "delete":
		i := index(field(first("deletes"), "q"))
		s.docs = slices.Delete(s.docs, i, i+1)
	}
	return ok
}

func order(id, customer any) bson.D {
	return bson.D{{Key: "_id", Value: id}, {Key: "customer", Value: customer}}
}

// TestRun checks what mongoconvert sends to a server, and what it leaves there.
func TestRun(t *testing.T) {
	old, fresh := ofSubtype(0, 16), ofSubtype(4, 16)
	const key, other = int32(5), int32(6)
	for _, tt := range []struct {
		name     string
		before   []bson.D
		refuse   string
		n        int
		err      string
		commands string
		after    []bson.D
	}{
		{
			name:     "a new _id, another field, and nothing to convert",
			before:   []bson.D{order(old, old), order(key, old), order(other, "x")},
			n:        2,
			commands: "find insert delete update",
			after:    []bson.D{order(key, fresh), order(other, "x"), order(fresh, fresh)},
		},
		{
			name:     "interrupted between the insertion and the deletion",
			before:   []bson.D{order(old, old), order(fresh, fresh)},
			n:        1,
			commands: "find insert find delete",
			after:    []bson.D{order(fresh, fresh)},
		},
		{
			name:     "another document has the new _id",
			before:   []bson.D{order(key, old), order(old, old), order(fresh, "x")},
			n:        1,
			err:      "document with _id {0 [66 66 66 66 66 66 66 66 66 66 66 66 66 66 66 66]}: ",
			commands: "find update insert find",
			after:    []bson.D{order(key, fresh), order(old, old), order(fresh, "x")},
		},
		{
			name:     "the collection cannot be read",
			before:   []bson.D{order(old, old)},
			refuse:   "find",
			err:      "not authorized",
			commands: "find",
			after:    []bson.D{order(old, old)},
		},
		{
			name:     "the copy cannot be inserted",
			before:   []bson.D{order(old, old)},
			refuse:   "insert",
			err:      "not authorized",
			commands: "find insert find",
			after:    []bson.D{order(old, old)},
		},
		{
			name:     "the original cannot be deleted",
			before:   []bson.D{order(old, old)},
			refuse:   "delete",
			err:      "not authorized",
			commands: "find insert delete",
			after:    []bson.D{order(old, old), order(fresh, fresh)},
		},
		{
			name:     "a document cannot be replaced",
			before:   []bson.D{order(key, old)},
			refuse:   "update",
			err:      "not authorized",
			commands: "find update",
			after:    []bson.D{order(key, old)},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server := &fakeServer{docs: slices.Clone(tt.before), refuse: tt.refuse}
			n, err := run(context.Background(), server.start(t), "shop.orders", []string{"_id", "customer"})
			if n != tt.n || (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%d documents, %v", n, err)
			}
			server.lock.Lock()
			defer server.lock.Unlock()
			if got := strings.Join(server.commands, " "); got != tt.commands {
				t.Errorf("commands %s, want %s", got, tt.commands)
			}
			if !reflect.DeepEqual(server.docs, tt.after) {
				t.Errorf("documents %v, want %v", server.docs, tt.after)
			}
		})
	}
}

// TestExitStatus runs the program.
func TestExitStatus(t *testing.T) {
	const argsVar = "MONGOCONVERT_ARGS"
	if args, ok := os.LookupEnv(argsVar); ok {
		os.Args = append(os.Args[:1], strings.Fields(args)...)
		main()
		os.Exit(0)
	}
	refusing := &fakeServer{docs: []bson.D{order(ofSubtype(0, 16), "x")}, refuse: "insert"}
	willing := &fakeServer{docs: []bson.D{order(ofSubtype(0, 16), "x"), order("y", ofSubtype(0, 16))}}
	for _, tt := range []struct {
		args           string
		status         int
		stdout, stderr string
	}{
		{"", 2, "", "usage: mongoconvert SERVER DATABASE.COLLECTION FIELD…\n"},
		{"mongodb://127.0.0.1 shop.orders", 2, "", "usage: mongoconvert SERVER DATABASE.COLLECTION FIELD…\n"},
		{"127.0.0.1 shop.orders _id", 1, "0 documents converted\n", "mongoconvert: "},
		{refusing.start(t) + " shop.orders _id", 1, "0 documents converted\n", "mongoconvert: document with _id "},
		{willing.start(t) + " shop.orders _id", 0, "1 documents converted\n", ""},
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestExitStatus$")
		cmd.Env = append(os.Environ(), argsVar+"="+tt.args)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		stdout, err := cmd.Output()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if got := cmd.ProcessState.ExitCode(); got != tt.status || string(stdout) != tt.stdout ||
			!strings.HasPrefix(stderr.String(), tt.stderr) || tt.stderr == "" && stderr.Len() > 0 {
			t.Errorf("%q: exit status %d, %s%s", tt.args, got, stdout, &stderr)
		}
	}
}
