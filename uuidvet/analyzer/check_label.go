package analyzer

import (
	"go/ast"
)

var labelCheck = check{
	name: "uuidlabel",
	page: repository + "uuidvet/README.md#labels",
	doc: `report a label that contains only the time of a version 7 ID

The first eight digits change every 65 seconds, and IDs that are made together share the first 12:

	name := "worker-" + id.String()[:8] // wrong

The last digits are random:

	name := "worker-" + id.String()[24:] // right`,
	run: inOrder(forEach(checkStart), forEach(checkPart)),
}

const onlyTime = "the start of a version 7 ID is only its time, so IDs made at about the same time share it; " +
	"use the end"

// The longest start that is reported. Programs read all six bytes of the time on purpose.
const (
	maxTextLabel = len("xxxxxxxx-xxxx")
	maxByteLabel = 5
)

// checkStart checks the start of an ID's text or bytes.
func checkStart(p *pass, _ cursor, n *ast.SliceExpr) {
	if n.Low != nil && !p.isZero(n.Low) {
		return
	}
	limit := maxTextLabel
	if p.form(n.X) == asSlice || is16(deref(p.typeOf(n.X))) {
		limit = maxByteLabel
	}
	high, _ := p.constantInt(n.High)
	if 0 < high && high <= int64(limit) && p.isMade(makersOf7, n.X) {
		p.report(n, onlyTime)
	}
}

// checkPart checks the first part of a text that was split.
func checkPart(p *pass, _ cursor, n *ast.IndexExpr) {
	isSplit := p.callee(p.origin(n.X)).path == "strings"
	if p.isZero(n.Index) && isSplit && p.isMade(makersOf7, n.X) {
		p.report(n, onlyTime)
	}
}

func (p *pass) isZero(e ast.Expr) bool {
	n, ok := p.constantInt(e)
	return ok && n == 0
}
