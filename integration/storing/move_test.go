package storing

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/seed-8298af95/uuid"
	gormmysql "gorm.io/driver/mysql"
	gormpostgres "gorm.io/driver/postgres"
	gormsqlite "gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// The tests in this file give the version 4 rows of two tables new IDs, by the statements in
// docs/version4.md, while programs that hold old IDs go on writing. The table notes refers to tasks
// by a foreign key, and logs without one. Tasks and notes have version 4 IDs.

// A move moves tasks and notes in one database.
type move struct {
	tables
	steps
	key     string // the foreign key of notes
	program program
}

// The steps are the statements of the page.
type steps struct {
	once   []string // before the first batch
	batch  []string // in one transaction, until the first UPDATE changes no row
	check  []string // when all writers make version 7
	repair []string // and again until no program holds old IDs
}

// pageSteps returns the statements for a database.
func pageSteps(t *testing.T, database string) steps {
	parts := regexp.MustCompile(`(?m)^-- .*\n`).Split(sqlBlock(t, "move-"+strings.ToLower(database)), -1)
	if len(parts) != 5 {
		t.Fatalf("the block for %s has %d steps, want 4", database, len(parts)-1)
	}
	return steps{
		once:   statements(parts[1]),
		batch:  statements(parts[2]),
		check:  statements(parts[3]),
		repair: statements(parts[4]),
	}
}

// notes returns the steps that move notes, to which no other table refers.
func (s steps) notes() steps {
	rename := func(all []string) (notes []string) {
		for _, statement := range all {
			elsewhere := strings.Contains(statement, "notes") || strings.Contains(statement, "logs")
			if !elsewhere && !strings.HasPrefix(statement, "CREATE FUNCTION") {
				notes = append(notes, strings.ReplaceAll(statement, "tasks", "notes"))
			}
		}
		return notes
	}
	return steps{once: rename(s.once), batch: rename(s.batch), check: rename(s.check), repair: rename(s.repair)}
}

// forEachDatabase creates the tables in each database, and runs the test there.
func forEachDatabase(t *testing.T, test func(mv *move)) {
	t.Run("PostgreSQL", func(t *testing.T) {
		mv := newMove(t, postgresUUID, open(t, "PostgreSQL"), "timestamptz", "notes_task_fkey")
		mv.program = newGorm[uuid.UUID, time.Time](mv, gormpostgres.New(gormpostgres.Config{Conn: mv.db}))
		t.Cleanup(func() { mv.exec("DROP FUNCTION IF EXISTS keep_old_id CASCADE") })
		test(mv)
	})
	t.Run("MariaDB", func(t *testing.T) {
		mv := newMove(t, mariaDBBinary16, openMariaDBTimes(t), "datetime(6)", "notes_task")
		mv.program = newGorm[uuid.Binary, time.Time](mv, gormmysql.New(gormmysql.Config{Conn: mv.db}))
		test(mv)
	})
	t.Run("SQLite", func(t *testing.T) {
		pragmas := "?_txlock=immediate&_pragma=busy_timeout(60000)&_pragma=journal_mode(wal)" +
			"&_pragma=synchronous(off)&_pragma=foreign_keys(on)"
		db, err := sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "move.db")+pragmas)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		mv := newMove(t, sqliteBlob, db, "text", "notes_task")
		mv.program = newGorm[uuid.Binary, string](mv, gormsqlite.Dialector{Conn: db})
		test(mv)
	})
}

// openMariaDBTimes opens MariaDB with a driver that scans times, which gorm's models need.
func openMariaDBTimes(t *testing.T) *sql.DB {
	t.Helper()
	config, err := mysql.ParseDSN(mariaDB)
	if err != nil {
		t.Fatal(err)
	}
	config.ParseTime = true
	connector, err := mysql.NewConnector(config)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	t.Cleanup(func() { db.Close() })
	return db
}

