package uuiderror

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"
	fiber2 "github.com/gofiber/fiber/v2"
	fiber3 "github.com/gofiber/fiber/v3"
	google "github.com/google/uuid"
	echo "github.com/labstack/echo/v4"
	echo5 "github.com/labstack/echo/v5"
	"github.com/seed-8298af95/uuid"
)

type User struct{ uuid.Plain[User] }

type store struct{}

func (store) Delete(id any) error { return nil }

type list struct{ all []error }

func (l *list) Add(err error) { l.all = append(l.all, err) }

// A state is that of a script: its methods panic.
type state interface {
	ArgError(n int, message string)
	RaiseError(format string, args ...any)
	FailNow()
	SkipNow()
	Exit(code int)
	Panicf(format string, args ...any)
	LogFatal(err error)
	Die()
	Usage()
	CheckError(err error)
	MustNot(err error)
	Recheck(err error)
	Argue(message string)
}

func die(err error) { log.Fatal(err) }

func use(...any) {}

func mustText(err error) string { return err.Error() }

func newArgError(name string) error { return errors.New(name) }

func wrong(w http.ResponseWriter, r *http.Request, s store) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil { // want `handled here, but the function goes on with the ID or its text; add a return .*#reading-an-id`
		http.Error(w, err.Error(), http.StatusBadRequest)
	}
	if err := s.Delete(id); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}

	text := r.FormValue("user")
	if _, err := google.Parse(text); err != nil { // want `goes on`
		http.Error(w, mustText(newArgError("user")), http.StatusBadRequest)
	}
	s.Delete(text)

	if id, err = uuid.Parse(text); err != nil { // want `goes on`
		log.Print(err)
	}
	if err = s.Delete(id); err != nil {
		log.Print(err)
	}

	var user uuid.ID[User]
	if user, err = uuid.ParseID[User](text); err == nil {
		log.Print("a user")
	} else if r.Method == "GET" {
		log.Print(err)
	}
	s.Delete(user)

	other, err := google.Parse(text)
	if err == nil { // want `goes on`
		log.Print("right")
	} else {
		log.Printf("wrong: %v", err)
	}
	if other == google.Nil { // no check: google returns the digits before the wrong one
		return
	}
}

func frameworks(c *gin.Context, e echo.Context, s store) error {
	switch id, err := google.Parse(c.Param("id")); {
	case id == google.Nil:
		owner, err := google.Parse(c.Param("owner"))
		if err != nil { // want `goes on`
			fmt.Fprintln(os.Stderr, "bad owner")
		}
		return s.Delete(owner)
	default:
		return err
	}
}

func texts(s store, name *string) {
	if _, err := uuid.Parse(*name); err != nil { // want `goes on`
		log.Print(err)
	}
	s.Delete(*name)
	if _, err := uuid.Parse((*name)[9:]); err != nil { // want `goes on`
		log.Print(err)
	}
	s.Delete((*name)[9:])
}

func closure(s store) {
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		id, err := uuid.Parse(r.PathValue("id"))
		if err != nil { // want `goes on`
			w.WriteHeader(http.StatusBadRequest)
		}
		s.Delete(id)
	})
}

