package uuidconvert

import (
	std "uuid"

	google "github.com/google/uuid"
	"github.com/seed-8298af95/uuid"
)

type User struct{}
type Order struct{}
type UserID = uuid.ID[User]

func use(...any) {}

func wrong(user UserID, u uuid.UUID, guid uuid.GUID, g google.UUID, b uuid.Binary) {
	use(uuid.ID[Order](user))         // want `ID of one type for the ID of another.*convert id.UUID\(\)`
	use((*UserID)(&uuid.ID[Order]{})) // want `ID of one type`
	use(uuid.UUID(guid))              // want `keeps the order of the bytes.*#GUID`
	use(std.UUID(guid))               // want `keeps the order`
	use(google.UUID(guid))            // want `keeps the order`
	use(uuid.Binary(guid))            // want `keeps the order`
	use(UserID(guid))                 // want `keeps the order`
	use(uuid.GUID(u))                 // want `keeps the order`
	use(uuid.GUID(g))                 // want `keeps the order`
	use(uuid.GUID(b))                 // want `keeps the order`
	use((*uuid.GUID)(&u))             // want `keeps the order`
}

func right[T any](user UserID, u uuid.UUID, guid uuid.GUID, g google.UUID, open uuid.ID[T]) {
	use(uuid.ID[Order](user.UUID()), uuid.ID[Order](u), UserID(user), uuid.ID[*User](user))
	use(guid.UUID(), u.GUID(), [16]byte(guid), uuid.GUID([16]byte{}), uuid.GUID(guid))
	use(uuid.UUID(g), google.UUID(u), std.UUID(u), uuid.Binary(g), (*uuid.Binary)(&g), UserID(g))
	use(uuid.ID[T](user), UserID(open))
}
