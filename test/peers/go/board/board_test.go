// Tests the board for Grafana as Grafana and its Infinity plugin use it. Grafana's own types read the file, and the
// library that the plugin uses evaluates the selectors.
package board

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/grafana/grafana-foundation-sdk/go/cog"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/grafana/grafana-foundation-sdk/go/table"
	"github.com/grafana/grafana-foundation-sdk/go/timeseries"
	"github.com/tidwall/gjson"
)

type pair struct{ Key, Value string }

// A request of the Infinity plugin, with the selectors that take values from the answer.
type query struct {
	URL          string `json:"url"`
	RootSelector string `json:"root_selector"`
	Columns      []struct{ Selector, Text, Type string }
	Options      struct {
		Method      string
		Params      []pair
		Data        string
		ContentType string `json:"body_content_type"`
	} `json:"url_options"`
}

type override struct {
	Matcher    struct{ Options string }
	Properties []struct{ Value json.RawMessage }
}

type board struct {
	Templating struct {
		List []struct {
			Type, Name string
			Multi      bool
			Query      json.RawMessage
		}
	}
	Annotations struct{ List []struct{ Target query } }
	Panels      []struct {
		Title       string
		Repeat      string
		Targets     []query
		FieldConfig struct{ Overrides []override }
	}
}

type option struct{ text, value string }

// The selected options of each variable of the board.
type chosen map[string][]option

func read(t *testing.T) (text []byte, parsed board) {
	t.Helper()
	text, err := os.ReadFile(os.Getenv("BOARD"))
	if err == nil {
		err = json.Unmarshal(text, &parsed)
	}
	if err != nil {
		t.Fatal(err)
	}
	return text, parsed
}

func TestTheTypesOfGrafanaReadTheBoard(t *testing.T) {
	text, _ := read(t)
	cog.NewRuntime().RegisterPanelcfgVariant(table.VariantConfig())
	cog.NewRuntime().RegisterPanelcfgVariant(timeseries.VariantConfig())
	var strict dashboard.Dashboard
	// This function returns a list of errors, which is empty when there are none.
	if problems := strict.UnmarshalJSONStrict(text).Error(); problems != "" {
		t.Fatal(problems)
	}
}

func TestEachRequestOfTheBoardHasItsFields(t *testing.T) {
	_, parsed := read(t)
	values := choices(t, parsed)
	for _, annotation := range parsed.Annotations.List {
		rows(t, annotation.Target, values)
	}
	for _, panel := range parsed.Panels {
		repeats := []option{{}}
		if panel.Repeat != "" {
			repeats = values[panel.Repeat]
		}
		for _, one := range repeats {
			scoped := maps.Clone(values)
			scoped[panel.Repeat] = []option{one}
			filled(t, panel.Title, scoped)
			for _, target := range panel.Targets {
				found := rows(t, target, scoped)
				for _, each := range panel.FieldConfig.Overrides {
					links(t, each, found[0], scoped)
				}
			}
		}
	}
}

// The first option of each variable, or all options when several may be selected.
func choices(t *testing.T, parsed board) chosen {
	ago := func(duration time.Duration) []option {
		return []option{{"", strconv.FormatInt(time.Now().Add(-duration).UnixMilli(), 10)}}
	}
	values := chosen{"__from": ago(30 * 24 * time.Hour), "__to": ago(-time.Hour)}
	for _, variable := range parsed.Templating.List {
		switch variable.Type {
		case "textbox":
			values[variable.Name] = []option{{"", os.Getenv("SERVER")}}
		case "query":
			var asks struct{ InfinityQuery query }
			if err := json.Unmarshal(variable.Query, &asks); err != nil {
				t.Fatal(err)
			}
			for _, row := range rows(t, asks.InfinityQuery, values) {
				values[variable.Name] = append(values[variable.Name], option{row["__text"].String(), row["__value"].String()})
				if !variable.Multi {
					break
				}
			}
		}
	}
	return values
}

