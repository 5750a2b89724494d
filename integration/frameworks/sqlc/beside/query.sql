-- name: CreateBeside :exec
insert into beside (std, ours, maybe, "null") values ($1, $2, $3, $4);

-- name: Beside :one
select std, ours, maybe, "null" from beside;
