package clients

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	downpour "downpour.local/client"
)

// The client for Go against servers that do not behave as the contract states.

func serverOf(t *testing.T, answers http.HandlerFunc) (*downpour.Client, *httptest.Server) {
	t.Helper()
	server := httptest.NewServer(answers)
	t.Cleanup(server.Close)
	key := "dpr_1_secret\n"
	client, err := downpour.NewClient(server.URL, &downpour.Credentials{ApiKey: &key}, &downpour.Configuration{
		Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
	if err != nil {
		t.Fatal(err)
	}
	return client, server
}

func failureOf(t *testing.T, err error) *downpour.ApiError {
	t.Helper()
	var failure *downpour.ApiError
	if !errors.As(err, &failure) {
		t.Fatalf("the error is %v", err)
	}
	return failure
}

func TestACallEndsWithItsContext(t *testing.T) {
	arrived, over := make(chan bool, 1), make(chan bool)
	client, _ := serverOf(t, func(http.ResponseWriter, *http.Request) {
		arrived <- true
		<-over
	})
	defer close(over)
	ctx, cancel := context.WithCancelCause(context.Background())
	closed := errors.New("the screen is closed")
	go func() {
		<-arrived
		cancel(closed)
	}()
	_, err := client.RawClient.Api().Config().Version().Get(ctx, nil)
	if !errors.Is(err, closed) {
		t.Errorf("the error is %v", err)
	}
}

func TestAPauseEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, _ *http.Request) {
		response.Header().Set("Retry-After", "9")
		response.WriteHeader(503)
		time.AfterFunc(20*time.Millisecond, cancel)
	}))
	defer server.Close()
	client, _ := downpour.NewClient(server.URL, nil, nil)
	_, err := client.RawClient.Api().Config().Version().Get(ctx, nil)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

func TestABusyServerIsAskedAgain(t *testing.T) {
	asked := 0
	client, _ := serverOf(t, func(response http.ResponseWriter, _ *http.Request) {
		asked++
		if asked < 3 {
			response.Header().Set("Retry-After", "0")
			response.WriteHeader([]int{503, 429}[asked-1])
			return
		}
		response.Header().Set("Content-Type", "application/json")
		fmt.Fprint(response, `{"version":"3","more":{"of a later":"server"}}`)
	})
	version, err := client.RawClient.Api().Config().Version().Get(context.Background(), nil)
	if err != nil || version.Version != "3" {
		t.Errorf("the version is %v, the error %v", version, err)
	}
}

func TestAServerThatAsksForALongPauseIsNotAskedAgain(t *testing.T) {
	for _, pause := range []string{"11", "99999999999", "1e300", "Inf"} {
		asked := 0
		client, _ := serverOf(t, func(response http.ResponseWriter, _ *http.Request) {
			asked++
			response.Header().Set("Retry-After", pause)
			response.WriteHeader(503)
		})
		_, err := client.RawClient.Api().Config().Version().Get(context.Background(), nil)
		if err == nil || asked != 1 {
			t.Errorf("with %s the server was asked %d times, the error is %v", pause, asked, err)
		}
	}
}

func TestAStartWhoseAnswerIsCutOffIsSentAgainWithItsKey(t *testing.T) {
	var keys []string
	client, _ := serverOf(t, func(response http.ResponseWriter, request *http.Request) {
		keys = append(keys, request.Header.Get("Idempotency-Key"))
		response.Header().Set("Content-Type", "application/json")
		response.Header().Set("Content-Length", "20")
		response.WriteHeader(202)
		fmt.Fprint(response, `{"id":"b-1"`)
		if len(keys) > 1 {
			fmt.Fprint(response, `}        `)
		}
	})
	started, err := client.RawClient.Api().Burst().Post(context.Background(), &downpour.BurstRequest{Document: "name: x"}, nil)
	if err != nil || started.Id != "b-1" || len(keys) != 2 || keys[0] == "" || keys[0] != keys[1] {
		t.Errorf("%v, %v, keys %v", started, err, keys)
	}
}

func TestGarbageIsAForeignAnswer(t *testing.T) {
	for _, each := range []struct{ kind, body string }{
		{"text/html", "<h1>Sign in</h1>"}, {"application/json", "<h1>"}, {"application/json", "[1]"}, {"application/json", `{"version":1`},
	} {
		client, _ := serverOf(t, func(response http.ResponseWriter, _ *http.Request) {
			response.Header().Set("Content-Type", each.kind)
			fmt.Fprint(response, each.body)
		})
		_, err := client.RawClient.Api().Config().Version().Get(context.Background(), nil)
		if failure := failureOf(t, err); failure.Code != "FOREIGN" || failure.Status != 200 || string(failure.Reply.Body) != each.body {
			t.Errorf("%s: %d %s", each.body, failure.Status, failure.Code)
		}
	}
	client, _ := serverOf(t, func(response http.ResponseWriter, _ *http.Request) {
		response.Header().Set("Content-Type", "text/html")
		fmt.Fprint(response, "<h1>Sign in</h1>")
	})
	team, err := client.RawClient.Api().User().DefaultTeam().Get(context.Background(), nil)
	if failure := failureOf(t, err); failure.Code != "FOREIGN" || team != "" {
		t.Errorf("%s: %s", team, failure.Code)
	}
}