// The rows of an answer. Fails unless each column has a value in at least one row.
func rows(t *testing.T, asks query, values chosen) []map[string]gjson.Result {
	t.Helper()
	address, err := url.Parse(os.Getenv("SERVER") + filled(t, asks.URL, values))
	if err != nil {
		t.Fatal(err)
	}
	params := address.Query()
	for _, each := range asks.Options.Params {
		params.Add(each.Key, filled(t, each.Value, values))
	}
	address.RawQuery = params.Encode()
	answer := answered(t, asks.Options.Method, address.String(), filled(t, asks.Options.Data, values), asks.Options.ContentType)
	result := gjson.Parse(answer)
	if root := filled(t, asks.RootSelector, values); root != "" {
		result = result.Get(root)
	}
	var all []map[string]gjson.Result
	for _, each := range result.Array() {
		row := map[string]gjson.Result{"__text": each, "__value": each}
		for _, column := range asks.Columns {
			if value := each.Get(column.Selector); value.Exists() && value.Type != gjson.Null {
				row[column.Text] = typed(t, column.Type, value)
			} else {
				delete(row, column.Text)
			}
		}
		all = append(all, row)
	}
	if len(all) == 0 {
		t.Fatalf("%s has no row: %.500s", address, answer)
	}
	for _, column := range asks.Columns {
		has := false
		for _, row := range all {
			_, here := row[column.Text]
			has = has || here
		}
		if !has {
			t.Errorf("no row of %s has %s: %.500s", address, column.Selector, answer)
		}
	}
	return all
}

// Fails unless a value is of the type that the board gives its column.
func typed(t *testing.T, wanted string, value gjson.Result) gjson.Result {
	t.Helper()
	kinds := map[string]string{"number": "Number", "timestamp_epoch": "Number", "boolean": "True False", "string": "String Number"}
	if !strings.Contains(kinds[wanted], value.Type.String()) {
		t.Errorf("%s is no %s", value.Raw, wanted)
	}
	if wanted == "timestamp_epoch" && time.Since(time.UnixMilli(value.Int())).Abs() > 30*24*time.Hour {
		t.Errorf("%s is outside of the time of the board", value.Raw)
	}
	return value
}

// Requests the links of a column, as a click on each row would.
func links(t *testing.T, of override, row map[string]gjson.Result, values chosen) {
	t.Helper()
	if _, here := row[of.Matcher.Options]; !here {
		t.Errorf("no column is called %s", of.Matcher.Options)
	}
	for _, property := range of.Properties {
		for _, link := range gjson.ParseBytes(property.Value).Array() {
			if !link.IsObject() {
				continue
			}
			field := regexp.MustCompile(`\$\{__data\.fields\.(\w+)\}`)
			address := field.ReplaceAllStringFunc(link.Get("url").String(), func(name string) string {
				return row[field.FindStringSubmatch(name)[1]].String()
			})
			answered(t, "GET", filled(t, address, values), "", "")
		}
	}
}

func answered(t *testing.T, method, address, body, contentType string) string {
	t.Helper()
	request, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-Downpour-API-Key", os.Getenv("KEY"))
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reply.Body.Close() }()
	text, err := io.ReadAll(reply.Body)
	if err != nil || reply.StatusCode >= 300 {
		t.Fatalf("%s %s %s: %s %s %v", method, address, body, reply.Status, text, err)
	}
	return string(text)
}

var (
	reference = regexp.MustCompile(`\$\{(\w+)(?::(\w+))?\}`)
	special   = regexp.MustCompile(`[\\^$*+?.()|[\]{}/]`)
)

// A text with the values of its variables, in the formats of Grafana that the board uses.
func filled(t *testing.T, text string, values chosen) string {
	t.Helper()
	return reference.ReplaceAllStringFunc(text, func(name string) string {
		parts := reference.FindStringSubmatch(name)
		all := values[parts[1]]
		if len(all) == 0 {
			t.Fatalf("%s has no value", name)
		}
		switch parts[2] {
		case "":
			if len(all) > 1 {
				t.Fatalf("%s has several values", name)
			}
			return all[0].value
		case "text":
			return all[0].text
		case "regex":
			return special.ReplaceAllString(all[0].value, `\$0`)
		case "csv":
			var joined []string
			for _, each := range all {
				joined = append(joined, each.value)
			}
			return strings.Join(joined, ",")
		}
		t.Fatalf("%s has an unknown format", name)
		return ""
	})
}
