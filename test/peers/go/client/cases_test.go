package clients

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	downpour "downpour.local/client"
)

// The cases are shared with the clients of other languages.
type sharedCase struct {
	Name    string
	Options struct {
		ApiKey, Service string
		Headers         map[string]string
	}
	Call struct {
		Path         []json.RawMessage
		Verb         string
		Query        map[string]any
		Headers      map[string]string
		Json         json.RawMessage
		Text, Bytes  *string
		Form         map[string]string
		IsRepeatable *bool
		As           string
	}
	Exchanges []sharedExchange
	PausesMs  []float64
	Value     any
	Pages     []any
	Reply     *struct {
		Status  int
		Headers map[string]string
		Text    string
	}
	Error map[string]any
}

type sharedExchange struct {
	Request struct {
		Method, Url string
		Headers     map[string]string
		Absent      []string
		Json        any
		Text        *string
	}
	Answer *struct {
		Status  int
		Headers map[string]string
		Json    json.RawMessage
		Text    string
		Hidden  bool
	}
	Lost string
}

func TestTheListOfCases(t *testing.T) {
	text, err := os.ReadFile("../../../client/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []sharedCase
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&cases); err != nil {
		t.Fatal(err)
	}
	held := 0
	for _, each := range cases {
		isBrowser := false
		for _, exchange := range each.Exchanges {
			isBrowser = isBrowser || (exchange.Answer != nil && exchange.Answer.Hidden)
		}
		// Only a browser hides the address of a redirect.
		if !isBrowser {
			held++
			t.Run(each.Name, func(t *testing.T) { hold(t, each) })
		}
	}
	if held < 36 {
		t.Errorf("only %d cases were held", held)
	}
}

