package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/seed-8298af95/uuid"
)

func TestColumnCommandChangesOneColumn(t *testing.T) {
	const b58 = "1BihbxwwQ4NZZpKRH9JDCz" // v7ID
	testCommands(t, []commandTest{
		{
			name:   "column 2 of CSV",
			line:   "convert -column 2 -f base58",
			stdin:  "a," + v7ID + ",b\r\nc, {" + v7ID + "} ,\n",
			stdout: "a," + b58 + ",b\r\nc, " + b58 + " ,\n",
		}, {
			name:   "in quotation marks",
			line:   "convert -column 1 -f base58",
			stdin:  `"` + v7ID + `","x, ""y""` + "\n" + `z"` + "\r\n" + `" ` + v7ID + `"` + "\r\n",
			stdout: `"` + b58 + `","x, ""y""` + "\n" + `z"` + "\r\n" + `" ` + b58 + `"` + "\r\n",
		}, {
			name:   "empty fields and lines",
			line:   "convert -column 2 -f base58",
			stdin:  "a,\n\n\r\nb,\"\"\nc, \n\n",
			stdout: "a,\n\n\r\nb,\"\"\nc, \n\n",
		}, {
			name:   "header",
			line:   "convert -column 2 -header -f base58",
			stdin:  "\ufeff\"a\nb\",id\nx," + v7ID,
			stdout: "\ufeff\"a\nb\",id\nx," + b58,
		}, {
			name:   "no header",
			line:   "convert -column 1 -header=false -f base58",
			stdin:  "\ufeff" + v7ID + "\n",
			stdout: "\ufeff" + b58 + "\n",
		}, {
			name:   "tabs",
			line:   "convert -tab -column 2 -f base58",
			stdin:  "a,\"\t" + v7ID + "\t\"\r\n\t\t\n",
			stdout: "a,\"\t" + b58 + "\t\"\r\n\t\t\n",
		}, {
			name:   "the longest record",
			line:   "convert -column 1 -f base58",
			stdin:  v7ID + "," + strings.Repeat("a", 1<<24-len(v7ID+",")) + "\n",
			stdout: b58 + "," + strings.Repeat("a", 1<<24-len(v7ID+",")) + "\n",
		}, {
			name:   "a long record",
			line:   "convert -column 1 -f base58",
			stdin:  "\n\n" + strings.Repeat("a", 17<<20) + "\n",
			stderr: "record on line 3: longer than 16777216 bytes",
			status: 1,
		}, {
			name:   "a long record with many lines",
			line:   "convert -column 1 -f base58",
			stdin:  v7ID + "\na,\"\n" + strings.Repeat(strings.Repeat("a", 1<<10)+"\n", 1<<14),
			stdout: b58 + "\n",
			stderr: "record on line 2: longer than 16777216 bytes",
			status: 1,
		}, {
			name:   "a long field in another column",
			line:   "convert -column 2 -f base58",
			stdin:  strings.Repeat("a", 1<<17) + "," + v7ID,
			stdout: strings.Repeat("a", 1<<17) + "," + b58,
		}, {
			name:   "lines that end with CR",
			line:   "convert -column 1 -f base58",
			stdin:  v7ID + ",x\r" + v7ID + ",y\r",
			stderr: "line 1, column 2: a carriage return that does not end a line",
			status: 1,
		}, {
			name:   "CR before a separator",
			line:   "convert -tab -column 2 -f base58",
			stdin:  "a\r\t" + v7ID,
			stderr: "line 1, column 1: a carriage return that does not end a line",
			status: 1,
		}, {
			name:   "CR after a quotation mark and a tab",
			line:   "convert -tab -column 1 -f base58",
			stdin:  v7ID + "\t\"a\rb\n",
			stderr: "line 1, column 2: a carriage return that does not end a line",
			status: 1,
		}, {
			name:   "CR in quotation marks",
			line:   "convert -column 2 -f base58",
			stdin:  "\"a\rb\"," + v7ID,
			stdout: "\"a\rb\"," + b58,
		}, {
			name:   "a carriage return",
			line:   "convert -column 1 -f base58",
			stdin:  "\r",
			stdout: "\r",
		}, {
			name:   "a number sign and white space",
			line:   "convert -column 2 -f base58",
			stdin:  "#1," + v7ID + "\n \"2\"," + v7ID + "\n",
			stdout: "#1," + b58 + "\n",
			stderr: "record on line 2, error on line 2, byte 2: bare \" in non-quoted-field",
			status: 1,
		}, {
			name:   "a semicolon in the first record",
			line:   "convert -column 1 -f base58",
			stdin:  v7ID + ",a;b\n",
			stdout: b58 + ",a;b\n",
		}, {
			name:   "a semicolon in a later record",
			line:   "convert -column 1 -f base58",
			stdin:  v7ID + "\na;b\n" + v7ID + "\n",
			stdout: b58 + "\na;b\n" + b58 + "\n",
			stderr: "line 2, column 1: \"a;b\"" + unrecognized,
			status: 1,
		}, {
			name:   "a semicolon in the header of two columns",
			line:   "convert -column 1 -header -f base58",
			stdin:  "a;b,c\n" + v7ID + ",d\n",
			stdout: "a;b,c\n" + b58 + ",d\n",
		}, {
			name:   "many lines with CR",
			line:   "convert -column 1 -f base58",
			stdin:  v7ID + strings.Repeat(",\"\r\n\r\"", 1<<16) + "\n",
			stdout: b58 + strings.Repeat(",\"\r\n\r\"", 1<<16) + "\n",
		},
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
	for start, line := range map[string]int{"b": 2, "\n\nb": 4, "\r\n\r\n\r\nb": 5} {
		in := io.MultiReader(strings.NewReader(v7ID+",a\n"+start), iotest.ErrReader(errors.New("input/output error")))
		r := invoke(in, "convert", "-column", "1", "-f", "compact")
		want := result{
			stdout: strings.ReplaceAll(v7ID, "-", "") + ",a\n",
			stderr: fmt.Sprintf("uuid: record on line %d: input/output error\n", line),
			status: exitFailure,
		}
		if r != want {
			t.Errorf("%+v, want %+v", r, want)
		}
	}
}