func right(w http.ResponseWriter, r *http.Request, s store, script state, errs *list, wait *sync.WaitGroup) (result error) {
	text := r.FormValue("id")
	id, err := uuid.Parse(text)
	if err != nil {
		http.Error(w, "bad ID", http.StatusBadRequest)
		return err
	}
	for _, text := range []string{text} {
		id, err = uuid.Parse(text)
		if err != nil {
			log.Print(err)
			continue
		}
		s.Delete(id)
	}
	id, err = uuid.Parse(text)
	if err != nil {
		log.Fatal(err)
	}
	s.Delete(id)
	if id, err = uuid.Parse(text); err != nil {
		panic(err)
	}
	s.Delete(id)
	if id, err = uuid.Parse(text); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	s.Delete(id)
	if id, err = uuid.Parse(text); err != nil {
		script.ArgError(1, "bad ID")
	}
	s.Delete(id)
	if id, err = uuid.Parse(text); err != nil {
		script.RaiseError("bad ID")
	}
	s.Delete(id)

	if id, err = uuid.Parse(text); err != nil {
		die(err)
	}
	s.Delete(id)

	// the caller gets the error with the ID
	if id, err = uuid.Parse(text); err != nil {
		log.Print(err)
	}
	use(id, err)

	// the text is that of the other branch too
	if id, err = uuid.Parse(text); err != nil {
		log.Print("invalid ", text)
	} else {
		s.Delete(id)
	}
	log.Print("finished ", text)

	// one error of many
	if id, err = uuid.Parse(text); err == result {
		s.Delete(id)
	} else {
		log.Print(err)
	}
	s.Delete(id)

	// set again
	id, err = uuid.Parse(text)
	if err != nil {
		log.Print(err)
		id = uuid.NewV7()
	}
	s.Delete(id)
	id, err = uuid.Parse(text)
	if err != nil {
		log.Print(err)
	}
	id = uuid.NewV7()
	s.Delete(id)

	// asked for later
	id, err = uuid.Parse(text)
	if err != nil {
		log.Print(err)
	}
	if err == nil {
		s.Delete(id)
	}
	id, err = uuid.Parse(text)
	if err != nil {
		errs.Add(err)
	}
	s.Delete(id)
	ok := true
	id, err = uuid.Parse(text)
	if err != nil {
		ok = false
	}
	s.Delete(id)
	id, err = uuid.Parse(text)
	if err != nil {
		result = errors.Join(result, err)
	}
	s.Delete(id)
	id, result = uuid.Parse(text)
	if result != nil {
		log.Print(result)
	}
	s.Delete(id)

	// Nil is asked for
	id, err = uuid.Parse(text)
	if err != nil {
		log.Print(err)
	}
	if !id.IsNil() {
		s.Delete(id)
	}

	// not used again
	if id, err := uuid.Parse(text); err != nil {
		log.Print(err)
	} else {
		s.Delete(id)
	}
	last, err := uuid.Parse(r.FormValue("last"))
	if err != nil {
		log.Print(err)
		if ok {
			return nil
		}
	}
	s.Delete(last)
	if err != nil {
	}
	return
}

type span interface {
	RecordError(err error, options ...string)
	AddEvent(name string)
	IsRecording() bool
	End()
}

type counter struct{ n int }

func (c *counter) Add(n int) { fmt.Println("counted", n) }

type problems map[string]string

func (p problems) Set(field, message string) { p[field] = message }

func (p problems) Any() bool { return len(p) > 0 }

type notes interface {
	Note(string)
	Failed() bool
	Err() error
}

// One variable for several errors.
func one(w http.ResponseWriter, r *http.Request, s store) {
	org, err := uuid.Parse(r.FormValue("org"))
	if err != nil { // want `goes on`
		http.Error(w, "no organization", http.StatusBadRequest)
	}
	user, err := uuid.Parse(r.FormValue("user"))
	if err != nil {
		http.Error(w, "no user", http.StatusBadRequest)
		return
	}
	s.Delete(org)
	s.Delete(user)

	var team uuid.UUID
	org, err = uuid.Parse(r.FormValue("org"))
	if err != nil { // want `goes on`
		http.Error(w, "no organization", http.StatusBadRequest)
	}
	if team, err = uuid.Parse(r.FormValue("team")); err != nil { // want `goes on`
		http.Error(w, "no team", http.StatusBadRequest)
	}
	if err = s.Delete(org); err != nil {
		return
	}
	s.Delete(team)

	org, err = uuid.Parse(r.FormValue("org"))
	if err != nil { // want `goes on`
		log.Print(err)
	}
	for range 3 {
		err = s.Delete(user)
		if err != nil {
			return
		}
	}
	s.Delete(org)

	var declared, failure = uuid.Parse(r.FormValue("org"))
	if failure != nil { // want `goes on`
		log.Print(failure)
	}
	s.Delete(declared)
}

