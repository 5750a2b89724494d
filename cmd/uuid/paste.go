package main

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/seed-8298af95/uuid"
)

// This file reads the bytes of IDs in the forms in which people paste them from other programs.

// Pasted bytes are the 16 bytes of an ID in the order in which they were written.
type pasted struct {
	bytes     uuid.UUID
	microsoft bool // the order is always Microsoft's; otherwise it is probably network order
}

var (
	ldapEscape = regexp.MustCompile(`^(?:\\[0-9a-fA-F]{2}){16}$`)       // in a filter
	ldifLine   = regexp.MustCompile(`^(?i:objectGUID)::\s*(\S+)$`)      // in base64
	hexPrefix  = regexp.MustCompile(`^(?:\\x|0[xX])([0-9a-fA-F]{32})$`) // from PostgreSQL, MySQL and SQL Server
	base64Form = regexp.MustCompile(`^[0-9A-Za-z+/]{22}(?:==)?$`)       // Java, and []byte in JSON
	base64Mark = regexp.MustCompile(`[+/=]`)                            // base58 and base64url contain none of them
)

// parseBytes parses the bytes of an ID in one of the forms above.
func parseBytes(text string) (p pasted, ok bool) {
	if ldapEscape.MatchString(text) {
		return fromHex(strings.ReplaceAll(text, `\`, ""), true)
	}
	if m := ldifLine.FindStringSubmatch(text); m != nil {
		return fromBase64(m[1], true)
	}
	if m := hexPrefix.FindStringSubmatch(text); m != nil {
		return fromHex(m[1], false)
	}
	if base64Form.MatchString(text) && base64Mark.MatchString(text) {
		return fromBase64(text, false)
	}
	return p, false
}

func fromHex(digits string, microsoft bool) (p pasted, ok bool) {
	b, err := hex.DecodeString(digits)
	return newPasted(b, microsoft), err == nil && len(b) == len(p.bytes)
}

func fromBase64(text string, microsoft bool) (p pasted, ok bool) {
	b, err := base64.RawStdEncoding.Strict().DecodeString(strings.TrimRight(text, "="))
	return newPasted(b, microsoft), err == nil && len(b) == len(p.bytes)
}

func newPasted(b []byte, microsoft bool) (p pasted) {
	copy(p.bytes[:], b)
	p.microsoft = microsoft
	return p
}

// id returns the ID.
func (p pasted) id() uuid.UUID {
	if p.microsoft {
		return p.bytes.BytesLE()
	}
	return p.bytes
}

// ulidTime returns the time of a ULID, if text may be one: 26 digits of base 32, whose first 48 bits are a
// time between 2010 and a year from now. A version 7 ID also begins with such a time, so it is excluded.
func ulidTime(text string, u uuid.UUID) (t time.Time, ok bool) {
	if len(text) != suffixLen || u.Version() == 7 {
		return t, false
	}
	hi, _ := u.Uint64s()
	t = time.UnixMilli(int64(hi >> 16)).UTC()
	from, to := time.Date(2010, 1, 1, 0, 0, 0, 0, time.UTC), time.Now().AddDate(1, 0, 0)
	return t, !t.Before(from) && t.Before(to)
}

// ulidRemark is the remark on an ID that may be a ULID.
func ulidRemark(t time.Time) string {
	return fmt.Sprintf("may be a ULID made at %s", t.Format(formatMilli))
}
