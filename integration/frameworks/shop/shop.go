// Package shop defines an ID type for the recipes. An ID's string has a prefix and hides the time.
package shop

import "github.com/seed-8298af95/uuid"

// A Member is identified by a MemberID.
type Member struct{}

// MemberID is the ID of a member.
type MemberID = uuid.ID[Member]

// IDKind makes the text form of an ID a TypeID, and hides the time in it.
func (Member) IDKind() uuid.Kind { return uuid.Kind{Prefix: "member", Mask: &memberMask} }

var memberMask = func() *uuid.Mask {
	mask, err := uuid.NewMask([]byte("a key of 16 byte"), []byte("member")) // a real service must keep the key secret
	if err != nil {
		panic(err)
	}
	return mask
}()

// An EntMemberID is a MemberID for ent, ogen and easyjson, which do not support generic types.
type EntMemberID struct{ MemberID }

// NewEntMemberID returns a new ID.
func NewEntMemberID() EntMemberID { return EntMemberID{uuid.NewID[Member]()} }
