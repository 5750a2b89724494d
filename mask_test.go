// Proves that a Mask is FF1, and what it refuses.
package uuid_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// A slowFF1 implements FF1, with names and step numbers from NIST SP 800-38G, for a radix up to 36.
type slowFF1 struct {
	ciph  cipher.Block
	radix int64
}

// slowFF1Of returns a slowFF1 with the given key and radix.
func slowFF1Of(
	key []byte,
	radix int64,
) slowFF1 {
	return slowFF1{noError(aes.NewCipher(key)), radix}
}

// num implements NUM_radix, Algorithm 1.
func (f slowFF1) num(x string) *big.Int {
	n, ok := new(big.Int).SetString(x, int(f.radix))
	if !ok {
		panic(x + " is not a number")
	}
	return n
}

// str implements STR^m_radix, Algorithm 3.
func (f slowFF1) str(n *big.Int, m int) string {
	digits := n.Text(int(f.radix))
	return strings.Repeat("0", m-len(digits)) + digits
}

// power returns radix^m.
func (f slowFF1) power(m int) *big.Int {
	return new(big.Int).Exp(big.NewInt(f.radix), big.NewInt(int64(m)), nil)
}

// prf implements PRF, Algorithm 6.
func (f slowFF1) prf(x []byte) []byte {
	y := make([]byte, 16)
	for block := range slices.Chunk(x, 16) {
		for j := range y {
			y[j] ^= block[j]
		}
		f.ciph.Encrypt(y, y)
	}
	return y
}

// y returns the number that round i adds to one half of the n numerals or subtracts from it. It is
// computed from the other half.
func (f slowFF1) y(t []byte, n, i int, half string) *big.Int {
	u := n / 2                                           // step 1
	v := n - u                                           //
	logBits := f.power(v).Sub(f.power(v), big.NewInt(1)) // v*LOG(radix), rounded up,
	b := (logBits.BitLen() + 7) / 8                      // is its length; step 3
	d := 4*((b+3)/4) + 4                                 // step 4
	p := []byte{1, 2, 1}                                 // step 5
	p = append(p, byte(f.radix>>16), byte(f.radix>>8), byte(f.radix))
	p = append(p, 10, byte(u))
	p = binary.BigEndian.AppendUint32(p, uint32(n))
	p = binary.BigEndian.AppendUint32(p, uint32(len(t)))

	q := slices.Clone(t) // step 6.i
	for (len(q)+b+1)%16 != 0 {
		q = append(q, 0)
	}
	q = append(q, byte(i))
	q = append(q, f.num(half).FillBytes(make([]byte, b))...)

	r := f.prf(append(p, q...)) // step 6.ii
	s := slices.Clone(r)        // step 6.iii
	for j := 1; len(s) < d; j++ {
		next := slices.Clone(r)
		for k, x := range binary.BigEndian.AppendUint32(nil, uint32(j)) {
			next[12+k] ^= x
		}
		f.ciph.Encrypt(next, next)
		s = append(s, next...)
	}
	return new(big.Int).SetBytes(s[:d]) // step 6.iv
}

// encrypt implements FF1.Encrypt, Algorithm 7.
func (f slowFF1) encrypt(t []byte, x string) string {
	n, u := len(x), len(x)/2
	a, b := x[:u], x[u:]
	for i := range 10 {
		m := len(a) // step 6.v
		c := new(big.Int).Add(f.num(a), f.y(t, n, i, b))
		a, b = b, f.str(c.Mod(c, f.power(m)), m)
	}
	return a + b
}

// decrypt implements FF1.Decrypt, Algorithm 8.
func (f slowFF1) decrypt(t []byte, x string) string {
	n, u := len(x), len(x)/2
	a, b := x[:u], x[u:]
	for i := 9; i >= 0; i-- {
		m := len(b)
		c := new(big.Int).Sub(f.num(b), f.y(t, n, i, a))
		a, b = f.str(c.Mod(c, f.power(m)), m), a // the result of Mod is never negative
	}
	return a + b
}

