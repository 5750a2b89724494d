package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/seed-8298af95/uuid"
)

func TestColumnCommandChangesOneColumn(t *testing.T) {
	const semicolons = `line 1: columns end at commas, but this line has only semicolons; run: tr ';' '\t' | uuid convert -tab -column 2`
	const b58 = "1BihbxwwQ4NZZpKRH9JDCz" // v7ID
	testCommands(t, []commandTest{
		{name: "column 2 of CSV", args: "convert -column 2 -f base58", stdin: "a," + v7ID + ",b\r\nc, {" + v7ID + "} ,\n",
			stdout: "a," + b58 + ",b\r\nc, " + b58 + " ,\n"},
		{name: "in quotation marks", args: "convert -column 1 -f base58", stdin: `"` + v7ID + `","x, ""y""` + "\n" + `z"` + "\r\n" + `" ` + v7ID + `"` + "\r\n",
			stdout: `"` + b58 + `","x, ""y""` + "\n" + `z"` + "\r\n" + `" ` + b58 + `"` + "\r\n"},
		{name: "an ID in two columns", args: "convert -column 2 -f base58", stdin: v7ID + "," + v7ID + "\n", stdout: v7ID + "," + b58 + "\n"},
		{name: "empty fields and lines", args: "convert -column 2 -f base58", stdin: "a,\n\n\r\nb,\"\"\nc, \n\n", stdout: "a,\n\n\r\nb,\"\"\nc, \n\n"},
		{name: "header", args: "convert -column 2 -header -f base58", stdin: "\ufeff\"a\nb\",id\nx," + v7ID, stdout: "\ufeff\"a\nb\",id\nx," + b58},
		{name: "header after an empty line", args: "convert -column 1 -header -f base58", stdin: "\nid\n" + v7ID, stdout: "\nid\n" + b58},
		{name: "an ID as the header", args: "convert -column 2 -header -f base58", stdin: "a," + v7ID + "\n",
			stderr: "line 1, column 2: an ID instead of a header; leave out -header to convert the first record", status: 1},
		{name: "a header without the column", args: "convert -column 2 -header -f base58", stdin: "IDs\na," + v7ID, stdout: "IDs\na," + b58},
		{name: "no header", args: "convert -column 1 -header=false -f base58", stdin: "\ufeff" + v7ID + "\n", stdout: "\ufeff" + b58 + "\n"},
		{name: "tabs", args: "convert -tab -column 2 -f base58", stdin: "a,\"\t" + v7ID + "\t\"\r\n\t\t\n", stdout: "a,\"\t" + b58 + "\t\"\r\n\t\t\n"},
		{name: "tabs and a quotation mark", args: "convert -tab -column 1 -f base58", stdin: "\"" + v7ID + "\"\n", stdout: "\"" + v7ID + "\"\n",
			stderr: `line 1, column 1: cannot parse "\"` + v7ID + `\"" (38 bytes): missing opening brace at offset 0; it begins with a quotation mark; it ends with a quotation mark; -header leaves the first record as it is`, status: 1},
		{name: "to TypeIDs", args: "convert -column 1 -prefix user", stdin: v7ID + ",x\n", stdout: typeID + ",x\n"},
		{name: "from decimal", args: "convert -column 1 -from decimal -f canonical", stdin: "42,x\n", stdout: "00000000-0000-0000-0000-00000000002a,x\n"},
		{name: "no IDs", args: "convert -column 2 -f base58", stdin: "\"a\n\",1\nb," + v7ID + "\nc,\"\n2\"\n", stdout: "\"a\n\",1\nb," + b58 + "\nc,\"\n2\"\n",
			stderr: "line 2, column 2: \"1\"" + unrecognized + "; -header leaves the first record as it is\n" +
				`uuid: line 4, column 2: "2"` + unrecognized, status: 1},
		{name: "no such column", args: "convert -column 3 -f base58", stdin: "a,b,\nc,d\n,,\ne\n\nf,\"\n\"", stdout: "a,b,\nc,d\n,,\ne\n\nf,\"\n\"",
			stderr: "line 2: there is no column 3\nuuid: line 4: there is no column 3\nuuid: line 6: there is no column 3", status: 1},
		{name: "no such column on any line", args: "convert -column 2 -f base58", stdin: "a;b\nc;d\n",
			stderr: semicolons, status: 1},
		{name: "semicolons in the header", args: "convert -column 1 -header", stdin: "id;n\n" + v7ID + ";1\n",
			stderr: strings.Replace(semicolons, "column 2", "column 1", 1), status: 1},
		{name: "no such column after the header", args: "convert -column 2 -header -f base58", stdin: "IDs\na;b\nc;d", stdout: "IDs\n",
			stderr: "line 2: there is no column 2, only 1; columns end at commas, or with -tab at tabs", status: 1},
		{name: "a single line without such a column", args: "convert -column 2 -f base58", stdin: "a",
			stderr: "line 1: there is no column 2, only 1; columns end at commas, or with -tab at tabs", status: 1},
		{name: "canonical without -f", args: "convert -column 2 -from compact", stdin: "a," + strings.ReplaceAll(v7ID, "-", ""), stdout: "a," + v7ID},
		{name: "an unclosed quotation mark", args: "convert -column 2 -f base58", stdin: "a,b\n\"c,\n\n", stdout: "(?s).*",
			stderr: "line 1, column 2: \"b\"" + unrecognized + "; -header leaves the first record as it is\n" +
				"uuid: record on line 2, error on line 3, byte 2: extraneous or missing \" in quoted-field", status: 1},
		{name: "text after a quotation mark", args: "convert -column 1 -f base58", stdin: v7ID + "\n\"a\"b,\n" + v7ID + "\n", stdout: b58 + "\n",
			stderr: `record on line 2, error on line 2, byte 3: extraneous or missing " in quoted-field`, status: 1},
		{name: "a quotation mark in text", args: "convert -column 1 -f base58", stdin: v7ID + ",5\n" + v7ID + ",5\" pipe\n", stdout: b58 + ",5\n",
			stderr: `record on line 2, error on line 2, byte 39: bare " in non-quoted-field`, status: 1},
		{name: "a long record", args: "convert -column 1 -f base58", stdin: "\n\n" + strings.Repeat("a", 17<<20) + "\n",
			stderr: "record on line 3: longer than 16777216 bytes", status: 1},
		{name: "a long record with many lines", args: "convert -column 1 -f base58", stdin: v7ID + "\na,\"\n" + strings.Repeat(strings.Repeat("a", 1<<10)+"\n", 1<<14), stdout: b58 + "\n",
			stderr: "record on line 2: longer than 16777216 bytes", status: 1},
		{name: "a long field in another column", args: "convert -column 2 -f base58", stdin: strings.Repeat("a", 1<<17) + "," + v7ID, stdout: strings.Repeat("a", 1<<17) + "," + b58},
		{name: "lines that end with CR", args: "convert -column 1 -f base58", stdin: v7ID + ",x\r" + v7ID + ",y\r",
			stderr: "line 1, column 2: a carriage return that does not end a line", status: 1},
		{name: "CR before a separator", args: "convert -tab -column 2 -f base58", stdin: "a\r\t" + v7ID,
			stderr: "line 1, column 1: a carriage return that does not end a line", status: 1},
		{name: "CR after a quotation mark and a tab", args: "convert -tab -column 1 -f base58", stdin: v7ID + "\t\"a\rb\n",
			stderr: "line 1, column 2: a carriage return that does not end a line", status: 1},
		{name: "CR in quotation marks", args: "convert -column 2 -f base58", stdin: "\"a\rb\"," + v7ID, stdout: "\"a\rb\"," + b58},
		{name: "column twice", args: "convert -column 1 -column 2", stderr: "flag provided twice: -column", status: 2},
		{name: "nothing", args: "convert -column 1 -f base58"},
		{name: "a carriage return", args: "convert -column 1 -f base58", stdin: "\r", stdout: "\r"},
		{name: "column 0", args: "convert -column 0 -f base58", stderr: `invalid value "0" for flag -column: want a column, such as 1`, status: 2},
		{name: "many lines with CR", args: "convert -column 1 -f base58", stdin: v7ID + strings.Repeat(",\"\r\n\r\"", 1<<16) + "\n", stdout: b58 + strings.Repeat(",\"\r\n\r\"", 1<<16) + "\n"},
		{name: "an ID on the second line of a field", args: "convert -column 2 -f base58", stdin: "\n" + v7ID + ",\"\n" + v7ID + "\"\n", stdout: "\n" + v7ID + ",\"\n" + b58 + "\"\n"},
		{name: "column by name", args: "convert -column id -f base58", stderr: `invalid value "id" for flag -column: want a column, such as 1`, status: 2},
		{name: "column and arguments", args: "convert -column 1 -f base58 " + v7ID, stderr: `unexpected argument "` + v7ID + `": -column reads a table from standard input`, status: 2},
		{name: "tab without a column", args: "convert -tab -f base58", stderr: "-tab and -header need -column", status: 2},
		{name: "header without a column", args: "convert -header -f base58", stderr: "-tab and -header need -column", status: 2},
	})
}

