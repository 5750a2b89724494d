package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// values contains an expression for each name in a library. The expression must have the same value
// after the move, so a random UUID is reduced to a constant result.
var values = map[string]map[string]string{
	"google": {
		"UUID": "uuid.UUID{1}", "NullUUID": "uuid.NullUUID{UUID: a, Valid: true}.UUID",
		"UUIDs": "len(uuid.UUIDs{a, b})", "UUIDs.Strings": "uuid.UUIDs{a, b}.Strings()",
		"New": "uuid.New() == uuid.Nil", "NewString": "len(uuid.NewString())",
		"NewRandom": "first(uuid.NewRandom()).String()[14]", "NewUUID": "first(uuid.NewUUID()).String()[14]",
		"NewV6": "first(uuid.NewV6()).String()[14]", "NewV7": "first(uuid.NewV7()).String()[14]",
		"NewMD5": "uuid.NewMD5(uuid.NameSpaceDNS, []byte(`x`))", "NewSHA1": "uuid.NewSHA1(uuid.NameSpaceURL, nil)",
		"NewHash":        "uuid.NewHash(sha256.New(), a, []byte(`x`), 8)",
		"NewDCESecurity": "first(uuid.NewDCESecurity(uuid.Org, 7)).String()[14]",
		"Must":           "uuid.Must(pair())", "Parse": "first(uuid.Parse(`urn:uuid:` + text))",
		"ParseBytes": "first(uuid.ParseBytes([]byte(text)))", "MustParse": "uuid.MustParse(`{` + text + `}`)",
		"FromBytes":    "first(uuid.FromBytes(a[:]))",
		"Validate":     "[]bool{uuid.Validate(text) == nil, uuid.Validate(`x`) != nil}",
		"Nil":          "[]any{uuid.Nil, uuid.Nil[:], &uuid.Nil != nil, len(uuid.Nil)}",
		"Max":          "[]any{uuid.Max, uuid.Max[:]}",
		"NameSpaceDNS": "uuid.NameSpaceDNS", "NameSpaceURL": "uuid.NameSpaceURL", "NameSpaceOID": "uuid.NameSpaceOID",
		"NameSpaceX500": "uuid.NameSpaceX500",
		"UUID.String":   "a.String()", "UUID.URN": "a.URN()", "UUID.MarshalText": "bytesOf(a.MarshalText())",
		"UUID.UnmarshalText":   "(&c).UnmarshalText([]byte(text)) == nil && c == a",
		"UUID.MarshalBinary":   "bytesOf(a.MarshalBinary())",
		"UUID.UnmarshalBinary": "(&c).UnmarshalBinary(b[:]) == nil && c == b",
		"UUID.Scan":            "(&c).Scan(text) == nil && c == a", "UUID.Value": "valueOf(a.Value())",
		"UUID.Version": "a.Version() == 1",
		"UUID.Variant": "a.Variant() == uuid.RFC4122", "NullUUID.Scan": "(&n).Scan(text) == nil && n.Valid",
		"NullUUID.Value":           "valueOf(uuid.NullUUID{UUID: a, Valid: true}.Value())",
		"NullUUID.MarshalText":     "bytesOf(uuid.NullUUID{UUID: a, Valid: true}.MarshalText())",
		"NullUUID.UnmarshalText":   "(&n).UnmarshalText([]byte(text)) == nil && n.UUID == a",
		"NullUUID.MarshalBinary":   "bytesOf(uuid.NullUUID{UUID: a, Valid: true}.MarshalBinary())",
		"NullUUID.UnmarshalBinary": "(&n).UnmarshalBinary(a[:]) == nil && n.UUID == a",
		"NullUUID.MarshalJSON":     "bytesOf(uuid.NullUUID{UUID: a, Valid: true}.MarshalJSON())",
		"NullUUID.UnmarshalJSON":   "(&n).UnmarshalJSON([]byte(`null`)) == nil && !n.Valid",
		"Version":                  "uuid.Version(4) == b.Version()", "Variant": "", "Domain": "uint8(uuid.Domain(2))",
		"Person": "uint8(uuid.Person)", "Group": "uint8(uuid.Group)", "Org": "uint8(uuid.Org)",
		"RFC4122": "a.Variant() == uuid.RFC4122", "Reserved": "uuid.UUID{}.Variant() == uuid.Reserved",
		"Microsoft": "a.Variant() != uuid.Microsoft", "Future": "a.Variant() != uuid.Future",
		"EnableRandPool":  "func() int { uuid.EnableRandPool(); return 0 }()",
		"DisableRandPool": "func() int { uuid.DisableRandPool(); return 0 }()",
		"SetRand":         "func() int { uuid.SetRand(nil); return 0 }()",
	},
	"gofrs": {
		"UUID": "uuid.UUID{1}", "NullUUID": "uuid.NullUUID{UUID: a, Valid: true}.UUID", "Size": "uuid.Size",
		"NewV1": "first(uuid.NewV1()).String()[14]", "NewV4": "first(uuid.NewV4()).String()[14]",
		"NewV6": "first(uuid.NewV6()).String()[14]", "NewV7": "first(uuid.NewV7()).String()[14]",
		"NewV3": "uuid.NewV3(uuid.NamespaceDNS, `x`)", "NewV5": "uuid.NewV5(uuid.NamespaceOID, text)",
		"NewV1AtTime": "first(uuid.NewV1AtTime(when)).String()[14:18]",
		"NewV6AtTime": "first(uuid.NewV6AtTime(when)).String()[:18]",
		"NewV7AtTime": "first(uuid.NewV7AtTime(when)).String()[:13]",
		"Must":        "uuid.Must(pair())", "FromString": "first(uuid.FromString(text))",
		"FromStringOrNil": "[]uuid.UUID{uuid.FromStringOrNil(text), uuid.FromStringOrNil(text + `x`)}",
		"FromBytes":       "first(uuid.FromBytes(a[:]))",
		"FromBytesOrNil":  "[]uuid.UUID{uuid.FromBytesOrNil(a[:]), uuid.FromBytesOrNil(nil)}",
		"Nil":             "[]any{uuid.Nil, uuid.Nil.Bytes()}", "Max": "uuid.Max", "NamespaceDNS": "uuid.NamespaceDNS",
		"NamespaceURL": "uuid.NamespaceURL", "NamespaceOID": "uuid.NamespaceOID", "NamespaceX500": "uuid.NamespaceX500",
		"UUID.String": "a.String()",
		"UUID.Bytes": "func() []byte { a.Bytes()[0] = 1; a.Bytes()[1]++; p := &a.Bytes()[2]; *p = 3; return " +
			"append(a.Bytes(), a.Bytes()[0]) }()",
		"UUID.IsNil": "[]bool{a.IsNil(), !uuid.Nil.IsNil()}", "UUID.IsZero": "[]bool{a.IsZero(), !uuid.Nil.IsZero()}",
		"UUID.Parse": "(&c).Parse(text) == nil && c == a", "UUID.MarshalText": "bytesOf(a.MarshalText())",
		"UUID.UnmarshalText":   "(&c).UnmarshalText([]byte(text)) == nil && c == a",
		"UUID.MarshalBinary":   "bytesOf(a.MarshalBinary())",
		"UUID.UnmarshalBinary": "(&c).UnmarshalBinary(b[:]) == nil && c == b",
		"UUID.Scan":            "(&c).Scan(text) == nil && c == a",
		"UUID.Value":           "valueOf(a.Value())", "UUID.Version": "a.Version() + 10",
		"UUID.Variant":           "a.Variant() == uuid.VariantRFC9562",
		"NullUUID.Scan":          "(&n).Scan(text) == nil && n.Valid",
		"NullUUID.Value":         "valueOf(uuid.NullUUID{UUID: a, Valid: true}.Value())",
		"NullUUID.MarshalJSON":   "bytesOf(uuid.NullUUID{UUID: a, Valid: true}.MarshalJSON())",
		"NullUUID.UnmarshalJSON": "(&n).UnmarshalJSON([]byte(`null`)) == nil && !n.Valid",
		"V1":                     "[]byte{uuid.V1}", "V2": "", "V3": "uuid.V3", "V4": "b.Version() == uuid.V4",
		"V5": "int(uuid.V5)", "V6": "uuid.V6", "V7": "uuid.V7", "V8": "",
		"VariantNCS": "[]byte{uuid.VariantNCS}", "VariantRFC4122": "a.Variant() == uuid.VariantRFC4122",
		"VariantRFC9562":   "a.Variant() != uuid.VariantRFC9562",
		"VariantMicrosoft": "a.Variant() == uuid.VariantMicrosoft",
		"VariantFuture":    "a.Variant() == uuid.VariantFuture",
		"DomainPerson":     "uuid.DomainPerson", "DomainGroup": "uuid.DomainGroup", "DomainOrg": "uuid.DomainOrg",
	},
	"satori": {
		"UUID": "uuid.UUID{1}", "NullUUID": "uuid.NullUUID{UUID: a, Valid: true}.UUID", "Size": "uuid.Size",
		"NewV1": "uuid.NewV1().String()[14]", "NewV4": "uuid.NewV4().String()[14]",
		"NewV3": "uuid.NewV3(uuid.NamespaceDNS, `x`)", "NewV5": "uuid.NewV5(uuid.NamespaceX500, text)",
		"Must": "uuid.Must(pair())", "FromString": "first(uuid.FromString(text))",
		"FromStringOrNil": "uuid.FromStringOrNil(text + `x`)", "FromBytes": "first(uuid.FromBytes(a[:]))",
		"FromBytesOrNil": "uuid.FromBytesOrNil(nil)",
		"Equal": "[]bool{uuid.Equal(a, b), !uuid.Equal(a, b), !uuid.Equal(a, uuid.UUID{1}) == " +
			"uuid.Equal(b, b)}", "Nil": "uuid.Nil", "UUID.Bytes": "a.Bytes()",
		"NamespaceDNS": "uuid.NamespaceDNS", "NamespaceURL": "uuid.NamespaceURL", "NamespaceOID": "uuid.NamespaceOID",
		"NamespaceX500": "uuid.NamespaceX500",
		"UUID.String":   "a.String()", "UUID.MarshalText": "bytesOf(a.MarshalText())",
		"UUID.Value": "valueOf(a.Value())", "UUID.Version": "a.Version() == uuid.V1", "V1": "[]byte{uuid.V1}",
		"UUID.Variant": "a.Variant() == uuid.VariantRFC4122", "VariantRFC4122": "a.Variant() != uuid.VariantRFC4122",
		"DomainOrg": "uuid.DomainOrg",
	},
	"uuidx": {
		"UUID": "uuid.UUID{1}", "Nil": "uuid.Nil()", "Max": "uuid.Max()", "New": "uuid.New().String()[14]",
		"NewV4": "uuid.NewV4().String()[14]", "NewV7": "uuid.NewV7().String()[14]",
		"Parse": "first(uuid.Parse(text))", "MustParse": "uuid.MustParse(text)", "UUID.String": "a.String()",
		"UUID.AppendText":    "bytesOf(a.AppendText([]byte(`x`)))",
		"UUID.MarshalText":   "bytesOf(a.MarshalText())",
		"UUID.UnmarshalText": "(&c).UnmarshalText([]byte(text)) == nil && c == a", "UUID.Compare": "a.Compare(b)",
		"UUID.IsNil":  "[]bool{a.IsNil(), !uuid.Nil().IsNil(), !a.IsNil() == b.IsNil()}",
		"UUID.IsZero": "[]bool{a.IsZero(), !uuid.Nil().IsZero()}",
		"Valid":       "[]bool{uuid.Valid(text), uuid.Valid(`x`)}",
	},
}

