package gormguard_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// An account has hooks, which use their own transaction, and relations of each kind.
type account struct {
	ID      uuid.Binary `gorm:"size:16"`
	Name    nameOf
	BossID  *uuid.Binary `gorm:"size:16"`
	Boss    *account
	Staff   []account `gorm:"foreignKey:BossID"`
	Groups  []group   `gorm:"many2many:members"`
	Deleted gorm.DeletedAt
	hooks   *[]string
}

type group struct {
	ID uuid.Binary `gorm:"size:16"`
}

func (a *account) note(hook string, tx *gorm.DB) error {
	if a.hooks == nil {
		return nil
	}
	var n int64
	err := tx.Session(&gorm.Session{NewDB: true}).Model(&account{}).Count(&n).Error
	_, inTransaction := tx.Statement.ConnPool.(gorm.TxCommitter)
	*a.hooks = append(*a.hooks, fmt.Sprint(hook, n, inTransaction))
	return err
}

func (a *account) BeforeCreate(tx *gorm.DB) error { return a.note("before create", tx) }
func (a *account) AfterCreate(tx *gorm.DB) error  { return a.note("after create", tx) }
func (a *account) AfterUpdate(tx *gorm.DB) error  { return a.note("after update", tx) }
func (a *account) AfterDelete(tx *gorm.DB) error  { return a.note("after delete", tx) }

// A nameOf asks the database for the value that it stores.
type nameOf string

func (n nameOf) GormValue(_ context.Context, db *gorm.DB) clause.Expr {
	var text string
	err := db.Session(&gorm.Session{NewDB: true}).Raw("SELECT ?", string(n)).Scan(&text).Error
	if err != nil {
		db.AddError(err)
	}
	return gorm.Expr("?", text)
}

func (n *nameOf) Scan(src any) error {
	*n = nameOf(fmt.Sprintf("%s", src))
	return nil
}

func (nameOf) GormDataType() string { return "varchar(20)" }

