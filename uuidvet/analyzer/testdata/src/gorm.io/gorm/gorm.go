package gorm

type DB struct {
	Error     error
	Statement *Statement
}

type Statement struct{ *DB }

func (s *Statement) SetColumn(name string, value any, fromCallbacks ...bool) {}

func (db *DB) Where(query any, args ...any) *DB         { return db }
func (db *DB) Not(query any, args ...any) *DB           { return db }
func (db *DB) Or(query any, args ...any) *DB            { return db }
func (db *DB) Having(query any, args ...any) *DB        { return db }
func (db *DB) Raw(sql string, values ...any) *DB        { return db }
func (db *DB) Exec(sql string, values ...any) *DB       { return db }
func (db *DB) Joins(query string, args ...any) *DB      { return db }
func (db *DB) InnerJoins(query string, args ...any) *DB { return db }
func (db *DB) Preload(query string, args ...any) *DB    { return db }
func (db *DB) First(dest any, conds ...any) *DB         { return db }
func (db *DB) Take(dest any, conds ...any) *DB          { return db }
func (db *DB) Last(dest any, conds ...any) *DB          { return db }
func (db *DB) Find(dest any, conds ...any) *DB          { return db }
func (db *DB) FirstOrInit(dest any, conds ...any) *DB   { return db }
func (db *DB) FirstOrCreate(dest any, conds ...any) *DB { return db }
func (db *DB) Delete(value any, conds ...any) *DB       { return db }
func (db *DB) Model(value any) *DB                      { return db }
func (db *DB) Update(column string, value any) *DB      { return db }
func (db *DB) Debug() *DB                               { return db }
func (db *DB) Association(column string) *Association   { return nil }
func (db *DB) Begin(opts ...any) *DB                    { return db }
func (db *DB) Limit(limit int) *DB                      { return db }
func (db *DB) Offset(offset int) *DB                    { return db }
func (db *DB) Omit(columns ...string) *DB               { return db }
func (db *DB) Order(value any) *DB                      { return db }
func (db *DB) Select(query any, args ...any) *DB        { return db }
func (db *DB) Session(config any) *DB                   { return db }
func (db *DB) Unscoped() *DB                            { return db }
func (db *DB) WithContext(ctx any) *DB                  { return db }
func Open(dialector any, opts ...any) (*DB, error)      { return nil, nil }
func (db *DB) Scopes(funcs ...func(*DB) *DB) *DB        { return db }
func Expr(expr string, args ...any) any                 { return nil }

type Association struct{}

func (a *Association) Find(out any, conds ...any) error { return nil }
func (a *Association) Append(values ...any) error       { return nil }
func (a *Association) Replace(values ...any) error      { return nil }
func (a *Association) Delete(values ...any) error       { return nil }

type ChainInterface[T any] interface {
	Where(query any, args ...any) ChainInterface[T]
}

func G[T any](db *DB) ChainInterface[T] { return nil }
