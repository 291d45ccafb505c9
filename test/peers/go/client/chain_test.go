package clients

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"reflect"
	"strings"
	"testing"
	"unicode"

	downpour "downpour.local/client"
)

// transport answers requests in place of a server.
type transport func(request *http.Request) (*http.Response, error)

func (t transport) RoundTrip(request *http.Request) (*http.Response, error) { return t(request) }

func answer(status int, header http.Header, body string) *http.Response {
	if header == nil {
		header = http.Header{}
	}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body))}
}

// exported is the name of a segment as the generator writes it.
func exported(segment string) string {
	words := strings.FieldsFunc(segment, func(each rune) bool { return !unicode.IsLetter(each) && !unicode.IsDigit(each) })
	for at, word := range words {
		words[at] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}

var contextType = reflect.TypeFor[context.Context]()

func TestEveryOperationOfTheContractHasItsChain(t *testing.T) {
	var contract struct {
		Paths map[string]map[string]any
	}
	text, err := os.ReadFile("../../../../schema/openapi.json")
	if err != nil || json.Unmarshal(text, &contract) != nil {
		t.Fatal(err)
	}
	wanted := map[string]bool{}
	for path, item := range contract.Paths {
		for method := range item {
			wanted[strings.ToUpper(method)+" "+path] = true
		}
	}
	seen := map[string]bool{}
	client := clientOf(t, func(request *http.Request) (*http.Response, error) {
		seen[request.Method+" "+request.URL.Path] = true
		return answer(204, nil, ""), nil
	})
	// The names of parameters are only in the documentation of an operation's chain, and not in its types.
	walk(t, reflect.ValueOf(client.RawClient), map[reflect.Type]bool{})
	for path := range wanted {
		if !seen[withoutNames(path)] {
			t.Error("no chain: " + path)
		}
	}
	if len(seen) != len(wanted) || len(seen) < 183 {
		t.Errorf("%d operations are called, the contract has %d", len(seen), len(wanted))
	}
}

func withoutNames(path string) string {
	segments := strings.Split(path, "/")
	for at, segment := range segments {
		if strings.HasPrefix(segment, "{") {
			segments[at] = "{}"
		}
	}
	return strings.Join(segments, "/")
}

func walk(t *testing.T, at reflect.Value, done map[reflect.Type]bool) {
	if done[at.Type()] {
		return
	}
	done[at.Type()] = true
	for index := range at.NumMethod() {
		name, method := at.Type().Method(index).Name, at.Method(index)
		of := method.Type()
		switch {
		case of.NumIn() == 0:
			walk(t, method.Call(nil)[0], done)
		case of.NumIn() == 1 && of.In(0).Kind() == reflect.String:
			walk(t, method.Call([]reflect.Value{reflect.ValueOf("{}")})[0], done)
		case of.In(0) == contextType && (name == "Get" || name == "Put" || name == "Post" || name == "Delete"):
			arguments := []reflect.Value{reflect.ValueOf(context.Background())}
			for place := 1; place < of.NumIn(); place++ {
				arguments = append(arguments, reflect.Zero(of.In(place)))
			}
			results := method.Call(arguments)
			if failure := results[len(results)-1]; !failure.IsNil() {
				t.Errorf("%v: %v", at.Type(), failure)
			}
		}
	}
}

func clientOf(t *testing.T, answers transport) *downpour.Client {
	t.Helper()
	client, err := downpour.NewClient("http://downpour.test", nil, &downpour.Configuration{
		HttpClient: &http.Client{Transport: answers},
	})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// same: two values are the same JSON, or the found one has more members.
func same(wanted, found any) bool {
	switch each := wanted.(type) {
	case map[string]any:
		members, ok := found.(map[string]any)
		for name, value := range each {
			ok = ok && same(value, members[name])
		}
		return ok
	case []any:
		items, ok := found.([]any)
		ok = ok && len(items) == len(each)
		for at := 0; ok && at < len(each); at++ {
			ok = same(each[at], items[at])
		}
		return ok
	}
	return reflect.DeepEqual(wanted, found)
}

func plain(t *testing.T, value any) any {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var found any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&found); err != nil {
		t.Fatal(err)
	}
	return found
}