// hide is the reference for Mask.Hide.
func (f slowFF1) hide(tweak []byte, u uuid.UUID) uuid.UUID {
	return fromNumerals(f.encrypt(tweak, numerals(u)), 4)
}

// reveal is the reference for Mask.Reveal.
func (f slowFF1) reveal(tweak []byte, u uuid.UUID) uuid.UUID {
	return fromNumerals(f.decrypt(tweak, numerals(u)), 7)
}

// numerals returns u in binary without the version and variant bits.
func numerals(u uuid.UUID) string {
	hi, lo := u.Uint64s()
	return fmt.Sprintf(
		"%048b",
		hi>>16,
	) + fmt.Sprintf("%064b", hi)[52:] + fmt.Sprintf("%064b", lo)[2:]
}

// fromNumerals is the inverse of numerals.
func fromNumerals(x string, version uint64) uuid.UUID {
	text := x[:48] + fmt.Sprintf("%04b", version) + x[48:60] + "10" + x[60:]
	hi, err := strconv.ParseUint(text[:64], 2, 64)
	lo, err2 := strconv.ParseUint(text[64:], 2, 64)
	if err != nil || err2 != nil {
		panic(errors.Join(err, err2))
	}
	return uuid.FromUint64s(hi, lo)
}

// TestSlowFF1 checks the reference against samples published by NIST.
func TestSlowFF1(t *testing.T) {
	const (
		aes128 = "2b7e151628aed2a6abf7158809cf4f3c"
		aes192 = aes128 + "ef4359d8d580aa4f"
		aes256 = aes192 + "7f036d6f04fc6a94"

		decimals = "39383736353433323130"
		letters  = "3737373770717273373737"
	)
	for _, tt := range []struct {
		key, tweak            string
		radix                 int64
		plaintext, ciphertext string
	}{
		{
			key:        aes128,
			tweak:      decimals,
			radix:      10,
			plaintext:  "0123456789",
			ciphertext: "6124200773",
		},
		{key: aes192, tweak: "", radix: 10, plaintext: "0123456789", ciphertext: "2830668132"},
		{
			key:        aes256,
			tweak:      letters,
			radix:      36,
			plaintext:  "0123456789abcdefghi",
			ciphertext: "xs8a0azh2avyalyzuwd",
		},
	} {
		ff1, tweak := slowFF1Of(fromHex(tt.key), tt.radix), fromHex(tt.tweak)
		if got := ff1.encrypt(tweak, tt.plaintext); got != tt.ciphertext {
			t.Errorf("encrypt(%s) = %s, want %s", tt.plaintext, got, tt.ciphertext)
		}
		if got := ff1.decrypt(tweak, tt.ciphertext); got != tt.plaintext {
			t.Errorf("decrypt(%s) = %s, want %s", tt.ciphertext, got, tt.plaintext)
		}
	}
}

func fromHex(s string) []byte { return noError(hex.DecodeString(s)) }

// checkMask checks that m hides v7 as v4 and reveals v4 as v7.
func checkMask(t testing.TB, m *uuid.Mask, v7, v4 uuid.UUID) {
	t.Helper()
	if got, err := m.Hide(v7); got != v4 || err != nil {
		t.Errorf("Hide(%v) = %v, %v; want %v", v7, got, err, v4)
	}
	if got, err := m.Reveal(v4); got != v7 || err != nil {
		t.Errorf("Reveal(%v) = %v, %v; want %v", v4, got, err, v7)
	}
}

