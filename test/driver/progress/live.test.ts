import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Live, mergeLives, totalsOf } from '../../../lib/driver/progress/live.ts';
import { recentSecond } from '../../../lib/driver/progress/recent.ts';
import { joinSlices, type LiveSlice } from '../../../lib/driver/statistics/recording/live-slice.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';

const covering = (slice: LiveSlice, coversMs = 1000): Pick<Live, 'totals' | 'slice' | 'coversMs'> => ({
  totals: totalsOf(slice.counters),
  slice,
  coversMs,
});

/** A second with this number of requests. This number of them failed, and no response came in time. */
function liveOf(requests: number, failed: number): Live {
  const recorder = new Recorder();
  const { counters } = recorder.metric('browse', 0).at(3);
  Object.assign(counters, { requests, connectionErrors: failed, invalid: failed, failed });
  const slice = recorder.live();
  return { second: 3, ended: false, sessions: 1, inFlight: 1, ...covering(slice) };
}

/** A second in which `due` users should have started and `started` users did start. */
function came(due: number, started: number): Live {
  const recorder = new Recorder();
  recorder.users.due(0);
  recorder.live();
  for (let user = 0; user < due; user += 1) recorder.users.due(1e9);
  for (let user = 0; user < started; user += 1) recorder.users.started(1e9);
  const slice = recorder.live();
  return { second: 3, ended: false, sessions: 1, inFlight: 1, ...covering(slice) };
}

/**
 * A second in which every response took this many milliseconds, and every user started late by a tenth of
 * that.
 */
function answered(responses: number, ms: number): Live {
  const recorder = new Recorder();
  const second = recorder.metric('browse', 0).at(3);
  Object.assign(second.counters, { requests: responses, responses });
  for (let response = 0; response < responses; response += 1) {
    second.recordLatency(ms * 1e6);
    second.recordLateness(ms * 1e5);
  }
  const slice = recorder.live();
  return { second: 3, ended: false, sessions: 2, inFlight: 3, ...covering(slice) };
}

test('A request that is a connection error and invalid has failed once, in totals and in the second', () => {
  const { totals, live } = mergeLives([liveOf(46, 46), liveOf(4, 0)]);
  assert.deepEqual([totals.requests, totals.failed, totals.errors, totals.invalid], [50, 46, 46, 46]);
  assert.deepEqual([live?.requestsPerSec, live?.failedPerSec], [50, 46]);
});

test('Errors are timeouts, connection errors and internal errors', () => {
  const recorder = new Recorder();
  const { counters } = recorder.metric('browse', 0).at(0);
  Object.assign(counters, { requests: 99, responses: 50, failed: 40, invalid: 30 });
  Object.assign(counters, { timeouts: 1, connectionErrors: 20, internalErrors: 300 });
  assert.deepEqual(totalsOf(counters), { requests: 99, responses: 50, failed: 40, errors: 321, invalid: 30 });
});

test('A second of a phase is the sum of its drives, and its percentiles are those of all their requests', () => {
  const { live, totals } = mergeLives([answered(98, 10), answered(2, 700)]);
  const { latencyP50Ns = 0, latencyP99Ns = 0, latenessP99Ns = 0, ...counts } = live ?? {};
  assert.deepEqual(counts, {
    second: 3,
    requestsPerSec: 100,
    responsesPerSec: 100,
    failedPerSec: 0,
    errorsPerSec: 0,
    inFlight: 6,
    sessions: 4,
    usersDuePerSec: 0,
    usersStartedPerSec: 0,
  });
  assert.ok(Math.abs(latencyP50Ns - 10e6) < 0.1e6, `${latencyP50Ns}`);
  assert.ok(Math.abs(latencyP99Ns - 700e6) < 7e6, `${latencyP99Ns}`);
  assert.ok(Math.abs(latenessP99Ns - 70e6) < 0.7e6, `${latenessP99Ns}`);
  assert.deepEqual(totals, { requests: 100, responses: 100, failed: 0, errors: 0, invalid: 0 });
  const { live: common } = mergeLives([answered(995, 10), answered(5, 700)]);
  for (const [ns = 0, usual] of [
    [common?.latencyP99Ns, 10e6],
    [common?.latenessP99Ns, 1e6],
  ] as const)
    assert.ok(Math.abs(ns - usual) < usual / 100, 'one in two hundred is no 99th percentile');
});

test('Users who were due and users who started are those since the last report, of all drives', () => {
  const { live } = mergeLives([came(100, 80), came(20, 20)]);
  assert.deepEqual([live?.usersDuePerSec, live?.usersStartedPerSec], [120, 100]);
  const ofLoops = joinSlices([came(100, 80).slice, came(20, 20).slice]);
  assert.deepEqual(ofLoops.users, { due: 120, started: 100 });
  const { slice } = answered(5, 700);
  assert.deepEqual(joinSlices([slice]), slice);
});

test('A report that covers more than a second counts for one', () => {
  const { live, totals } = mergeLives([{ ...liveOf(150, 15), coversMs: 1500 }, liveOf(10, 0)]);
  assert.deepEqual([live?.requestsPerSec, live?.failedPerSec, live?.errorsPerSec], [110, 10, 10]);
  assert.equal(totals.requests, 160);
});

test('A second that a drive keeps has the same percentiles', () => {
  const slice = joinSlices([answered(150, 10).slice, answered(1, 700).slice]);
  const { p50 = 0, p99 = 0 } = recentSecond({ ...answered(1, 1), slice }, true);
  for (const ns of [p50, p99]) assert.ok(Math.abs(ns - 10e6) < 0.1e6, `${ns}`);
});

test('A second without responses has no percentile', () => {
  const { live } = mergeLives([liveOf(5, 5)]);
  assert.deepEqual(
    [live?.latencyP50Ns, live?.latencyP99Ns, live?.latenessP99Ns],
    [undefined, undefined, undefined],
  );
});

test('The first second is shown when every drive has reported its own, later ones without those that stay silent', () => {
  const first = { ...liveOf(30, 0), second: 0 };
  const starting = { ...liveOf(0, 0), second: -1, ended: true };
  assert.equal(mergeLives([first, starting]).live, undefined);
  assert.equal(mergeLives([first, first]).live?.requestsPerSec, 60);
  assert.equal(mergeLives([first, first], false).live, undefined);
  assert.equal(mergeLives([{ ...first, second: 1 }], false).live?.requestsPerSec, 30);
  assert.equal(mergeLives([{ ...first, second: 1 }, starting]).live?.requestsPerSec, 30);
  assert.equal(mergeLives([first, starting]).totals.requests, 30);
});

test('A drive that has ended or has not reported for a while counts in the totals only', () => {
  const at = (second: number, ended = false): Live => ({ ...liveOf(10, 0), second, ended });
  const present = (...lives: Live[]) => mergeLives(lives).live;
  assert.equal(present(at(9), at(8))?.requestsPerSec, 20);
  assert.equal(present(at(9), at(7))?.requestsPerSec, 10);
  assert.equal(present(at(9), at(9, true))?.requestsPerSec, 10);
  assert.equal(present(at(7), at(9, true))?.second, 7, 'a drive that has ended tells no time');
  assert.equal(present(at(9, true), at(9, true)), undefined);
  assert.equal(mergeLives([at(9), at(1), at(9, true)]).totals.requests, 30);
  assert.deepEqual(mergeLives([]), {
    totals: { requests: 0, responses: 0, failed: 0, errors: 0, invalid: 0 },
  });
});
