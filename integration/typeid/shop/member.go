package shop

import "github.com/seed-8298af95/uuid"

// A Member is a row of the program. The methods of Member make the text of an ID masked and
// prefixed, and make columns store its 16 bytes.
type Member struct {
	ID       MemberID
	Referrer *MemberID
	Name     string
}

// A MemberID is the ID of a Member.
type MemberID = uuid.ID[Member]

func (Member) IDPrefix() string   { return "member" }
func (Member) IDMask() *uuid.Mask { return memberMask }
func (Member) IDBinary() bool     { return true }

var memberMask = func() *uuid.Mask {
	mask, err := uuid.NewMask([]byte("a key of 16 byte"), []byte("member"))
	if err != nil {
		panic(err)
	}
	return mask
}()
