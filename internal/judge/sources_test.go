package judge_test

import (
	"crypto/md5"
	"crypto/sha1"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"time"

	"github.com/seed-8298af95/uuid"
)

// now is the time at which the lists are judged.
var now = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

// A source makes the values of a column.
type source struct {
	name string
	make func(r *rand.Rand, n int) []uuid.UUID
}

// each returns a source that makes each value without the others.
func each(name string, next func(r *rand.Rand) uuid.UUID) source {
	return source{name, func(r *rand.Rand, n int) []uuid.UUID { return repeat(n, func() uuid.UUID { return next(r) }) }}
}

func repeat(n int, next func() uuid.UUID) []uuid.UUID {
	ids := make([]uuid.UUID, n)
	for i := range ids {
		ids[i] = next()
	}
	return ids
}

func random(r *rand.Rand) uuid.UUID { return uuid.FromUint64s(r.Uint64(), r.Uint64()) }

func withVersion(u uuid.UUID, version byte) uuid.UUID {
	u[6] = u[6]&0x0f | version<<4
	u[8] = u[8]&0x3f | 0x80
	return u
}

// between returns a time between 2001, or the first release of google/uuid 1.6.0, and now less a margin.
func between(r *rand.Rand, year int, margin time.Duration) time.Time {
	from := time.Date(year, 3, 1, 0, 0, 0, 0, time.UTC)
	to := now.Add(-margin)
	return from.Add(time.Duration(r.Int64N(max(int64(to.Sub(from)), 1))))
}

// node is the node of sources that need one for all UUIDs.
var node = uuid.Node{0x9a, 0x12, 0x3b, 0x80, 0x44, 0x1e}

// A newUUID is a method of Generator.
type newUUID func(*uuid.Generator) (uuid.UUID, error)