func newMove(t *testing.T, m mixed, db *sql.DB, createdAt, key string) *move {
	t.Helper()
	mv := &move{tables: tables{t, m, db}, steps: pageSteps(t, m.database), key: key}
	mv.create(
		"CREATE TABLE tasks (id ID NOT NULL PRIMARY KEY, created_at "+createdAt+" NULL, revision int NOT NULL)",
		"CREATE TABLE notes (id ID NOT NULL PRIMARY KEY, created_at "+createdAt+" NULL, task ID NOT NULL, "+
			"CONSTRAINT "+key+" FOREIGN KEY (task) REFERENCES tasks (id))",
		"CREATE TABLE logs (n int PRIMARY KEY, task ID NOT NULL)",
	)
	mv.createMoved()
	return mv
}

// prepare runs the steps before the first batch, but for those that contain one of the texts in without.
func (mv *move) prepare(without ...string) {
	mv.Helper()
	conn, err := mv.db.Conn(context.Background()) // some statements change settings of the connection
	if err != nil {
		mv.Fatal(err)
	}
	defer conn.Close()
	for _, statement := range slices.Concat(mv.once, mv.steps.notes().once) {
		left := slices.ContainsFunc(without, func(text string) bool { return strings.Contains(statement, text) })
		if left {
			continue
		}
		if _, err := conn.ExecContext(context.Background(), statement); err != nil {
			mv.Fatalf("%s: %v", statement, err)
		}
	}
}

// moveBatch runs a batch, and returns the number of rows that have a new ID.
func (mv *move) moveBatch(ctx context.Context, batch []string) (moved int64, err error) {
	tx, err := mv.db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback()
	for _, statement := range batch {
		result, err := tx.ExecContext(ctx, statement)
		if err != nil {
			return 0, err
		}
		if strings.HasPrefix(statement, "UPDATE tasks") || strings.HasPrefix(statement, "UPDATE notes SET old_id") {
			if moved, err = result.RowsAffected(); err != nil {
				return 0, err
			}
		}
	}
	return moved, tx.Commit()
}

// moveAll runs batches of tasks and notes until no row changes.
func (mv *move) moveAll() error {
	for _, batch := range [][]string{mv.batch, mv.steps.notes().batch} {
		for moved := int64(1); moved > 0; {
			var err error
			if moved, err = mv.moveBatch(context.Background(), batch); err != nil {
				return err
			}
		}
	}
	return nil
}

// finish runs the steps after the last batch.
func (mv *move) finish() {
	mv.Helper()
	for _, statement := range slices.Concat(mv.check, mv.steps.notes().check, mv.repair) {
		mv.exec(statement)
	}
}

// number returns the only number that a query returns.
func (mv *move) number(query string, args ...any) (n int) {
	mv.Helper()
	mv.each(query, args, func() {}, &n)
	return n
}

// dangling returns the number of logs whose task has no row.
func (mv *move) dangling() int {
	return mv.number("SELECT count(*) FROM logs LEFT JOIN tasks ON tasks.id = logs.task WHERE tasks.id IS NULL")
}

// A program is a service that uses gorm, and holds IDs for a while before it uses them.
type program interface {
	create(task, note uuid.UUID, created time.Time) error
	read(task uuid.UUID) (loaded, error)
	readWithNotes(task uuid.UUID) (loaded, error)
	increment(task uuid.UUID) error
	insertNote(note, task uuid.UUID, created time.Time) error
	remove(task uuid.UUID) error
}

// A loaded is a task that a program has read.
type loaded interface {
	id() uuid.UUID
	save() error // increments the revision with gorm's Save
}

// gormProgram is a program whose models have the Go types of a database's columns.
type gormProgram[K ~[16]byte, T any] struct {
	*gorm.DB
	at func(time.Time) any
}

type task[K ~[16]byte, T any] struct {
	ID        K `gorm:"primaryKey"`
	CreatedAt T
	Revision  int
	Notes     []note[K, T] `gorm:"foreignKey:Task"`
}

type note[K ~[16]byte, T any] struct {
	ID        K `gorm:"primaryKey"`
	CreatedAt T
	Task      K
}

func (task[K, T]) TableName() string { return "tasks" }
func (note[K, T]) TableName() string { return "notes" }

func newGorm[K ~[16]byte, T any](mv *move, dialector gorm.Dialector) program {
	db, err := gorm.Open(dialector, &gorm.Config{Logger: logger.Discard})
	if err != nil {
		mv.Fatal(err)
	}
	return gormProgram[K, T]{db, mv.at}
}

