package frameworks

import (
	"cmp"
	"os"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/seed-8298af95/uuid"
)

// redisDB is a client for a real Redis server. Every value that the tests store there expires.
var redisDB = redis.NewClient(&redis.Options{Addr: cmp.Or(os.Getenv("INTEGRATION_REDIS"), "127.0.0.1:6379")})

// redisKey returns a unique key name.
func redisKey() string { return "integration:" + uuid.NewV4().String() }

// A redisBytes is a value that the read function must first store under a key. Any other written
// value is a key name.
type redisBytes string

// redisWay returns the round trip through a Redis key. set and get call go-redis, and value returns
// the stored value.
func redisWay(
	set func(key string, value any) error,
	get func(key string, c carrier) error,
	value func(key string) (string, error),
) roundTrip {
	return roundTrip{
		write: func(c carrier) (any, error) {
			key := redisKey()
			return key, set(key, c.field())
		},
		read: func(written any, c carrier) error {
			if b, ok := written.(redisBytes); ok { // written is a value, not a key
				written = redisKey()
				if err := set(written.(string), string(b)); err != nil {
					return err
				}
			}
			return get(written.(string), c)
		},
		form: func(written any) string {
			v, _ := value(written.(string))
			return known(v)
		},
		missing: "integration:missing",
		empty:   redisBytes(""),
		bad:     []any{redisBytes(garbage)},
	}
}

var redisValue = redisWay(
	func(key string, value any) error { return redisDB.Set(ctx, key, value, time.Minute).Err() },
	func(key string, c carrier) error { return redisDB.Get(ctx, key).Scan(c.pointer()) },
	func(key string) (string, error) { return redisDB.Get(ctx, key).Result() },
)

func redisSetField(key string, value any) error {
	err := redisDB.HSet(ctx, key, "id", value).Err()
	redisDB.Expire(ctx, key, time.Minute)
	return err
}

var redisHash = redisWay(
	redisSetField,
	func(key string, c carrier) error { return redisDB.HGetAll(ctx, key).Scan(c) },
	func(key string) (string, error) { return redisDB.HGet(ctx, key, "id").Result() },
)

// redisHashLine returns the round trips through a hash that stores the ID as text.
func redisHashLine() places {
	text := func(set func(key string, c carrier) error) roundTrip {
		w := redisHash
		w.write = func(c carrier) (any, error) {
			key := redisKey()
			err := set(key, c)
			redisDB.Expire(ctx, key, time.Minute)
			return key, err
		}
		return w
	}
	return places{{
		plain: text(func(key string, c carrier) error {
			thing := c.(*doc[uuid.UUID])
			//snippet:redis/go-redis/v9
			// a hash: HGetAll(ctx, key).Scan(&thing) reads the text into the field
			err := redisDB.HSet(ctx, key, "id", thing.ID.String()).Err()
			//end
			return err
		}),
		nullable: text(func(key string, c carrier) error {
			return redisDB.HSet(ctx, key, "id", c.(*doc[uuid.Null]).ID.String()).Err()
		}),
	}}
}

// redisKeyLine returns the round trip through a key name.
func redisKeyLine() roundTrip {
	w := path(nil)
	w.write = func(c carrier) (any, error) {
		id := c.get()
		if id == nil {
			return nil, errNoPlace
		}
		//snippet:redis/go-redis/v9

		// a key
		err := redisDB.Set(ctx, "thing:"+id.String(), 1, time.Minute).Err()
		//end
		return "thing:" + id.String(), err
	}
	w.read = func(written any, c carrier) error {
		// Ask the server for the key, so that the ID comes from there. A bad key does not exist on
		// the server.
		key := "thing:" + written.(string)
		if written != any(garbage) {
			keys, err := redisDB.Keys(ctx, written.(string)).Result()
			if err != nil {
				return err
			}
			key = keys[0]
		}
		//snippet:redis/go-redis/v9
		id, err := uuid.Parse(strings.TrimPrefix(key, "thing:"))
		//end
		return c.keep(id, err)
	}
	w.form = known
	return w
}

var caches = []framework{
	{name: "redis/go-redis/v9", through: "`Set`, `Get(…).Scan`", asIs: every(redisValue)},
	{name: "redis/go-redis/v9", through: "`HSet`, `HGetAll(…).Scan`", asIs: every(redisHash), line: redisHashLine()},
	{name: "redis/go-redis/v9", through: "key", line: every(redisKeyLine())},
}
