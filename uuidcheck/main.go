// Uuidcheck reads a database and reports what is wrong with the UUIDs in it. It only reads. Its
// README describes what it finds:
//
//	go run github.com/seed-8298af95/uuid/uuidcheck@latest app.db
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"
)

// The command's exit statuses.
const (
	statusHealthy = 0
	statusUnread  = 1
	statusUsage   = 2
	statusFound   = 3
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// options are the values of the flags.
type options struct {
	limit    limit
	scope    scope
	json     bool
	examples bool
	address  string
}

// run is the whole command. It returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseArguments(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, help)
		return statusHealthy
	}
	var a address
	if err == nil {
		a, err = parseAddress(o.address)
	}
	if err != nil {
		fmt.Fprintf(stderr, "uuidcheck: %v; see uuidcheck -help\n", err)
		return statusUsage
	}
	s, err := open(ctx, a, o.limit, o.scope.views)
	if err != nil {
		return fail(stderr, err)
	}
	defer s.Close()
	r, err := inspect(ctx, s, o.scope, progressOn(stderr))
	if err != nil {
		return fail(stderr, err)
	}
	if o.json {
		err = r.encode(stdout, o.examples)
	} else {
		err = r.print(stdout, o.examples)
	}
	if err != nil {
		return fail(stderr, problem("cannot write the report"))
	}
	return r.status()
}

// fail reports why nothing, or no more, could be read.
func fail(stderr io.Writer, err error) int {
	fmt.Fprintln(stderr, "uuidcheck:", err)
	var usage usageError
	if errors.As(err, &usage) {
		return statusUsage
	}
	return statusUnread
}

// parseArguments reads flags before and after the address.
func parseArguments(args []string) (options, error) {
	o := options{limit: limit{connect: 10 * time.Second}}
	flags := flag.NewFlagSet("uuidcheck", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	timeout := flags.Duration("timeout", 5*time.Second, "")
	flags.BoolVar(&o.scope.full, "full", false, "")
	flags.BoolVar(&o.scope.views, "views", false, "")
	flags.BoolVar(&o.scope.move, "move", false, "")
	flags.BoolVar(&o.json, "json", false, "")
	flags.BoolVar(&o.examples, "ids", true, "")
	var addresses []string
	for {
		if err := flags.Parse(args); err != nil {
			return o, flagError(err)
		}
		if flags.NArg() == 0 {
			break
		}
		addresses = append(addresses, flags.Arg(0))
		args = flags.Args()[1:]
	}
	o.limit.statement = *timeout
	flags.Visit(func(f *flag.Flag) {
		if f.Name == "timeout" { // it was given, so it applies to -full too
			o.limit.full = *timeout
		}
	})
	switch {
	case *timeout < 0:
		return o, usageError("-timeout is negative")
	case len(addresses) > 1:
		return o, usageError("want one address")
	case len(addresses) == 1:
		o.address = addresses[0]
	default:
		o.address = os.Getenv("DATABASE_URL")
	}
	if o.address == "" {
		return o, usageError("no address: " + wantAddress.Error())
	}
	return o, nil
}

// flagError keeps the argument out of the error, because it may be a password.
func flagError(err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	return usageError("unknown flag or wrong value")
}