func (p gormProgram[K, T]) create(id, noteID uuid.UUID, created time.Time) error {
	at := p.at(created).(T)
	return p.Create(&task[K, T]{ID: K(id), CreatedAt: at, Notes: []note[K, T]{{ID: K(noteID), CreatedAt: at}}}).Error
}

func (p gormProgram[K, T]) read(id uuid.UUID) (loaded, error) { return p.find(p.DB, id) }
func (p gormProgram[K, T]) readWithNotes(id uuid.UUID) (loaded, error) {
	return p.find(p.Preload("Notes"), id)
}

// find looks up both IDs.
func (p gormProgram[K, T]) find(db *gorm.DB, id uuid.UUID) (loaded, error) {
	l := loadedTask[K, T]{p: p}
	err := db.Where("id = ? OR old_id = ?", K(id), K(id)).First(&l.task).Error
	return &l, err
}

var errNoRow = errors.New("no row has changed")

// increment looks up both IDs, and checks that a row has changed.
func (p gormProgram[K, T]) increment(id uuid.UUID) error {
	result := p.Model(&task[K, T]{}).Where("id = ? OR old_id = ?", K(id), K(id)).
		Updates(map[string]any{"revision": gorm.Expr("revision + 1")})
	if result.Error == nil && result.RowsAffected != 1 {
		return errNoRow
	}
	return result.Error
}

func (p gormProgram[K, T]) insertNote(id, taskID uuid.UUID, created time.Time) error {
	return p.Create(&note[K, T]{ID: K(id), CreatedAt: p.at(created).(T), Task: K(taskID)}).Error
}

// remove deletes a task with its notes and logs.
func (p gormProgram[K, T]) remove(id uuid.UUID) error {
	return p.Transaction(func(tx *gorm.DB) error {
		var found task[K, T]
		if err := tx.Where("id = ? OR old_id = ?", K(id), K(id)).First(&found).Error; err != nil {
			return err
		}
		if err := tx.Where("task = ?", found.ID).Delete(&note[K, T]{}).Error; err != nil {
			return err
		}
		if err := tx.Exec("DELETE FROM logs WHERE task = ?", found.ID).Error; err != nil {
			return err
		}
		result := tx.Where("id = ?", found.ID).Delete(&task[K, T]{})
		if result.Error == nil && result.RowsAffected != 1 {
			return errNoRow // a batch has moved it since
		}
		return result.Error
	})
}

type loadedTask[K ~[16]byte, T any] struct {
	p    gormProgram[K, T]
	task task[K, T]
}

func (l *loadedTask[K, T]) id() uuid.UUID { return uuid.UUID(l.task.ID) }

func (l *loadedTask[K, T]) save() error {
	l.task.Revision++
	return l.p.Save(&l.task).Error
}

// TestMove moves the rows in batches that are broken off and repeated, while writers hold old IDs.
// At the end it counts with SQL: no row is lost, there twice or of version 4, and no reference dangles.
func TestMove(t *testing.T) {
	forEachDatabase(t, func(mv *move) {
		w := &writers{move: mv}
		w.store(1_500)
		mv.stopAtRowWithoutTime()
		mv.prepare()
		w.run()
		mv.finish()
		w.verify()
		mv.refusesVersion4()
	})
}

// stopAtRowWithoutTime checks that a row without a time stops a batch, which changes nothing.
func (mv *move) stopAtRowWithoutTime() {
	mv.Helper()
	// The table gets the column old_id for this check, as the first step would add it.
	mv.exec("ALTER TABLE tasks ADD COLUMN old_id " + mv.column)
	bad := mv.arg(uuid.MustParse("ffffffff-ffff-4fff-bfff-ffffffffffff"))
	mv.exec("INSERT INTO tasks (id, created_at, revision) VALUES (?, NULL, 0)", bad)
	if n, err := mv.moveBatch(context.Background(), mv.batch); err == nil || mv.count("old_id IS NOT NULL") != 0 {
		mv.Fatalf("a batch with a row without a time moved %d rows, %v", n, err)
	}
	mv.exec("DELETE FROM tasks WHERE id = ?", bad)
	mv.exec("ALTER TABLE tasks DROP COLUMN old_id")
}