// use calls gorm in many ways and returns what it reports.
func use(db *gorm.DB) (log []string) {
	note := func(what string, tx *gorm.DB, values ...any) {
		log = append(log, fmt.Sprintf("%s: %v, %d rows, %v", what, tx.Error, tx.RowsAffected, values))
	}
	err := errors.Join(db.Migrator().DropTable("members", &group{}, &account{}), db.AutoMigrate(&account{}, &group{}))
	note("migrate", db, err, db.Migrator().HasTable(&account{}), db.Migrator().HasColumn(&account{}, "boss_id"))
	_, err = db.DB()
	note("DB", db, err)

	key := func(n byte) uuid.Binary { return uuid.Binary{6: 0x70, 8: 0x80, 15: n} }
	var hooks []string
	boss := account{ID: key(1), Name: "boss", hooks: &hooks, Groups: []group{{key(8)}, {key(9)}},
		Staff: []account{{ID: key(2), Name: "x"}}}
	note("create with associations", db.Create(&boss))
	note("update", db.Model(&boss).Updates(account{Name: "new"}), hooks)
	note("create in batches", db.CreateInBatches([]account{{ID: key(3)}, {ID: key(4)}, {ID: key(5)}}, 2))
	note("save", db.Save(&account{ID: key(3), Name: "saved", BossID: &boss.ID}))
	note("upsert", db.Clauses(clause.OnConflict{UpdateAll: true}).Create(&account{ID: key(3), Name: "again"}))

	var got []account
	note("preload", db.Preload("Groups").Preload("Staff").Joins("Boss").Order("accounts.id").Find(&got), len(got),
		got[0].Groups, len(got[0].Staff), got[1].Boss.Name)
	note("association", db, db.Model(&boss).Association("Groups").Count(),
		db.Model(&boss).Association("Groups").Delete(&group{key(8)}))
	note("association", db, db.Model(&boss).Association("Staff").Replace(&account{ID: key(5)}),
		db.Model(&boss).Association("Staff").Count())
	var ids []uuid.Binary
	note("pluck", db.Model(&account{}).Order("id").Pluck("id", &ids), ids)
	var n int64
	note("count", db.Model(&account{}).Group("boss_id").Count(&n), n)
	note("lock", db.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id IN ?", ids).Find(&got), len(got))
	note("error", db.Raw("SELECT nothing FROM nowhere").Scan(&n))
	rows, err := db.Raw("SELECT nothing FROM nowhere").Rows()
	note("error in Rows", db, rows == nil, err)
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	note("error", db.WithContext(canceled).Exec("UPDATE accounts SET name = 'z'"))
	note("error", db.WithContext(canceled).Find(&got))
	if !db.PrepareStmt { // gorm's Row panics otherwise
		note("Row", db, db.WithContext(canceled).Raw("SELECT 1").Row().Err())
	}

	fail := errors.New("rolled back")
	err = db.Transaction(func(tx *gorm.DB) error {
		note("in a transaction", tx.Create(&account{ID: key(20)}))
		err := tx.Transaction(func(tx *gorm.DB) error {
			note("nested", tx.Delete(&account{}, "id = ?", key(20)),
				tx.Exec("UPDATE accounts SET name = 'y'").RowsAffected)
			return fail
		})
		note("after the nested transaction", tx.Find(&got), len(got), err)
		return fail
	})
	note("after the transaction", db.Find(&got), len(got), err)
	tx := db.Begin()
	note("save point", tx.SavePoint("a"), tx.Create(&account{ID: key(21)}).Error, tx.RollbackTo("a").Error)
	note("commit", tx.Commit())
	note("rollback", db.Begin().Rollback())
	note("connection", db,
		db.Connection(func(tx *gorm.DB) error { return tx.First(&account{}, "id = ?", key(1)).Error }))

	s := db.Session(&gorm.Session{DryRun: true}).Where("id = ?", key(1)).Delete(&account{}).Statement
	note("dry run", db, s.SQL.String(), s.Vars)
	note("SQL", db, db.ToSQL(func(tx *gorm.DB) *gorm.DB { return tx.Find(&[]account{}, "id = ?", "x") }))
	note("hooks", db.Delete(&boss), hooks)
	note("unscoped", db.Unscoped().Model(&account{}).Count(&n), n)
	return log
}

// TestGorm checks that gorm works with the guard exactly as without it.
func TestGorm(t *testing.T) {
	for _, d := range databases {
		for _, prepare := range []bool{false, true} {
			logs := make([][]string, 2)
			for i := range logs {
				db := open[uuid.Binary](t, d.open(t), d.bytes)
				if i == 1 {
					// Twice is as good as once.
					db = register(t, register(t, db))
				}
				logs[i] = use(db.Session(&gorm.Session{PrepareStmt: prepare,
					NowFunc: func() time.Time { return time.Unix(1, 0) }}))
			}
			for i := range logs[0] {
				if logs[0][i] != logs[1][i] {
					t.Errorf("%s, PrepareStmt: %t: with the guard %s\n, without %s", d.name, prepare, logs[1][i],
						logs[0][i])
				}
			}
			// If gorm failed without the guard too, the comparison would be empty.
			for _, line := range logs[0] {
				if strings.HasPrefix(line, "error:") == strings.Contains(line, ": <nil>,") {
					t.Errorf("%s, PrepareStmt: %t: %s", d.name, prepare, line)
				}
			}
		}
	}
}

// A begins is a value that needs a transaction.
type begins struct{ err *error }

func (b begins) GormValue(_ context.Context, db *gorm.DB) clause.Expr {
	*b.err = db.Session(&gorm.Session{NewDB: true}).Transaction(func(*gorm.DB) error { return nil })
	return gorm.Expr("?", "row")
}

// TestTransactionInValue checks a limit that docs/storing.md names: a GormValue method cannot begin a
// transaction.
func TestTransactionInValue(t *testing.T) {
	db := open[uuid.Binary](t, databases[1].open(t), "blob")
	for _, want := range []error{nil, gorm.ErrInvalidTransaction} {
		var got error
		var n int64
		if err := db.Model(&user[uuid.Binary]{}).Where("name = ?", begins{&got}).Count(&n).Error; err != nil ||
			n != 2 || !errors.Is(got, want) {
			t.Errorf("%v, %d rows, %v, want %v", err, n, got, want)
		}
		register(t, db)
	}
}

// TestConcurrently uses one gorm.DB in several goroutines.
func TestConcurrently(t *testing.T) {
	db := register(t, open[uuid.Binary](t, databases[1].open(t), "blob"))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 20 {
				var u user[uuid.Binary]
				if err := db.First(&u, "id = ?", uuid.Binary(asked)).Error; err != nil || u.ID != uuid.Binary(asked) {
					t.Error(err)
				}
				if err := db.Delete(&u, asked[:]).Error; err == nil ||
					!strings.Contains(err.Error(), "does not compare a column") {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
}
