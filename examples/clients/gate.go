// Starts a burst, and fails when it is worse than the last five of its test: `go run gate.go shop.hf.yaml`.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	downpour "downpour.local/client"
)

func main() {
	ctx, key := context.Background(), os.Getenv("DOWNPOUR_API_KEY")
	client := must(downpour.NewClient(os.Getenv("DOWNPOUR_URL"), &downpour.Credentials{ApiKey: &key}, nil))
	api, document := client.RawClient.Api(), string(must(os.ReadFile(os.Args[1])))
	burst := must(api.Burst().Post(ctx, &downpour.BurstRequest{Document: document}, nil))
	for second, err := range client.Watch(ctx, burst.Id) {
		fmt.Printf("%s %3d s: %.0f requests per second\n", must(second, err).Phase, second.Second, second.RequestsPerSec)
	}
	status := must(api.Burst().ById(burst.Id).Get(ctx, nil))
	p99 := must(client.Query(ctx, *status.RunId, "$.stats[0].total.summary.percentileResponseTime['99.0']"))
	before := &downpour.RunListGetOptions{Test: status.Test, To: status.CreatedAt, Limit: downpour.Ptr[int64](5)}
	sides := &downpour.CompareGetOptions{Baseline: ids(must(api.Run().List().Get(ctx, before))), Candidate: fmt.Sprint(*status.RunId)}
	verdict := must(api.Compare().Get(ctx, sides))
	fmt.Printf("p99 in ns: %s\n%s, %s: %s\n", p99, status.State, verdict.Outcome, verdict.Reason)
	os.Exit(map[bool]int{true: 0, false: 1}[status.State == "passed" && verdict.Outcome != "worse"])
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func ids(page *downpour.RunsSummary) string {
	var all []string
	for _, run := range page.Runs {
		all = append(all, fmt.Sprint(run.Id))
	}
	return strings.Join(all, ",")
}
