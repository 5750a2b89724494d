package chi

import (
	"context"
	"net/http"
)

func URLParam(r *http.Request, key string) string { return "" }

func URLParamFromCtx(ctx context.Context, key string) string { return "" }
