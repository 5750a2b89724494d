// Package shop defines the types of IDs for the recipes and for the code that sqlc generates.
package shop

import "github.com/seed-8298af95/uuid"

// UserID, MemberID and AccountID are distinct types, so to confuse them is an error of the compiler.
type (
	UserID    = uuid.ID[User]
	MemberID  = uuid.ID[Member]
	AccountID = uuid.ID[Account]
)

// A User is identified by a UserID, whose text is a TypeID.
type User struct{}

func (User) IDKind() uuid.Kind { return uuid.Kind{Prefix: "user"} }

// A Member is identified by a MemberID, whose text also hides the time.
type Member struct{}

func (Member) IDKind() uuid.Kind { return uuid.Kind{Prefix: "member", Mask: &memberMask} }

// An Account is identified by an AccountID, which is like a MemberID, and 16 bytes in databases.
type Account struct{ Member }

func (a Account) IDKind() uuid.Kind {
	k := a.Member.IDKind()
	k.Prefix, k.Binary = "account", true
	return k
}

var memberMask = func() *uuid.Mask {
	mask, err := uuid.NewMask([]byte("a key of 16 byte"), []byte("member")) // a real service must keep the key secret
	if err != nil {
		panic(err)
	}
	return mask
}()

// An EntMemberID is a MemberID for ent and ogen, which do not support generic types.
type EntMemberID struct{ MemberID }

// NewEntMemberID returns a new ID.
func NewEntMemberID() EntMemberID { return EntMemberID{uuid.NewID[Member]()} }