// The old error is asked for before it is set again, or kept in the new one.
func oneRight(w http.ResponseWriter, r *http.Request, s store) error {
	org, err := uuid.Parse(r.FormValue("org"))
	if err != nil {
		log.Print(err)
	}
	err = errors.Join(err, s.Delete("x"))
	if err != nil {
		return err
	}
	s.Delete(org)

	org, err = uuid.Parse(r.FormValue("org"))
	if err != nil {
		log.Print(err)
	}
	if r.Method == "GET" {
		err = nil
	}
	if err == nil {
		s.Delete(org)
	}

	org, err = uuid.Parse(r.FormValue("org"))
	if err != nil {
		log.Print(err)
	}
	if err = fmt.Errorf("organization: %w", err); errors.Unwrap(err) != nil {
		return err
	}
	s.Delete(org)
	return nil
}

// Statements between the parser and the if.
func between(w http.ResponseWriter, r *http.Request, s store, trace span) {
	id, err := uuid.Parse(r.FormValue("id"))
	log.Print("parsed")
	if err != nil { // want `goes on`
		http.Error(w, "no ID", http.StatusBadRequest)
	}
	s.Delete(id)

	id, err = uuid.Parse(r.FormValue("id"))
	defer trace.End()
	trace.RecordError(err)
	start := 1
	if err != nil { // want `goes on`
		http.Error(w, "no ID", start)
	}
	s.Delete(id)

	id, err = uuid.Parse(r.FormValue("id"))
	isValid := err == nil
	if err != nil {
		http.Error(w, "no ID", http.StatusBadRequest)
	}
	if isValid {
		s.Delete(id)
	}

	id, err = uuid.Parse(r.FormValue("id"))
	if errors.Is(err, errNone) {
		return
	}
	if err != nil {
		log.Print(err)
	}
	s.Delete(id)

	id, err = uuid.Parse(r.FormValue("id"))
	err = s.Delete("x")
	if err != nil {
		log.Print(err)
	}
	s.Delete(id)
}

var errNone = errors.New("none")

// Calls that do not keep the error.
func forgets(w http.ResponseWriter, r *http.Request, s store, trace span, failures *counter, c *gin.Context) {
	id, err := uuid.Parse(r.FormValue("1"))
	if err != nil { // want `goes on`
		trace.RecordError(err)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("2"))
	if err != nil { // want `goes on`
		w.Header().Add("X-Error", err.Error())
		w.WriteHeader(http.StatusBadRequest)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("3"))
	if err != nil { // want `goes on`
		failures.Add(1)
		trace.AddEvent("no ID")
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("4"))
	if err != nil { // want `goes on`
		http.Error(w, strings.Join([]string{"id", err.Error()}, ": "), http.StatusBadRequest)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("5"))
	if err != nil { // want `goes on`
		_, _ = fmt.Fprintln(w, "no ID")
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("6"))
	if err != nil { // want `goes on`
		message := "no ID: " + err.Error()
		status := 400
		status = 404
		http.Error(w, message, status)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("7"))
	if err != nil { // want `goes on`
		trace.RecordError(err)
	}
	if trace.IsRecording() {
		trace.AddEvent("delete")
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("8"))
	if err != nil { // want `goes on`
		c.JSON(400, "no ID")
	}
	if c.Query("dry") != "" {
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("9"))
	if err != nil { // want `goes on`
		c.Error(err)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("10"))
	if err != nil { // want `goes on`
		defer func() {
			if recover() != nil {
				return
			}
		}()
		for _, hook := range []func(){nil} {
			if hook == nil {
				continue
			}
			hook()
		}
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("11"))
	if err != nil || r.Method == "GET" { // want `goes on`
		fatalIfStrict(err)
	}
	s.Delete(id)
	if id, err = uuid.Parse(r.FormValue("12")); nil != err { // want `goes on`
		logAndPanicMaybe(err)
	}
	s.Delete(id)
}

