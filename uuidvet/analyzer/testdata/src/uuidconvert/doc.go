package uuidconvert

import "github.com/seed-8298af95/uuid"

func docIDs(user struct{ ID UserID }) {
	order := uuid.ID[Order](user.ID) // want `ID of one type as the ID of another`
	use(order)
}

func docWrong(b [16]byte) {
	guid := uuid.GUID(b) // want `in network order`
	use(guid)
}

func docRight(b [16]byte) {
	guid, err := uuid.FromBytesLE(b[:])
	use(guid, err)
}