func (mv *move) refusesVersion4() {
	mv.Helper()
	insert := mv.sql("INSERT INTO tasks (id, revision) VALUES (?, 0)")
	if _, err := mv.db.Exec(insert, mv.arg(uuid.NewV4())); err == nil {
		mv.Error("the table takes version 4")
	}
	if _, err := mv.db.Exec(insert, mv.arg(uuid.NewV7())); err != nil {
		mv.Error(err)
	}
}

// An expected is a task, with what the tables must contain of it at the end.
type expected struct {
	first    uuid.UUID // the ID with which it was created, and by which all writers know it
	created  time.Time
	revision int
	notes    []uuid.UUID // their first IDs
	logs     []int
	removed  bool
}

// id returns the ID that a row with this first ID has at the end.
func (r *expected) id(first uuid.UUID) uuid.UUID {
	if first.Version() != 4 {
		return first
	}
	id, err := moved(first, r.created)
	if err != nil {
		panic(err)
	}
	return id
}

// writers are programs of a service that go on writing while batches run.
type writers struct {
	*move
	rows      []*expected
	refused   atomic.Int64 // Saves of an object whose row had moved
	repeated  atomic.Int64 // other writes that had to be repeated
	lastEntry atomic.Int64 // the number of the last log
}

// newRow returns a task with a note, which is not stored yet.
func newRow(i int, version uuid.Version) *expected {
	newID := uuid.NewV4
	if version == 7 {
		newID = uuid.NewV7
	}
	created := now.Add(-time.Duration(i)*time.Minute - 999_999*time.Microsecond)
	return &expected{first: newID(), created: created, notes: []uuid.UUID{newID()}}
}

// store stores n rows of version 4, each with a note and a log.
func (w *writers) store(n int) {
	w.Helper()
	var tasks, notes, logs [][]any
	for i := range n {
		r := newRow(i, 4)
		r.logs = []int{int(w.lastEntry.Add(1))}
		w.rows = append(w.rows, r)
		tasks = append(tasks, []any{w.arg(r.first), w.at(r.created), 0})
		notes = append(notes, []any{w.arg(r.notes[0]), w.at(r.created), w.arg(r.first)})
		logs = append(logs, []any{r.logs[0], w.arg(r.first)})
	}
	w.insert("tasks (id, created_at, revision)", tasks)
	w.insert("notes (id, created_at, task)", notes)
	w.insert("logs", logs)
}

// run lets each kind of writer use IDs that it learned before the first batch, while batches run.
func (w *writers) run() {
	w.Helper()
	const share = 100 // rows of each writer
	var stale []loaded
	for i, r := range w.rows[:share] {
		read := w.program.read
		if i%2 == 0 {
			read = w.program.readWithNotes
		}
		l, err := read(r.first)
		if err != nil {
			w.Fatal(err)
		}
		stale = append(stale, l)
	}
	var running sync.WaitGroup
	start := func(rows []*expected, write func(r *expected) error) {
		running.Go(func() {
			for _, r := range rows {
				if err := write(r); err != nil {
					w.Errorf("a write to %v: %v", r.first, err)
				}
				time.Sleep(2 * time.Millisecond) // or some writers end before the second batch
			}
		})
	}
	next := 0
	start(w.rows[:share], func(r *expected) error {
		next++
		return w.save(r, stale[next-1])
	})
	for i, write := range []func(*expected) error{w.increment, w.addNote, w.addLog, w.remove} {
		start(w.rows[(i+1)*share:(i+2)*share], write)
	}
	for _, version := range []uuid.Version{4, 7} {
		var created []*expected
		for i := range share {
			created = append(created, newRow(i, version))
		}
		w.rows = append(w.rows, created...)
		start(created, w.create)
	}
	var ended atomic.Bool
	go func() { running.Wait(); ended.Store(true) }()
	w.runBatches(&ended)
	w.Logf("%d Saves were refused, %d other writes were repeated", w.refused.Load(), w.repeated.Load())
}

