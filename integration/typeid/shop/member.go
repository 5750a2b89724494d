package shop

import "github.com/seed-8298af95/uuid"

// A Member is a database record with a MemberID. Its Kind defines how a MemberID is
// encoded: the text form is masked and prefixed, and databases store 16 bytes.
type Member struct {
	ID       MemberID
	Referrer *MemberID
	Name     string
}

// A MemberID is the ID of a Member.
type MemberID = uuid.ID[Member]

func (Member) IDKind() uuid.Kind {
	return uuid.Kind{Prefix: "member", Mask: &memberMask, Binary: true}
}

var memberMask = func() *uuid.Mask {
	mask, err := uuid.NewMask([]byte("a key of 16 byte"), []byte("member"))
	if err != nil {
		panic(err)
	}
	return mask
}()
