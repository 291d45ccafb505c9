package downpour

import (
	"bytes"
	"context"
	"encoding/json"
)

// Query evaluates a JSONPath over a run, and returns the JSON text of the first match, with the digits of the
// document. Without a match it is null.
func (c *Client) Query(ctx context.Context, run int64, jsonpath string) (json.RawMessage, error) {
	return c.query(ctx, run, &SqlByIdQueryrunGetOptions{Query: jsonpath})
}

// QueryAll is Query for all matches.
func (c *Client) QueryAll(ctx context.Context, run int64, jsonpath string) ([]json.RawMessage, error) {
	text, err := c.query(ctx, run, &SqlByIdQueryrunGetOptions{Query: jsonpath, Array: Ptr(true)})
	if err != nil {
		return nil, err
	}
	var found []json.RawMessage
	return found, json.Unmarshal(text, &found)
}

// QueryAs is Query with a value of a type of the caller. Numbers in an any are of the type json.Number.
func QueryAs[T any](ctx context.Context, c *Client, run int64, jsonpath string) (T, error) {
	var found T
	text, err := c.Query(ctx, run, jsonpath)
	if err != nil {
		return found, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return found, decoder.Decode(&found)
}

// query names the reason of an invalid expression, which the answer has in another place than other errors.
func (c *Client) query(ctx context.Context, run int64, options *SqlByIdQueryrunGetOptions) (json.RawMessage, error) {
	result, err := c.RawClient.Api().Sql().ByIdInteger(run).Queryrun().Get(ctx, options)
	if failure, ok := err.(*ApiError); ok && failure.Reply != nil {
		var refused FilterQueryResult
		if json.Unmarshal(failure.Reply.Body, &refused) == nil && refused.Reason != nil {
			failure.Message = *refused.Reason
		}
	}
	if err != nil || result.Value == nil {
		return nil, err
	}
	return json.RawMessage(*result.Value), nil
}
