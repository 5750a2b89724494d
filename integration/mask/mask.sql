-- This file implements uuid.Mask in PostgreSQL with the pgcrypto extension. An administrator
-- can use it to find the row for a masked ID:
--
--	SELECT * FROM orders WHERE id = mask_reveal($1, $2, 'order')
--
-- A service should use uuid.Mask instead, because the query sends the key to the database server.
-- The server's memory and log may then contain both the key and the data.
--
-- Never write the key into a statement, because log_statement, log_min_duration_statement and
-- pg_stat_activity show the statement. There are two safe ways to pass the key:
--
--   - In a file that the server reads. The statement contains only the file name. The user
--     must be a superuser or a member of pg_read_server_files:
--	SELECT mask_hide(id, decode(trim(pg_read_file('/etc/order.key'), E' \n'), 'hex'), 'order') FROM orders
--   - In a bind parameter, as in the first query. By default, the server logs the parameters of a
--     logged statement. To prevent this, a superuser must run SET log_parameter_max_length = 0, and
--     must leave log_parameter_max_length_on_error at its default, 0.
CREATE EXTENSION IF NOT EXISTS pgcrypto;

-- mask_ff1 implements FF1 of NIST SP 800-38G with radix 2 and n = 122.
CREATE OR REPLACE FUNCTION mask_ff1(id uuid, key bytea, tweak bytea, hide boolean) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	wanted CONSTANT int := CASE WHEN hide THEN 7 ELSE 4 END;
	given CONSTANT int := 11 - wanted;
	half  CONSTANT bigint := (1::bigint << 61) - 1;
	bytes CONSTANT bytea := uuid_send(id);
	hi    CONSTANT bigint := ('x' || encode(substr(bytes, 1, 8), 'hex'))::bit(64)::bigint;
	lo    CONSTANT bigint := ('x' || encode(substr(bytes, 9, 8), 'hex'))::bit(64)::bigint;
	start CONSTANT bytea := '\x0102010000020a3d0000007a'::bytea || int4send(length(tweak)) || tweak
		|| decode(repeat('00', (7 - length(tweak) % 16 + 16) % 16), 'hex');
	-- a and b are the halves of the UUID without its version and variant bits.
	a bigint := ((hi >> 16 & 281474976710655) << 13) | ((hi & 4095) << 1) | (lo >> 61 & 1);
	b bigint := lo & half;
	y bigint;
	block bytea;
BEGIN
	IF length(key) NOT IN (16, 24, 32) THEN -- pgcrypto would append zeros to a shorter key
		RAISE 'a mask needs a key of 16, 24 or 32 bytes, not %', length(key);
	ELSIF encode(key, 'hex') ~ '^0*$' THEN
		RAISE 'a mask needs a random key, not one that is all zeros';
	ELSIF length(tweak) > 65536 THEN
		RAISE 'a mask needs a tweak of at most 65536 bytes, not %', length(tweak);
	ELSIF hi >> 12 & 15 <> wanted OR lo >> 62 & 3 <> 2 THEN
		RAISE 'cannot % %: want version %', CASE WHEN hide THEN 'hide' ELSE 'reveal' END, id, wanted;
	END IF;
	FOR i IN 0..9 LOOP
		IF hide THEN
			block := start || substr(int4send(i), 4) || int8send(b);
		ELSE
			block := start || substr(int4send(9 - i), 4) || int8send(a);
		END IF;
		-- The last block of the CBC output is the result of the standard's PRF function.
		block := encrypt(block, key, 'aes-cbc/pad:none');
		y := ('x' || encode(substr(block, length(block) - 11, 8), 'hex'))::bit(64)::bigint & half;
		IF hide THEN
			y := a + y & half;
			a := b;
			b := y;
		ELSE
			y := b - y & half;
			b := a;
			a := y;
		END IF;
	END LOOP;
	RETURN encode(
		int8send((a >> 13 << 16) | (given << 12) | (a >> 1 & 4095))
		|| int8send((1::bigint << 63) | ((a & 1) << 61) | b), 'hex')::uuid;
END
$$;

-- mask_hide is equivalent to Mask.Hide: it converts a version 7 UUID to a version 4 UUID.
CREATE OR REPLACE FUNCTION mask_hide(id uuid, key bytea, tweak bytea) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT mask_ff1(id, key, tweak, true) $$;

-- mask_reveal is equivalent to Mask.Reveal: it is the inverse of mask_hide.
CREATE OR REPLACE FUNCTION mask_reveal(id uuid, key bytea, tweak bytea) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT mask_ff1(id, key, tweak, false) $$;