// TestRules checks that a program with an expression for each rule prints the same output before
// and after the move. Each rule that rewrites a name must have an expression in values.
func TestRules(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		lib         *library
		parse, null string
	}{
		{google, "uuid.MustParse", "var n uuid.NullUUID"},
		{gofrs, "uuid.FromStringOrNil", "var n uuid.NullUUID"},
		{satori, "uuid.FromStringOrNil", "var n uuid.NullUUID"},
		{superset, "uuid.MustParse", "var n int"},
	} {
		t.Run(tt.lib.name, func(t *testing.T) {
			t.Parallel()
			if tt.lib == superset && !hasStandard() {
				t.Skip("there is no standard uuid package")
			}
			path := tt.lib.paths[len(tt.lib.paths)-1]
			src := "package main\n\nimport (\n\t\"crypto/sha256\"\n\t\"fmt\"\n\t\"time\"\n\n\tuuid \"" + path +
				"\"\n)\n\n" +
				"const text = \"c232ab00-9414-11ec-b3c8-9f6bdeced846\"\n\n" +
				"var when, _ = time.Parse(time.RFC3339, \"2022-02-22T19:22:22Z\")\n\nvar _ = sha256.New\n\n" +
				"func pair() (uuid.UUID, error) { return " + tt.parse + "(text), nil }\n\n" +
				"func first(id uuid.UUID, _ error) uuid.UUID { return id }\n\n" +
				"func bytesOf(b []byte, err error) string { return fmt.Sprintf(\"%s %v\", b, err) }\n\n" +
				"func valueOf(v any, err error) string { return fmt.Sprint(v, err) }\n\n"
			head := "\ta, b := " + tt.parse + "(text), " + tt.parse +
				"(\"919108f7-52d1-4320-9bac-f847db4148a8\")\n\tvar c uuid.UUID\n\t" + tt.null +
				"\n\t_, _, _, _ = a, b, c, n\n"
			calls := ""
			count := 0
			for _, r := range tt.lib.rules {
				value, ok := values[tt.lib.name][r.old]
				isLeft := reflect.ValueOf(r.how).Pointer() == reflect.ValueOf(left).Pointer()
				// Gofrs no longer has Equal, and satori has fewer names.
				if !ok && !isLeft && tt.lib != satori && !(tt.lib == gofrs && r.old == "Equal") {
					t.Errorf("no value for %s", r.old)
				}
				if value != "" {
					src += fmt.Sprintf("\nfunc value%d() any {\n%s\treturn %s\n}\n", count, head, value)
					calls += fmt.Sprintf("\tfmt.Println(%q, value%d())\n", r.old, count)
					count++
				}
			}
			dir := t.TempDir()
			files := []txtar.File{{Name: "main.go", Data: []byte(src + "\nfunc main() {\n" + calls + "}\n")}}
			args := []string{"-w", "-v", "-C", dir}
			if tt.lib == superset {
				root := libraryDir(t)
				files = append(files,
					txtar.File{Name: "go.mod",
						Data: []byte("module example.com/m\n\ngo 1.27\n\nrequire " + ours + " v0.0.0\n\nreplace " +
							ours + " => " + root + "\n")})
				args = append(args, "-to", "std")
			} else {
				args = append(args, "-lib", libraryDir(t))
			}
			writeModule(t, dir, "", files)
			before := runMain(t, dir)
			var out, stderr bytes.Buffer
			if status := run(args, &out, &stderr); status == failed ||
				!strings.Contains(out.String(), "edit by hand: 0,") {
				t.Fatalf("exit status %d: %s%s", status, &out, &stderr)
			}
			after := runMain(t, dir)
			if len(before) != count || !slices.Equal(before, after) {
				for i := range min(len(before), len(after)) {
					if before[i] != after[i] {
						t.Errorf("before %s\nafter %s", before[i], after[i])
					}
				}
				t.Errorf("%d lines before, %d after, of %d\n%s", len(before), len(after), count,
					snapshot(t, dir)["main.go"])
			}
		})
	}
}