// These return, whatever their names are.
func fatalIfStrict(err error) { log.Print("fatal", err) }

func logAndPanicMaybe(err error) {
	if err == errNone {
		panic(err)
	}
	log.Print(err)
}

// What keeps the error is asked before the ID is used.
func collects(w http.ResponseWriter, r *http.Request, s store, c *gin.Context, found notes) (err error) {
	faults := problems{}
	id, parseErr := uuid.Parse(r.FormValue("id"))
	if parseErr != nil {
		faults.Set("id", "no UUID")
	}
	if faults.Any() {
		return errNone
	}
	s.Delete(id)

	id, parseErr = uuid.Parse(r.FormValue("id"))
	if parseErr != nil {
		found.Note("no UUID")
	}
	if r.Method == "GET" || found.Failed() {
		return
	}
	s.Delete(id)

	id, parseErr = uuid.Parse(r.FormValue("id"))
	if parseErr != nil {
		found.Note("no UUID")
	}
	if err := found.Err(); err != nil {
		return err
	}
	s.Delete(id)

	id, parseErr = uuid.Parse(r.FormValue("id"))
	if parseErr != nil {
		found.Note("no UUID")
	}
	if !found.Failed() {
		s.Delete(id)
	}

	id, parseErr = uuid.Parse(r.FormValue("id"))
	if parseErr != nil {
		c.Error(parseErr)
	}
	if len(c.Errors) > 0 {
		return
	}
	s.Delete(id)

	id, parseErr = uuid.Parse(r.FormValue("id"))
	if parseErr != nil {
		c.AbortWithStatus(http.StatusBadRequest)
	}
	if c.IsAborted() {
		return
	}
	s.Delete(id)

	row := struct{ ID uuid.UUID }{}
	id, parseErr = uuid.Parse(r.FormValue("id"))
	if parseErr != nil {
		found.Note("no UUID")
	}
	row.ID = id
	if found.Failed() {
		return
	}
	s.Delete(row)

	id, parseErr = uuid.Parse(r.FormValue("id"))
	if parseErr != nil {
		addProblem(faults, "id")
	}
	if len(faults) > 0 {
		return
	}
	s.Delete(id)

	all := list{}
	id, parseErr = uuid.Parse(r.FormValue("id"))
	if parseErr != nil {
		all.Add(parseErr)
	}
	if len(all.all) > 0 {
		return
	}
	s.Delete(id)
	return found.Err()
}

func addProblem(p problems, field string) { p.Set(field, "no UUID") }

// It is asked too late, or not at all.
func tooLate(r *http.Request, s store, found notes) {
	id, err := uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		found.Note("no UUID")
	}
	s.Delete(id)
	if found.Failed() {
		return
	}
	all := list{}
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		all.Add(err)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		found.Note("no UUID")
	}
	s.Delete(id)
}

// A loop that collects all errors.
func loop(s store, texts []string) ([]uuid.UUID, error) {
	var ids []uuid.UUID
	var errs list
	var all []error
	for _, text := range texts {
		id, err := uuid.Parse(text)
		if err != nil {
			errs.Add(err)
		}
		ids = append(ids, id)
	}
	for _, text := range texts {
		id, err := uuid.Parse(text)
		if err != nil {
			all = append(all, err)
		}
		ids = append(ids, id)
	}
	if len(errs.all) > 0 || len(all) > 0 {
		return nil, errNone
	}
	return ids, nil
}

// These never return.
func fail(w http.ResponseWriter, err error) {
	http.Error(w, err.Error(), http.StatusBadRequest)
	panic(http.ErrAbortHandler)
}

func failByKind(err error) {
	switch {
	case err == errNone:
		os.Exit(2)
	default:
		fail(nil, err)
	}
}

func failOrLoop(err error) {
	if err == errNone {
		failByKind(err)
	} else {
		for {
			log.Print(err)
		}
	}
}

type handler struct{}

