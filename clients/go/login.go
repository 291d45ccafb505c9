package downpour

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// signer adds credentials to a request.
type signer interface {
	add(ctx context.Context, header http.Header) error
	// renew drops a token that a server has refused. False: there is nothing to renew.
	renew() bool
}

func signerOf(client *Client, credentials Credentials, configuration Configuration) (AuthMethod, signer, error) {
	key, user, password := credentials.ApiKey, credentials.Username, credentials.Password
	method := configuration.AuthMethod
	if password != nil && user == nil {
		return method, nil, errors.New("provided password without username")
	}
	isPerson := user != nil && password != nil
	switch {
	case method == API_KEY || (method == ANY_METHOD && key != nil):
		if key == nil {
			return method, nil, errors.New("the method API_KEY needs an API key")
		}
		// A key that a program reads from a file ends with a line break.
		text := strings.TrimSpace(*key)
		if text == "" || strings.ContainsFunc(text, func(c rune) bool { return c < '!' || c > '~' }) {
			return method, nil, errors.New("the API key is empty, or has a character that a header cannot have")
		}
		service := configuration.Service
		if service == "" {
			service = "Downpour"
		}
		return API_KEY, fixed{"X-" + service + "-Api-Key", text}, nil
	case method == BASIC:
		if !isPerson {
			return method, nil, errors.New("the method BASIC needs a user name and a password")
		}
		pair := base64.StdEncoding.EncodeToString([]byte(*user + ":" + *password))
		return BASIC, fixed{"Authorization", "Basic " + pair}, nil
	case credentials.Token != nil:
		return BEARER, tokens{credentials.Token}, nil
	case isPerson:
		return BEARER, &login{client: client, user: *user, password: *password}, nil
	case method == BEARER:
		return method, nil, errors.New("the method BEARER needs a user name and a password, or a token")
	}
	return ANY_METHOD, fixed{}, nil
}

// fixed is the same header for each request.
type fixed struct{ name, value string }

func (f fixed) add(_ context.Context, header http.Header) error {
	if f.name != "" {
		header.Set(f.name, f.value)
	}
	return nil
}

func (fixed) renew() bool { return false }

// tokens come from the caller.
type tokens struct {
	next func(ctx context.Context) (string, error)
}

func (t tokens) add(ctx context.Context, header http.Header) error {
	token, err := t.next(ctx)
	header.Set("Authorization", "Bearer "+token)
	return err
}

func (tokens) renew() bool { return false }

// login exchanges a password for tokens at the issuer that the server names.
type login struct {
	client         *Client
	user, password string

	lock  sync.Mutex
	token string
	until time.Time
}

// A token is replaced before its last seconds, in which a request may be on its way.
const renewedBefore = 10 * time.Second

func (l *login) add(ctx context.Context, header http.Header) error {
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.token == "" || time.Now().After(l.until) {
		if err := l.fetch(ctx); err != nil {
			return err
		}
	}
	header.Set("Authorization", "Bearer "+l.token)
	return nil
}

func (l *login) renew() bool {
	l.lock.Lock()
	defer l.lock.Unlock()
	had := l.token != ""
	l.token = ""
	return had
}

func (l *login) fetch(ctx context.Context) error {
	anonymous := *l.client
	anonymous.sign = fixed{}
	anonymous.RawClient = RawClient{path{client: &anonymous}}
	issuer, err := anonymous.RawClient.Api().Config().Keycloak().Get(ctx, nil)
	if err != nil {
		return err
	}
	if issuer.Url != "" {
		anonymous.base = strings.TrimRight(issuer.Url, "/")
	}
	form := url.Values{
		"grant_type": {"password"}, "client_id": {issuer.ClientId}, "username": {l.user}, "password": {l.password},
	}
	token, err := anonymous.RawClient.Realms().ByRealm(issuer.Realm).Protocol().OpenidConnect().Token().Post(ctx, form, nil)
	if err != nil {
		return err
	}
	l.token = token.AccessToken
	good := time.Duration(token.ExpiresIn) * time.Second
	l.until = time.Now().Add(good - min(renewedBefore, good/2))
	return nil
}
