package squirrel

type Eq map[string]any

type NotEq Eq

type GtOrEq Eq

type DeleteBuilder struct{}

func Delete(from string) DeleteBuilder                            { return DeleteBuilder{} }
func (b DeleteBuilder) Where(pred any, args ...any) DeleteBuilder { return b }
