// Uuid makes, inspects, converts, checks and finds UUIDs of all versions.
//
//	uuid COMMAND [flags] [arguments]
//
// "uuid help" lists the commands and explains the exit status. "uuid help COMMAND" describes a command
// with an example.
package main