func (handler) stop(err error) { panic(err) }

func recovers(err error) {
	defer func() { log.Print(recover()) }()
	panic(err)
}

func ends(w http.ResponseWriter, r *http.Request, s store, h handler) {
	id, err := uuid.Parse(r.FormValue("id"))
	if err != nil {
		fail(w, err)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		failByKind(err)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		failOrLoop(err)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		log.Print(err)
		h.stop(err)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		recovers(err)
	}
	s.Delete(id)
}

func inPlace(r *http.Request, s store) {
	id, err := uuid.Parse(r.FormValue("id"))
	if err != nil {
		func() { panic(err) }()
	}
	s.Delete(id)
	text := r.FormValue("text")
	if _, err = uuid.Parse(text); err != nil { // want `goes on`
		log.Print(err)
	}
	s.Delete("/users/" + text)
	text = r.FormValue("text")
	if _, err = uuid.Parse(text); err != nil {
		log.Print(err)
	}
	if text == "" {
		return
	}
	s.Delete(text)
}

// What keeps the error is asked in every form of condition.
func conditions(r *http.Request, s store, found notes, states []notes, failed chan error, flag *bool) (done bool) {
	id, err := uuid.Parse(r.FormValue("id"))
	if err != nil {
		found.Note("no UUID")
	}
	if true == found.Failed() {
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		found.Note("no UUID")
	}
	if found.Failed() {
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		found.Note("no UUID")
	}
	bad := found.Failed()
	if bad {
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		found.Note("no UUID")
	}
	switch found.Failed() {
	case true:
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		found.Note("no UUID")
	}
	switch {
	case found.Failed():
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		found.Note("no UUID")
	}
	for found.Failed() {
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		found.Note("no UUID")
	}
	if r.Method == "GET" {
		return found.Failed()
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		found.Note("no UUID")
	}
	if found.Failed() {
		log.Print("no UUID")
	} else {
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		found.Note("no UUID")
	}
	if found.Failed() {
		log.Print("no UUID")
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		states[0].Note("no UUID")
	}
	if states[0].Failed() {
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		failed <- err
	}
	s.Delete(id)
	n := 0
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		n++
	}
	if n > 0 {
		return
	}
	s.Delete(id)
	var is bool
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		set(&is)
	}
	if is {
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		set((flag))
	}
	if *flag {
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		set(flag)
	}
	if !(*flag) {
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		count()
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		countIn(found, states)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		send(failed, err)
	}
	if len(failed) > 0 {
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		increment(&total)
	}
	if total > 0 {
		return
	}
	s.Delete(id)
	return
}

var total int

func set(b *bool) { *b = true }

func count() { total++ }

func countIn(notes, []notes) {}

func send(failed chan error, err error) { failed <- err }

func increment(n *int) { *n++ }

// What a client sent, and its connection, do not keep an error.
func receives(ctx context.Context, w http.ResponseWriter, r *http.Request, s store, any tracer) {
	id, err := uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		any.Trace(ctx)
	}
	if ctx.Err() != nil {
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		any.Trace(r)
	}
	if r.Close {
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		any.Trace(w)
	}
	if w.Header() == nil {
		return
	}
	s.Delete(id)
}

type tracer interface{ Trace(any) }

// Of a context, only the response tells whether there was an error.
func contexts(r *http.Request, s store, e4 echo.Context, e5 *echo5.Context, f2 *fiber2.Ctx, f3 fiber3.Ctx) {
	var id uuid.UUID
	var err error
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		e4.JSON(400, "no ID")
	}
	if e4.Response().Committed {
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		e4.JSON(400, "no ID")
	}
	if e4.QueryParam("dry") != "" {
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		e5.JSON(400, "no ID")
	}
	if e5.Response() != nil {
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		e5.JSON(400, "no ID")
	}
	if e5.QueryParam("dry") != "" {
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		f2.JSON("no ID")
	}
	if f2.Response().StatusCode() >= 400 {
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		f2.JSON("no ID")
	}
	if f2.Query("dry") != "" {
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		f3.JSON("no ID")
	}
	if f3.Response().StatusCode() >= 400 {
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		f3.JSON("no ID")
	}
	if f3.Params("dry") != "" {
		return
	}
	s.Delete(id)
}

