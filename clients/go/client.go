// Package downpour is the client of Downpour's HTTP API.
//
// A chain is the path of an operation. By and the name of a parameter give its value:
//
//	client, err := downpour.NewClient(url, &downpour.Credentials{ApiKey: &key}, nil)
//	version, err := client.RawClient.Api().Config().Version().Get(ctx, nil)
//	run, err := client.RawClient.Api().Run().ByIdInteger(12).Get(ctx, nil)
//
// Every refusal is an *ApiError.
package downpour

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// AuthMethod is the way in which a client shows for whom it acts.
type AuthMethod int

const (
	// ANY_METHOD follows from the credentials: the API key, else the token, else the password for a token.
	ANY_METHOD AuthMethod = iota
	// BEARER sends a token of the issuer that the server names. A user name and a password are exchanged for it.
	BEARER
	// BASIC sends the user name and the password with each request.
	BASIC
	// API_KEY sends the API key.
	API_KEY
)

// Credentials of a caller. A nil pointer is absent.
type Credentials struct {
	ApiKey   *string
	Username *string
	Password *string
	// Token returns a token of the issuer, such as the access token of a service account. It is called for each
	// request, so it keeps its tokens itself.
	Token func(ctx context.Context) (string, error)
}

// Configuration of a client. The zero value works.
type Configuration struct {
	AuthMethod AuthMethod
	// HttpClient sends the requests. Absent: a client with the default transport. Its redirects are not followed.
	HttpClient *http.Client
	// Service is the <service> of the header X-<service>-API-Key. Absent: downpour.
	Service string
	// Header has further headers of every request.
	Header http.Header
	// Wait waits before a repeat, until the context ends. Absent: a timer.
	Wait func(ctx context.Context, pause time.Duration) error
}

// Client of one server. Several goroutines may use it at the same time.
type Client struct {
	// RawClient begins the chains to all operations.
	RawClient RawClient
	// AuthMethod is the method in use. It is ANY_METHOD for a client without credentials.
	AuthMethod AuthMethod

	base   string
	http   *http.Client
	header http.Header
	sign   signer
	wait   func(ctx context.Context, pause time.Duration) error
}

// NewClient returns a client of the server at an address such as https://example.com. It sends nothing.
// Credentials and configuration may be nil.
func NewClient(address string, credentials *Credentials, configuration *Configuration) (*Client, error) {
	at, err := url.Parse(address)
	if err != nil || at.Host == "" || (at.Scheme != "http" && at.Scheme != "https") {
		return nil, errors.New("the address of the server must begin with http:// or https://, found " + address)
	}
	if credentials == nil {
		credentials = &Credentials{}
	}
	if configuration == nil {
		configuration = &Configuration{}
	}
	client := &Client{
		base:   strings.TrimRight(address, "/"),
		header: configuration.Header,
		wait:   configuration.Wait,
	}
	if client.wait == nil {
		client.wait = pause
	}
	client.http = withoutRedirects(configuration.HttpClient)
	client.RawClient = RawClient{path{client: client}}
	client.AuthMethod, client.sign, err = signerOf(client, *credentials, *configuration)
	return client, err
}

// Version is the version of this package. It sends nothing.
func Version() string { return version }

// Version is the version of this package. It sends nothing.
func (c *Client) Version() string { return version }

// Ptr returns a pointer to a value, for parameters and members that may be absent.
func Ptr[T any](value T) *T { return &value }

// withoutRedirects keeps credentials from other servers: the client follows redirects itself.
func withoutRedirects(client *http.Client) *http.Client {
	own := http.Client{}
	if client != nil {
		own = *client
	}
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &own
}

func pause(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
