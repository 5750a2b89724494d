package main

import (
	"fmt"

	"github.com/seed-8298af95/uuid"
)

func main() { fmt.Println(uuid.NewV7()) }
