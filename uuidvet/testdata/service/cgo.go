package service

import "C"

import "github.com/google/uuid"

// An event is in a file that cgo rewrites, and marks as generated.
type event struct {
	ID uuid.UUID `json:"id,omitempty"`
}