// generator returns a generator whose random bits come from r.
func generator(r *rand.Rand, opts uuid.Options) *uuid.Generator {
	var seed [32]byte
	for i := 0; i < len(seed); i += 8 {
		binary.BigEndian.PutUint64(seed[i:], r.Uint64())
	}
	opts.Rand = rand.NewChaCha8(seed)
	opts.MaxLead = time.Second
	g, err := uuid.NewGenerator(opts)
	if err != nil {
		panic(err)
	}
	return g
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// single returns a source of UUIDs that different processes made at any time.
func single(name string, make newUUID) source {
	return each(name+" of many processes", func(r *rand.Rand) uuid.UUID {
		t := between(r, 2001, 0)
		return must(make(generator(r, uuid.Options{Now: func() time.Time { return t }})))
	})
}

// process returns a source of UUIDs of one process, which makes one in each step on average.
func process(name string, step time.Duration, opts uuid.Options, make newUUID) source {
	return source{fmt.Sprint(name, " of one process, every ", step), func(r *rand.Rand, n int) []uuid.UUID {
		t := between(r, 2001, 2*step*time.Duration(n+1))
		opts := opts
		opts.Now = func() time.Time {
			t = t.Add(time.Duration(r.Int64N(2*int64(step) + 1)))
			return t
		}
		g := generator(r, opts)
		return repeat(n, func() uuid.UUID { return must(make(g)) })
	}}
}

// milliseconds returns a source of UUIDs of one process whose clock counts milliseconds, as in JavaScript.
func milliseconds(name string, make newUUID) source {
	return source{name + " of a clock of milliseconds", func(r *rand.Rand, n int) []uuid.UUID {
		t := between(r, 2001, 50*time.Millisecond*time.Duration(n+1)).Truncate(time.Millisecond)
		now := func() time.Time {
			t = t.Add(time.Duration(1+r.IntN(50)) * time.Millisecond)
			return t
		}
		g := generator(r, uuid.Options{Now: now, Node: node})
		return repeat(n, func() uuid.UUID { return must(make(g)) })
	}}
}

// google6 returns the version 6 UUID of google/uuid 1.6.0.
func google6(t time.Time, tail uint64) uuid.UUID {
	ticks := uint64(t.Unix()+12_219_292_800)*1e7 + uint64(t.Nanosecond()/100)
	return withVersion(uuid.FromUint64s(ticks, tail), 6)
}

func google6Process(step time.Duration) source {
	return source{fmt.Sprint("google's version 6, every ", step), func(r *rand.Rand, n int) []uuid.UUID {
		t, tail := between(r, 2023, (2*step+100)*time.Duration(n+1)), r.Uint64()
		return repeat(n, func() uuid.UUID {
			t = t.Add(100 + time.Duration(r.Int64N(2*int64(step)+1)))
			return google6(t, tail)
		})
	}}
}

// version2 returns a source of version 2 UUIDs for users with rising numbers.
func version2() source {
	return source{"version 2", func(r *rand.Rand, n int) []uuid.UUID {
		t := between(r, 2001, 0)
		u := withVersion(must(generator(r, uuid.Options{Now: func() time.Time { return t }}).NewV1()), 2)
		user := r.Uint32()
		return repeat(n, func() uuid.UUID {
			user += 1 + r.Uint32N(5)
			binary.BigEndian.PutUint32(u[0:], user)
			u[9] = byte(uuid.DomainPerson)
			return u
		})
	}}
}

// uuidSources returns sources of UUIDs.
func uuidSources() []source {
	all := []source{
		single("version 1", (*uuid.Generator).NewV1),
		single("version 6", (*uuid.Generator).NewV6),
		single("version 7", (*uuid.Generator).NewV7),
		milliseconds("version 1", (*uuid.Generator).NewV1),
		milliseconds("version 6", (*uuid.Generator).NewV6),
		version2(),
		each("version 3",
			func(r *rand.Rand) uuid.UUID { return uuid.NewV3(uuid.NamespaceURL(), fmt.Sprint(r.Uint64())) }),
		each("version 5",
			func(r *rand.Rand) uuid.UUID { return uuid.NewV5(uuid.NamespaceURL(), fmt.Sprint(r.Uint64())) }),
		each("google's version 6 of many processes",
			func(r *rand.Rand) uuid.UUID { return google6(between(r, 2023, 0), r.Uint64()) }),
	}
	for version := byte(1); version <= 8; version++ {
		all = append(all, each(fmt.Sprint("random bits with version ", version), func(r *rand.Rand) uuid.UUID {
			return withVersion(random(r), version)
		}))
	}
	for _, step := range []time.Duration{0, 100, 20 * time.Microsecond, 50 * time.Millisecond, time.Minute,
		24 * time.Hour} {
		all = append(all,
			process("version 1", step, uuid.Options{}, (*uuid.Generator).NewV1),
			process("version 6", step, uuid.Options{}, (*uuid.Generator).NewV6),
			process("version 6 with a node", step, uuid.Options{Node: node}, (*uuid.Generator).NewV6),
			process("version 7", step, uuid.Options{}, (*uuid.Generator).NewV7),
			process("version 7 with a counter", step, uuid.Options{V7: uuid.V7Counter}, (*uuid.Generator).NewV7),
			process("version 7 with a random number", step, uuid.Options{V7: uuid.V7Random}, (*uuid.Generator).NewV7),
			google6Process(step),
		)
	}
	return all
}

// otherSources returns sources of values that are no UUIDs, or whose order cannot be told.
func otherSources() []source {
	all := []source{
		each("random", random),
		each("MD5", func(r *rand.Rand) uuid.UUID { return md5.Sum(fmt.Append(nil, r.Uint64())) }),
		each("SHA-1", func(r *rand.Rand) uuid.UUID {
			sum := sha1.Sum(fmt.Append(nil, r.Uint64()))
			return uuid.UUID(sum[:16])
		}),
		each("Nil", func(*rand.Rand) uuid.UUID { return uuid.Nil() }),
		each("half Nil, half random", func(r *rand.Rand) uuid.UUID {
			if r.IntN(2) == 0 {
				return uuid.Nil()
			}
			return random(r)
		}),
		each("IPv4", func(r *rand.Rand) uuid.UUID {
			return netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, r.Uint32()))).As16()
		}),
		each("IPv6", func(r *rand.Rand) uuid.UUID {
			u := random(r)
			u[0], u[1] = 0x20, 0x01
			return u
		}),
		{"IPv6 of one network", func(r *rand.Rand, n int) []uuid.UUID {
			network := random(r)
			network[0] = 0x2a
			return repeat(n, func() uuid.UUID {
				u := random(r)
				copy(u[:8], network[:])
				return u
			})
		}},
		{"IPv6 of one vendor", func(r *rand.Rand, n int) []uuid.UUID {
			u := random(r)
			u[0], u[11], u[12] = 0x20, 0xff, 0xfe
			return repeat(n, func() uuid.UUID {
				u[13], u[14], u[15] = byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32())
				return u
			})
		}},
	}
	for _, alphabet := range []string{
		"0123456789", "0123456789abcdef", "0123456789ABCDEF", "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
		"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
		"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_",
	} {
		all = append(all, each("tokens of "+alphabet, func(r *rand.Rand) (u uuid.UUID) {
			for i := range u {
				u[i] = alphabet[r.IntN(len(alphabet))]
			}
			return u
		}))
	}
	for _, step := range []uint64{1, 1e6, 1e12} {
		all = append(all,
			source{fmt.Sprint("counter with steps of ", step), func(r *rand.Rand, n int) []uuid.UUID {
				count := uint64(0)
				return repeat(n, func() uuid.UUID {
					count += 1 + r.Uint64N(step)
					return uuid.FromUint64s(0, count)
				})
			}},
			source{fmt.Sprint("little-endian counter with steps of ", step), func(r *rand.Rand, n int) []uuid.UUID {
				count := uint64(0)
				return repeat(n, func() (u uuid.UUID) {
					count += 1 + r.Uint64N(step)
					binary.LittleEndian.PutUint64(u[0:], count)
					return u
				})
			}})
	}
	for _, unit := range []time.Duration{time.Nanosecond, time.Microsecond, time.Second} {
		all = append(all,
			each(fmt.Sprint("random bytes after a time in units of ", unit), func(r *rand.Rand) uuid.UUID {
				return uuid.FromUint64s(uint64(between(r, 2023, 0).UnixNano()/int64(unit)), r.Uint64())
			}))
	}
	return append(all, source{"BSON object IDs", func(r *rand.Rand, n int) []uuid.UUID {
		process, counter := r.Uint64()>>24, r.Uint64()>>40
		return repeat(n, func() uuid.UUID {
			counter++
			return uuid.FromUint64s(uint64(between(r, 2023, 0).Unix())<<32|process>>8, process<<56|counter<<32)
		})
	}})
}
