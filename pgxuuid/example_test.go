package pgxuuid_test

import (
	"context"
	"fmt"
	"log"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/pgxuuid"
)

func ExampleAfterConnect() {
	ctx := context.Background()
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		log.Fatal(err)
	}
	config.AfterConnect = pgxuuid.AfterConnect
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()

	id := uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	var ids []uuid.UUID
	if err := pool.QueryRow(ctx, "select array[$1, gen_random_uuid()]", id).Scan(&ids); err != nil {
		log.Fatal(err)
	}
	fmt.Println(ids[0], ids[1].Version())
	// Output: f81d4fae-7dec-11d0-a765-00a0c91e6bf6 4
}
