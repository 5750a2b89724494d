package xorm

type Session struct{}

func (s *Session) In(column string, args ...any) *Session    { return s }
func (s *Session) NotIn(column string, args ...any) *Session { return s }
