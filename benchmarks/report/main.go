// Report reads results.txt in the current directory, which holds the rounds of
// benchmarks that ../run has measured, and writes results.md, tables of them,
// chart.svg, and short.svg, the chart for the README of the library.
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

// write makes a file of a report, unless there is an error.
func write(name string, r *results, render func(io.Writer, *results) error) {
	var b bytes.Buffer
	if err := render(&b, r); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
		log.Fatal(err)
	}
}
