package uuidrequest

import (
	"fmt"
	"net/http"

	google "github.com/google/uuid"
	"github.com/gorilla/mux"
	"github.com/seed-8298af95/uuid"
)

const (
	hex        = "[0-9a-fA-F]"
	anyUUID    = hex + "{8}-" + hex + "{4}-" + hex + "{4}-" + hex + "{4}-" + hex + "{12}"
	version4   = "[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}"
	userRoute  = "/routes/users/{routedUser:" + anyUUID + "}"
	foldedCase = "(?i)^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
)

func registerRoutes(base, pattern string) {
	r := mux.NewRouter()
	r.HandleFunc(userRoute, routed)
	r.HandleFunc("/routes/users/{routedUser:"+version4+"}/keys/{keyWithoutPattern}", routed)
	r.Path("/routes/folded/{folded:" + foldedCase + "}").HandlerFunc(routed)
	r.Handle("/routes/either/{either:"+version4+"|"+anyUUID+"}", http.HandlerFunc(routed))
	r.Host("{host:" + anyUUID + "}.example.com")
	r.Queries("query", "{query:"+version4+"}").HandlerFunc(routed)
	prefix := r.PathPrefix("/routes/tenants/{tenant:" + anyUUID + "}")
	s := prefix.Subrouter()
	s.HandleFunc("/jobs/{job:"+anyUUID+"}", routed)
	s.HandleFunc("/{any:.+}", routed)
	s.HandleFunc("/{digits36:[0-9a-f-]{36}}", routed)
	s.HandleFunc("/{letters:"+anyUUID+"[a-z]*}", routed)
	s.HandleFunc("/{words:\\w{8}-\\w{4}-\\w{4}-\\w{4}-\\w{12}}", routed)
	s.HandleFunc("/{optional:("+anyUUID+")?}", routed)
	s.HandleFunc("/{unhyphenated:[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}}", routed)
	s.HandleFunc("/{me:me|"+anyUUID+"}", routed)
	s.HandleFunc("/{dots:........-....-....-....-............}", routed)
	s.HandleFunc("/{wrong:[}", routed)
	s.HandleFunc("/{nothing:[^\\x00-\\x{10FFFF}]}", routed)
	s.HandleFunc("/a/{twice:"+anyUUID+"}", routed)
	s.HandleFunc("/b/{twice}", routed)
	s.HandleFunc("/a/{joined:"+anyUUID+"}", routed)
	s.HandleFunc(base+"/b/{joined}", routed)
	s.HandleFunc("/a/{unknown:"+anyUUID+"}", routed)
	s.HandleFunc("/b/{unknown:"+pattern+"}", routed)
	s.HandleFunc("/a/{printed:"+anyUUID+"}", routed)
	s.HandleFunc(fmt.Sprintf("/b/{printed:%s}", pattern), routed)
	s.HandleFunc("/a/{based:"+anyUUID+"}", routed)
	s.HandleFunc(base+"/b/{based:"+anyUUID+"}", routed)
	s.HandleFunc("/a/{suffixed:"+anyUUID+"}", routed)
	s.HandleFunc("/b/{suffixed:"+anyUUID+pattern+"}", routed)
	r.Headers("X-ID", "{header:"+anyUUID+"}")
	http.HandleFunc("/{serveMux:"+anyUUID+"}", routed)
}

func routed(w http.ResponseWriter, r *http.Request) {
	vars := mux.Vars(r)
	use(uuid.MustParse(mux.Vars(r)["routedUser"]), google.MustParse(vars["folded"]), uuid.MustParse(vars["either"]))
	use(uuid.MustParse(vars["query"]), uuid.MustParse(vars["tenant"]), uuid.MustParse(vars["job"]))
	id, _ := google.Parse(vars["job"])
	use(id, uuid.MustParse(vars["based"]), uuid.MustParse(vars["host"]))
	if text, ok := vars["tenant"]; ok {
		use(uuid.MustParse(text))
	}

	use(uuid.MustParse(vars["keyWithoutPattern"])) // want `a panic here`
	use(uuid.MustParse(vars["elsewhere"]))         // want `a panic here`
	use(uuid.MustParse(vars["any"]))               // want `a panic here`
	use(uuid.MustParse(vars["digits36"]))          // want `a panic here`
	use(uuid.MustParse(vars["letters"]))           // want `a panic here`
	use(uuid.MustParse(vars["words"]))             // want `a panic here`
	use(uuid.MustParse(vars["optional"]))          // want `a panic here`
	use(uuid.MustParse(vars["unhyphenated"]))      // want `a panic here`
	use(uuid.MustParse(vars["me"]))                // want `a panic here`
	use(uuid.MustParse(vars["dots"]))              // want `a panic here`
	use(uuid.MustParse(vars["wrong"]))             // want `a panic here`
	use(uuid.MustParse(vars["nothing"]))           // want `a panic here`
	use(uuid.MustParse(vars["twice"]))             // want `a panic here`
	use(uuid.MustParse(vars["joined"]))            // want `a panic here`
	use(uuid.MustParse(vars["unknown"]))           // want `a panic here`
	use(uuid.MustParse(vars["printed"]))           // want `a panic here`
	use(uuid.MustParse(vars["suffixed"]))          // want `a panic here`
	use(uuid.MustParse(vars["header"]))            // want `a panic here`
	use(uuid.MustParse(vars["serveMux"]))          // want `a panic here`
	use(uuid.MustParse(r.FormValue("tenant")))     // want `a panic here`
	other, _ := uuid.Parse(vars["any"])            // want `becomes the Nil UUID`
	use(other)
}