// runMain runs a module's main package and returns the lines that it prints.
func runMain(t *testing.T, dir string) []string {
	t.Helper()
	cmd := exec.Command("go", "run", "-mod=mod", ".")
	cmd.Dir = dir
	var stderr bytes.Buffer // the go command lists its downloads there
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, out, &stderr)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// TestAgain checks that the command that the report suggests for writing the changes repeats the
// arguments, and adds each missing flag once.
func TestAgain(t *testing.T) {
	t.Parallel()
	var stderr bytes.Buffer
	args := []string{"-to", "std", "-tags", "a,b", "-tags", "c", "-C", "../m", "-despite", "example.com/a", "./x",
		"./y"}
	want := strings.Join(args, " ")
	rep := &report{Stops: []finding{{Name: "example.com/b", File: "x"}, {Name: "example.com/b", File: "y"}}}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{args, "migrate -w -despite example.com/b " + want},
		{append([]string{"-w"}, args...), "migrate -despite example.com/b -w " + want},
	} {
		set, err := parse(tt.args, &stderr)
		if err != nil {
			t.Fatal(err, &stderr)
		}
		if got := set.again(rep); got != tt.want {
			t.Errorf("got %s", got)
		}
	}
	set := &settings{args: args}
	rep.Stops = append(rep.Stops, finding{Text: "it does not compile"})
	if got := set.again(rep); got != "migrate -w -anyway -despite example.com/b "+want {
		t.Errorf("got %s", got)
	}
}
