// Package scalar implements the GraphQL scalars for UUIDs and typed IDs.
package scalar

import (
	"fmt"

	"github.com/99designs/gqlgen/graphql"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/frameworks/shop"
)

//snippet:99designs/gqlgen

// MarshalUUID writes id as a string.
func MarshalUUID(id uuid.UUID) graphql.Marshaler {
	return graphql.MarshalString(id.String())
}

// UnmarshalUUID reads an ID from a string.
func UnmarshalUUID(v any) (uuid.UUID, error) {
	text, ok := v.(string)
	if !ok {
		return uuid.Nil(), fmt.Errorf("a UUID is a string, not a %T", v)
	}
	return uuid.Parse(text)
}

//end

//snippet:typed/99designs/gqlgen

// MarshalMemberID writes id's string, which has the prefix and hides the time.
func MarshalMemberID(id shop.MemberID) graphql.Marshaler {
	return graphql.MarshalString(id.String())
}

// UnmarshalMemberID reads an ID from a string. Any other prefix is an error.
func UnmarshalMemberID(v any) (shop.MemberID, error) {
	text, ok := v.(string)
	if !ok {
		return shop.MemberID{}, fmt.Errorf("an ID is a string, not a %T", v)
	}
	return uuid.ParseID[shop.Member](text)
}

//end
