package uuid

// NamespaceDNS returns 6ba7b810-9dad-11d1-80b4-00c04fd430c8, the name space for fully
// qualified domain names; see RFC 9562 section 6.6.
func NamespaceDNS() UUID { return FromUint64s(0x6ba7b810_9dad_11d1, namespaceTail) }

// NamespaceURL returns 6ba7b811-9dad-11d1-80b4-00c04fd430c8, the name space for URLs.
func NamespaceURL() UUID { return FromUint64s(0x6ba7b811_9dad_11d1, namespaceTail) }

// NamespaceOID returns 6ba7b812-9dad-11d1-80b4-00c04fd430c8, the name space for ISO object
// identifiers in dotted decimal.
func NamespaceOID() UUID { return FromUint64s(0x6ba7b812_9dad_11d1, namespaceTail) }

// NamespaceX500 returns 6ba7b814-9dad-11d1-80b4-00c04fd430c8, the name space for X.500
// distinguished names in DER or text.
func NamespaceX500() UUID { return FromUint64s(0x6ba7b814_9dad_11d1, namespaceTail) }

const namespaceTail = 0x80b4_00c04fd430c8
