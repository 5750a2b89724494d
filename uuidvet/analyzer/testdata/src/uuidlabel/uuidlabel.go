package uuidlabel

import (
	"encoding/hex"
	"models"
	"net/url"
	"strings"
	"time"
	std "uuid"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/seed-8298af95/uuid"
)

type Job struct {
	ID   uuid.ID[uuid.Plain[Job]]
	Name string
}

type Task struct {
	ID   uuid.ID[uuid.Plain[Task]]
	Name string
}

type Masked struct{}

var mask *uuid.Mask

// worker is set in functions, which have no order.
var worker = uuid.NewV7()

func init() { worker = uuid.NewV4() }

func init() { worker = uuid.NewV7() }

func (Masked) IDKind() uuid.Kind { return uuid.Kind{Mask: &mask} }

func use(...any) {}

func wrong() {
	use(uuid.NewV7().String()[:8])                             // want `only its time.*#labels`
	use(std.NewV7().String()[0:13])                            // want `only its time`
	use(google.Must(google.NewV7()).String()[:6])              // want `only its time`
	use("job-" + strings.Split(uuid.NewV7().String(), "-")[0]) // want `only its time`

	byTime, _ := uuid.NewV7At(time.Now())
	use(byTime.String()[:8])                                    // want `only its time`
	use(google.Must(google.NewV7FromReader(nil)).String()[:8])  // want `only its time`
	use(gofrs.Must(gofrs.NewV7AtTime(time.Now())).String()[:8]) // want `only its time`
	use(uuid.Compact.Encode(uuid.NewV7())[:8])                  // want `only its time`

	text := uuid.NewV7().String()
	use(strings.Replace(text, "-", "", -1)[:8]) // want `only its time`
	use(strings.SplitN(text, "-", 2)[0])        // want `only its time`
	use(strings.ToLower(text)[:8])              // want `only its time`
	use(strings.ToUpper(text)[:8])              // want `only its time`
	use(strings.Trim(text, "x")[:8])            // want `only its time`
	use(strings.TrimPrefix(text, "x")[:8])      // want `only its time`
	use(strings.TrimSuffix(text, "x")[:8])      // want `only its time`
	path, _ := url.PathUnescape(text)
	query, _ := url.QueryUnescape(text)
	use(path[:8], query[:8]) // want `only its time` `only its time`

	id, err := gofrs.NewV7()
	use(id[:5])                                        // want `only its time`
	use(id[:4], err)                                   // want `only its time`
	use(hex.EncodeToString(id[:])[:8])                 // want `only its time`
	use(strings.ReplaceAll(id.String(), "-", "")[:12]) // want `only its time`

	task := &Task{ID: uuid.NewID[uuid.Plain[Task]]()}
	task.Name = task.ID.String()[:8] // want `only its time`

	masked := uuid.NewID[Masked]()
	use(masked[:4])                 // want `only its time`
	use(masked.UUID().String()[:8]) // want `only its time`
}

func right(given uuid.UUID) {
	id := uuid.NewV7()
	text := id.String()
	use(text[len(text)-12:], text[24:], text[:18], text[9:13], strings.Split(text, "-")[4])
	use(text[:14], text[:0], text[1:8], strings.Repeat(text, 2)[:8])
	use(id[:], id[:6], id[10:], id[0])
	use(uuid.NewV4().String()[:8], given.String()[:8], worker.String()[:8])
	use(uuid.NewID[Masked]().String()[:8], uuid.NewID[models.Embeds]().String()[:8], uuid.NewID[models.Decided]().String()[:8])

	other := uuid.NewV7()
	other = uuid.NewV4()
	use(other.String()[:8])
	other, id = id, other
	use(id.String()[:8])

	job := &Job{ID: uuid.NewID[uuid.Plain[Job]]()}
	job.ID = uuid.ID[uuid.Plain[Job]](given)
	use(job.ID.String()[:8])
	host := "host-"
	host += uuid.NewV7().String()
	use(host[:12])
	n := 8
	n++
	use(text[:n])
}
