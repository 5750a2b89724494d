-- name: CreateThing :exec
insert into things (id, owner, boss) values ($1, $2, $3);

-- name: Thing :one
select id, owner, boss from things;
