create table things (
	id    uuid not null,
	owner uuid,
	boss  uuid
);
