-- name: CreateThing :exec
insert into things (id, owner, boss) values ($1, $2, $3);

-- name: Thing :one
select id, owner, boss from things;

-- name: CreateUser :exec
insert into users (id, referrer) values ($1, $2);

-- name: User :one
select id, referrer from users where id = $1;

-- name: CreateAccount :exec
insert into accounts (id, referrer) values ($1, $2);

-- name: Account :one
select id, referrer from accounts where id = $1;

-- name: Referred :many
select id from accounts where referrer = $1;