// runBatches moves tasks and notes in turn until the writers have ended and nothing is left to move.
// Every third batch is broken off.
func (w *writers) runBatches(ended *atomic.Bool) {
	w.Helper()
	var broken int
	var last error
	for i := range 20_000 {
		quiet := ended.Load()
		ctx, cancel := context.WithCancel(context.Background())
		if i%3 == 0 && !quiet {
			time.AfterFunc(time.Duration(1+i%7)*time.Millisecond, cancel)
		}
		tasks, err := w.moveBatch(ctx, w.small(w.batch))
		var notes int64
		if err == nil {
			notes, err = w.moveBatch(ctx, w.small(w.steps.notes().batch))
		}
		cancel()
		switch {
		case err != nil: // also by a deadlock with a writer
			broken++
			last = err
		case tasks+notes == 0 && quiet:
			if broken == 0 {
				w.Error("no batch was broken off")
			}
			return
		}
		time.Sleep(5 * time.Millisecond) // lets the writers in, which SQLite keeps waiting otherwise
	}
	w.Fatalf("the batches do not end; the last error is %v", last)
}

// small returns statements for batches of 50 rows, so that there are many.
func (w *writers) small(batch []string) (small []string) {
	for _, statement := range batch {
		small = append(small, strings.Replace(statement, "LIMIT 1000", "LIMIT 50", 1))
	}
	return small
}

// repeat calls write until it succeeds, as a program does after a deadlock or a foreign key error.
func (w *writers) repeat(write func() error) error {
	var err error
	for range 50 {
		if err = write(); err == nil {
			return nil
		}
		w.repeated.Add(1)
		time.Sleep(time.Millisecond)
	}
	return err
}

// save saves a stale object, as a program does that nobody has changed, and tries the right way if
// the database refuses it.
func (w *writers) save(r *expected, stale loaded) error {
	r.revision++
	if stale.save() == nil {
		return nil
	}
	w.refused.Add(1)
	return w.repeat(func() error { return w.program.increment(r.first) })
}

func (w *writers) increment(r *expected) error {
	r.revision++
	return w.repeat(func() error { return w.program.increment(r.first) })
}

// addNote uses the ID that it knows, and looks the ID up after an error.
func (w *writers) addNote(r *expected) error {
	id := uuid.NewV4()
	r.notes = append(r.notes, id)
	task := r.first
	return w.repeat(func() error {
		err := w.program.insertNote(id, task, r.created)
		if err != nil {
			if found, err := w.program.read(r.first); err == nil {
				task = found.id()
			}
		}
		return err
	})
}

// addLog uses the ID that it knows: no foreign key refuses it.
func (w *writers) addLog(r *expected) error {
	n := int(w.lastEntry.Add(1))
	r.logs = append(r.logs, n)
	return w.repeat(func() error {
		_, err := w.db.Exec(w.sql("INSERT INTO logs VALUES (?, ?)"), n, w.arg(r.first))
		return err
	})
}

func (w *writers) remove(r *expected) error {
	r.removed = true
	return w.repeat(func() error { return w.program.remove(r.first) })
}

func (w *writers) create(r *expected) error {
	return w.repeat(func() error { return w.program.create(r.first, r.notes[0], r.created) })
}

// verify compares the tables with the rows that the writers have stored.
func (w *writers) verify() {
	w.Helper()
	var tasks, notes, logs int
	for _, r := range w.rows {
		id := w.arg(r.id(r.first))
		if r.removed {
			if n := w.count("id = ? OR old_id = ?", id, w.arg(r.first)); n != 0 {
				w.Errorf("%v was removed, and is there %d times", r.first, n)
			}
			continue
		}
		tasks, notes, logs = tasks+1, notes+len(r.notes), logs+len(r.logs)
		if n := w.count("id = ? AND revision = ?", id, r.revision); n != 1 {
			w.Errorf("%v with revision %d is there %d times", r.first, r.revision, n)
		}
		for _, first := range r.notes {
			if n := w.number("SELECT count(*) FROM notes WHERE id = ? AND task = ?", w.arg(r.id(first)), id); n != 1 {
				w.Errorf("the note %v of %v is there %d times", first, r.first, n)
			}
		}
		if n := w.number("SELECT count(*) FROM logs WHERE task = ?", id); n != len(r.logs) {
			w.Errorf("%v has %d logs, want %d", r.first, n, len(r.logs))
		}
	}
	for table, want := range map[string]int{"tasks": tasks, "notes": notes, "logs": logs} {
		if n := w.number("SELECT count(*) FROM " + table); n != want {
			w.Errorf("%s has %d rows, want %d", table, n, want)
		}
	}
	if n := w.dangling(); n != 0 {
		w.Errorf("%d logs have no task", n)
	}
}

