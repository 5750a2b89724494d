package uuidconvert

import (
	"crypto/md5"
	std "uuid"

	google "github.com/google/uuid"
	"github.com/seed-8298af95/uuid"
)

type User struct{ uuid.Plain[User] }
type Order struct{ uuid.Plain[Order] }
type UserID = uuid.ID[User]

type raw []byte

func use(...any) {}

func wrong(user UserID, u uuid.UUID, b []byte, a [16]byte, rows [][16]byte) {
	use(uuid.ID[Order](user))         // want `ID of one type as the ID of another.*convert id.UUID\(\)`
	use((*UserID)(&uuid.ID[Order]{})) // want `ID of one type`
	use(uuid.GUID(a))                 // want `in network order.*Microsoft's order, write uuid.FromBytesLE\(b\[:\]\).*#GUID`
	use(uuid.GUID(b))                 // want `in network order`
	use(uuid.GUID(raw(b)))            // want `in network order`
	use((*uuid.GUID)(b[16:]))         // want `in network order`
	use((*uuid.GUID)(&a))             // want `in network order`
	use(uuid.GUID(a[:]))              // want `in network order`
	use(uuid.GUID(rows[0]))           // want `in network order`
	use(uuid.GUID(u.BytesLE()))       // want `in network order`
	use(uuid.GUID([16]byte{0: 1}))    // want `in network order`
	use(uuid.GUID(md5.Sum(b)))        // want `in network order`
}

func right[T uuid.Kinded](user UserID, u uuid.UUID, guid uuid.GUID, g google.UUID, open uuid.ID[T], b []byte) {
	use(uuid.ID[Order](user.UUID()), uuid.ID[Order](u), UserID(user))
	use(uuid.GUID(u), uuid.GUID(g), uuid.GUID(user), std.UUID(guid), UserID(guid), uuid.UUID(guid), uuid.Binary(guid), (*uuid.GUID)(&u))
	use(uuid.UUID(g), google.UUID(u), std.UUID(u), uuid.Binary(g), (*uuid.Binary)(&g), UserID(g))
	use([16]byte(guid), uuid.GUID([16]byte{}), uuid.GUID([16]byte(u)), uuid.GUID(u[:]), uuid.UUID(b), uuid.Binary(b))
	bytes := [16]byte(g)
	use(uuid.GUID(bytes), uuid.ID[T](user), UserID(open))
	use(uuid.GUID(u[:16]), uuid.GUID(g[0:]), (*uuid.GUID)(u[:16:16]))
	made, parsed := uuid.New(), google.Must(google.Parse(""))
	use(uuid.GUID(made[:]), uuid.GUID(parsed[:]))
	for _, id := range []uuid.UUID{u} {
		use(uuid.GUID(id[:]))
	}
	var array [16]byte = u
	use(uuid.GUID(array))
	zero := [32]byte{}
	use(uuid.GUID(zero[:16]))
}