func TestAServerWithAnotherProtocolGivesNoAnswer(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			fmt.Fprint(connection, "220 mail.test ESMTP\r\n")
			connection.Close()
		}
	}()
	client, _ := downpour.NewClient("http://"+listener.Addr().String(), nil, nil)
	_, err = client.RawClient.Api().Config().Version().Get(context.Background(), nil)
	if failure := failureOf(t, err); failure.Code != "UNREACHABLE" || failure.Status != 0 || errors.Unwrap(failure) == nil {
		t.Errorf("%d %s", failure.Status, failure.Code)
	}
}

func TestALargeAnswerIsReadElsewhereWithoutTheKey(t *testing.T) {
	var seen []http.Header
	far := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		seen = append(seen, request.Header)
		response.Header().Set("Content-Type", "application/json")
		fmt.Fprint(response, `{"a":1.10}`)
	}))
	defer far.Close()
	client, _ := serverOf(t, func(response http.ResponseWriter, request *http.Request) {
		if request.Header.Get("X-Downpour-API-Key") != "dpr_1_secret" {
			response.WriteHeader(401)
			return
		}
		http.Redirect(response, request, far.URL+"/answer?x=1", http.StatusSeeOther)
	})
	var document bytes.Buffer
	_, err := client.RawClient.Api().Run().ByIdInteger(7).Data().Get(context.Background(), &downpour.RunByIdDataGetOptions{
		Options: downpour.Options{Into: &document},
	})
	if err != nil || document.String() != `{"a":1.10}` {
		t.Errorf("%s, %v", &document, err)
	}
	if len(seen) != 1 || strings.Contains(fmt.Sprint(seen), "secret") {
		t.Errorf("the other server saw %v", seen)
	}
}

func TestACutAnswerIsNoDocument(t *testing.T) {
	client, _ := serverOf(t, func(response http.ResponseWriter, _ *http.Request) {
		response.Header().Set("Content-Type", "application/json")
		response.Header().Set("Content-Length", "100")
		fmt.Fprint(response, `{"a":`)
	})
	for _, into := range []io.Writer{nil, io.Discard} {
		_, err := client.RawClient.Api().Run().ByIdInteger(7).Data().Get(context.Background(), &downpour.RunByIdDataGetOptions{
			Options: downpour.Options{Into: into},
		})
		if failure := failureOf(t, err); failure.Code != "UNREACHABLE" || !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: %v", failure.Code, err)
		}
	}
}

func TestARefusalHasItsHint(t *testing.T) {
	client, _ := serverOf(t, func(response http.ResponseWriter, _ *http.Request) {
		response.Header().Set("Content-Type", "application/json")
		response.WriteHeader(400)
		fmt.Fprint(response, `{"code":"BENCHMARK_REFUSED","message":"m","details":[{"line":1},{"line":2,"hint":"use phases"}],"requestId":"3f1c"}`)
	})
	_, err := client.RawClient.Api().Burst().Post(context.Background(), &downpour.BurstRequest{}, nil)
	if failure := failureOf(t, err); failure.Hint != "use phases" || failure.RequestId != "3f1c" || failure.Request != "POST /api/burst" {
		t.Errorf("%+v", failure)
	}
}

func TestTheTextOfARefusedBenchmarkHasItsFirstError(t *testing.T) {
	client, _ := serverOf(t, func(response http.ResponseWriter, _ *http.Request) {
		response.Header().Set("Content-Type", "application/json")
		response.WriteHeader(400)
		fmt.Fprint(response, `{"code":"BENCHMARK_REFUSED","message":"m","problems":[{"severity":"warning","line":1,"message":"w"},{"severity":"error","line":2,"message":"no","hint":"use phases"}]}`)
	})
	_, err := client.RawClient.Api().Burst().Post(context.Background(), &downpour.BurstRequest{}, nil)
	if failure := failureOf(t, err); err.Error() != "m: line 2: no" || failure.Hint != "use phases" {
		t.Errorf("%v, %s", err, failure.Hint)
	}
}

