module example.com/fixes

go 1.25.0

require github.com/seed-8298af95/uuid v0.0.0

replace github.com/seed-8298af95/uuid => ../../..
