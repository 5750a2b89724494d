create table beside (
	std    uuid not null,
	ours   uuid not null,
	maybe  uuid,
	"null" uuid
);
