import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Live, mergeLives, totalsOf } from '../../../lib/driver/driving/live.ts';
import { Recorder } from '../../../lib/driver/statistics/recorder.ts';

/** A second in which so many requests were sent, of which so many failed and none came back in time. */
function liveOf(requests: number, failed: number): Live {
  const recorder = new Recorder();
  const { counters } = recorder.metric('browse', 0).at(3);
  Object.assign(counters, { requests, connectionErrors: failed, invalid: failed, failed });
  const slice = recorder.live();
  return { second: 3, ended: false, sessions: 1, inFlight: 1, totals: totalsOf(slice.counters), slice };
}

test('A request that is a connection error and invalid has failed once, in totals and in the second', () => {
  const { totals, live } = mergeLives([liveOf(46, 46), liveOf(4, 0)]);
  assert.deepEqual([totals.requests, totals.failed, totals.errors, totals.invalid], [50, 46, 46, 46]);
  assert.deepEqual([live?.requestsPerSec, live?.failedPerSec], [50, 46]);
});

test('Where nothing came back there is no percentile', () => {
  const { live } = mergeLives([liveOf(5, 5)]);
  assert.deepEqual([live?.latencyP99Ns, live?.latenessP99Ns], [undefined, undefined]);
});

test('The first second is told when every drive has told its own, later ones without those that stay silent', () => {
  const first = { ...liveOf(30, 0), second: 0 };
  const starting = { ...liveOf(0, 0), second: -1, ended: true };
  assert.equal(mergeLives([first, starting]).live, undefined);
  assert.equal(mergeLives([first, first]).live?.requestsPerSec, 60);
  assert.equal(mergeLives([liveOf(30, 0), starting]).live?.requestsPerSec, 30);
  assert.equal(mergeLives([first, starting]).totals.requests, 30);
});