func TestAServerOfAnotherVersionIsNoFailure(t *testing.T) {
	client, _ := serverOf(t, func(response http.ResponseWriter, request *http.Request) {
		response.Header().Set("Content-Type", "application/json")
		if request.URL.Path == "/api/config/version" {
			fmt.Fprint(response, `{"version":"9.0.0","startTimestamp":1,"moon":{"phase":"full"}}`)
			return
		}
		response.WriteHeader(404)
		fmt.Fprint(response, `{"message":"Not Found"}`)
	})
	newer, err := client.RawClient.Api().Config().Version().Get(context.Background(), nil)
	if err != nil || newer.Version != "9.0.0" || newer.Version == downpour.Version() {
		t.Errorf("%+v, %v", newer, err)
	}
	_, err = client.RawClient.Api().Run().List().Get(context.Background(), nil)
	if failure := failureOf(t, err); failure.Status != 404 || failure.Message != "Not Found" {
		t.Errorf("%+v", failure)
	}
}

func TestATokenThatIsRefusedIsFetchedOnceMore(t *testing.T) {
	tokens := 0
	server := httptest.NewServer(nil)
	defer server.Close()
	server.Config.Handler = http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		response.Header().Set("Content-Type", "application/json")
		switch {
		case request.URL.Path == "/api/config/keycloak":
			fmt.Fprintf(response, `{"realm":"r","url":%q,"clientId":"c"}`, server.URL)
		case strings.HasPrefix(request.URL.Path, "/realms/r/"):
			tokens++
			fmt.Fprintf(response, `{"access_token":"%d","token_type":"Bearer","expires_in":300,"refresh_expires_in":0}`, tokens)
		case request.Header.Get("Authorization") == "Bearer 2":
			fmt.Fprint(response, `{"user":"ada"}`)
		default:
			response.WriteHeader(401)
		}
	})
	client, err := downpour.NewClient(server.URL, &downpour.Credentials{
		Username: downpour.Ptr("ada"), Password: downpour.Ptr("p"),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		me, err := client.RawClient.Api().User().Me().Get(context.Background(), nil)
		if err != nil || me.User != "ada" {
			t.Fatal(me, err)
		}
	}
	if tokens != 2 {
		t.Errorf("%d tokens were fetched", tokens)
	}
}

