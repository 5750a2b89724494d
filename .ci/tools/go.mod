module github.com/seed-8298af95/uuid/.ci/tools

go 1.25.0
