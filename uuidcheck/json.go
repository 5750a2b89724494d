package main

import (
	"encoding/json"
	"io"
	"strconv"
)

// These types define the JSON output, on which programs rely.
type (
	jsonReport struct {
		Server       string       `json:"server"`
		Columns      []jsonColumn `json:"columns"`
		Unread       []jsonUnread `json:"unread"`
		SkippedViews int          `json:"skippedViews"`
	}
	jsonColumn struct {
		Schema   string         `json:"schema"`
		Table    string         `json:"table"`
		Column   string         `json:"column"`
		Type     string         `json:"type"`
		Key      bool           `json:"key"`
		Nullable bool           `json:"nullable"`
		GoType   string         `json:"goType"`
		Versions map[string]int `json:"versions"`
		Values   int            `json:"values"`
		Findings []jsonFinding  `json:"findings"`
	}
	jsonFinding struct {
		Check   check  `json:"check"`
		Level   string `json:"level"`
		Message string `json:"message"`
		URL     string `json:"url"`
		Example string `json:"example"`
	}
	jsonUnread struct {
		Schema string `json:"schema"`
		Table  string `json:"table"`
		Reason string `json:"reason"`
	}
)

// encode writes the report for programs.
func (r *report) encode(w io.Writer, examples bool) error {
	out := jsonReport{
		Server:       r.server,
		Columns:      []jsonColumn{},
		Unread:       []jsonUnread{},
		SkippedViews: r.skippedViews,
	}
	for _, c := range r.columns {
		out.Columns = append(out.Columns, c.json(examples))
	}
	for _, u := range r.unread {
		out.Unread = append(out.Unread, jsonUnread{Schema: u.schema, Table: u.table, Reason: u.reason})
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(out)
}

func (c *column) json(examples bool) jsonColumn {
	out := jsonColumn{
		Schema:   c.table.schema,
		Table:    c.table.name,
		Column:   c.name,
		Type:     c.declared,
		Key:      c.key,
		Nullable: c.mayBeNull(),
		GoType:   c.goType(),
		Versions: map[string]int{},
		Values:   c.values(),
		Findings: []jsonFinding{},
	}
	for version, n := range c.versions() {
		out.Versions[strconv.Itoa(version)] = n
	}
	for _, f := range c.findings {
		j := jsonFinding{Check: f.check, Level: f.level.String(), Message: f.message, URL: f.url()}
		if examples {
			j.Example = f.example
		}
		out.Findings = append(out.Findings, j)
	}
	return out
}
