package uuid

import "strconv"

// String returns the name of e, such as "Base58", or "Encoding(n)".
func (e Encoding) String() string {
	return nameOf("Encoding", uint8(e),
		"Canonical", "Compact", "Braced", "URN", "Decimal", "OID", "Base32", "Base58", "Base64URL")
}

// String returns the name of s, such as "HashSpaceSHA2_256", or "HashSpace(n)".
func (s HashSpace) String() string {
	return nameOf("HashSpace", uint8(s), "", // the first HashSpace is 1
		"HashSpaceSHA2_224", "HashSpaceSHA2_256", "HashSpaceSHA2_384", "HashSpaceSHA2_512",
		"HashSpaceSHA2_512_224", "HashSpaceSHA2_512_256",
		"HashSpaceSHA3_224", "HashSpaceSHA3_256", "HashSpaceSHA3_384", "HashSpaceSHA3_512",
		"HashSpaceSHAKE_128", "HashSpaceSHAKE_256")
}

// String returns the name of m, such as "V7Precise", or "V7Method(n)".
func (m V7Method) String() string {
	return nameOf("V7Method", uint8(m), "V7Precise", "V7Counter", "V7Random", "V7Unordered")
}

// String returns the name of p, such as "RollbackHold", or "RollbackPolicy(n)".
func (p RollbackPolicy) String() string {
	return nameOf("RollbackPolicy", uint8(p), "RollbackFollow", "RollbackHold", "RollbackError")
}

// nameOf returns the name of the constant with the value v. If there is none, it returns the type
// and the value, such as "Encoding(99)".
func nameOf(typ string, v uint8, names ...string) string {
	if int(v) < len(names) && names[v] != "" {
		return names[v]
	}
	return typ + "(" + strconv.Itoa(int(v)) + ")"
}
