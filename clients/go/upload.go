package downpour

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Upload has the parameters of a run that is uploaded.
type Upload struct {
	// Test is the name or the numeric id of the test, or a JSONPath into the document. A missing test is created.
	Test string
	// Start and Stop are epoch milliseconds, an ISO time, or a JSONPath into the document. Absent: where Downpour
	// writes them, $.info.startTime and $.info.terminateTime.
	Start, Stop string
	// Owner is the team that owns the run. Absent: the only team in which the caller uploads.
	Owner *string
	// Access: the users who may read the run. Absent: PRIVATE.
	Access *AccessParameter
	// Description is a text, or a JSONPath into the document.
	Description *string
	// Metadata is JSON that is stored with the document: an object with a $schema, or a list of such objects.
	Metadata json.RawMessage
	// Again: whether a document that was uploaded with the same parameters before becomes a further run.
	Again bool
	// Progress is called with the bytes that have arrived, and the bytes of the document. One goroutine calls it at
	// a time.
	Progress func(sent, size int64)
}

// Room in a request for the URL, the headers and the additions of the platform.
const requestBytesMax = 6<<20 - 32<<10

// Parts that are sent at the same time.
const partsAtOnce = 4

// A large document is read after it was completed. The API may try four times, which takes half an hour.
const readingPause = time.Second
const readingAttemptsMax = 1800

// Upload keeps a JSON document as a run, and returns the id of the run. A document that does not fit into a request
// goes to the store in parts, up to 1 GiB. A reader that is no file goes to a temporary file then. When an upload
// fails, repeat it: parts that the store has are not sent again, and the document becomes one run.
func (c *Client) Upload(ctx context.Context, document io.Reader, run Upload) (int64, error) {
	if run.Start == "" {
		run.Start = "$.info.startTime"
	}
	if run.Stop == "" {
		run.Stop = "$.info.terminateTime"
	}
	if run.Progress == nil {
		run.Progress = func(int64, int64) {}
	}
	head, err := io.ReadAll(io.LimitReader(document, requestBytesMax))
	if err != nil {
		return 0, err
	}
	if len(head) < requestBytesMax {
		body, kind, err := inlineBody(head, run.Metadata)
		if err != nil {
			return 0, err
		}
		if textBytes(body) <= requestBytesMax {
			return c.uploadInline(ctx, head, body, kind, run)
		}
	}
	whole, err := contentOf(head, document)
	if err != nil {
		return 0, err
	}
	defer whole.close()
	return c.uploadParts(ctx, whole, run)
}

// key is the same for the same document with the same parameters.
func (u *Upload) key(digest []byte) string {
	nonce := ""
	if u.Again {
		nonce = rand.Text()
	}
	words, _ := json.Marshal([]any{u.Test, u.Start, u.Stop, u.Owner, u.Access, u.Description, nonce})
	hash := sha256.New()
	hash.Write(digest)
	hash.Write(words)
	hash.Write(u.Metadata)
	return hex.EncodeToString(hash.Sum(nil))
}

func (c *Client) uploadInline(ctx context.Context, document, body []byte, kind string, run Upload) (int64, error) {
	digest := sha256.Sum256(document)
	options := &RunDataPostOptions{
		Options: Options{Header: http.Header{"Idempotency-Key": {run.key(digest[:])}, "Content-Type": {kind}}},
		Test:    run.Test, Start: run.Start, Stop: run.Stop,
		Owner: run.Owner, Access: run.Access, Description: run.Description,
	}
	id, err := c.RawClient.Api().Run().Data().Post(ctx, body, options)
	if err != nil {
		return 0, err
	}
	run.Progress(int64(len(document)), int64(len(document)))
	return strconv.ParseInt(strings.TrimSpace(id), 10, 64)
}

// inlineBody is the document, or a form of the document and its metadata.
func inlineBody(document []byte, metadata json.RawMessage) ([]byte, string, error) {
	if metadata == nil {
		return document, "application/json", nil
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, part := range []struct {
		name  string
		bytes []byte
	}{{"data", document}, {"metadata", metadata}} {
		into, err := form.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {fmt.Sprintf(`form-data; name="%s"; filename="%s"`, part.name, part.name)},
			"Content-Type":        {"application/json"},
		})
		if err != nil {
			return nil, "", err
		}
		if _, err := into.Write(part.bytes); err != nil {
			return nil, "", err
		}
	}
	err := form.Close()
	return body.Bytes(), form.FormDataContentType(), err
}

// textBytes counts the bytes of a text inside JSON, as the platform passes it on: quotes, backslashes and line
// breaks take two, other control characters six.
func textBytes(body []byte) int {
	count := len(body)
	for _, each := range body {
		switch {
		case each == '"' || each == '\\' || each == '\n' || each == '\r' || each == '\t':
			count++
		case each < 0x20 || each == 0x7f:
			count += 5
		}
	}
	return count
}

// content is a document that is read in parts.
type content struct {
	io.ReaderAt
	size   int64
	digest []byte
	close  func()
}