// TestMoveRemedies shows what each remedy on the page is for: without it, a row is there twice, a
// batch fails for good, a write is lost or a reference dangles.
func TestMoveRemedies(t *testing.T) {
	forEachDatabase(t, func(mv *move) {
		r := newRow(1, 4)
		mv.prepare("CREATE TRIGGER")
		if err := mv.program.create(r.first, r.notes[0], r.created); err != nil {
			mv.Fatal(err)
		}
		stale, err := mv.program.read(r.first)
		if err != nil {
			mv.Fatal(err)
		}
		staleWithNotes, err := mv.program.readWithNotes(r.first)
		if err != nil {
			mv.Fatal(err)
		}
		if err := mv.moveAll(); err != nil {
			mv.Fatal(err)
		}

		first, id := mv.arg(r.first), mv.arg(r.id(r.first))
		if n := mv.exec("UPDATE tasks SET revision = 5 WHERE id = ?", first); n != 0 {
			mv.Errorf("an UPDATE by the old ID changed %d rows", n)
		}
		if err := mv.program.increment(r.first); err != nil {
			mv.Errorf("with both IDs: %v", err)
		}
		if mv.program.insertNote(uuid.NewV4(), r.first, r.created) == nil {
			mv.Error("a note with the old ID was stored")
		}
		mv.exec("INSERT INTO logs VALUES (1, ?)", first)
		if n := mv.dangling(); n != 1 {
			mv.Errorf("before the repair, %d logs have no task, want 1", n)
		}
		for _, statement := range mv.repair {
			mv.exec(statement)
		}
		if n := mv.dangling(); n != 0 {
			mv.Errorf("after the repair, %d logs have no task", n)
		}

		// Without the triggers, Save doubles the task and its note, and no later batch succeeds.
		for _, l := range []loaded{stale, staleWithNotes} {
			if err := l.save(); err != nil {
				mv.Fatal(err)
			}
		}
		if tasks, notes := mv.count("1 = 1"), mv.number("SELECT count(*) FROM notes"); tasks != 2 || notes != 2 {
			mv.Errorf("without the triggers, there are %d tasks and %d notes, want 2 each", tasks, notes)
		}
		if mv.moveAll() == nil {
			mv.Error("without the triggers, a batch succeeds")
		}
		mv.exec("DELETE FROM notes WHERE task = ?", first)
		mv.exec("DELETE FROM tasks WHERE id = ?", first)

		// With them, there is one row, which Save updates in MariaDB.
		for _, statement := range slices.Concat(mv.once, mv.steps.notes().once) {
			if strings.HasPrefix(statement, "CREATE TRIGGER") {
				mv.exec(statement)
			}
		}
		if err := stale.save(); (err == nil) != (mv.database == "MariaDB") {
			mv.Errorf("Save of the old task returns %v", err)
		}
		if staleWithNotes.save() == nil {
			mv.Error("the old task was saved with its note")
		}
		if tasks, notes := mv.count("1 = 1"), mv.number("SELECT count(*) FROM notes"); tasks != 1 || notes != 1 {
			mv.Errorf("with the triggers, there are %d tasks and %d notes, want 1 each", tasks, notes)
		}
		if err := mv.moveAll(); err != nil {
			mv.Error(err)
		}
		if n := mv.count("id = ?", id); n != 1 {
			mv.Errorf("the task is there %d times", n)
		}
	})
}

