package uuid

import "strconv"

// nameOf returns the name of the constant with the value v. If there is none, it returns the type
// and the value, such as "Encoding(99)".
func nameOf(typ string, v uint8, names ...string) string {
	if int(v) < len(names) && names[v] != "" {
		return names[v]
	}
	return typ + "(" + strconv.Itoa(int(v)) + ")"
}
