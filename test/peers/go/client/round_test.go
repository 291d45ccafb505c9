package clients

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	downpour "downpour.local/client"
)

// The client against servers that client.test.ts starts.

var ctx = context.Background()

func given(t *testing.T, name string) string {
	t.Helper()
	value := os.Getenv(name)
	if value == "" {
		t.Fatalf("client.test.ts gives %s", name)
	}
	return value
}

func withKey(t *testing.T) *downpour.Client {
	t.Helper()
	return clientWith(t, given(t, "SERVER"), &downpour.Credentials{ApiKey: downpour.Ptr(given(t, "KEY"))}, downpour.ANY_METHOD)
}

func clientWith(t *testing.T, at string, credentials *downpour.Credentials, method downpour.AuthMethod) *downpour.Client {
	t.Helper()
	client, err := downpour.NewClient(at, credentials, &downpour.Configuration{AuthMethod: method})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func must[T any](t *testing.T) func(T, error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func TestACallerWithoutAKeyMayReadTheVersion(t *testing.T) {
	client := clientWith(t, given(t, "SERVER"), nil, downpour.ANY_METHOD)
	version, err := client.RawClient.Api().Config().Version().Get(ctx, nil)
	if err != nil || version.Version != client.Version() || version.Version != downpour.Version() || version.StartTimestamp == 0 {
		t.Errorf("%+v, %v", version, err)
	}
	_, err = client.RawClient.Api().Run().List().Get(ctx, nil)
	if failure := failureOf(t, err); failure.Status != 401 || failure.Code != "UNAUTHORIZED" || failure.RequestId == "" {
		t.Errorf("%+v", failure)
	}
}

func TestAPasswordGivesATokenAndIsSentByItself(t *testing.T) {
	api := withKey(t).RawClient.Api()
	if err := api.User().Team().ByTeam("dev-team").Post(ctx, nil); err != nil {
		t.Fatal(err)
	}
	ada := &downpour.NewUser{
		User: downpour.UserData{Username: "ada"}, Password: downpour.Ptr("long enough"),
		Team: downpour.Ptr("dev-team"), Roles: []downpour.TeamRole{downpour.TeamRoleViewer},
	}
	if err := api.User().CreateUser().Post(ctx, ada, nil); err != nil {
		t.Fatal(err)
	}
	credentials := &downpour.Credentials{Username: downpour.Ptr("ada"), Password: downpour.Ptr("long enough")}
	for _, method := range []downpour.AuthMethod{downpour.BEARER, downpour.BASIC} {
		client := clientWith(t, given(t, "SERVER"), credentials, method)
		me := must[*downpour.Me](t)(client.RawClient.Api().User().Me().Get(ctx, nil))
		if me.User != "ada" || me.By != downpour.CredentialKindPassword || client.AuthMethod != method {
			t.Errorf("%+v", me)
		}
	}
	wrong := &downpour.Credentials{Username: downpour.Ptr("ada"), Password: downpour.Ptr("guessed")}
	_, err := clientWith(t, given(t, "SERVER"), wrong, downpour.BEARER).RawClient.Api().User().Me().Get(ctx, nil)
	if failure := failureOf(t, err); failure.Status != 401 {
		t.Errorf("%+v", failure)
	}
}

func TestATokenOfAnIssuerIsFetchedOrGiven(t *testing.T) {
	person := &downpour.Credentials{Username: downpour.Ptr("horreum.bootstrap"), Password: downpour.Ptr("secret")}
	client := clientWith(t, given(t, "ISSUED"), person, downpour.BEARER)
	me := must[*downpour.Me](t)(client.RawClient.Api().User().Me().Get(ctx, nil))
	if me.User != "horreum.bootstrap" || me.By != downpour.CredentialKindToken {
		t.Errorf("%+v", me)
	}
	issuer := must[*downpour.KeycloakConfig](t)(client.RawClient.Api().Config().Keycloak().Get(ctx, nil))
	form := url.Values{"grant_type": {"password"}, "client_id": {issuer.ClientId}, "username": {"horreum.bootstrap"}, "password": {"secret"}}
	own := clientWith(t, given(t, "ISSUED"), &downpour.Credentials{Token: func(ctx context.Context) (string, error) {
		answer, err := http.PostForm(issuer.Url+"/realms/"+issuer.Realm+"/protocol/openid-connect/token", form)
		if err != nil {
			return "", err
		}
		defer answer.Body.Close()
		var found downpour.Token
		err = json.NewDecoder(answer.Body).Decode(&found)
		return found.AccessToken, err
	}}, downpour.ANY_METHOD)
	if me := must[*downpour.Me](t)(own.RawClient.Api().User().Me().Get(ctx, nil)); me.User != "horreum.bootstrap" {
		t.Errorf("%+v", me)
	}
}

func TestADocumentKeepsItsDigits(t *testing.T) {
	client := withKey(t)
	text := `{"$schema":"urn:a","price":1.10,"large":12345678901234567890,"at":[1,2.50]}`
	parameters := downpour.Upload{Test: "digits", Start: "1700000000000", Stop: "1700000060000", Description: downpour.Ptr("nightly")}
	id := must[int64](t)(client.Upload(ctx, strings.NewReader(text), parameters))
	if again := must[int64](t)(client.Upload(ctx, strings.NewReader(text), parameters)); again != id {
		t.Errorf("the same upload is run %d, and was run %d", again, id)
	}
	parameters.Again = true
	if again := must[int64](t)(client.Upload(ctx, strings.NewReader(text), parameters)); again == id {
		t.Error("the upload again is the same run")
	}
	run := client.RawClient.Api().Run().ByIdInteger(id)
	var reply downpour.Reply
	document := must[json.RawMessage](t)(run.Data().Get(ctx, &downpour.RunByIdDataGetOptions{Options: downpour.Options{Reply: &reply}}))
	if string(document) != text || string(reply.Body) != text {
		t.Errorf("the document is %s", document)
	}
	unchanged := downpour.Options{Reply: &reply, Header: http.Header{"If-None-Match": {reply.Header.Get("ETag")}}}
	document, err := run.Data().Get(ctx, &downpour.RunByIdDataGetOptions{Options: unchanged})
	if err != nil || reply.Status != 304 || document != nil {
		t.Errorf("%d %s, %v", reply.Status, document, err)
	}
	if found := must[json.RawMessage](t)(client.Query(ctx, id, "$.price")); string(found) != "1.10" {
		t.Errorf("the price is %s", found)
	}
	if found := must[any](t)(downpour.QueryAs[any](ctx, client, id, "$.large")); found != json.Number("12345678901234567890") {
		t.Errorf("the large number is %v", found)
	}
	if found := must[[]float64](t)(downpour.QueryAs[[]float64](ctx, client, id, "$.at")); !slices.Equal(found, []float64{1, 2.5}) {
		t.Errorf("the list is %v", found)
	}
	if found := must[[]json.RawMessage](t)(client.QueryAll(ctx, id, "$.at[*]")); len(found) != 2 || string(found[1]) != "2.50" {
		t.Errorf("the matches are %s", found)
	}
	_, err = client.Query(ctx, id, "$.at[")
	if failure := failureOf(t, err); failure.Status != 400 || !strings.Contains(failure.Message, "column") {
		t.Errorf("%+v", failure)
	}
	if err := run.Description().Post(ctx, `release "4.1"`, nil); err != nil {
		t.Fatal(err)
	}
	summary := must[*downpour.RunSummary](t)(run.Summary().Get(ctx, nil))
	if summary.Description == nil || *summary.Description != `release "4.1"` {
		t.Errorf("%+v", summary)
	}
	if url := must[string](t)(run.Data().GetUrl(ctx, nil)); !strings.HasPrefix(url, "http") {
		t.Errorf("the link is %s", url)
	}
}

func TestMetadataIsStoredWithADocument(t *testing.T) {
	client := withKey(t)
	metadata := json.RawMessage(`{"$schema":"urn:m","region":"eu"}`)
	id := must[int64](t)(client.Upload(ctx, strings.NewReader(`{"a":1}`), downpour.Upload{
		Test: "metadata", Start: "1", Stop: "2", Metadata: metadata,
	}))
	found := must[json.RawMessage](t)(client.RawClient.Api().Run().ByIdInteger(id).Metadata().Get(ctx, nil))
	if !strings.Contains(string(found), `"region":"eu"`) {
		t.Errorf("the metadata is %s", found)
	}
}

func TestADocumentOfAnySizeIsUploaded(t *testing.T) {
	client := withKey(t)
	var text strings.Builder
	text.WriteString(`{"rows":[0`)
	for at := range 150_000 {
		fmt.Fprintf(&text, `,{"at":%d,"name":"the name of the row, with some words"}`, at)
	}
	text.WriteString(`]}`)
	file := must[*os.File](t)(os.CreateTemp(t.TempDir(), "run"))
	defer file.Close()
	if _, err := io.WriteString(file, "skipped"+text.String()); err != nil {
		t.Fatal(err)
	}
	if _, err := file.Seek(int64(len("skipped")), io.SeekStart); err != nil {
		t.Fatal(err)
	}
	var ids []int64
	for _, document := range []io.Reader{io.LimitReader(strings.NewReader(text.String()), 1<<40), file} {
		var progress []int64
		ids = append(ids, must[int64](t)(client.Upload(ctx, document, downpour.Upload{
			Test: "large", Start: "1", Stop: "2",
			Progress: func(sent, size int64) {
				progress = append(progress, sent)
				if size != int64(text.Len()) {
					t.Errorf("the size is %d", size)
				}
			},
		})))
		if !slices.IsSorted(progress) || progress[len(progress)-1] != int64(text.Len()) {
			t.Errorf("progress %v of %d", progress, text.Len())
		}
	}
	if ids[0] != ids[1] {
		t.Errorf("one document is the runs %v", ids)
	}
	var found strings.Builder
	_, err := client.RawClient.Api().Run().ByIdInteger(ids[0]).Data().Get(ctx, &downpour.RunByIdDataGetOptions{
		Options: downpour.Options{Into: &found},
	})
	if err != nil || found.String() != text.String() {
		t.Errorf("%d of %d bytes came back, %v", found.Len(), text.Len(), err)
	}
}

func TestPagesHaveEveryRunOnce(t *testing.T) {
	client := withKey(t)
	for start := range 3 {
		document := strings.NewReader(fmt.Sprintf(`{"start":%d}`, start+1))
		must[int64](t)(client.Upload(ctx, document, downpour.Upload{Test: "pages", Start: "$.start", Stop: "9"}))
	}
	var starts []int64
	options := &downpour.RunListGetOptions{Test: downpour.Ptr("pages"), Limit: downpour.Ptr(int64(1))}
	for page, err := range client.RawClient.Api().Run().List().Pages(ctx, options) {
		if err != nil {
			t.Fatal(err)
		}
		for _, run := range page.Runs {
			starts = append(starts, run.Start)
		}
	}
	if !slices.Equal(starts, []int64{3, 2, 1}) {
		t.Errorf("the starts are %v", starts)
	}
	for page, err := range client.RawClient.Api().Audit().Pages(ctx, nil) {
		if err != nil || len(page.Entries) == 0 {
			t.Errorf("%v, %v", page, err)
		}
		break
	}
}

func TestABurstIsWatchedToItsEndAndToTheEndOfItsContext(t *testing.T) {
	client := withKey(t)
	api := client.RawClient.Api()
	started := must[*downpour.BurstPostAnswer](t)(api.Burst().Post(ctx, &downpour.BurstRequest{Document: document(t, 3)}, nil))
	var seconds []int64
	requests := 0.0
	for second, err := range client.Watch(ctx, started.Id) {
		if err != nil {
			t.Fatal(err)
		}
		seconds = append(seconds, second.Second)
		requests += second.ResponsesPerSec
	}
	if len(seconds) < 2 || !slices.IsSorted(seconds) || len(slices.Compact(slices.Clone(seconds))) != len(seconds) || requests == 0 {
		t.Errorf("the seconds are %v with %v requests", seconds, requests)
	}
	status := must[*downpour.BurstStatus](t)(api.Burst().ById(started.Id).Get(ctx, nil))
	if status.RunId == nil || status.EndedAt == nil {
		t.Fatalf("%+v", status)
	}
	p99 := must[float64](t)(downpour.QueryAs[float64](ctx, client, *status.RunId, "$.stats[0].total.summary.percentileResponseTime['99.0']"))
	if p99 <= 0 {
		t.Errorf("the p99 is %v", p99)
	}

	long := must[*downpour.BurstPostAnswer](t)(api.Burst().Post(ctx, &downpour.BurstRequest{Document: document(t, 60)}, nil))
	watching, leave := context.WithCancel(ctx)
	var last error
	for second, err := range client.Watch(watching, long.Id) {
		last = err
		if second != nil {
			leave()
		}
	}
	leave()
	if !errors.Is(last, context.Canceled) {
		t.Errorf("the watch ended with %v", last)
	}
	if err := api.Burst().ById(long.Id).Stop().Put(ctx, nil); err != nil {
		t.Error(err)
	}
	_, err := api.Burst().ById("b-20260101-000000-aaaa").Get(ctx, nil)
	if failure := failureOf(t, err); failure.Status != 404 {
		t.Errorf("%+v", failure)
	}
}

func document(t *testing.T, seconds int) string {
	return fmt.Sprintf(`{"name":"watched","http":{"host":%q},"phases":[{"main":{"constantRate":{
		"usersPerSec":20,"duration":"%ds","scenario":[{"home":[{"httpRequest":{"GET":"/"}}]}]}}}]}`, given(t, "TARGET"), seconds)
}
