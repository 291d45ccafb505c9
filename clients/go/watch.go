package downpour

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"
)

// Second is one second of one phase of a burst.
type Second struct {
	// Phase is the name of the phase, `phase` or `phase/fork`.
	Phase string
	// At is the beginning of the second in epoch milliseconds.
	At int64
	PhaseSecond
}

// A burst goes on when its server does not answer for a while.
const silenceMax = 15 * time.Second

const everyMin = 100 * time.Millisecond

// Watch yields the seconds of a burst from its start, in the order in which they are complete, until the burst is
// over. It ends earlier with the error of the context, or with an *ApiError when the server refuses or is silent
// for 15 seconds. Seconds that no client watched are missing. The run has them.
func (c *Client) Watch(ctx context.Context, burst string) iter.Seq2[*Second, error] {
	return func(yield func(*Second, error) bool) {
		options := &BurstByIdSecondsGetOptions{}
		heardAt := time.Now()
		for {
			found, err := c.RawClient.Api().Burst().ById(burst).Seconds().Get(ctx, options)
			pause := time.Second
			if err == nil {
				heardAt = time.Now()
				isOver := !found.More && found.NextMs == nil && isFinal(found.State)
				for _, second := range secondsOf(found, isOver) {
					if !yield(second, nil) {
						return
					}
				}
				if isOver {
					return
				}
				options.After = &found.Next
				if found.NextMs != nil {
					pause = time.Duration(*found.NextMs) * time.Millisecond
				}
				if found.More {
					continue
				}
			} else if !mayPass(ctx, err) || time.Since(heardAt) > silenceMax {
				yield(nil, err)
				return
			}
			if err := c.wait(ctx, max(pause, everyMin)); err != nil {
				yield(nil, err)
				return
			}
		}
	}
}

// mayPass: the server did not answer, or failed.
func mayPass(ctx context.Context, err error) bool {
	var failure *ApiError
	return ctx.Err() == nil && errors.As(err, &failure) && (failure.Status >= 500 || failure.Code == "UNREACHABLE")
}

func isFinal(state BurstState) bool {
	return !slices.Contains([]BurstState{BurstStatePlanning, BurstStateRunning, BurstStateMerging}, state)
}

// secondsOf returns the seconds that do not change any more, by time. Those after `next` are read again.
func secondsOf(found *BurstSeconds, isOver bool) []*Second {
	var seconds []*Second
	for _, phase := range found.Phases {
		columns := phase.Seconds
		for at, second := range columns.Second {
			begins := phase.StartsAt + 1000*second
			if begins > found.Next && !isOver {
				continue
			}
			seconds = append(seconds, &Second{Phase: phase.Name, At: begins, PhaseSecond: PhaseSecond{
				Second:             second,
				RequestsPerSec:     columns.RequestsPerSec[at],
				ResponsesPerSec:    columns.ResponsesPerSec[at],
				FailedPerSec:       columns.FailedPerSec[at],
				ErrorsPerSec:       columns.ErrorsPerSec[at],
				InFlight:           columns.InFlight[at],
				Sessions:           columns.Sessions[at],
				UsersDuePerSec:     columns.UsersDuePerSec[at],
				UsersStartedPerSec: columns.UsersStartedPerSec[at],
				LatencyP50Ns:       columns.LatencyP50Ns[at],
				LatencyP99Ns:       columns.LatencyP99Ns[at],
				LatenessP99Ns:      columns.LatenessP99Ns[at],
			}})
		}
	}
	slices.SortStableFunc(seconds, func(one, other *Second) int { return int(one.At - other.At) })
	return seconds
}
