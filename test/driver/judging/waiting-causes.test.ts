import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standstillsOf, withoutPauses } from '../../../lib/driver/judging/waiting-causes.ts';
import type { RunDocument } from '../../../lib/driver/run/document.ts';
import type { MetricStatistics } from '../../../lib/driver/statistics/statistics.ts';
import { Tally } from '../../../lib/driver/statistics/tally.ts';
import { madeRun, type Second, well } from '../run/records.ts';

const ms = 1e6;
/**
 * A second with a pause of the target: ten requests wait 400 ms each, because an earlier request takes a
 * second.
 */
const paused: Second = { slowestNs: 1000 * ms, counters: { blockedNs: 4000 * ms } };
/** A second with the same waits, but without a slow response. */
const short: Second = { counters: { blockedNs: 4000 * ms } };

const waitingIn = ({ verdicts }: RunDocument) =>
  verdicts.find(({ criterion }) => criterion === 'blockedRatio');

async function judged(seconds: readonly Second[], sla?: string): Promise<RunDocument> {
  return madeRun({ drives: [{ seconds }], ...(sla === undefined ? {} : { sla }) });
}

test('Waiting in a few seconds in which responses stalled breaks no limit by default, and is reported', async () => {
  const document = await judged([...well(5), paused, paused, ...well(3)]);
  assert.equal(document.state, 'passed');
  const verdict = waitingIn(document);
  assert.deepEqual([verdict?.passed, verdict?.measured], [true, 0]);
  assert.ok((verdict?.paused?.measured ?? 0) > 0.7);
  const [pause] = document.health.suspicions.filter(({ reason }) => reason === 'pause');
  assert.match(
    pause?.message ?? '',
    /^browse: requests waited 8 s for .*; most of the waiting for connections was in 2 seconds, when a response took up to 1(\.\d+)? s \(usually 1(\.\d+)? ms\)/,
  );
  assert.equal(document.health.suspect, true);
});

const table: readonly [what: string, seconds: readonly Second[], state: string][] = [
  ['no response is slow', [...well(5), short, short, ...well(3)], 'failed'],
  ['it goes on for more than three seconds', [...well(5), ...well(4, paused), well(1)].flat(), 'failed'],
  ['it is three seconds', [...well(5), ...well(3, paused), well(2)].flat(), 'passed'],
  ['it is more than half of the seconds', [paused, paused, ...well(1)], 'failed'],
  ['it is half of the seconds', [paused, paused, paused, ...well(3)], 'passed'],
  ['it is the only second', [paused], 'failed'],
  [
    'requests wait longer than any response takes',
    [...well(8), { ...paused, counters: { blockedNs: 11_000 * ms } }, ...well(1)],
    'failed',
  ],
  [
    'a response takes no longer than a busy machine makes it',
    [...well(8), { slowestNs: 15 * ms, counters: { blockedNs: 100 * ms } }, ...well(1)],
    'failed',
  ],
  [
    'a response takes four times as long as usual',
    well(10, { latencyNs: 100 * ms }).with(8, {
      latencyNs: 100 * ms,
      slowestNs: 400 * ms,
      counters: { blockedNs: 3000 * ms },
    }),
    'failed',
  ],
  [
    'a response takes six times as long as usual',
    well(10, { latencyNs: 100 * ms }).with(8, {
      latencyNs: 100 * ms,
      slowestNs: 600 * ms,
      counters: { blockedNs: 3000 * ms },
    }),
    'passed',
  ],
  [
    'the slow response began seconds before',
    [...well(5), { slowestNs: 2000 * ms }, well(1)[0] as Second, short, ...well(2)],
    'passed',
  ],
  [
    'the slow response was the only one of its second',
    [...well(5), { requests: 1, slowestNs: 2000 * ms }, well(1)[0] as Second, short, ...well(2)],
    'passed',
  ],
  [
    'the slow response was over before',
    [...well(3), { slowestNs: 900 * ms }, well(1)[0] as Second, short, ...well(4)],
    'failed',
  ],
  ['a long run pauses for one part in twenty of its time', [...well(95), ...well(5, paused)], 'passed'],
  ['a long run pauses for longer', [...well(94), ...well(6, paused)], 'failed'],
];
for (const [what, seconds, state] of table)
  test(`Users wait for connections, and ${what}: ${state}`, async () => {
    assert.equal((await judged(seconds)).state, state);
  });

