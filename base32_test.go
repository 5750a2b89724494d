package uuid_test

import "testing"

// TestBase32EachByte puts each byte value in the place of each digit.
func TestBase32EachByte(t *testing.T) {
	row := idTypeOf[bare]("", false, false)
	for _, text := range []string{"0123456789abcdefghjkmnpqrs", "7zyxwvtsrqpnmkjhgfedcba987"} {
		for i := range text {
			b := []byte(text)
			for c := range 256 {
				b[i] = byte(c)
				checkTypeID(t, string(b))
				row.read(t, string(b))
			}
		}
	}
}