func hold(t *testing.T, each sharedCase) {
	var sent []*http.Request
	var bodies []string
	var pauses []float64
	answers := transport(func(request *http.Request) (*http.Response, error) {
		if len(sent) == len(each.Exchanges) {
			t.Fatalf("there is a further request: %s %s", request.Method, request.URL)
		}
		exchange := each.Exchanges[len(sent)]
		body := ""
		if request.Body != nil {
			bytes, _ := io.ReadAll(request.Body)
			body = string(bytes)
		}
		sent, bodies = append(sent, request), append(bodies, body)
		if exchange.Answer == nil {
			return nil, errors.New(exchange.Lost)
		}
		header := http.Header{}
		text := exchange.Answer.Text
		if exchange.Answer.Json != nil {
			header.Set("Content-Type", "application/json")
			text = string(exchange.Answer.Json)
		}
		for name, value := range exchange.Answer.Headers {
			header.Set(name, value)
		}
		return answer(exchange.Answer.Status, header, text), nil
	})
	credentials := &downpour.Credentials{}
	if each.Options.ApiKey != "" {
		credentials.ApiKey = &each.Options.ApiKey
	}
	client, err := downpour.NewClient("http://downpour.test", credentials, &downpour.Configuration{
		HttpClient: &http.Client{Transport: answers},
		Service:    each.Options.Service,
		Header:     headerOf(each.Options.Headers),
		Wait: func(_ context.Context, pause time.Duration) error {
			pauses = append(pauses, float64(pause.Milliseconds()))
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	var reply downpour.Reply
	pages, value, err := called(t, client, each, &reply)
	holdOutcome(t, each, value, err, reply)
	if len(pages) != len(each.Pages) || (len(pages) > 0 && !same(plain(t, each.Pages), plain(t, pages))) {
		t.Errorf("the pages are %v", plain(t, pages))
	}
	if !reflect.DeepEqual(pauses, each.PausesMs) {
		t.Errorf("the pauses are %v", pauses)
	}
	if len(sent) != len(each.Exchanges) {
		t.Fatalf("%d requests were sent", len(sent))
	}
	for at, exchange := range each.Exchanges {
		holdRequest(t, exchange, sent[at], bodies[at], sent[0])
	}
}

func headerOf(given map[string]string) http.Header {
	header := http.Header{}
	for name, value := range given {
		header.Set(name, value)
	}
	return header
}

// called follows the chain of a case, and calls its operation.
func called(t *testing.T, client *downpour.Client, each sharedCase, reply *downpour.Reply) (pages []any, value any, err error) {
	call := each.Call
	first := segmentOf(t, call.Path[0])
	at := reflect.ValueOf(client.RawClient)
	if !at.MethodByName(exported(first)).IsValid() {
		at = at.MethodByName("Api").Call(nil)[0]
	}
	for _, part := range call.Path {
		var by struct{ By any }
		if part[0] == '"' {
			at = at.MethodByName(exported(segmentOf(t, part))).Call(nil)[0]
			continue
		}
		decoder := json.NewDecoder(bytes.NewReader(part))
		decoder.UseNumber()
		if err := decoder.Decode(&by); err != nil {
			t.Fatal(err)
		}
		at = byValue(t, at, by.By)
	}
	name := exported(call.Verb)
	if call.As == "url" {
		name += "Url"
	}
	method := at.MethodByName(name)
	arguments := []reflect.Value{reflect.ValueOf(context.Background())}
	if method.Type().NumIn() == 3 {
		arguments = append(arguments, bodyOf(t, each, method.Type().In(1)))
	}
	arguments = append(arguments, optionsOf(t, each, method.Type().In(method.Type().NumIn()-1), reply))
	results := method.Call(arguments)
	if call.Verb == "pages" {
		for page, failure := range results[0].Seq2() {
			if !failure.IsNil() {
				return pages, nil, failure.Interface().(error)
			}
			pages = append(pages, page.Interface())
		}
		return pages, nil, nil
	}
	err, _ = results[len(results)-1].Interface().(error)
	if len(results) == 2 && !results[0].IsZero() || (len(results) == 2 && results[0].Kind() == reflect.String) {
		value = results[0].Interface()
	}
	return nil, value, err
}

func segmentOf(t *testing.T, part json.RawMessage) string {
	var segment string
	if err := json.Unmarshal(part, &segment); err != nil {
		t.Fatal(err)
	}
	return segment
}

func byValue(t *testing.T, at reflect.Value, value any) reflect.Value {
	for index := range at.NumMethod() {
		name := at.Type().Method(index).Name
		if number, ok := value.(json.Number); ok && regexp.MustCompile("^By.*Integer$").MatchString(name) {
			integer, _ := number.Int64()
			return at.Method(index).Call([]reflect.Value{reflect.ValueOf(integer)})[0]
		} else if text, isText := value.(string); isText && strings.HasPrefix(name, "By") && !strings.HasSuffix(name, "Integer") {
			return at.Method(index).Call([]reflect.Value{reflect.ValueOf(text)})[0]
		}
	}
	t.Fatalf("%v takes no %v", at.Type(), value)
	return at
}

func bodyOf(t *testing.T, each sharedCase, of reflect.Type) reflect.Value {
	call := each.Call
	var given any
	switch {
	case call.Json != nil:
		into := reflect.New(of)
		if err := json.Unmarshal(call.Json, into.Interface()); err != nil {
			t.Fatal(err)
		}
		return into.Elem()
	case call.Text != nil:
		given = *call.Text
	case call.Bytes != nil:
		given = []byte(*call.Bytes)
	case call.Form != nil:
		form := url.Values{}
		for name, value := range call.Form {
			form.Set(name, value)
		}
		given = form
	default:
		return reflect.Zero(of)
	}
	return reflect.ValueOf(given).Convert(of)
}

func optionsOf(t *testing.T, each sharedCase, of reflect.Type, reply *downpour.Reply) reflect.Value {
	options := reflect.New(of.Elem())
	own := downpour.Options{Header: headerOf(each.Call.Headers), Repeatable: each.Call.IsRepeatable}
	if each.Call.As == "reply" || each.Call.As == "text" {
		own.Reply = reply
	}
	if of.Elem() == reflect.TypeFor[downpour.Options]() {
		options.Elem().Set(reflect.ValueOf(own))
		return options
	}
	options.Elem().FieldByName("Options").Set(reflect.ValueOf(own))
	for name, value := range each.Call.Query {
		text, _ := json.Marshal(value)
		field := options.Elem().FieldByName(exported(name))
		if field.Kind() == reflect.String {
			field.SetString(strings.Trim(string(text), `"`))
		} else if err := json.Unmarshal(text, field.Addr().Interface()); err != nil {
			t.Fatal(err)
		}
	}
	return options
}

func holdOutcome(t *testing.T, each sharedCase, value any, err error, reply downpour.Reply) {
	var failure *downpour.ApiError
	switch {
	case each.Error != nil:
		if !errors.As(err, &failure) {
			t.Fatalf("the error is %v", err)
		}
		found := map[string]any{
			"status": json.Number(jsonOf(failure.Status)), "code": failure.Code, "message": failure.Message,
			"requestId": failure.RequestId,
		}
		if failure.Details != nil {
			found["details"] = plain(t, failure.Details)
		}
		if !same(each.Error, found) || (each.Error["details"] == nil) != (failure.Details == nil) {
			t.Errorf("the error is %v", found)
		}
	case err != nil:
		t.Fatal(err)
	case each.Call.As == "text":
		if each.Value != string(reply.Body) {
			t.Errorf("the text is %s", reply.Body)
		}
	case each.Reply != nil:
		if reply.Status != each.Reply.Status || string(reply.Body) != each.Reply.Text {
			t.Errorf("the reply is %d %s", reply.Status, reply.Body)
		}
		for name, wanted := range each.Reply.Headers {
			if reply.Header.Get(name) != wanted {
				t.Errorf("the reply has %s: %s", name, reply.Header.Get(name))
			}
		}
	case !same(each.Value, plain(t, value)):
		t.Errorf("the value is %s", jsonOf(value))
	}
}

func jsonOf(value any) string {
	text, _ := json.Marshal(value)
	return string(text)
}

func holdRequest(t *testing.T, exchange sharedExchange, sent *http.Request, body string, first *http.Request) {
	wanted, _ := url.Parse("http://downpour.test" + exchange.Request.Url)
	if strings.HasPrefix(exchange.Request.Url, "http") {
		wanted, _ = url.Parse(exchange.Request.Url)
	}
	if sent.Method != exchange.Request.Method || sent.URL.Host != wanted.Host || sent.URL.EscapedPath() != wanted.EscapedPath() ||
		!reflect.DeepEqual(sent.URL.Query(), wanted.Query()) {
		t.Errorf("the request is %s %s", sent.Method, sent.URL)
	}
	for name, value := range exchange.Request.Headers {
		found := sent.Header.Get(name)
		if value == "*" && (len(found) < 16 || found != first.Header.Get(name)) || (value != "*" && found != value) {
			t.Errorf("the request has %s: %s", name, found)
		}
	}
	for _, name := range exchange.Request.Absent {
		if sent.Header.Get(name) != "" {
			t.Errorf("the request has %s: %s", name, sent.Header.Get(name))
		}
	}
	if sent.Header.Get("Content-Type") == "application/x-www-form-urlencoded" {
		found, _ := url.ParseQuery(body)
		body = strings.Join([]string{"grant_type=" + found.Get("grant_type"), "username=" + found.Get("username"),
			"password=" + url.QueryEscape(found.Get("password"))}, "&")
	}
	if exchange.Request.Text != nil && *exchange.Request.Text != body {
		t.Errorf("the body is %s", body)
	}
	if exchange.Request.Json != nil && !same(exchange.Request.Json, plain(t, json.RawMessage(body))) {
		t.Errorf("the body is %s", body)
	}
}