func TestMaskVectors(t *testing.T) {
	rows := loadVectors[[]struct {
		Key   hexBytes  `json:"key"`
		Tweak hexBytes  `json:"tweak"`
		V7    uuid.UUID `json:"v7"`
		V4    uuid.UUID `json:"v4"`
	}](t, "mask")
	if len(rows) < 45 {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		checkMask(t, newMask(t, row.Key, row.Tweak), row.V7, row.V4)
		if got := slowFF1Of(row.Key, 2).hide(row.Tweak, row.V7); got != row.V4 {
			t.Errorf("the reference hides %v as %v, want %v", row.V7, got, row.V4)
		}
	}
	masked := loadVectors[struct {
		Rows []struct {
			Key, Tweak hexBytes
			Prefix     *string
			UUID       uuid.UUID
			Text       string
		}
	}](t, "masked")
	for _, row := range masked.Rows {
		hidden := must(t)(newMask(t, row.Key, row.Tweak).Hide(row.UUID))
		text := hidden.String()
		if row.Prefix != nil {
			text = string(noError(uuid.AppendTypeID(nil, *row.Prefix, hidden)))
		}
		if text != row.Text {
			t.Errorf("%v is shown as %s, want %s", row.UUID, text, row.Text)
		}
	}
}

// TestReferenceMask compares a Mask with the reference. It covers all key lengths, tweaks that end
// anywhere in a block, and IDs whose halves have the minimum or maximum value.
func TestReferenceMask(t *testing.T) {
	random := rand.NewChaCha8([32]byte{17})
	tweakLens := []int{1000, 1<<16 - 1, 1 << 16}
	for n := range 40 {
		tweakLens = append(tweakLens, n)
	}
	for range uuid.Sized(1, 100) {
		for _, tweakLen := range tweakLens {
			for _, keyLen := range []int{16, 24, 32} {
				key, tweak := make([]byte, keyLen), make([]byte, tweakLen)
				random.Read(key)
				random.Read(tweak)
				m, ff1 := newMask(t, key, tweak), slowFF1Of(key, 2)
				inside := uuid.FromUint64s(random.Uint64(), random.Uint64())
				switch tweakLen {
				case 0:
					inside = uuid.Nil()
				case 1:
					inside = uuid.Max()
				}
				v7 := fromNumerals(numerals(inside), 7)
				v4 := fromNumerals(numerals(inside), 4)
				hidden, revealed := ff1.hide(tweak, v7), ff1.reveal(tweak, v4)
				clear(key) // NewMask must copy its arguments
				clear(tweak)
				checkMask(t, m, v7, hidden)
				checkMask(t, m, revealed, v4)
				if t.Failed() {
					t.Fatalf("a key of %d bytes, a tweak of %d", keyLen, tweakLen)
				}
			}
		}
	}
}

func TestNewMaskErrors(t *testing.T) {
	long := bytes.Repeat([]byte{1}, 1<<16+1)
	check := func(key, tweak []byte, want string) error {
		t.Helper()
		m, err := uuid.NewMask(key, tweak)
		if m != nil || err == nil || err.Error() != "uuid: cannot make a Mask: the "+want {
			t.Errorf("NewMask with a key of %d bytes: %v, %v; want %s", len(key), m, err, want)
		}
		return err
	}
	check(long[:16], long, "tweak has 65537 bytes, more than 65536")
	for n := range 65 {
		if n == 16 || n == 24 || n == 32 {
			newMask(t, append(make([]byte, n-1), 1), nil)
			check(make([]byte, n), nil, "key is all zeros")
			continue
		}
		err := check(
			long[:n],
			nil,
			fmt.Sprint("key does not have 16, 24 or 32 bytes: crypto/aes: invalid key size ", n),
		)
		if keySize := aes.KeySizeError(0); !errors.As(err, &keySize) {
			t.Errorf("%v is not a KeySizeError", err)
		}
	}
}

