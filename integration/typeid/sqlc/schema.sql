create table users (
	id       uuid primary key,
	referrer uuid references users
);

create table orders (
	id       uuid primary key,
	customer uuid not null references users
);

create table members (
	id       bytea primary key,
	referrer bytea references members
);
