package uuiderror

import (
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"sync"

	"github.com/gin-gonic/gin"
	google "github.com/google/uuid"
	echo "github.com/labstack/echo/v4"
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
}

func die(err error) { log.Fatal(err) }

func use(...any) {}

func mustText(err error) string { return err.Error() }

func newArgError(name string) error { return errors.New(name) }

func wrong(w http.ResponseWriter, r *http.Request, s store) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil { // want `answered here, but the function goes on with the ID or its text; return after the answer .*#reading-an-id`
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
