package main

// A problem is the reason why something could not be read. Its text is fixed, because the message of a
// server or a driver may contain values, an address or a password.
type problem string

func (p problem) Error() string { return string(p) }

const (
	tooSlow     problem = "a statement took too long (-timeout)"
	locked      problem = "another session holds a lock on the table"
	denied      problem = "the user lacks the SELECT privilege"
	hidden      problem = "row-level security hides rows from this user"
	lost        problem = "the connection was lost"
	interrupted problem = "interrupted"
)
