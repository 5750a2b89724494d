module github.com/seed-8298af95/uuid/.ci/tools

go 1.25.0

replace github.com/seed-8298af95/uuid => ../../

require github.com/seed-8298af95/uuid v0.0.0
