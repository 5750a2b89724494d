create table things (
	id    uuid not null,
	owner uuid,
	boss  uuid
);

create table users (
	id       uuid primary key,
	referrer uuid references users
);

create table accounts (
	id       bytea primary key,
	referrer bytea references accounts
);
