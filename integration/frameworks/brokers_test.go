package frameworks

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/seed-8298af95/uuid"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
)

// startNATS starts a NATS server in this process and returns a connection to it.
func startNATS(t *testing.T) *nats.Conn {
	ns, err := server.NewServer(&server.Options{DontListen: true, NoSigs: true, JetStream: true, StoreDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	ns.Start()
	t.Cleanup(ns.WaitForShutdown)
	t.Cleanup(ns.Shutdown)
	conn, err := nats.Connect("", nats.InProcessServer(ns))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// natsTrip returns a function that publishes a message and waits for it to arrive.
func natsTrip(t *testing.T, conn *nats.Conn) func(*nats.Msg) (*nats.Msg, error) {
	received, err := conn.SubscribeSync("things.*")
	if err != nil {
		t.Fatal(err)
	}
	return func(msg *nats.Msg) (*nats.Msg, error) {
		if err := conn.PublishMsg(msg); err != nil {
			return nil, err
		}
		return received.NextMsg(time.Minute)
	}
}

// startKafka starts a Kafka cluster in this process and returns a function that produces a record
// and consumes it.
func startKafka(t *testing.T) func(*kgo.Record) (*kgo.Record, error) {
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(1, "things"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	client, err := kgo.NewClient(
		kgo.SeedBrokers(cluster.ListenAddrs()...), kgo.DefaultProduceTopic("things"), kgo.ConsumeTopics("things"), kgo.ProducerLinger(0),
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return func(record *kgo.Record) (*kgo.Record, error) {
		if err := client.ProduceSync(ctx, record).FirstErr(); err != nil {
			return nil, err
		}
		// The topic has one partition and no other producer, so the consumed record is the one just
		// produced.
		fetches := client.PollRecords(ctx, 1)
		return fetches.Records()[0], fetches.Err()
	}
}

// brokers returns the frameworks for message brokers, which run in this process.
func brokers(t *testing.T) []framework {
	conn := startNATS(t)
	viaNATS, viaKafka := natsTrip(t, conn), startKafka(t)
	return []framework{
		{name: "nats-io/nats.go", through: "subject", line: natsSubject(viaNATS)},
		{name: "nats-io/nats.go", through: "header", line: natsHeader(viaNATS)},
		{name: "nats-io/nats.go", through: "bucket key", line: natsKey(natsBucket(t, conn))},
		{name: "twmb/franz-go", through: "record key", line: kafkaKey(viaKafka)},
		{name: "twmb/franz-go", through: "record header", line: kafkaHeader(viaKafka)},
	}
}

// natsSubject returns the round trip of an ID in a message's subject.
func natsSubject(trip func(*nats.Msg) (*nats.Msg, error)) places {
	return places{{plain: {
		write: func(c carrier) (any, error) {
			id := c.(*doc[uuid.UUID]).ID
			//snippet:nats-io/nats.go
			msg := nats.NewMsg("things." + id.String())
			//end
			return trip(msg)
		},
		read: func(written any, c carrier) error {
			msg := written.(*nats.Msg)
			//snippet:nats-io/nats.go
			id, err := uuid.Parse(strings.TrimPrefix(msg.Subject, "things."))
			//end
			return c.keep(id, err)
		},
		form: func(written any) string { return known(written.(*nats.Msg).Subject) },
		bad:  []any{nats.NewMsg("things." + garbage)},
	}}}
}

// natsHeader returns the round trips of an ID in a message header.
func natsHeader(trip func(*nats.Msg) (*nats.Msg, error)) places {
	header := roundTrip{
		form:    func(written any) string { return known(written.(*nats.Msg).Header.Get("Thing-Id")) },
		missing: nats.NewMsg("things.new"),
		bad:     []any{&nats.Msg{Header: nats.Header{"Thing-Id": {garbage}}}},
	}
	value, orMissing := header, header
	value.write = func(c carrier) (any, error) {
		msg := nats.NewMsg("things.new")
		id := c.(*doc[uuid.UUID]).ID
		//snippet:nats-io/nats.go

		// a header
		msg.Header.Set("Thing-Id", id.String())
		//end
		return trip(msg)
	}
	value.read = func(written any, c carrier) error {
		msg := written.(*nats.Msg)
		//snippet:nats-io/nats.go
		id, err := uuid.Parse(msg.Header.Get("Thing-Id"))
		//end
		return c.keep(id, err)
	}
	orMissing.write = func(c carrier) (any, error) {
		msg := nats.NewMsg("things.new")
		null := c.(*doc[uuid.Null]).ID
		//snippet:nats-io/nats.go

		// a header, Null: empty if the ID is missing
		msg.Header.Set("Thing-Id", null.String())
		//end
		return trip(msg)
	}
	orMissing.read = func(written any, c carrier) error {
		msg := written.(*nats.Msg)
		null := &c.(*doc[uuid.Null]).ID
		//snippet:nats-io/nats.go
		err := null.UnmarshalText([]byte(msg.Header.Get("Thing-Id")))
		//end
		return err
	}
	return places{{plain: value, nullable: orMissing}}
}

// natsBucket creates a key-value bucket.
func natsBucket(t *testing.T, conn *nats.Conn) jetstream.KeyValue {
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	bucket, err := js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: "things", Storage: jetstream.MemoryStorage})
	if err != nil {
		t.Fatal(err)
	}
	return bucket
}

// natsKey returns the round trip of an ID in an entry's key. Its read function uses only the key,
// so the test can pass it an invalid key without storing an entry.
func natsKey(bucket jetstream.KeyValue) places {
	return places{{plain: {
		write: func(c carrier) (any, error) {
			id, value := c.(*doc[uuid.UUID]).ID, []byte("value")
			//snippet:nats-io/nats.go

			// a key in a bucket
			_, err := bucket.Put(ctx, id.String(), value)
			//end
			if err != nil {
				return nil, err
			}
			entry, err := bucket.Get(ctx, id.String())
			if err != nil {
				return nil, err
			}
			return entry.Key(), nil
		},
		read: func(written any, c carrier) error {
			entry := natsEntry(written.(string))
			//snippet:nats-io/nats.go
			id, err := uuid.Parse(entry.Key())
			//end
			return c.keep(id, err)
		},
		form: known,
		bad:  []any{garbage},
	}}}
}

// A natsEntry provides the Key method that the snippet calls.
type natsEntry string

func (e natsEntry) Key() string { return string(e) }

// kafkaKey returns the round trips of an ID in a record's key.
func kafkaKey(trip func(*kgo.Record) (*kgo.Record, error)) places {
	key := roundTrip{
		form: func(written any) string { return known(written.(*kgo.Record).Key) },
		bad:  []any{&kgo.Record{Key: []byte(garbage)}},
	}
	value, orMissing := key, key
	orMissing.missing = new(kgo.Record)
	value.write = func(c carrier) (any, error) {
		record := new(kgo.Record)
		id := c.(*doc[uuid.UUID]).ID
		//snippet:twmb/franz-go
		// key: the plain ID, because a masked string, and so the partition, changes with the Mask's key
		record.Key = id[:]
		//end
		return trip(record)
	}
	value.read = func(written any, c carrier) error {
		record := written.(*kgo.Record)
		//snippet:twmb/franz-go
		id, err := uuid.FromBytes(record.Key)
		//end
		return c.keep(id, err)
	}
	orMissing.write = func(c carrier) (any, error) {
		record := new(kgo.Record)
		null := c.(*doc[uuid.Null]).ID
		//snippet:twmb/franz-go

		// key, Null: leave the key nil if the ID is missing, because an empty key is also a key
		if null.Valid {
			record.Key = null.UUID[:]
		}
		//end
		return trip(record)
	}
	orMissing.read = func(written any, c carrier) error {
		record := written.(*kgo.Record)
		null := &c.(*doc[uuid.Null]).ID
		//snippet:twmb/franz-go
		err := null.UnmarshalBinary(record.Key)
		//end
		return err
	}
	return places{{plain: value, nullable: orMissing}}
}

// kafkaHeader returns the round trip of an ID in a record header.
func kafkaHeader(trip func(*kgo.Record) (*kgo.Record, error)) places {
	return places{{plain: {
		write: func(c carrier) (any, error) {
			record := new(kgo.Record)
			id := c.(*doc[uuid.UUID]).ID
			//snippet:twmb/franz-go

			// header
			record.Headers = append(record.Headers, kgo.RecordHeader{Key: "id", Value: []byte(id.String())})
			//end
			return trip(record)
		},
		read: func(written any, c carrier) error {
			header := written.(*kgo.Record).Headers[0]
			//snippet:twmb/franz-go
			id, err := uuid.ParseBytes(header.Value)
			//end
			return c.keep(id, err)
		},
		form: func(written any) string { return known(written.(*kgo.Record).Headers[0].Value) },
		bad:  []any{&kgo.Record{Headers: []kgo.RecordHeader{{Key: "id", Value: []byte(garbage)}}}},
	}}}
}

// messages returns the outlets for message brokers.
func messages(t *testing.T) []outlet {
	conn := startNATS(t)
	viaNATS, bucket, viaKafka := natsTrip(t, conn), natsBucket(t, conn), startKafka(t)
	return []outlet{
		{"nats-io/nats.go", "`String` in a subject", textual(func(text string, s sample) (any, error) {
			msg, err := viaNATS(nats.NewMsg("things." + text))
			if err != nil {
				return nil, err
			}
			return s.parsed(strings.TrimPrefix(msg.Subject, "things."))
		})},
		{"nats-io/nats.go", "`String` in a header", textual(func(text string, s sample) (any, error) {
			msg, err := viaNATS(&nats.Msg{Subject: "things.new", Header: nats.Header{"Id": {text}}})
			if err != nil {
				return nil, err
			}
			return s.parsed(msg.Header.Get("Id"))
		})},
		{"nats-io/nats.go", "`String` as a bucket key", textual(func(text string, s sample) (any, error) {
			if _, err := bucket.PutString(ctx, text, "value"); err != nil {
				return nil, err
			}
			entry, err := bucket.Get(ctx, text)
			if err != nil {
				return nil, err
			}
			return s.parsed(entry.Key())
		})},
		{"twmb/franz-go", "`id[:]` as the key", func(_ *testing.T, s sample) (any, any, error) {
			record, err := viaKafka(&kgo.Record{Key: s.bytes})
			if err != nil {
				return nil, nil, err
			}
			dst := s.new() // reflect copies the bytes, because dst may have one of several types
			reflect.Copy(reflect.ValueOf(dst).Elem(), reflect.ValueOf(record.Key))
			return record.Key, dst, nil
		}},
		{"twmb/franz-go", "`String` in a header", textual(func(text string, s sample) (any, error) {
			record, err := viaKafka(&kgo.Record{Headers: []kgo.RecordHeader{{Key: "id", Value: []byte(text)}}})
			if err != nil {
				return nil, err
			}
			return s.parsed(string(record.Headers[0].Value))
		})},
	}
}
