package main

// A value is a row's value in a column. Queries do not return values of more than maxValue bytes,
// because they cannot be IDs.
type value struct {
	storage storage
	data    string // of text and bytes
}

type storage int

const (
	isNull storage = iota
	isText
	isBytes
	isOther // a number, or a value of more than maxValue bytes
)

// maxValue is the length of the longest value that is read: a TypeID has at most 90 characters.
const maxValue = 90
