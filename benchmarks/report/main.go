// Report writes a report on the benchmarks that ../run measured. It reads results.txt in the
// current directory, and writes three files:
//
//   - results.md contains the tables.
//   - chart.svg shows all operations.
//   - short.svg is the chart in the library's README.
package main

import (
	"bytes"
	"io"
	"log"
	"os"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("report: ")
	f, err := os.Open("results.txt")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	r, err := read(f)
	if err != nil {
		log.Fatal(err)
	}
	write("results.md", r, writeTables)
	write("chart.svg", r, writeChart)
	write("short.svg", r, writeShortChart)
}

// write writes a report to a file, or exits.
func write(name string, r *results, render func(io.Writer, *results) error) {
	var b bytes.Buffer // write the file only if there was no error
	if err := render(&b, r); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
		log.Fatal(err)
	}
}