// Another error is in the variable, on every path or only on one.
func again(r *http.Request, s store, done chan int) {
	var id uuid.UUID
	var err error
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		log.Print("no ID")
	}
	switch err = s.Delete("x"); {
	case err != nil:
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		log.Print("no ID")
	}
	for err = s.Delete("x"); err != nil; {
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		log.Print("no ID")
	}
	switch err = s.Delete("x"); err.(type) {
	case error:
		return
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		log.Print("no ID")
	}
	switch {
	case r.Method == "GET":
		err = s.Delete("x")
		if err != nil {
			return
		}
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		log.Print("no ID")
	}
	select {
	case <-done:
		err = s.Delete("x")
		if err != nil {
			return
		}
	}
	s.Delete(id)
}

// These never return, and inner breaks do not leave the if.
func failByType(err error) {
	switch err.(type) {
	case nil:
		os.Exit(2)
	default:
		{
			panic(err)
		}
	}
}

func failForever(error) { select {} }

func failSometimes(err error) {
	switch err {
	case errNone:
		panic(err)
	}
}

func failUnlessBroken(err error) {
	for {
		if err == errNone {
			break
		}
	}
}

func failOrBreak(err error) {
	switch err {
	default:
		if err == errNone {
			break
		}
		panic(err)
	}
}

func failOrElse(err error) {
	if err == errNone {
		panic(err)
	}
}

func endings(r *http.Request, s store, script state, done chan int) {
	var id uuid.UUID
	var err error
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		failByType(err)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		failForever(err)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		script.FailNow()
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		script.SkipNow()
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		script.Exit(1)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		script.Panicf("no ID")
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		script.LogFatal(err)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		script.Die()
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		script.Usage()
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		script.CheckError(err)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil {
		script.MustNot(err)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		failSometimes(err)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		failUnlessBroken(err)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		failOrBreak(err)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		failOrElse(err)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		script.Recheck(err)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		script.Argue("no ID")
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		select {
		case <-done:
			break
		}
		log.Print(err)
	}
	s.Delete(id)
	id, err = uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		switch err.(type) {
		case nil:
			break
		}
		log.Print(err)
	}
	s.Delete(id)
	for range 3 {
		id, err = uuid.Parse(r.FormValue("id"))
		if err != nil {
			log.Print(err)
			switch {
			case id.IsNil():
				continue
			}
		}
		s.Delete(id)
	}
}

// Every comparison of the text is a test.
func compared(r *http.Request) {
	text := r.FormValue("text")
	if _, err := uuid.Parse(text); err != nil {
		log.Print(err)
	}
	use(text == "")
	if _, err := uuid.Parse(text); err != nil {
		log.Print(err)
	}
	use(text != "")
	if _, err := uuid.Parse(text); err != nil {
		log.Print(err)
	}
	use(text < "a")
	if _, err := uuid.Parse(text); err != nil {
		log.Print(err)
	}
	use(text <= "a")
	if _, err := uuid.Parse(text); err != nil {
		log.Print(err)
	}
	use(text > "a")
	if _, err := uuid.Parse(text); err != nil {
		log.Print(err)
	}
	use(text >= "a")
	if _, err := uuid.Parse(text); err != nil { // want `goes on`
		log.Print(err)
	}
	use(text + "a")
	if _, err := uuid.Parse(text); err != nil {
		log.Print(err)
	}
	switch text {
	case "a":
		return
	}
}

// The use is far behind the if.
func far(r *http.Request, s store) {
	id, err := uuid.Parse(r.FormValue("id"))
	if err != nil { // want `goes on`
		log.Print(err)
	}
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	log.Print("some statements between the answer to the error and the use of the ID in the same block")
	s.Delete(id)
}
