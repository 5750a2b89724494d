package uuid

// A Domain is the kind of local identifier in a version 2 UUID. Sites may define values above 2.
type Domain uint8

// The domains of DCE 1.1.
const (
	DomainPerson Domain = iota // a POSIX user ID
	DomainGroup                // a POSIX group ID
	DomainOrg                  // an organization
)

// String returns "person", "group", "org" or "Domain(n)".
func (d Domain) String() string {
	return nameOf("Domain", uint8(d), "person", "group", "org")
}

// NewV2 returns a version 2 UUID as defined by DCE 1.1, for systems that require it. It is a
// version 1 UUID in which id, such as a POSIX user ID, replaces the low 32 bits of the time, and
// domain replaces the low 8 bits of the clock sequence. The remaining bits of the time change only
// every 429 seconds, so two UUIDs for the same id may be equal. NewV2 waits and panics as [NewV1]
// does.
func NewV2(domain Domain, id uint32) UUID {
	//  0                   1                   2                   3
	//  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |                       local identifier                        |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |           time_mid            |  ver  |       time_high       |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |var| clock_seq |    domain     |             node              |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |                              node                             |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	hi, lo := NewV1().Uint64s()
	hi = hi&0xffff_ffff | uint64(id)<<32
	lo = lo&^(0xff<<48) | uint64(domain)<<48
	return FromUint64s(withVersion(hi, lo, 2))
}

// DCE returns the domain and the local identifier of u, and reports whether u is a version 2 UUID.
func (u UUID) DCE() (domain Domain, id uint32, ok bool) {
	if u.Version() != 2 {
		return 0, 0, false
	}
	hi, lo := u.Uint64s()
	return Domain(lo >> 48), uint32(hi >> 32), true
}
