package downpour

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

const redirectsMax = 3

// Pauses before the repeats. A server may ask for others, up to the longest.
var pauses = []time.Duration{300 * time.Millisecond, time.Second, 3 * time.Second}

const pauseMax = 10 * time.Second

var overload = []int{429, 503}
var failures = []int{429, 503, 500, 502, 504}

// exchange is a request that can be sent again.
type exchange struct {
	method string
	target string
	header http.Header
	body   []byte
	// isSafe: a repeat is harmless, also when the answer was lost.
	isSafe bool
	// passing has the statuses after which a repeat may help.
	passing []int
}

// send sends a request, with repeats. The answer is a success, or 304 for a caller who reads the reply.
func (c *Client) send(ctx context.Context, of operation, p path, query url.Values, body any, options Options) (*Reply, error) {
	request := of.method + " " + p.to
	if !p.isAddress() {
		return nil, newError("PATH_INVALID", request, "is not a path of the API, because a part of it is empty, '.' or '..'", nil, nil)
	}
	bytes, kind, err := encoded(of, body)
	if err != nil {
		return nil, err
	}
	x := exchange{method: of.method, target: c.base + p.to, header: http.Header{}, body: bytes}
	if len(query) > 0 {
		x.target += "?" + query.Encode()
	}
	x.header.Set("User-Agent", "downpour-go/"+version)
	if kind != "" {
		x.header.Set("Content-Type", kind)
	}
	copyHeader(x.header, c.header)
	if of.takesKey {
		x.header.Set("Idempotency-Key", rand.Text())
	}
	copyHeader(x.header, options.Header)
	x.isSafe = of.takesKey
	if options.Repeatable != nil {
		x.isSafe = *options.Repeatable
	}
	if x.isSafe {
		x.passing = failures
	} else if of.method == http.MethodGet && options.Repeatable == nil {
		x.passing = overload
	}
	reply, err := c.repeated(ctx, request, x, options.Into)
	if err != nil {
		return nil, err
	}
	if options.Reply != nil {
		*options.Reply = *reply
	}
	isOk := reply.Status >= 200 && reply.Status < 300
	if isOk || (reply.Status == http.StatusNotModified && options.Reply != nil) {
		return reply, nil
	}
	return nil, refusal(request, reply)
}

func (c *Client) repeated(ctx context.Context, request string, x exchange, into io.Writer) (*Reply, error) {
	isRenewed := false
	for attempt := 0; ; attempt++ {
		header := x.header.Clone()
		if err := c.sign.add(ctx, header); err != nil {
			return nil, err
		}
		signed := x
		signed.header = header
		reply, err := c.following(ctx, signed, into)
		if ctx.Err() != nil && err != nil {
			return nil, context.Cause(ctx)
		}
		if err == nil && reply.Status == http.StatusUnauthorized && !isRenewed && c.sign.renew() {
			isRenewed = true
			attempt-- // A renewal is no repeat.
			continue
		}
		isLast := attempt == len(pauses)
		if err != nil && (isLast || !x.isSafe || errors.Is(err, errWriting)) {
			return nil, newError("UNREACHABLE", request, "has no answer: "+reasonOf(err), err, nil)
		}
		if err == nil && (isLast || !slices.Contains(x.passing, reply.Status)) {
			return reply, nil
		}
		pause := pauses[attempt]
		if err == nil {
			pause = askedPause(reply, pause)
			if pause > pauseMax {
				return reply, nil
			}
		}
		if err := c.wait(ctx, pause); err != nil {
			return nil, err
		}
	}
}

// following reads a large answer at an address of its own (303), which must not get the credentials.
func (c *Client) following(ctx context.Context, x exchange, into io.Writer) (*Reply, error) {
	for hops := 0; ; hops++ {
		reply, err := c.exchanged(ctx, x, into)
		if err != nil || reply.Status != http.StatusSeeOther || hops == redirectsMax {
			return reply, err
		}
		from, err := url.Parse(x.target)
		if err != nil {
			return nil, err
		}
		at, err := from.Parse(reply.Header.Get("Location"))
		if err != nil {
			return nil, err
		}
		x = exchange{method: http.MethodGet, target: at.String(), header: http.Header{}}
	}
}

// errWriting marks an answer that was written in part already, so that it cannot be read again.
var errWriting = errors.New("the answer was cut off, or could not be written")

func (c *Client) exchanged(ctx context.Context, x exchange, into io.Writer) (*Reply, error) {
	request, err := http.NewRequestWithContext(ctx, x.method, x.target, bytes.NewReader(x.body))
	if err != nil {
		return nil, err
	}
	request.Header = x.header
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	reply := &Reply{Status: response.StatusCode, Header: response.Header}
	if into != nil && reply.Status >= 200 && reply.Status < 300 {
		if _, err := io.Copy(into, response.Body); err != nil {
			return nil, errors.Join(errWriting, err)
		}
		return reply, nil
	}
	reply.Body, err = io.ReadAll(response.Body)
	return reply, err
}

// askedPause is the pause that an answer asks for, or else the given one.
func askedPause(reply *Reply, pause time.Duration) time.Duration {
	asked := reply.Header.Get("Retry-After")
	if asked == "" {
		return pause
	}
	if seconds, err := strconv.ParseFloat(asked, 64); err == nil && !math.IsNaN(seconds) {
		// More seconds than a duration can have are as good as one more than the longest pause.
		return time.Duration(min(max(0, seconds), pauseMax.Seconds()+1) * float64(time.Second))
	}
	if at, err := http.ParseTime(asked); err == nil {
		return max(0, time.Until(at))
	}
	return pause
}

func reasonOf(err error) string {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	return strings.ReplaceAll(err.Error(), "\n", ": ")
}

func copyHeader(into, from http.Header) {
	for name, values := range from {
		into[http.CanonicalHeaderKey(name)] = values
	}
}
