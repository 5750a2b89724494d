module github.com/seed-8298af95/uuid

go 1.25.0
