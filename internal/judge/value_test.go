// This file proves how a text or bytes are read.

package judge_test

import (
	"encoding/hex"
	"testing"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/internal/judge"
)

func TestValues(t *testing.T) {
	id := uuid.MustParse("0189ab00-0000-7000-8fff-00000000000a")
	raw := func(text string) judge.Value { return judge.FromBytes([]byte(text)) }
	cut := func(text string) judge.Value { return judge.Value{ID: uuid.UUID([]byte(text)), Form: judge.Cut} }
	whole := func(text string) judge.Value { return judge.Value{ID: uuid.UUID([]byte(text)), Form: judge.Bytes} }
	const prefix63 = "abcdefghijklmnopqrstuvwxyz_abcdefghijklmnopqrstuvwxyz_abcdefghi"
	for _, test := range []struct {
		name string
		got  judge.Value
		want judge.Value // if its ID is Nil, without the ID
	}{
		{"canonical", judge.FromText(id.String()), judge.Value{Form: judge.Canonical}},
		{"capitals", judge.FromText("0189AB00-0000-7000-8FFF-00000000000A"),
			judge.Value{Form: judge.CanonicalCapitals, Capitals: true}},
		{"both cases", judge.FromText("0189AB00-0000-7000-8fff-00000000000a"),
			judge.Value{Form: judge.CanonicalMixed, Capitals: true}},
		{"spaces", judge.FromText(id.String() + " "), judge.Value{Form: judge.Canonical, Padded: true}},
		{"digits", judge.FromText("0189ab00000070008fff00000000000a"), judge.Value{Form: judge.Digits}},
		{"digits in upper case", judge.FromText("0189AB00000070008FFF00000000000A"),
			judge.Value{Form: judge.Digits, Capitals: true}},
		{"digits with spaces", judge.FromText(" 0189ab00000070008fff00000000000a"),
			judge.Value{Form: judge.Digits, Padded: true}},
		{"braces", judge.FromText(uuid.Braced.Encode(id)), judge.Value{Form: judge.Braced}},
		{"URN", judge.FromText(uuid.URN.Encode(id)), judge.Value{Form: judge.URN}},
		{"URN whose prefix has capitals", judge.FromText("URN:UUID:" + id.String()), judge.Value{Form: judge.URN}},
		{"capitals in braces", judge.FromText("{E189ab00-0000-7000-8000-000000000000}"), judge.Value{
			ID: uuid.MustParse("e189ab00-0000-7000-8000-000000000000"), Form: judge.Braced, Capitals: true}},
		{"capitals in a URN", judge.FromText("urn:uuid:E189ab00-0000-7000-8000-000000000000"), judge.Value{
			ID: uuid.MustParse("e189ab00-0000-7000-8000-000000000000"), Form: judge.URN, Capitals: true}},
		{"TypeID with the longest prefix", judge.FromText(prefix63 + "_01h6ng0000e008zzr00000000a"),
			judge.Value{Form: judge.TypeID, Prefix: prefix63}},
		{"TypeID in bytes", raw("user_01h6ng0000e008zzr00000000a"),
			judge.Value{Form: judge.TypeID, Prefix: "user", TextInBytes: true}},
		{"TypeID", judge.FromText("user_01h6ng0000e008zzr00000000a"), judge.Value{Form: judge.TypeID, Prefix: "user"}},
		{"base 32", judge.FromText("01H6NG0000E008ZZR00000000A"), judge.Value{Form: judge.Base32}},
		{"base 32 in lower case", judge.FromText("01h6ng0000e008zzr00000000a"), judge.Value{Form: judge.Base32}},
		{"base 58", judge.FromText(uuid.Base58.Encode(id)), judge.Value{Form: judge.Base58}},
		{"base 64", judge.FromText(uuid.Base64URL.Encode(id)), judge.Value{Form: judge.Base64URL}},
		{"bytes", judge.FromBytes(id[:]), judge.Value{Form: judge.Bytes}},
		{"bytes of PostgreSQL", judge.FromText(`\x0189ab00000070008fff00000000000a`), judge.Value{Form: judge.Bytes}},
		{"bytes of MySQL", judge.FromText("0x0189AB00000070008FFF00000000000A"), judge.Value{Form: judge.Bytes}},
		{"bytes with 0X", judge.FromText("0X0189AB00000070008FFF00000000000A"), judge.Value{Form: judge.Bytes}},
		{"text in bytes", raw(id.String()), judge.Value{Form: judge.Canonical, TextInBytes: true}},
		{"cut text", raw("0189ab00-0000-70"), cut("0189ab00-0000-70")},
		{"cut text in upper case", raw("0189AB00-0000-70"), cut("0189AB00-0000-70")},
		{"cut text in braces", raw("{0189ab00-0000-7"), cut("{0189ab00-0000-7")},
		{"cut URN", raw("urn:uuid:0189ab0"), cut("urn:uuid:0189ab0")},
		{"cut URN in upper case", raw("URN:UUID:0189AB0"), cut("URN:UUID:0189AB0")},
		{"digits of a cut text", judge.FromText("30313839616230302d303030302d3730"), cut("0189ab00-0000-70")},
		{"cut text of all digits", raw("09afAF00-0000-70"), cut("09afAF00-0000-70")},
		{"no digit before 0", raw("0189ab00-0000-7/"), whole("0189ab00-0000-7/")},
		{"no digit after 9", raw("0189ab00-0000-7:"), whole("0189ab00-0000-7:")},
		{"no digit before a", raw("0189ab00-0000-7`"), whole("0189ab00-0000-7`")},
		{"no digit after f", raw("0189ab00-0000-7g"), whole("0189ab00-0000-7g")},
		{"no digit after F", raw("0189ab00-0000-7G"), whole("0189ab00-0000-7G")},
		{"no dash", raw("0189ab00-0000070"), whole("0189ab00-0000070")},
		{"text in bytes with spaces", raw(" " + id.String() + "\n"),
			judge.Value{Form: judge.Canonical, TextInBytes: true, Padded: true}},
		{"digits of a text in bytes", judge.FromText(hex.EncodeToString([]byte(id.String()))),
			judge.Value{Form: judge.Canonical, TextInBytes: true}},
		{"digits of 17 bytes", judge.FromText(`\x0189ab00000070008fff00000000000a00`), judge.Value{}},
		{"22 other characters", judge.FromText("0189ab00-0000-7000-800"), judge.Value{}},
		{"26 other characters", judge.FromText("0189ab00-0000-7000-8000-00"), judge.Value{}},
		{"other text with spaces", judge.FromText(" x"), judge.Value{Padded: true}},
		{"other text", judge.FromText("0189ab00-0000-7000-8000-00000000000"), judge.Value{}},
		{"other bytes", raw("0189ab"), judge.Value{}},
	} {
		if test.want.Form != judge.NoForm && test.want.ID.IsNil() {
			test.want.ID = id
		}
		if test.got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, test.got, test.want)
		}
	}
}

// TestNamesOfForms checks the words for each form.
func TestNamesOfForms(t *testing.T) {
	for form, want := range map[judge.Form]string{
		judge.NoForm: "no ID", judge.Native: "uuid", judge.Bytes: "16 bytes", judge.Canonical: "36 characters",
		judge.CanonicalCapitals: "36 characters in upper case", judge.CanonicalMixed: "36 characters in both cases",
		judge.Digits: "32 digits", judge.Braced: "36 characters in braces",
		judge.URN: "36 characters after urn:uuid:", judge.TypeID: "TypeIDs",
		judge.Base32: "26 digits of base 32", judge.Base58: "22 digits of base 58",
		judge.Base64URL: "22 digits of base 64", judge.Cut: "text truncated to 16 characters",
	} {
		if got := form.String(); got != want {
			t.Errorf("form %d is %q, want %q", form, got, want)
		}
	}
}
