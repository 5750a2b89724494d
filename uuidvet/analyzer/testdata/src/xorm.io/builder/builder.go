package builder

func In(col string, values ...any) any    { return nil }
func NotIn(col string, values ...any) any { return nil }
