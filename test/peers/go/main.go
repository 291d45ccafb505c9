// Tests the libraries of the published client for Go, in the versions of that client, against a deployment. The arguments are
// its URLs with and without TLS, and the administrator's key. Prints a line of JSON for each case.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"unicode"

	kiota "github.com/microsoft/kiota-abstractions-go"
)

var secure, plain, adminKey = os.Args[1], os.Args[2], os.Args[3]

const user, password = "horreum.bootstrap", "secret"

var (
	tests = shape{"count": "int64", "tests": shape{"id": "int32"}}
	test  = shape{"id": "int32", "name": "text", "description": "text"}
	keys  = shape{"id": "int64", "name": "text", "isRevoked": "bool"}
)

func main() {
	for _, each := range []struct {
		name string
		run  func()
	}{
		{"call 1: the version, anonymous, with a key and logged in", version},
		{"call 2: nothing is added without credentials", nothingWithoutCredentials},
		{"call 3: a token is fetched and sent", tokens},
		{"call 6: no tests at first", noTests},
		{"call 9: tests are made, counted and deleted, with a token and with a key", ownTests},
		{"call 12: a key is made, sent over TLS and never without", ownKeys},
		{"refusals have their status", refusals},
		{"runs are uploaded, counted and queried", runs},
	} {
		outcome := map[string]any{"name": each.name, "failure": failureOf(each.run)}
		check(json.NewEncoder(os.Stdout).Encode(outcome))
	}
}

func version() {
	for _, each := range []*client{anonymous(secure), anonymous(plain), withKey(secure, adminKey), withPassword(secure, user, password)} {
		told := must(each.get("/api/config/version", nil, shape{"version": "text", "startTimestamp": "int64"}))
		assert(told.values["version"] != "" && told.values["startTimestamp"].(int64) > 0, told.values)
	}
}

func nothingWithoutCredentials() {
	headers := must(anonymous(secure).signed(secure))
	assert(len(headers.ListKeys()) == 0, headers.ListKeys())
}

func tokens() {
	headers := must(withPassword(plain, user, password).signed(secure))
	sent := headers.Get("Authorization")
	assert(len(sent) == 1 && strings.HasPrefix(sent[0], "Bearer "), sent)
	_, err := withPassword(plain, user, "wrong").signed(secure)
	assert(err != nil && strings.Contains(err.Error(), "401"), err)
}

func noTests() {
	for _, each := range []*client{withPassword(secure, user, password), withKey(secure, adminKey)} {
		count := must(each.get("/api/test", map[string]any{"limit": int32(1), "page": int32(0)}, tests)).values["count"]
		assert(count == int64(0), count)
	}
}

func ownTests() {
	for owner, each := range map[string]*client{"dev-team": withPassword(secure, user, password), "admin-team": withKey(secure, adminKey)} {
		made := must(each.post("/api/test", nil, testOf("TestName", owner, "PROTECTED"), test))
		assert(made.values["id"].(int32) > 0 && made.values["description"] == "Simple Test", made.values)
		assert(must(each.get("/api/test", nil, tests)).values["count"] == int64(1), "one test")
		check(each.delete(fmt.Sprintf("/api/test/%d", made.values["id"])))
		assert(must(each.get("/api/test", nil, tests)).values["count"] == int64(0), "no test")
	}
}

func ownKeys() {
	key := madeKey("of the Go client")
	headers := must(withKey(plain, key).signed(secure))
	sent := headers.Get("X-Horreum-API-Key")
	assert(len(sent) == 1 && sent[0] == key, sent)
	listed := must(withKey(secure, key).list("/api/user/apikey", keys))
	names := map[any]any{}
	for _, each := range listed {
		names[each.(*record).values["name"]] = each.(*record).values["isRevoked"]
	}
	assert(names["of the Go client"] == false, names)
	_, err := withKey(plain, key).list("/api/user/apikey", keys)
	assert(err != nil && err.Error() == "url scheme must be https", err)
}

func refusals() {
	refused(401, second(withKey(secure, swapCase(adminKey)).list("/api/user/apikey", keys)))
	refused(401, second(anonymous(secure).post("/api/test", nil, testOf("nobody's", "dev-team", "PUBLIC"), test)))
	// A key has only its own roles, and not those of its user.
	refused(403, second(withKey(secure, madeKey("without roles")).post("/api/test", nil, testOf("nobody's", "dev-team", "PUBLIC"), test)))
	count := must(anonymous(secure).get("/api/test", nil, tests)).values["count"]
	assert(count == int64(0), count)
	refused(404, second(anonymous(secure).get("/api/test/999", nil, test)))
}

func runs() {
	mine := withPassword(secure, user, password)
	made := must(mine.post("/api/test", nil, testOf("runs", "dev-team", "PUBLIC"), test)).values["id"]
	run := text(map[string]any{
		"description": "of the Go client", "owner": "dev-team", "access": "PUBLIC",
		"start": int64(1669388931000), "stop": int64(1669388932000),
		"data": `{"$schema": "urn:acme:benchmark:0.1", "results": [{"requests": 123}, {"requests": 456}]}`,
	})
	asked := must(mine.posting("/api/run/test", map[string]any{"test": fmt.Sprint(made)}, run, "application/json"))
	ids := must(mine.adapter.SendPrimitiveCollection(ctx, asked, "int32", nil))
	assert(len(ids) == 1, ids)
	total := must(mine.get("/api/run/list", nil, shape{"total": "int64"})).values["total"]
	assert(total == int64(1), total)
	path := fmt.Sprintf("/api/sql/%d/queryrun", *ids[0].(*int32))
	query := map[string]any{"query": "$.results[*].requests", "array": true}
	found := must(anonymous(secure).get(path, query, shape{"value": "text", "valid": "bool"})).values
	assert(found["valid"] == true && found["value"] == "[123,456]", found)
}

func testOf(name, owner, access string) *record {
	return text(map[string]any{"name": name, "description": "Simple Test", "owner": owner, "access": access})
}

// The key of a user who has logged in.
func madeKey(name string) string {
	mine := withPassword(secure, user, password)
	body := text(map[string]any{"name": name, "type": "USER"})
	asked := must(mine.posting("/api/user/apikey", nil, body, "text/plain;q=0.9"))
	key := must(mine.adapter.SendPrimitive(ctx, asked, "string", nil)).(*string)
	assert(*key != "", "no key")
	return *key
}

func refused(status int, err error) {
	var answered *kiota.ApiError
	assert(errors.As(err, &answered) && answered.ResponseStatusCode == status, err)
}

func swapCase(text string) string {
	return strings.Map(func(each rune) rune {
		if unicode.IsUpper(each) {
			return unicode.ToLower(each)
		}
		return unicode.ToUpper(each)
	}, text)
}

func second[T any](_ T, err error) error { return err }

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func assert(holds bool, found any) {
	if !holds {
		panic(fmt.Sprintf("found %v", found))
	}
}

// The panic of a case with its stack. nil when the case passes.
func failureOf(run func()) (failure any) {
	defer func() {
		if found := recover(); found != nil {
			failure = fmt.Sprintf("%v\n%s", found, debug.Stack())
		}
	}()
	run()
	return nil
}
