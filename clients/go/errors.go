package downpour

import (
	"encoding/json"
	"fmt"
)

// ApiError is the reason why an operation gave no value. errors.As finds it.
type ApiError struct {
	// Status of the answer. 0: no answer came.
	Status int
	// Code is a stable word: that of the API, such as RUN_NOT_FOUND. HTTP_<status> when another program answered,
	// FOREIGN for a success in another form than the API's, UNREACHABLE when no answer came, PATH_INVALID for a
	// value that a path cannot have.
	Code string
	// Message is the reason for people.
	Message string
	// Hint is the next step, when the API knows it. Empty otherwise.
	Hint string
	// Details are particulars for programs: those of the API, or the problems of a refused benchmark. Nil without any.
	Details json.RawMessage
	// RequestId finds the request in the log of the API.
	RequestId string
	// Request is the method and the path, such as GET /api/run/12.
	Request string
	// Reply is the answer as it came. Nil when no answer came.
	Reply *Reply

	cause   error
	problem string
}

// Error returns the message, and of a refused benchmark also its first problem.
func (e *ApiError) Error() string { return e.Message + e.problem }

// Unwrap returns the error of the connection, if any.
func (e *ApiError) Unwrap() error { return e.cause }

func newError(code, request, what string, cause error, reply *Reply) *ApiError {
	failure := &ApiError{Code: code, Request: request, Message: request + " " + what, Reply: reply, cause: cause}
	if reply != nil {
		failure.Status = reply.Status
	}
	return failure
}

// refusal reads the words of an answer that is no success. Gateways and other programs answer with errors of
// their own.
func refusal(request string, reply *Reply) *ApiError {
	failure := newError(fmt.Sprintf("HTTP_%d", reply.Status), request, fmt.Sprintf("was answered with status %d", reply.Status), nil, reply)
	var members map[string]json.RawMessage
	if json.Unmarshal(reply.Body, &members) != nil {
		return failure
	}
	text(members["code"], &failure.Code)
	text(members["message"], &failure.Message)
	text(members["requestId"], &failure.RequestId)
	failure.Details = members["details"]
	if failure.Details == nil {
		failure.Details = members["problems"]
	}
	failure.Hint = hintOf(failure.Details)
	failure.problem = problemOf(members["problems"])
	return failure
}

// problemOf returns the first error of a refused benchmark with its line, for programs that print the error alone.
func problemOf(list json.RawMessage) string {
	var problems []struct {
		Severity, Message string
		Line              int
	}
	if json.Unmarshal(list, &problems) != nil {
		return ""
	}
	for _, problem := range problems {
		if problem.Severity == "error" {
			return fmt.Sprintf(": line %d: %s", problem.Line, problem.Message)
		}
	}
	return ""
}

// text sets a text, unless the JSON is another value.
func text(value json.RawMessage, into *string) {
	var found string
	if json.Unmarshal(value, &found) == nil {
		*into = found
	}
}

// hintOf returns the first hint of details or of a list of details.
func hintOf(details json.RawMessage) string {
	var problems []json.RawMessage
	if json.Unmarshal(details, &problems) != nil {
		problems = []json.RawMessage{details}
	}
	for _, problem := range problems {
		var found struct{ Hint string }
		if json.Unmarshal(problem, &found) == nil && found.Hint != "" {
			return found.Hint
		}
	}
	return ""
}
