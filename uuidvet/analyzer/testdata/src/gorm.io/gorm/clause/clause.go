package clause

type Eq struct{ Column, Value any }

type Neq Eq