func TestMaskRefuses(t *testing.T) {
	m := newMask(t, bytes.Repeat([]byte{1}, 16), nil)
	found := map[uuid.UUID]string{
		uuid.Nil(): "the Nil UUID",
		uuid.Max(): "the Max UUID",
		uuid.MustParse("017f22e2-79b0-7cc3-18c4-dc0c0c07398f"): "a UUID of variant NCS",
		uuid.MustParse("017f22e2-79b0-4cc3-d8c4-dc0c0c07398f"): "a UUID of variant Microsoft",
		uuid.MustParse("017f22e2-79b0-7cc3-f8c4-dc0c0c07398f"): "a UUID of variant future",
	}
	for v := range uint64(16) {
		found[uuid.FromUint64s(0x017f22e279b00cc3|v<<12, 0x98c4dc0c0c07398f)] = fmt.Sprint(
			"a UUID of version ",
			v,
		)
	}
	for u, what := range found {
		for _, call := range []struct {
			name     string
			call     func(uuid.UUID) (uuid.UUID, error)
			from, to uuid.Version
		}{
			{name: "hide", call: m.Hide, from: 7, to: 4},
			{name: "reveal", call: m.Reveal, from: 4, to: 7},
		} {
			got, err := call.call(u)
			want := fmt.Sprintf("uuid: cannot %s %s: want version %d", call.name, what, call.from)
			if u.Version() == call.from {
				if err != nil || got.Version() != call.to {
					t.Errorf("%s %v = %v, %v", call.name, u, got, err)
				}
			} else if err == nil || err.Error() != want || !got.IsNil() {
				t.Errorf("%s %v = %v, %v; want Nil, %s", call.name, u, got, err, want)
			}
		}
	}
}

// notations returns the strings that would reveal u: any four consecutive bytes in any fmt
// notation, and the whole UUID in any Encoding.
func notations(u uuid.UUID) (all []string) {
	for i := range len(u) - 3 {
		part := u[i : i+4]
		for _, flag := range fmtFlags {
			for _, verb := range fmtVerbs {
				all = append(
					all,
					strings.Trim(
						strings.TrimPrefix(fmt.Sprintf("%"+flag+string(verb), part), "[]byte"),
						"[]{}`\"",
					),
				)
			}
		}
	}
	for _, form := range encodings {
		all = append(all, form.encoding.Encode(u), strings.ToLower(form.encoding.Encode(u)))
	}
	return append(all, base64.StdEncoding.EncodeToString(u[:])[:20])
}

const fmtVerbs = "vsqxXdboOcUeEfFgGtwyz"

var fmtFlags = []string{"", "+", "#"}

func TestMaskIsNotPrinted(t *testing.T) {
	key := fromHex("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4")
	m := newMask(t, key, nil)
	var printed strings.Builder
	slog.New(slog.NewTextHandler(&printed, nil)).Info("made", "mask", m, "copy", *m)
	slog.New(slog.NewJSONHandler(&printed, nil)).Info("made", "mask", m, "copy", *m)
	if got := strings.Count(printed.String(), "=uuid.Mask"); got != 2 {
		t.Errorf("the log is\n%s", &printed)
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		if got := fmt.Sprintf(verb+" "+verb, m, *m); got != "uuid.Mask uuid.Mask" {
			t.Errorf("%s prints %s", verb, got)
		}
	}
	for _, flag := range fmtFlags {
		for _, verb := range fmtVerbs {
			fmt.Fprintf(&printed, "%"+flag+string(verb)+" %"+flag+string(verb)+"\n", m, *m)
		}
	}
	for _, half := range [][]byte{key[:16], key[16:]} {
		for _, text := range notations(uuid.UUID(half)) {
			if strings.Contains(printed.String(), text) {
				t.Errorf("%s, part of the key, is in\n%s", text, &printed)
			}
		}
	}
}

func TestNilAndZeroMask(t *testing.T) {
	u := uuid.NewV7()
	for message, m := range map[string]*uuid.Mask{
		"uuid: use of a nil Mask": nil, "uuid: use of a zero Mask": new(uuid.Mask),
	} {
		wantPanic(t, message, func() { m.Hide(u) })
		wantPanic(t, message, func() { m.Reveal(u) })
		wantPanic(t, message, func() { m.Hide(uuid.Nil()) })
	}
}
