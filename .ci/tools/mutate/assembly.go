package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var (
	instruction = regexp.MustCompile(`^\t([A-Z][A-Z0-9]*)(\s+[^/\\]*[^/\\\s])?`)
	datum       = regexp.MustCompile(`\$0x([0-9a-f]{16})\b`)
	textOf      = regexp.MustCompile(`^TEXT ·(\w+)|^#define (\w+)`)

	// A number of an operand: $4, 28(SI), S[3]. What (FP) has is the frame's layout,
	// which go vet checks.
	operand = regexp.MustCompile(`\$-?(\d+)\b|(?:^|[\s,])(\d+)\([A-EG-Z]|\[(\d+)\]`)
)

// instead has for an instruction one that does something else.
var instead = map[string]string{
	"VPADDB": "VPSUBB", "VPSUBB": "VPADDB", "VPADDUSB": "VPADDB", "VPSUBUSB": "VPSUBB",
	"VPMINUB": "VPMAXUB", "VPOR": "VPAND", "VPAND": "VPOR", "VPXOR": "VPOR", "VPSRLW": "VPSRLD",
	"VPUNPCKLBW": "VPUNPCKHBW", "VPUNPCKHBW": "VPUNPCKLBW",
	"VPUNPCKLQDQ": "VPUNPCKHQDQ", "VPUNPCKHQDQ": "VPUNPCKLQDQ", "VPACKUSWB": "VPACKSSWB",
	"VMOVQ": "VMOVDQU", "ANDL": "ORL", "SHRL": "SHLL", "XORL": "ORL", "TESTL": "CMPL",
	"JNE": "JEQ", "JB": "JAE", "JMP": "JNE",

	"VADD": "VSUB", "VSUB": "VADD", "VUMIN": "VUMAX", "VORR": "VAND", "VAND": "VORR",
	"VZIP1": "VZIP2", "VZIP2": "VZIP1", "VSHL": "VUSHR", "VUSHR": "VSHL", "VBSL": "VBIT",
	"AND": "ORR", "CMN": "CMP", "BNE": "BEQ",
}

// ofAssembly returns the mutations of an assembly file: each instruction left out
// and changed into another, each number of an operand a little more and less, and
// each byte of a constant another one.
func ofAssembly(file string, source []byte) []mutation {
	var mutations []mutation
	function, start := "-", 0
	for line := range strings.Lines(string(source)) {
		add := func(from, to int, text string) {
			mutations = append(mutations, newMutation(file, function, source, start+from, start+to, text))
		}
		if name := textOf.FindStringSubmatch(line); name != nil {
			function = name[1] + name[2]
		}
		if at := datum.FindStringSubmatchIndex(line); at != nil {
			value, _ := strconv.ParseUint(line[at[2]:at[3]], 16, 64) // it matched
			for i := range 8 {
				change := uint64(1)
				if value>>(8*i)&0x7f == 0 {
					change = 0x80 // VPSHUFB looks at nothing else of 0x80
				}
				add(at[0], at[1], fmt.Sprintf("$%#016x", value^change<<(8*i)))
			}
		} else if at := instruction.FindStringSubmatchIndex(line); at != nil {
			add(at[2], at[1], "")
			if other := instead[line[at[2]:at[3]]]; other != "" {
				add(at[2], at[3], other)
			}
			for _, number := range operand.FindAllStringSubmatchIndex(line[:at[1]], -1) {
				for i := 2; i < len(number); i += 2 {
					if number[i] >= 0 {
						n, _ := strconv.Atoi(line[number[i]:number[i+1]]) // they are digits
						add(number[i], number[i+1], strconv.Itoa(n+1))
						add(number[i], number[i+1], strconv.Itoa(n-1))
					}
				}
			}
		}
		start += len(line)
	}
	return mutations
}
