create table users (
	id       uuid primary key,
	referrer uuid references users
);

create table orders (
	id       uuid primary key,
	customer uuid not null references users
);
