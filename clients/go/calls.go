package downpour

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
)

// Options of every call. Nil is the same as the zero value.
type Options struct {
	// Header has further headers of this request, such as If-None-Match.
	Header http.Header
	// Repeatable: whether to repeat the request when its answer was lost or has the status 429, 500, 502, 503 or
	// 504. Absent: true with an idempotency key. A GET is repeated for the statuses 429 and 503.
	Repeatable *bool
	// Reply gets the answer as it came: the status, the headers and the exact bytes. With it, the status 304 is
	// no error, and the value is empty.
	Reply *Reply
	// Into gets the bytes of a successful answer as they come, so that a large document need not fit into memory.
	// The value of the call is empty then.
	Into io.Writer
}

// Reply is an answer as it came. The body is empty when Options.Into got it.
type Reply struct {
	Status int
	Header http.Header
	Body   []byte
}

// operation has the facts of an operation beyond its types.
type operation struct {
	method    string
	takesKey  bool
	takesText bool
}

// cursor is the parameter of the next page. beginsEmpty: it is sent empty for the first page.
type cursor struct {
	name        string
	beginsEmpty bool
}

// path is the beginning of a chain. The values of its parameters are escaped already.
type path struct {
	client *Client
	to     string
}

func (p path) below(segment string) path { return path{p.client, p.to + "/" + segment} }

func (p path) with(value string) path { return p.below(url.PathEscape(value)) }

func (p path) withInteger(value int64) path { return p.below(strconv.FormatInt(value, 10)) }

// isAddress: URLs resolve dots, so a request with them would call another operation.
func (p path) isAddress() bool {
	for _, segment := range strings.Split(p.to, "/")[1:] {
		if segment == "" || segment == "." || segment == ".." {
			return false
		}
	}
	return true
}

// value calls an operation, and returns the value of its answer.
func value[T any](ctx context.Context, p path, of operation, body, options any) (T, error) {
	var none T
	query, own := parts(options)
	reply, err := p.client.send(ctx, of, p, query, body, own)
	if err != nil || own.Into != nil {
		return none, err
	}
	return decoded[T](of.method+" "+p.to, reply)
}

// done calls an operation without a value.
func done(ctx context.Context, p path, of operation, body, options any) error {
	query, own := parts(options)
	_, err := p.client.send(ctx, of, p, query, body, own)
	return err
}

// storedAt calls an operation, and returns the URL of its stored answer.
func storedAt(ctx context.Context, p path, of operation, body, options any) (string, error) {
	query, own := parts(options)
	query.Set("redirect", "false")
	reply, err := p.client.send(ctx, of, p, query, body, own)
	if err != nil {
		return "", err
	}
	stored, err := decoded[StoredReply](of.method+" "+p.to, reply)
	return stored.Url, err
}

// pages reads a list page by page. A cursor in the header Link (RFC 8288) is that of a list without members.
func pages[T any](ctx context.Context, p path, by cursor, options any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		query, own := parts(options)
		if by.beginsEmpty && !query.Has(by.name) {
			query.Set(by.name, "")
		}
		for {
			reply, err := p.client.send(ctx, operation{method: "GET"}, p, query, nil, own)
			if err != nil {
				yield(none, err)
				return
			}
			page, err := decoded[T]("GET "+p.to, reply)
			if !yield(page, err) || err != nil {
				return
			}
			next := nextOf(reply, by.name)
			if next == "" {
				return
			}
			query.Set(by.name, next)
		}
	}
}

func nextOf(reply *Reply, name string) string {
	var page struct{ Next string }
	if json.Unmarshal(reply.Body, &page) == nil && page.Next != "" {
		return page.Next
	}
	for _, link := range reply.Header.Values("Link") {
		address, parameters, _ := strings.Cut(strings.TrimPrefix(link, "<"), ">")
		at, err := url.Parse(address)
		if err == nil && strings.Contains(strings.ReplaceAll(parameters, `"`, ""), "rel=next") {
			return at.Query().Get(name)
		}
	}
	return ""
}

// parts returns the parameters of options, and what all options have. Absent parameters are left out.
func parts(options any) (url.Values, Options) {
	query := url.Values{}
	given := reflect.ValueOf(options)
	if given.Kind() != reflect.Pointer || given.IsNil() {
		return query, Options{}
	}
	if own, ok := options.(*Options); ok {
		return query, *own
	}
	given = given.Elem()
	for at := range given.NumField() {
		if name := given.Type().Field(at).Tag.Get("query"); name != "" {
			add(query, name, given.Field(at))
		}
	}
	return query, given.FieldByName("Options").Interface().(Options)
}

func add(query url.Values, name string, given reflect.Value) {
	switch given.Kind() {
	case reflect.Pointer:
		if !given.IsNil() {
			add(query, name, given.Elem())
		}
	case reflect.Slice:
		for at := range given.Len() {
			add(query, name, given.Index(at))
		}
	default:
		query.Add(name, fmt.Sprint(given.Interface()))
	}
}

// decoded returns the value of an answer: of JSON, or of a text. An empty answer is an empty value.
func decoded[T any](request string, reply *Reply) (T, error) {
	var found T
	if reply.Status == http.StatusNotModified || len(reply.Body) == 0 {
		return found, nil
	}
	kind := reply.Header.Get("Content-Type")
	isJson := kind == "" || strings.Contains(kind, "json")
	if plain, ok := any(&found).(*string); ok && !isJson && strings.HasPrefix(kind, "text/") && !strings.HasPrefix(kind, "text/html") {
		*plain = string(reply.Body)
		return found, nil
	}
	err := json.Unmarshal(reply.Body, &found)
	if !isJson || err != nil {
		var none T
		return none, newError("FOREIGN", request, "was answered with "+orNoContentType(kind)+", and the answer does not have the form that a Downpour server sends", err, reply)
	}
	return found, nil
}

func orNoContentType(kind string) string {
	if kind == "" {
		return "no content type"
	}
	return kind
}

// encoded returns the bytes and the content type of a body. Bytes are JSON, unless a header has another type.
func encoded(of operation, body any) ([]byte, string, error) {
	switch given := body.(type) {
	case nil:
		return nil, "", nil
	case url.Values:
		return []byte(given.Encode()), "application/x-www-form-urlencoded", nil
	case []byte:
		return given, "application/json", nil
	case json.RawMessage:
		if given == nil {
			return nil, "", nil
		}
		return given, "application/json", nil
	}
	if given := reflect.ValueOf(body); given.Kind() == reflect.Pointer && given.IsNil() {
		return nil, "", nil
	} else if given.Kind() == reflect.String && of.takesText {
		return []byte(given.String()), "text/plain", nil
	}
	var written bytes.Buffer
	encoder := json.NewEncoder(&written)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(body)
	return bytes.TrimSuffix(written.Bytes(), []byte("\n")), "application/json", err
}
