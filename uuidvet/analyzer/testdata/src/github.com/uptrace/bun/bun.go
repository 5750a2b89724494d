package bun

func In(slice any) any   { return nil }
func List(slice any) any { return nil }
