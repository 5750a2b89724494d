module github.com/seed-8298af95/uuid/benchmarks

go 1.27

replace github.com/seed-8298af95/uuid => ../

require (
	github.com/gofrs/uuid/v5 v5.5.1
	github.com/google/uuid v1.6.0
	github.com/seed-8298af95/uuid v0.0.0-00010101000000-000000000000
	github.com/sumup/typeid v0.7.0
	go.jetify.com/typeid v1.3.0
	golang.org/x/perf v0.0.0-20260908200009-22c9c6c9d4da
)

require (
	github.com/aclements/go-moremath v0.0.0-20210112150236-f10218a38794 // indirect
	github.com/jackc/pgx/v5 v5.8.0 // indirect
)
