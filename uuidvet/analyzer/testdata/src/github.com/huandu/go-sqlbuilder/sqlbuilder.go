package sqlbuilder

func Flatten(slices any) []any { return nil }
func List(arg any) any         { return nil }
