package squirrel

type Eq map[string]any

type NotEq Eq

type GtOrEq Eq

type DeleteBuilder struct{}

type SelectBuilder struct{}

func Delete(from string) DeleteBuilder                             { return DeleteBuilder{} }
func Select(columns ...string) SelectBuilder                       { return SelectBuilder{} }
func (b SelectBuilder) Having(pred any, args ...any) SelectBuilder { return b }
func (b DeleteBuilder) Where(pred any, args ...any) DeleteBuilder  { return b }