// TestMoveDuringInsert inserts the old ID of a row while the batch that moves the row has not
// committed. The INSERT waits for the batch, and must not succeed then.
func TestMoveDuringInsert(t *testing.T) {
	forEachDatabase(t, func(mv *move) {
		r := newRow(1, 4)
		mv.prepare()
		if err := mv.program.create(r.first, r.notes[0], r.created); err != nil {
			mv.Fatal(err)
		}
		tx, err := mv.db.Begin()
		if err != nil {
			mv.Fatal(err)
		}
		defer tx.Rollback()
		for _, statement := range mv.batch {
			if _, err := tx.Exec(statement); err != nil {
				mv.Fatal(err)
			}
		}
		inserted := make(chan error)
		go func() {
			_, err := mv.db.Exec(mv.sql("INSERT INTO tasks (id, revision) VALUES (?, 0)"), mv.arg(r.first))
			inserted <- err
		}()
		select {
		case err := <-inserted:
			mv.Fatalf("the INSERT did not wait for the batch: %v", err)
		case <-time.After(time.Second / 2):
		}
		if err := tx.Commit(); err != nil {
			mv.Fatal(err)
		}
		if err := <-inserted; err == nil {
			mv.Error("the old ID was inserted again")
		}
		if n := mv.count("1 = 1"); n != 1 {
			mv.Errorf("there are %d tasks", n)
		}
	})
}

// TestMoveReadsReferences moves 100 000 tasks, to which as many notes refer: a few without the index on
// the reference, the others with it. It asks PostgreSQL how many notes it read.
func TestMoveReadsReferences(t *testing.T) {
	const stored, few = 100_000, 20
	mv := newMove(t, postgresUUID, open(t, "PostgreSQL"), "timestamptz", "notes_task_fkey")
	t.Cleanup(func() { mv.exec("DROP FUNCTION keep_old_id CASCADE") })
	mv.exec("INSERT INTO tasks SELECT gen_random_uuid(), now() - n * interval '1 minute', 0 "+
		"FROM generate_series(1, ?) n", stored)
	mv.exec("INSERT INTO notes SELECT gen_random_uuid(), created_at, id FROM tasks")
	mv.exec("ANALYZE tasks")
	mv.exec("ANALYZE notes")
	mv.prepare("notes_task ON notes")

	// read runs a batch, and returns the number of notes that PostgreSQL read for it.
	read := func(limit int) (moved, read int64) {
		t.Helper()
		tx, err := mv.db.Begin()
		if err != nil {
			t.Fatal(err)
		}
		defer tx.Rollback()
		before := notesRead(t, tx)
		for _, statement := range mv.batch {
			statement = strings.Replace(statement, "LIMIT 1000", fmt.Sprint("LIMIT ", limit), 1)
			result, err := tx.Exec(statement)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(statement, "UPDATE tasks") {
				if moved, err = result.RowsAffected(); err != nil {
					t.Fatal(err)
				}
			}
		}
		read = notesRead(t, tx) - before
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}
		return moved, read
	}
	moved, notes := read(few)
	if moved != few || notes != few*stored {
		t.Errorf("without the index, PostgreSQL read %d notes for %d tasks, want %d", notes, moved, few*stored)
	}
	mv.exec("CREATE INDEX notes_task ON notes (task)")
	var tasks, total int64
	for moved = 1; moved > 0; {
		moved, notes = read(10_000)
		tasks, total = tasks+moved, total+notes
	}
	if tasks != stored-few || total != tasks {
		t.Errorf("with the index, PostgreSQL read %d notes for %d tasks, want one for each", total, tasks)
	}
}

// notesRead returns how many notes PostgreSQL has read for the transaction, and for earlier ones of its
// connection that the statistics do not contain yet.
func notesRead(t *testing.T, tx *sql.Tx) (n int64) {
	t.Helper()
	const counters = `SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_xact_user_tables
		WHERE relname = 'notes'`
	if err := tx.QueryRow(counters).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestMariaDBWithinTable shows why references within a table are moved without their key: MariaDB
// does not cascade within one table.
func TestMariaDBWithinTable(t *testing.T) {
	tb := create(t, mariaDBBinary16, "CREATE TABLE tasks (id ID PRIMARY KEY, parent ID, "+
		"FOREIGN KEY (parent) REFERENCES tasks (id) ON UPDATE CASCADE)")
	id := uuid.Binary(uuid.NewV4())
	tb.exec("INSERT INTO tasks VALUES (?, ?)", id, id)
	_, err := tb.db.Exec("UPDATE tasks SET id = ?", uuid.Binary(uuid.NewV7()))
	if err == nil || !strings.Contains(err.Error(), "foreign key constraint fails") {
		t.Errorf("the error is %v", err)
	}
}
