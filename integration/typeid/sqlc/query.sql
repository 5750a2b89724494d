-- name: CreateUser :exec
insert into users (id, referrer) values ($1, $2);

-- name: CreateOrder :exec
insert into orders (id, customer) values ($1, $2);

-- name: User :one
select id, referrer from users where id = $1;

-- name: Orders :many
select id, customer from orders where customer = $1 order by id;

-- name: CreateMember :exec
insert into members (id, referrer) values ($1, $2);

-- name: Member :one
select id, referrer from members where id = $1;

-- name: Referred :many
select id from members where referrer = $1 and id >= $2 order by id;