// TestColumnInAnyTable verifies the conversion of one column in random tables, which are read all at
// once or byte by byte. Package encoding/csv must find the new form in the column and the old text
// in all other columns. Converting back must restore every byte.
func TestColumnInAnyTable(t *testing.T) {
	texts := []string{"", "a", "a,b", "x\ty", `"`, `say ""`, "two\nlines", "two\r\nlines", " ", "é", "\ufeff"}
	random := rand.New(rand.NewPCG(1, 2))
	for range 700 {
		columns := 1 + random.IntN(4)
		column := random.IntN(columns)
		var records [][]string
		for range random.IntN(5) {
			record := make([]string, columns)
			for i := range record {
				record[i] = texts[random.IntN(len(texts))]
			}
			// A record with a single empty field would be an empty line, not a record.
			record[column] = uuid.NewV4().String()
			if random.IntN(4) == 0 && columns > 1 {
				record[column] = ""
			}
			records = append(records, record)
		}
		var table bytes.Buffer
		w := csv.NewWriter(&table)
		w.UseCRLF = random.IntN(2) == 0
		must(w.WriteAll(records))
		text := table.String()
		if random.IntN(2) == 0 {
			text = strings.TrimRight(text, "\r\n") // the last line may lack a line ending
		}

		there := convertTable(t, random, text, column, "canonical", "base58")
		back := convertTable(t, random, there, column, "base58", "canonical")
		if back != text {
			t.Fatalf("column %d of\n%q\nbecomes\n%q\nand back\n%q", column, text, there, back)
		}
		read := func(text string) [][]string {
			r := csv.NewReader(strings.NewReader(text))
			records, err := r.ReadAll()
			if err != nil {
				t.Fatalf("%v in\n%q", err, text)
			}
			return records
		}
		got := read(there)
		for i, record := range read(text) {
			for j, field := range record {
				if j == column && field != "" {
					field = uuid.Base58.Encode(uuid.MustParse(field))
				}
				if got[i][j] != field {
					t.Fatalf("record %d, field %d is %q, want %q", i, j, got[i][j], field)
				}
			}
		}
	}
}

// convertTable converts one column of a table. Half of the time, it reads the table byte by byte.
func convertTable(t *testing.T, random *rand.Rand, table string, column int, from, to string) string {
	t.Helper()
	var in io.Reader = strings.NewReader(table)
	if random.IntN(2) == 0 {
		in = iotest.OneByteReader(in)
	}
	r := invoke(in, "convert", "-column", string(rune('1'+column)), "-from", from, "-f", to)
	if r.status != 0 || r.stderr != "" {
		t.Fatalf("status %d, stderr %q for\n%q", r.status, r.stderr, table)
	}
	return r.stdout
}

// TestTableFails verifies that a read error in a table is reported.
func TestTableFails(t *testing.T) {
	in := io.MultiReader(strings.NewReader(v7ID+",a\nb"), iotest.ErrReader(errors.New("input/output error")))
	r := invoke(in, "convert", "-column", "1", "-f", "compact")
	if r.stdout != strings.ReplaceAll(v7ID, "-", "")+",a\n" || r.stderr != "uuid: record on line 2: input/output error\n" || r.status != exitFailure {
		t.Errorf("%+v", r)
	}
}