/** A metric with buckets of five seconds. Responses stalled in some of them. */
function stretched(count: number, stoodStill: readonly number[]): MetricStatistics {
  const seconds = Array.from({ length: count }, (_, at): [number, Tally] => {
    const tally = new Tally();
    Object.assign(tally.counters, { requests: 10, blockedNs: stoodStill.includes(at) ? 4000 * ms : 0 });
    for (let n = 0; n < 9; n += 1) tally.recordService(ms);
    tally.recordService(stoodStill.includes(at) ? 900 * ms : ms);
    return [5 * at, tally];
  });
  return { metric: 'browse', step: 0, bucketS: 5, seconds: new Map(seconds) };
}

test('Whole buckets are left out where they replace seconds, for as much of the time', () => {
  const calmOf = (metric: MetricStatistics) => withoutPauses(metric, standstillsOf([metric]));
  const long = calmOf(stretched(100, [3, 40, 77]));
  assert.equal(long?.pausedSeconds, 15);
  assert.deepEqual(
    [15, 200, 385].map((second) => long?.metric.seconds.has(second)),
    [false, false, false],
  );
  assert.equal(long?.metric.seconds.size, 97);
  // At most 25 of the 500 seconds may be left out as stalled. A bucket of 50 seconds is too long to be left
  // out.
  const most = calmOf(stretched(100, [3, 10, 20, 40, 50, 60, 77]));
  assert.equal(most?.pausedSeconds, 25);
  assert.equal(calmOf(stretched(10, [3])), undefined);
});

test('The buckets with the most waiting are left out', () => {
  const stalled = [3, 10, 20, 40, 50, 60, 77];
  const metric = stretched(100, stalled);
  for (const [n, at] of stalled.entries()) metric.seconds.get(5 * at)!.counters.blockedNs += n * ms;
  const left = withoutPauses(metric, standstillsOf([metric]))?.metric.seconds;
  assert.deepEqual(
    stalled.filter((at) => left?.has(5 * at)),
    [3, 10],
  );
});

test('A response stalls in its bucket, and after it for as long as it takes', () => {
  const metric = stretched(10, [3]);
  const { longestNsAt } = standstillsOf([metric]);
  const still = Array.from({ length: 50 }, (_, second) => second).filter((second) => longestNsAt(second) > 0);
  assert.deepEqual(still, [15, 16, 17, 18, 19, 20]);
});

test('A limit that the document writes is judged with its pauses', async () => {
  const document = await judged([...well(5), paused, paused, ...well(3)], '{ blockedRatio: 0.01 }');
  assert.equal(document.state, 'failed');
  assert.equal(waitingIn(document)?.paused, undefined);
});

test('The advice for a target that slows down is not to raise the number of connections', async () => {
  const slow: Second = { latencyNs: 40 * ms, counters: { blockedNs: 300 * ms } };
  const advice = async (second: Second) =>
    (await judged([...well(5), ...well(5, second)])).failures[0]?.advice ?? '';
  assert.match(
    await advice(slow),
    /^find out why the target was slow at times.* waited for a connection, half .* took 4\d(\.\d+)? ms or more\./,
  );
  assert.match(await advice({ ...slow, latencyNs: 3.5 * ms }), /^find out why the target was slow/);
  assert.match(await advice({ ...slow, latencyNs: 2 * ms }), /raise sharedConnections/);
});

test('The advice for a target that ends the connections of most requests is about these errors', async () => {
  const advice = async (connectionErrors: number) => {
    const second: Second = { counters: { blockedNs: 300 * ms, connectionErrors } };
    return (await judged(well(10, second), '{ blockedRatio: 0, errorRatio: 1 }')).failures[0]?.advice ?? '';
  };
  assert.match(await advice(5), /^find out why connections failed: 50 of 100 requests ended in a connection/);
  assert.match(await advice(4), /raise sharedConnections/);
});
