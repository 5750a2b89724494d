// Uuid makes, inspects, converts, checks and finds UUIDs of all versions.
//
// Usage:
//
//	uuid COMMAND [flags] [arguments]
//
// Run "uuid help COMMAND" to list the flags of a command. Flags can come before or
// after other arguments. Everything after "--" is an argument, even if it starts
// with "-".
//
// The exit status is 0 on success. It is 2 if the command line is wrong, whatever
// the input contains: a flag or another argument is unknown, invalid or missing.
// It is 1 for all other failures, such as an invalid ID, name space or key, an ID
// that fails a check, or an error while reading or writing. It is also 1 if verify
// finds no ID, or if find without -replace finds no ID. It is 3 if find -replace
// leaves an ID in UTF-16 or with escaped dashes. If the reader of the output exits
// early, as head does, the command stops without an error message.
//
// The commands, each with an example:
//
//	# Generate random IDs (an alias for v4)
//	uuid new -f base58
//	# Generate IDs from Gregorian time, clock sequence and node
//	uuid v1 -n 2
//	# Generate DCE Security IDs for a user, group or organization
//	uuid v2 person 1000
//	# Generate an ID from a name (MD5)
//	uuid v3 dns www.example.com
//	# Generate random IDs
//	uuid v4 -n 3
//	# Generate an ID from a name (SHA-1)
//	uuid v5 url https://www.example.com/
//	# Generate time-ordered IDs (Gregorian time)
//	uuid v6 -at 2022-02-22T19:22:22.1234567Z
//	# Generate time-ordered IDs (Unix time)
//	uuid v7 -n 3
//	# Generate an ID from a name (SHA-2 or SHA-3)
//	uuid v8 -space sha3-256 dns www.example.com
//	# Generate version 9 IDs, a community format outside RFC 9562
//	uuid v9 -prefix a1b2c3d4 -checksum
//	# Print the Nil UUID, all zeros
//	uuid nil -f compact
//	# Print the Max UUID, all ones
//	uuid max -f compact
//	# Decode IDs: version, time and all fields
//	uuid inspect 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
//	# Print IDs in another encoding or as TypeIDs
//	uuid convert -f base32 f81d4fae-7dec-11d0-a765-00a0c91e6bf6
//	# Check that IDs are valid and, optionally, unique and in order
//	uuid verify f81d4fae-7dec-11d0-a765-00a0c91e6bf6
//	# Print the IDs in files, such as logs, or replace them
//	uuid find -time access.log
//	# Turn v7 IDs into v4 IDs that hide time and order
//	uuid hide -key-file key.txt 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
//	# Undo hide: print the original v7 IDs
//	uuid reveal -key-file key.txt e2e77199-5af7-405a-86f8-97a3f74d773e
//	# Print inclusive v7 bounds of a time range (-by: end exclusive)
//	uuid bounds 2022-02-22 2022-02-28
//	# Print a completion script for a shell
//	uuid completion bash
//	# Print the manual page
//	uuid man
//	# Print the version of this command
//	uuid version
//	# Describe a command, or list all commands
//	uuid help inspect
package main
