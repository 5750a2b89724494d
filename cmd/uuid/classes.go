package main

import "strings"

// A class is a set of bytes. The classes of a byte are bits of a number.
type class byte

const (
	hexDigit    class = 1 << iota // must be 1, because nextMark negates it to make a mask
	base32Digit                   // in lower case, as in TypeIDs
	anyDash                       // first bytes of what escapedDash matches, and the dash itself
	part                          // of an ID in any form
)

// The compiler rejects this declaration if hexDigit is not 1.
var _ [1]struct{} = [hexDigit]struct{}{}

// classes contains the classes of each byte.
var classes = func() (all [256]class) {
	for class, digits := range map[class]string{
		hexDigit:    "0123456789abcdefABCDEF",
		base32Digit: "0123456789abcdefghjkmnpqrstvwxyz",
		anyDash:     "-%=\\&\xe2_",
	} {
		for _, c := range []byte(digits) {
			all[c] |= class
		}
	}
	for c := range all {
		if isAlnum(byte(c)) || c >= 0x80 || all[c] != 0 || strings.IndexByte("#;\x00", byte(c)) >= 0 {
			all[c] |= part
		}
	}
	return all
}()

// every reports whether all bytes of b are in a class.
func every(b []byte, in class) bool {
	for _, c := range b {
		if classes[c]&in == 0 {
			return false
		}
	}
	return true
}

func isHex(c byte) bool   { return classes[c]&hexDigit != 0 }
func isPart(c byte) bool  { return classes[c]&part != 0 }
func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isAlnum(c byte) bool { return '0' <= c && c <= '9' || isLower(c|0x20) }

// isDashEnd reports whether c can be the last byte of what escapedDash matches.
func isDashEnd(c byte) bool {
	return c|0x20 == 'd' || c == '-' || c == '_' || c == '5' || c == ';' || c >= 0x80
}
