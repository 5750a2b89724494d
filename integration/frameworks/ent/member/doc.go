// Package member contains the conditions on members that ent generates. Because git keeps this file,
// the go command finds the package even if its code has not been generated.
package member