// contentOf returns a document whose first bytes were read already. A file is read where it is.
func contentOf(head []byte, rest io.Reader) (*content, error) {
	hash := sha256.New()
	hash.Write(head)
	if file, ok := rest.(interface {
		io.ReaderAt
		io.Seeker
	}); ok {
		if at, err := file.Seek(0, io.SeekCurrent); err == nil {
			begin := at - int64(len(head))
			size, err := io.Copy(hash, rest)
			whole := io.NewSectionReader(file, begin, int64(len(head))+size)
			return &content{whole, whole.Size(), hash.Sum(nil), func() {}}, err
		}
	}
	spool, err := os.CreateTemp("", "downpour-upload-")
	if err != nil {
		return nil, err
	}
	remove := func() {
		_ = spool.Close()
		_ = os.Remove(spool.Name())
	}
	size, err := io.Copy(spool, io.MultiReader(bytes.NewReader(head), io.TeeReader(rest, hash)))
	if err != nil {
		remove()
		return nil, err
	}
	return &content{spool, size, hash.Sum(nil), remove}, nil
}

func (c *Client) uploadParts(ctx context.Context, whole *content, run Upload) (int64, error) {
	upload, err := c.begun(ctx, whole.size, "parts-"+run.key(whole.digest))
	if err != nil {
		return 0, err
	}
	arrived := upload.SizeBytes
	for _, part := range upload.Missing {
		arrived -= part.Bytes
	}
	run.Progress(arrived, whole.size)
	if upload.State == "stored" {
		return upload.Id, nil
	}
	if err := c.sendParts(ctx, upload, whole, arrived, run.Progress); err != nil {
		return 0, err
	}
	return c.completed(ctx, upload.Id, hex.EncodeToString(whole.digest), run)
}

// begun: an upload whose parts were deleted begins again with another key.
func (c *Client) begun(ctx context.Context, size int64, key string) (*RunUpload, error) {
	for attempt := 0; ; attempt++ {
		own := key
		if attempt > 0 {
			own = fmt.Sprintf("%s-%d", key, attempt)
		}
		options := &Options{Header: http.Header{"Idempotency-Key": {own}}}
		upload, err := c.RawClient.Api().Run().Upload().Post(ctx, &RunUploadRequest{SizeBytes: size}, options)
		if err != nil || upload.State != "gone" || attempt == 9 {
			return upload, err
		}
	}
}

// sendParts sends the missing parts, several at the same time. After a failure no other part begins.
func (c *Client) sendParts(ctx context.Context, upload *RunUpload, whole *content, arrived int64, progress func(sent, size int64)) error {
	sending, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	parts := make(chan RunUploadPart, len(upload.Missing))
	for _, part := range upload.Missing {
		parts <- part
	}
	close(parts)
	var group sync.WaitGroup
	var lock sync.Mutex
	var isFailed atomic.Bool
	for range partsAtOnce {
		group.Add(1)
		go func() {
			defer group.Done()
			for part := range parts {
				if isFailed.Load() {
					return
				}
				if err := c.sendPart(sending, upload.Id, part, whole); err != nil {
					isFailed.Store(true)
					stop(err)
					return
				}
				lock.Lock()
				arrived += part.Bytes
				progress(arrived, whole.size)
				lock.Unlock()
			}
		}()
	}
	group.Wait()
	if isFailed.Load() {
		return context.Cause(sending)
	}
	return nil
}

// sendPart repeats a part that the store did not take. The status 403 is that of a URL that has expired.
func (c *Client) sendPart(ctx context.Context, upload int64, part RunUploadPart, whole *content) error {
	for attempt := 0; ; attempt++ {
		status, err := c.putPart(ctx, part, whole)
		if err == nil && status == http.StatusOK {
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if attempt == len(pauses) || status == http.StatusInsufficientStorage {
			why := fmt.Sprintf("the store did not take part %d: it answered %d", part.Number, status)
			return &ApiError{Code: "UPLOAD_FAILED", Status: status, Message: why, Request: "PUT of a part", cause: err}
		}
		if status == http.StatusForbidden {
			state, err := c.RawClient.Api().Run().Upload().ByIdInteger(upload).Get(ctx, nil)
			if err != nil {
				return err
			}
			for _, missing := range state.Missing {
				if missing.Number == part.Number {
					part = missing
				}
			}
		}
		if err := c.wait(ctx, pauses[attempt]); err != nil {
			return err
		}
	}
}

func (c *Client) putPart(ctx context.Context, part RunUploadPart, whole *content) (int, error) {
	body := io.NewSectionReader(whole, part.Start, part.Bytes)
	request, err := http.NewRequestWithContext(ctx, http.MethodPut, part.Url, io.NopCloser(body))
	if err != nil {
		return 0, err
	}
	request.ContentLength = part.Bytes
	response, err := c.http.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return response.StatusCode, err
}

// completed makes a run of the parts, and repeats the request until the document was read.
func (c *Client) completed(ctx context.Context, upload int64, digest string, run Upload) (int64, error) {
	options := &RunUploadByIdCompletePostOptions{
		Options: Options{Repeatable: Ptr(true)}, Sha256: &digest,
		Test: run.Test, Start: run.Start, Stop: run.Stop,
		Owner: run.Owner, Access: run.Access, Description: run.Description,
	}
	for attempt := 0; ; attempt++ {
		id, err := c.RawClient.Api().Run().Upload().ByIdInteger(upload).Complete().Post(ctx, run.Metadata, options)
		var failure *ApiError
		isReading := errors.As(err, &failure) && failure.Code == "UPLOAD_INDEXING"
		if err == nil {
			return strconv.ParseInt(strings.TrimSpace(id), 10, 64)
		}
		if !isReading || attempt == readingAttemptsMax {
			return 0, err
		}
		if err := c.wait(ctx, readingPause); err != nil {
			return 0, err
		}
	}
}