func TestATokenThatIsRefusedAfterTheLastRepeatIsFetchedOnceMore(t *testing.T) {
	asked := 0
	server := httptest.NewServer(nil)
	defer server.Close()
	server.Config.Handler = http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		response.Header().Set("Content-Type", "application/json")
		switch {
		case request.URL.Path == "/api/config/keycloak":
			fmt.Fprintf(response, `{"realm":"r","url":%q,"clientId":"c"}`, server.URL)
		case strings.HasPrefix(request.URL.Path, "/realms/r/"):
			fmt.Fprint(response, `{"access_token":"a","token_type":"Bearer","expires_in":300,"refresh_expires_in":0}`)
		default:
			asked++
			response.Header().Set("Retry-After", "0")
			response.WriteHeader([]int{503, 503, 503, 401, 503}[asked-1])
		}
	})
	client, err := downpour.NewClient(server.URL, &downpour.Credentials{
		Username: downpour.Ptr("ada"), Password: downpour.Ptr("p"),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.RawClient.Api().User().Me().Get(context.Background(), nil)
	if failure := failureOf(t, err); failure.Status != 503 || asked != 5 {
		t.Errorf("%+v after %d requests", failure, asked)
	}
}

func TestCredentialsThatDoNotFitAreRefused(t *testing.T) {
	text, empty, two := "x", " ", "x\ny"
	for _, each := range []struct {
		credentials downpour.Credentials
		method      downpour.AuthMethod
		wanted      string
	}{
		{downpour.Credentials{Password: &text}, downpour.BEARER, "provided password without username"},
		{downpour.Credentials{Username: &text}, downpour.BASIC, "the method BASIC needs a user name and a password"},
		{downpour.Credentials{ApiKey: &text}, downpour.BEARER, "the method BEARER needs a user name and a password, or a token"},
		{downpour.Credentials{}, downpour.API_KEY, "the method API_KEY needs an API key"},
		{downpour.Credentials{ApiKey: &empty}, downpour.API_KEY, "the API key is empty, or has a character that a header cannot have"},
		{downpour.Credentials{ApiKey: &two}, downpour.API_KEY, "the API key is empty, or has a character that a header cannot have"},
	} {
		_, err := downpour.NewClient("http://downpour.test", &each.credentials, &downpour.Configuration{AuthMethod: each.method})
		if err == nil || err.Error() != each.wanted {
			t.Errorf("the error is %v", err)
		}
	}
	if _, err := downpour.NewClient("downpour.test", nil, nil); err == nil {
		t.Error("an address without a scheme was taken")
	}
}

// A store that refuses the first part twice: first because its URL has expired, and then with a failure.
func TestPartsAreSentAgain(t *testing.T) {
	var lock sync.Mutex
	stored := map[string]int{}
	tries := 0
	var server *httptest.Server
	sizes := []int64{5 << 20, 5 << 20, 2 << 20}
	client, server := serverOf(t, func(response http.ResponseWriter, request *http.Request) {
		lock.Lock()
		defer lock.Unlock()
		response.Header().Set("Content-Type", "application/json")
		state := func() {
			var parts []downpour.RunUploadPart
			for at, size := range sizes {
				url := fmt.Sprintf("%s/store/%d?try=%d", server.URL, at+1, tries)
				if _, ok := stored[fmt.Sprint(at+1)]; !ok {
					parts = append(parts, downpour.RunUploadPart{Number: int64(at + 1), Start: int64(at) * 5 << 20, Bytes: size, Url: url})
				}
			}
			text, _ := json.Marshal(downpour.RunUpload{Id: 101, State: "open", SizeBytes: 12 << 20, PartBytes: 5 << 20, Missing: parts})
			_, _ = response.Write(text)
		}
		switch {
		case request.URL.Path == "/api/run/upload" || request.URL.Path == "/api/run/upload/101":
			tries++
			state()
		case strings.HasPrefix(request.URL.Path, "/store/"):
			body, _ := io.ReadAll(request.Body)
			part := strings.TrimPrefix(request.URL.Path, "/store/")
			if part == "1" && tries < 3 {
				if tries == 2 {
					tries++
					response.WriteHeader(500)
					return
				}
				response.WriteHeader(403)
				return
			}
			if request.Header.Get("X-Downpour-Api-Key") != "" {
				response.WriteHeader(400)
				return
			}
			stored[part] = len(body)
		case strings.HasSuffix(request.URL.Path, "/complete"):
			if tries == 3 {
				tries++
				response.WriteHeader(409)
				fmt.Fprint(response, `{"code":"UPLOAD_INDEXING","message":"m","requestId":"1"}`)
				return
			}
			response.Header().Set("Content-Type", "text/plain")
			fmt.Fprint(response, "101\n")
		}
	})
	var progress []int64
	document := strings.NewReader(`"` + strings.Repeat("x", 12<<20-2) + `"`)
	id, err := client.Upload(context.Background(), io.LimitReader(document, 1<<40), downpour.Upload{
		Test:     "large",
		Progress: func(sent, _ int64) { progress = append(progress, sent) },
	})
	if err != nil || id != 101 || len(stored) != 3 || stored["1"] != 5<<20 || stored["3"] != 2<<20 {
		t.Errorf("run %d, %v, %v", id, err, stored)
	}
	if !slices.IsSorted(progress) || progress[0] != 0 || progress[len(progress)-1] != 12<<20 {
		t.Errorf("progress %v", progress)
	}
}

func TestAWatchOutlastsAFailureOfItsServer(t *testing.T) {
	asked := 0
	answers := []string{
		`{"id":"b","state":"running","next":1000,"more":false,"nextMs":0,"phases":[` + phase(0, 1, 2) + `]}`,
		"",
		`{"id":"b","state":"passed","next":1000,"more":false,"nextMs":0,"phases":[` + phase(2) + `]}`,
		`{"id":"b","state":"passed","next":2000,"more":false,"phases":[` + phase(2, 3) + `]}`,
	}
	client, _ := serverOf(t, func(response http.ResponseWriter, request *http.Request) {
		text := answers[asked]
		if after := []string{"", "1000", "1000", "1000"}[asked]; request.URL.Query().Get("after") != after {
			t.Errorf("request %d is %s", asked, request.URL)
		}
		asked++
		if text == "" {
			response.WriteHeader(500)
			return
		}
		response.Header().Set("Content-Type", "application/json")
		fmt.Fprint(response, text)
	})
	var seen []int64
	for second, err := range client.Watch(context.Background(), "b") {
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, second.Second)
	}
	if !slices.Equal(seen, []int64{0, 1, 2, 3}) {
		t.Errorf("the seconds are %v", seen)
	}
}

func phase(seconds ...int) string {
	texts := make([]string, len(seconds))
	zeros := make([]string, len(seconds))
	for at, second := range seconds {
		texts[at], zeros[at] = fmt.Sprint(second), "0"
	}
	list, zero := strings.Join(texts, ","), strings.Join(zeros, ",")
	columns := `"second":[` + list + `]`
	for _, name := range []string{"requestsPerSec", "responsesPerSec", "failedPerSec", "errorsPerSec", "inFlight", "sessions",
		"usersDuePerSec", "usersStartedPerSec", "latencyP50Ns", "latencyP99Ns", "latenessP99Ns"} {
		columns += `,"` + name + `":[` + zero + `]`
	}
	return `{"phase":0,"name":"main","startsAt":0,"gaps":[],"seconds":{` + columns + `}}`
}
