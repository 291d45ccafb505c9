package main

import (
	"context"
	"net/url"

	"github.com/Nerzal/gocloak/v13"
	kiota "github.com/microsoft/kiota-abstractions-go"
	"github.com/microsoft/kiota-abstractions-go/authentication"
	"github.com/microsoft/kiota-abstractions-go/serialization"
	kiotahttp "github.com/microsoft/kiota-http-go"
	kiotajson "github.com/microsoft/kiota-serialization-json-go"
	kiotatext "github.com/microsoft/kiota-serialization-text-go"
)

var ctx = context.Background()

// A client of one deployment, made of the libraries on which the published client is generated.
type client struct {
	adapter *kiotahttp.NetHttpRequestAdapter
	auth    authentication.AuthenticationProvider
}

func init() {
	kiota.RegisterDefaultSerializer(func() serialization.SerializationWriterFactory {
		return kiotajson.NewJsonSerializationWriterFactory()
	})
	kiota.RegisterDefaultDeserializer(func() serialization.ParseNodeFactory { return kiotajson.NewJsonParseNodeFactory() })
	kiota.RegisterDefaultDeserializer(func() serialization.ParseNodeFactory { return kiotatext.NewTextParseNodeFactory() })
}

func newClient(at string, auth authentication.AuthenticationProvider) *client {
	uncompressed := kiotahttp.NewCompressionOptions(false)
	middlewares := must(kiotahttp.GetDefaultMiddlewaresWithOptions(&uncompressed))
	adapter := must(kiotahttp.NewNetHttpRequestAdapterWithParseNodeFactoryAndSerializationWriterFactoryAndHttpClient(
		auth, nil, nil, kiotahttp.GetDefaultClient(middlewares...)))
	adapter.SetBaseUrl(at)
	return &client{adapter, auth}
}

func anonymous(at string) *client {
	return newClient(at, &authentication.AnonymousAuthenticationProvider{})
}

func withKey(at, key string) *client {
	return newClient(at, must(authentication.NewApiKeyAuthenticationProvider(
		key, "X-Horreum-API-Key", authentication.HEADER_KEYLOCATION)))
}

// A client that logs in with a password, at the login server that the deployment names.
func withPassword(at, user, password string) *client {
	realm := must(anonymous(at).get("/api/config/keycloak", nil, shape{"realm": "text", "url": "text", "clientId": "text"}))
	return newClient(at, authentication.NewBaseBearerTokenAuthenticationProvider(&login{realm.values, user, password}))
}

type login struct {
	realm          map[string]any
	user, password string
}

func (l *login) GetAuthorizationToken(ctx context.Context, _ *url.URL, _ map[string]interface{}) (string, error) {
	of := func(name string) string { return l.realm[name].(string) }
	token, err := gocloak.NewClient(of("url")).Login(ctx, of("clientId"), "", of("realm"), l.user, l.password)
	if err != nil {
		return "", err
	}
	return token.AccessToken, nil
}

func (l *login) GetAllowedHostsValidator() *authentication.AllowedHostsValidator {
	return must(authentication.NewAllowedHostsValidatorErrorCheck([]string{}))
}

// The headers that the client adds to a request, such as the API key or the token.
func (c *client) signed(at string) (*kiota.RequestHeaders, error) {
	request := request(kiota.GET, "/api", nil)
	request.PathParameters["baseurl"] = at
	err := c.auth.AuthenticateRequest(ctx, request, nil)
	return request.Headers, err
}

func request(method kiota.HttpMethod, template string, query map[string]any) *kiota.RequestInformation {
	names := ""
	for name := range query {
		names += "," + name
	}
	if names != "" {
		template += "{?" + names[1:] + "}"
	}
	asked := kiota.NewRequestInformationWithMethodAndUrlTemplateAndPathParameters(
		method, "{+baseurl}"+template, map[string]string{})
	for name, value := range query {
		asked.QueryParametersAny[name] = value
	}
	return asked
}

func (c *client) get(path string, query map[string]any, of shape) (*record, error) {
	asked := request(kiota.GET, path, query)
	asked.Headers.TryAdd("Accept", "application/json")
	return read(c.adapter.Send(ctx, asked, of.factory, nil))
}

func (c *client) list(path string, of shape) ([]serialization.Parsable, error) {
	asked := request(kiota.GET, path, nil)
	asked.Headers.TryAdd("Accept", "application/json")
	return c.adapter.SendCollection(ctx, asked, of.factory, nil)
}

func (c *client) post(path string, query map[string]any, body *record, of shape) (*record, error) {
	asked, err := c.posting(path, query, body, "application/json")
	if err != nil {
		return nil, err
	}
	return read(c.adapter.Send(ctx, asked, of.factory, nil))
}

func (c *client) posting(path string, query map[string]any, body *record, accept string) (*kiota.RequestInformation, error) {
	asked := request(kiota.POST, path, query)
	asked.Headers.TryAdd("Accept", accept)
	return asked, asked.SetContentFromParsable(ctx, c.adapter, "application/json", body)
}

func (c *client) delete(path string) error {
	return c.adapter.SendNoContent(ctx, request(kiota.DELETE, path, nil), nil)
}

func read(answer serialization.Parsable, err error) (*record, error) {
	if err != nil || answer == nil {
		return nil, err
	}
	return answer.(*record), nil
}
