// Golangci is golangci-lint with uuidvet built in.
package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"
	"github.com/golangci/plugin-module-register/register"
	"github.com/seed-8298af95/uuid/uuidvet/analyzer"
	"golang.org/x/tools/go/analysis"
)

type plugin struct{}

func (plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) { return analyzer.All(), nil }
func (plugin) GetLoadMode() string                           { return register.LoadModeTypesInfo }

func main() {
	register.Plugin("uuidvet", func(any) (register.LinterPlugin, error) { return plugin{}, nil })
	if err := commands.Execute(commands.BuildInfo{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitcodes.Failure)
	}
}
