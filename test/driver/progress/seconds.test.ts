import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { recents } from '../../../lib/driver/progress/limits.ts';
import type { Recent, RecentSecond } from '../../../lib/driver/progress/recent.ts';
import { gapsIn, type KeptSecond, mergeRecents, withSeconds } from '../../../lib/driver/progress/seconds.ts';
import { coarseText } from '../../../lib/driver/statistics/histograms/coarse.ts';
import { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';

/**
 * The seconds of a phase come from all of its drives. Each second is counted once, and missing seconds remain
 * a gap.
 */

const report = (second: number, more: Partial<RecentSecond> = {}): RecentSecond => ({
  second,
  coversMs: 1_000,
  requests: 10,
  responses: 9,
  failed: 1,
  errors: 1,
  inFlight: 2,
  sessions: 3,
  usersDue: 5,
  usersStarted: 4,
  ...more,
});

const driveOf = (seconds: readonly RecentSecond[], ended = false): Recent => ({ ended, seconds });

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

const secondsOf = (kept: readonly KeptSecond[]): readonly number[] => kept.map(({ second }) => second);

function timesOf(...values: readonly number[]): string {
  const histogram = new Histogram();
  for (const value of values) histogram.record(value);
  return coarseText(histogram) ?? '';
}

suite('the last seconds of drives', () => {
  test('add up, and percentiles come from all responses together', () => {
    const one = report(7, { p50: 100, p99: 100, times: timesOf(100, 100, 100), latenessP99: 3 });
    const other = report(7, { p50: 900, p99: 900, times: timesOf(900), latenessP99: 8 });
    const [merged] = mergeRecents([driveOf([one]), driveOf([other])], 2);
    assert.ok(merged?.latencyP50Ns !== undefined && merged.latencyP99Ns !== undefined);
    assert.deepEqual(
      { ...merged, latencyP50Ns: merged.latencyP50Ns < 110, latencyP99Ns: merged.latencyP99Ns >= 900 },
      {
        second: 7,
        requestsPerSec: 20,
        responsesPerSec: 18,
        failedPerSec: 2,
        errorsPerSec: 2,
        inFlight: 4,
        sessions: 6,
        usersDuePerSec: 10,
        usersStartedPerSec: 8,
        latencyP50Ns: true,
        latencyP99Ns: true,
        latenessP99Ns: 8,
        exact: true,
      },
    );
  });

  test('have percentiles without the one response in a hundred that is slowest', () => {
    const most = Array.from({ length: 150 }, () => 100);
    const quick = report(7, { p50: 100, p99: 100, times: timesOf(...most) });
    const slow = report(7, { p50: 900, p99: 900, times: timesOf(900) });
    const [merged] = mergeRecents([driveOf([quick]), driveOf([slow])], 2);
    assert.ok(merged?.latencyP99Ns !== undefined && merged.latencyP99Ns < 110);
  });

  test('are complete up to the drive that is behind', () => {
    const ahead = driveOf(range(0, 9).map((second) => report(second)));
    const behind = driveOf(range(0, 6).map((second) => report(second)));
    assert.deepEqual(secondsOf(mergeRecents([ahead, behind], 2)), range(0, 6));
    // A drive that has ended or is lost does not delay the seconds of other drives.
    const over = driveOf(
      range(0, 6).map((second) => report(second)),
      true,
    );
    assert.deepEqual(secondsOf(mergeRecents([ahead, over], 2)), range(0, 9));
    const late = driveOf(range(20, 29).map((second) => report(second)));
    assert.deepEqual(secondsOf(mergeRecents([late, behind], 2)), [...range(0, 6), ...range(20, 29)]);
  });

  test('wait for a drive that has not written, but not for ever', () => {
    const alone = driveOf(range(0, 9).map((second) => report(second)));
    const until = 9 - recents.writeSeconds - 1;
    assert.deepEqual(secondsOf(mergeRecents([alone], 2)), range(0, until));
    assert.deepEqual(secondsOf(mergeRecents([], 2)), []);
  });

  test('of a report that covers several seconds have its rate in each', () => {
    const kept = mergeRecents([driveOf([report(0), report(3, { coversMs: 3_000, requests: 30 })])], 1);
    assert.deepEqual(
      kept.map(({ second, requestsPerSec }) => [second, requestsPerSec]),
      [
        [0, 10],
        [1, 10],
        [2, 10],
        [3, 10],
      ],
    );
    // The first report has no earlier report, so it may cover less or more than the first second.
    assert.deepEqual(secondsOf(mergeRecents([driveOf([report(0, { coversMs: 1_600 })])], 1)), [0]);
  });

  test('of drives that follow each other have the latencies of the one with more responses', () => {
    const [merged] = mergeRecents(
      [
        driveOf([report(5, { responses: 2, p50: 7, p99: 8 })], true),
        driveOf([report(5, { responses: 3, p50: 1, p99: 2 })]),
      ],
      1,
    );
    assert.deepEqual([merged?.latencyP50Ns, merged?.latencyP99Ns], [1, 2]);
  });

  test('without a response have no latency', () => {
    const [merged] = mergeRecents([driveOf([report(5)])], 1);
    assert.ok(merged !== undefined && !('latencyP50Ns' in merged) && !('latenessP99Ns' in merged));
  });
});

const kept = (second: number, requestsPerSec: number, exact?: true): KeptSecond => ({
  second,
  requestsPerSec,
  responsesPerSec: 0,
  failedPerSec: 0,
  errorsPerSec: 0,
  inFlight: 0,
  sessions: 0,
  usersDuePerSec: 0,
  usersStartedPerSec: 0,
  ...(exact && { exact }),
});

test('an exact second replaces another one and stays; without news the list is the same object', () => {
  const before = [kept(3, 1), kept(5, 1, true)];
  const after = withSeconds(before, [kept(5, 2, true), kept(4, 2), kept(3, 2, true)]);
  assert.deepEqual(after, [kept(3, 2, true), kept(4, 2), kept(5, 1, true)]);
  assert.equal(withSeconds(after, [kept(4, 9), kept(5, 9, true)]), after);
});

test('a gap is every second that is missing between two ends', () => {
  const seconds = [{ second: 2 }, { second: 3 }, { second: 6 }];
  assert.deepEqual(gapsIn(seconds, 0, 8), [
    { from: 0, to: 1 },
    { from: 4, to: 5 },
    { from: 7, to: 8 },
  ]);
  assert.deepEqual(gapsIn(seconds, 2, 3), []);
  assert.deepEqual(gapsIn(seconds, 3, 4), [{ from: 4, to: 4 }]);
  assert.deepEqual(gapsIn([], 5, 4), []);
});
