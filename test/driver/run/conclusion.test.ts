import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunState } from '../../../lib/driver/model/final-state.ts';
import { runDocument } from '../../../lib/driver/run/document.ts';
import { type MadeRun, madeRun, mergedOf, recordOf, type Second, t0, well } from './records.ts';

const ms = 1e6;
const cutOff = { responses: 0, status2xx: 0 };
const allRefused = { status2xx: 0, status5xx: 10, invalid: 10, failed: 10 };
const waits = (blockedNs: number): Second => ({ counters: { blockedNs } });
const foundClosed = {
  responses: 5,
  connectionErrors: 5,
  staleConnections: 5,
  invalid: 5,
  failed: 5,
  status2xx: 5,
};
const timedOut = { responses: 9, timeouts: 1, invalid: 1, failed: 1, status2xx: 9 };
/** A second in which the processors are fully used, and users are half a second late. */
const starved: Second = { idle: 0, lateNs: 500 * ms };
const good = { seconds: well(10) };
/**
 * A second of a generator that must send ten times more than it can. Its core is fully used, and users wait
 * for its sessions.
 */
const saturated: Second = { cpu: 0.99, requests: 10, waited: 90, waitNs: 1.8e9 };
const exceeded = { sessionLimitExceeded: true, throttled: 900 };

/** A run with one drive. */
const one = (seconds: readonly Second[], more: Partial<MadeRun['drives'][number]> = {}): MadeRun => ({
  drives: [{ seconds, ...more }],
});

const table: readonly [what: string, run: MadeRun, state: RunState, says?: RegExp][] = [
  ['all went well', { drives: [good] }, 'passed'],
  ['every answer is 500', one(well(10, { counters: allRefused })), 'failed'],
  [
    'every answer is 500 and the machine is starved',
    one(well(10, { ...starved, counters: allRefused })),
    'failed',
  ],
  [
    'every connection is cut and the machine is starved',
    one(
      well(10, {
        ...starved,
        counters: { responses: 0, status2xx: 0, connectionErrors: 10, invalid: 10, failed: 10 },
      }),
    ),
    'failed',
  ],
  [
    'the target cannot be reached from a starved machine',
    one([starved], { outcome: { result: 'failed', reason: 'connect ECONNREFUSED' } }),
    'failed',
  ],
  [
    'an exception in a step',
    { drives: [good, { seconds: well(2), outcome: { result: 'failed', reason: 'no variable x' } }] },
    'failed',
  ],
  ['no request is answered before its user has to leave', one(well(10, { counters: cutOff })), 'failed'],
  [
    'no request is answered on a starved machine',
    one(well(10, { ...starved, counters: cutOff })),
    'inconclusive',
  ],
  ['some requests are answered', one([...well(1), ...well(9, { counters: cutOff })]), 'passed'],
  ['one request in ten times out', one(well(10, { counters: timedOut })), 'failed'],
  [
    'one request in ten times out, but only while the event loop stalled',
    one([...well(40), { counters: { ...timedOut, timeouts: 5, failed: 5 }, stallNs: 3.1e9 }]),
    'inconclusive',
    /^a shard stalled for 3.1 s \(a limit was broken only by the 2.4 % of the requests that were sent in affected seconds\)$/,
  ],
  [
    'POSTs find closed connections, but only after the event loop stalled',
    one([...well(40), { counters: foundClosed, stallNs: 3e9 }]),
    'inconclusive',
    /^a shard stalled for 3.0 s/,
  ],
  [
    'POSTs find closed connections, and the generator is well',
    one([...well(40), { counters: foundClosed }]),
    'failed',
  ],
  [
    'connections are refused while the event loop stalls',
    one([...well(40), { counters: { ...foundClosed, staleConnections: 0 }, stallNs: 3e9 }]),
    'failed',
  ],
  [
    'one request in ten times out after thirty seconds, and the machine is starved',
    one(well(10, { ...starved, counters: timedOut })),
    'failed',
  ],
  [
    'the same after a second, and the event loop stalled for a tenth of it',
    {
      drives: [{ seconds: well(10, { idle: 0, stallNs: 0.1e9, counters: timedOut }) }],
      timeoutMs: 1000,
    },
    'failed',
  ],
  [
    'the same, and it waited no longer than the machine may have kept it',
    { drives: [{ seconds: well(10, { ...starved, counters: timedOut }) }], timeoutMs: 4999 },
    'inconclusive',
    /^this machine was too busy/,
  ],
  [
    'a shard stalled for two seconds',
    one([
      ...well(4),
      { requests: 0, stallNs: 2e9 },
      { requests: 20, stallNs: 2e9, lateNs: 1.9e9 },
      ...well(4),
    ]),
    'inconclusive',
    /^a shard stalled for 2.0 s \(20 % of/,
  ],
  [
    'the same for one of two drives',
    { drives: [good, { seconds: [...well(4), { requests: 20, stallNs: 2e9, lateNs: 1.9e9 }, ...well(4)] }] },
    'inconclusive',
    /^a shard stalled for 2.0 s \(10 % of/,
  ],
  [
    'what is late right after a stall still comes from the stall',
    one([...well(4), { requests: 1, stallNs: 2e9 }, { requests: 30, lateNs: 1e9 }, ...well(4)]),
    'inconclusive',
    /^a shard stalled for 2.0 s/,
  ],
  [
    'the machine was too busy',
    one([...well(6), ...well(3, { ...starved, lateNs: 1.7e9 })]),
    'inconclusive',
    /^this machine was too busy: users started 1.7 s late \(33 % of/,
  ],
  [
    'a shard could not keep up',
    one(well(10, { lateNs: 300 * ms })),
    'inconclusive',
    /^a shard could not keep up: users started 30\d ms late \(100 % of/,
  ],
  [
    'no CPU is left and users are a little late',
    one(well(10, { idle: 0, stallNs: 60 * ms, lateNs: 40 * ms })),
    'passed',
  ],
  [
    'the same, and they wait for connections',
    one(well(10, { idle: 0, lateNs: 40 * ms, counters: { blockedNs: 1e8 } })),
    'inconclusive',
    /^this machine was too busy: users started 4\d ms late \(a limit was broken, and all requests were sent in affected seconds\)$/,
  ],
  ['no CPU is left, but no user is late', one(well(10, { idle: 0 })), 'passed'],
  ['short stalls and late users of a laptop', one(well(10, { stallNs: 60 * ms, lateNs: 40 * ms })), 'passed'],
  ['one bad second in thirty', one([...well(29), { stallNs: 200 * ms }]), 'passed'],
  ['one bad second in ten', one([...well(9), { stallNs: 200 * ms }]), 'inconclusive'],
  [
    'a written limit is broken in all seconds',
    { drives: [{ seconds: well(10, { latencyNs: 90 * ms }) }], sla: '{ limits: { "0.9": 50ms } }' },
    'failed',
  ],
  [
    'a written limit is broken in the bad second alone',
    {
      drives: [{ seconds: [...well(29), { stallNs: 2e9, lateNs: 1e9 }] }],
      sla: '{ limits: { "0.99": 50ms } }',
    },
    'inconclusive',
    /^a shard stalled/,
  ],
  [
    'a written limit is broken in good seconds too',
    {
      drives: [{ seconds: [...well(28), { stallNs: 2e9 }, { latencyNs: 90 * ms }] }],
      sla: '{ limits: { "0.99": 50ms } }',
    },
    'failed',
  ],
  [
    'the session limit was hit by a burst after a stall',
    one([...well(29), { stallNs: 2e9, requests: 10 }], {
      outcome: { sessionLimitExceeded: true, throttled: 8 },
    }),
    'inconclusive',
  ],
  [
    'the session limit was hit by more users than a stall explains',
    one([...well(29), { stallNs: 2e9, requests: 10 }], {
      outcome: { sessionLimitExceeded: true, throttled: 80 },
    }),
    'failed',
  ],
  [
    'a generator that is asked for ten times what it can do exceeds its session limit',
    one(well(10, saturated), { outcome: exceeded }),
    'inconclusive',
    /^a shard used its whole CPU core: users waited 1.8 s for a session \(100 % of the requests/,
  ],
  [
    'the same, but the start was slow and a second of it seemed healthy',
    one([{ ...saturated, cpu: 0.8, waited: 30 }, ...well(9, { ...saturated, waited: 97 })], {
      outcome: { ...exceeded, throttled: 903 },
    }),
    'inconclusive',
    /^a shard used its whole CPU core/,
  ],
  [
    'a target that is too slow exceeds the session limit of a generator with CPU to spare',
    one(well(10, { ...saturated, cpu: 0.3 }), { outcome: exceeded }),
    'failed',
  ],
  [
    'a target was too slow first, and then the generator as well',
    one([...well(5, { ...saturated, cpu: 0.3 }), ...well(5, saturated)], { outcome: exceeded }),
    'inconclusive',
  ],
  [
    'users pause for longer than the session limit bears, and the machine is starved',
    { drives: [{ seconds: well(10, { ...saturated, ...starved }), outcome: exceeded }], pause: '3s' },
    'failed',
  ],
  [
    'the same, and they may wait',
    {
      drives: [{ seconds: well(10, saturated), outcome: exceeded }],
      pause: '3s',
      sessionLimitPolicy: 'CONTINUE',
    },
    'passed',
  ],
  [
    'no user comes',
    one([]),
    'inconclusive',
    /^no request was sent, so there is nothing to judge: no user started$/,
  ],
  [
    'users come and leave before their first request',
    one([], { outcome: { planned: 3, started: 3 } }),
    'inconclusive',
    /^no request was sent, so there is nothing to judge: 3 users started without sending a request$/,
  ],
  [
    'a step fails before the first request',
    one([], { outcome: { started: 1, result: 'failed', reason: 'no variable x' } }),
    'failed',
  ],
  [
    'a generator that cannot keep up without a session limit is late',
    one(well(10, { cpu: 0.99, lateNs: 50 * ms })),
    'inconclusive',
    /^a shard used its whole CPU core: users started \d\d ms late/,
  ],
  ['a core is used up and no user is late', one(well(10, { cpu: 0.99 })), 'passed'],
  [
    'a core is used up, no user is late, and a limit on times is broken',
    {
      drives: [{ seconds: well(10, { cpu: 0.99, latencyNs: 90 * ms }) }],
      sla: '{ limits: { "0.9": 50ms } }',
    },
    'inconclusive',
    /^a shard used its whole CPU core, so Downpour read responses late \(a limit was broken, and all requests were sent/,
  ],
  [
    'a core is used up, no user is late, and requests wait for connections',
    one(well(10, { cpu: 0.99, counters: { blockedNs: 1e8 } })),
    'inconclusive',
    /^a shard used its whole CPU core, so Downpour read responses late/,
  ],
  [
    'a core is used up, no user is late, and requests time out',
    one(well(10, { cpu: 0.99, counters: timedOut })),
    'failed',
  ],
  [
    'users are late for what a fast target takes, and a limit on times is kept all the same',
    {
      drives: [{ seconds: well(10, { latencyNs: 5 * ms, lateNs: 10 * ms }) }],
      sla: '{ limits: { "0.9": 50ms } }',
    },
    'passed',
  ],
  [
    'the same limit is broken',
    {
      drives: [{ seconds: well(10, { latencyNs: 5 * ms, lateNs: 10 * ms }) }],
      sla: '{ limits: { "0.9": 12ms } }',
    },
    'inconclusive',
    /^users started 10 ms late, which is long compared with the response times of the target/,
  ],
  [
    'a limit is broken in the seconds that are left, but not by all together',
    {
      drives: [{ seconds: [...well(99, { cpu: 0.99 }), { latencyNs: 90 * ms }] }],
      sla: '{ limits: { "0.9": 50ms } }',
    },
    'passed',
  ],
  [
    'garbage was collected for a second',
    one([...well(9), { stallNs: 1e9, gcNs: 0.9e9 }]),
    'inconclusive',
    /^a shard stalled for 1.0 s while it collected garbage/,
  ],
  [
    'connections fail because descriptors ran out',
    one(
      well(10, {
        descriptors: 0.99,
        counters: { responses: 5, connectionErrors: 5, invalid: 5, failed: 5 },
      }),
    ),
    'inconclusive',
    /^a shard ran out of file descriptors for its connections/,
  ],
  [
    'a drive was ready too late',
    { drives: [good, { seconds: [], outcome: { result: 'missed' } }] },
    'inconclusive',
    /^1 of 2 shards was ready too late and sent nothing$/,
  ],
  [
    'a drive was ready too late, and every answer is 500',
    {
      drives: [
        { seconds: well(10, { counters: allRefused }) },
        { seconds: [], outcome: { result: 'missed' } },
      ],
    },
    'failed',
  ],
  ['a drive was lost', { drives: [good, undefined] }, 'incomplete', /^phase main: 1 shard was lost$/],
  [
    'a drive gave up',
    one(well(2), {
      outcome: { result: 'stopped', reason: 'the load generator reached the time limit of its function' },
    }),
    'incomplete',
    /the load generator reached the time limit of its function/,
  ],
  [
    'a limit was broken and the rest of the load not sent because of that',
    {
      drives: [
        { seconds: well(2, { counters: allRefused }), outcome: { result: 'stopped', reason: 'early' } },
      ],
      failedEarly: 'stopped early because phase main failed',
    },
    'failed',
    /^stopped early because phase main failed$/,
  ],
  [
    'the same with a limit on times',
    {
      drives: [{ seconds: well(2, { latencyNs: 90 * ms }), outcome: { result: 'stopped', reason: 'early' } }],
      sla: '{ limits: { "0.9": 50ms }, window: 1s }',
      failedEarly: 'stopped early because phase main failed',
    },
    'failed',
    /^stopped early because phase main failed$/,
  ],
  [
    'the same, and a drive was lost',
    {
      drives: [{ seconds: well(2, { counters: allRefused }), outcome: { result: 'stopped' } }, undefined],
      failedEarly: 'stopped early because phase main failed',
    },
    'incomplete',
    /1 shard was lost/,
  ],
  [
    'somebody stopped it',
    { drives: [{ seconds: well(2), outcome: { result: 'stopped', reason: 'by ada' } }], stopped: 'by ada' },
    'stopped',
    /^by ada$/,
  ],
];

for (const [what, run, state, says] of table) {
  test(`${what}: ${state}`, async () => {
    const document = await madeRun(run);
    assert.equal(document.state, state, JSON.stringify(document.verdicts.map(({ message }) => message)));
    if (state === 'passed' || state === 'inconclusive') assert.deepEqual(document.failures, []);
    if (state === 'failed') assert.ok(document.failures.length > 0);
    assert.equal(document.health.diagnosis !== undefined, state === 'inconclusive');
    assert.equal(
      document.health.diagnosis?.cause === 'unsent',
      says?.source.startsWith('^no request was sent') ?? false,
    );
    if (says) assert.match(document.reason ?? '', says);
  });
}

test('The advice for a run without requests fits its cause', async () => {
  const adviceOf = async (outcome: object) => (await madeRun(one([], { outcome }))).health.diagnosis?.advice;
  assert.equal(await adviceOf({}), 'raise the rate or the duration');
  assert.equal(await adviceOf({ planned: 3, started: 3 }), 'check why users end before their first request');
});

test('A run short of CPU has no advice to raise maxSessions, and a run with a slow target has', async () => {
  const adviceAt = async (cpu: number) => {
    const drives = [{ seconds: well(10, { ...saturated, cpu }), outcome: exceeded }];
    const { verdicts } = await madeRun({ drives });
    return verdicts.find(({ criterion }) => criterion === 'sessionLimit');
  };
  const [ours, theirs] = [await adviceAt(0.99), await adviceAt(0.3)];
  assert.deepEqual([ours?.unclear, theirs?.unclear], [true, undefined]);
  assert.match(
    ours?.advice ?? '',
    /^more sessions would not help, because .*Use more shards, or lower the rate$/,
  );
  assert.match(theirs?.advice ?? '', /set maxSessions above its default/);
});

test('A limit that healthy seconds break reports what it does not count', async () => {
  const brokenBy = async (...seconds: readonly Second[]) => {
    const { verdicts } = await madeRun({
      drives: [{ seconds: [...well(28), ...seconds] }],
      sla: '{ limits: { "0.99": 50ms } }',
    });
    return verdicts.find(({ passed }) => !passed)?.message ?? '';
  };
  const slow: Second = { latencyNs: 90 * ms };
  assert.match(
    await brokenBy({ stallNs: 2e9, requests: 7 }, slow),
    /, the limit is 50 ms; 7 requests are not counted, because the load generator was not healthy at that time$/,
  );
  assert.match(await brokenBy({ stallNs: 2e9, requests: 1 }, slow), /; one request is not counted/);
  assert.match(await brokenBy(slow), /, the limit is 50 ms$/);
});

test('Each default limit holds at its bound and breaks above it', async () => {
  const failing = (failed: number): Second => ({
    requests: 100,
    counters: { failed, invalid: failed, status5xx: failed },
  });
  const table: readonly [what: string, second: Second, made: Partial<MadeRun>, state: RunState][] = [
    ['1 % failed', failing(1), {}, 'passed'],
    ['2 % failed', failing(2), {}, 'failed'],
    ['2 % may', failing(2), { maxErrors: 0.02 }, 'passed'],
    ['3 % where 2 % may', failing(3), { maxErrors: 0.02 }, 'failed'],
    ['none may and none did', failing(0), { maxErrors: 0 }, 'passed'],
    ['none may and one did', failing(1), { maxErrors: 0 }, 'failed'],
    ['all may and all did', failing(100), { maxErrors: 1 }, 'passed'],
    ['half a percent of the time waiting', waits(0.05 * ms), {}, 'passed'],
    ['one percent of the time waiting', waits((10 * 1.001 * ms) / 99.1), {}, 'passed'],
    ['two percent of the time waiting', waits((10 * 1.001 * ms) / 49), {}, 'failed'],
    ['a warm-up that waits', waits(100 * ms), { isWarmup: true }, 'passed'],
    ['a warm-up that fails', failing(2), { isWarmup: true }, 'failed'],
  ];
  for (const [what, second, made, state] of table) {
    const document = await madeRun({ drives: [{ seconds: well(10, second) }], ...made });
    assert.equal(document.state, state, what);
  }
});

test('Limits of a step replace the defaults, part by part, and only written limits cancel later phases', async () => {
  const both: Second = {
    requests: 100,
    counters: { connectionErrors: 5, invalid: 10, failed: 10, status5xx: 5, blockedNs: 500 * ms },
  };
  const table: readonly [sla: string | undefined, broken: readonly string[], cancels: boolean][] = [
    [undefined, ['failedRatio', 'blockedRatio'], false],
    ['{ meanResponseTime: 10s }', ['failedRatio', 'blockedRatio'], false],
    ['{ errorRatio: 0.5 }', ['failedRatio', 'blockedRatio'], false],
    ['{ errorRatio: 0.5, blockedRatio: 0.9 }', ['failedRatio'], false],
    ['{ errorRatio: 0.5, invalidRatio: 0.5, blockedRatio: 0.9 }', [], false],
    ['{ errorRatio: 0.05, blockedRatio: 0.9 }', ['errorRatio', 'failedRatio'], true],
    ['{ invalidRatio: 0.1, blockedRatio: 0.9 }', ['invalidRatio', 'failedRatio'], true],
    ['[ { errorRatio: 0.5 }, { invalidRatio: 0.5 }, { blockedRatio: 0 } ]', ['blockedRatio'], true],
  ];
  for (const [sla, broken, cancels] of table) {
    const document = await madeRun({
      drives: [{ seconds: well(10, both) }],
      ...(sla === undefined ? {} : { sla }),
    });
    const named = document.verdicts.filter(({ passed }) => !passed).map(({ criterion }) => criterion);
    assert.deepEqual(named, broken, sla);
    assert.equal(document.phases[0]?.failed !== null, cancels, sla);
  }
});

test('The part of a default that is left names only its own requests', async () => {
  const second: Second = {
    requests: 100,
    counters: { timeouts: 4, invalid: 10, failed: 10, status5xx: 6, status2xx: 90 },
  };
  const table: readonly [sla: string | undefined, message: RegExp][] = [
    [undefined, /^100 of 1000 requests failed \(10 %\), the limit is 1 %: 40 timeouts, 60 responses 5xx$/],
    ['{ invalidRatio: 0.5 }', /^40 of 1000 requests failed \(4 %\), the limit is 1 %: 40 timeouts$/],
    ['{ errorRatio: 0.5 }', /^60 of 1000 requests failed \(6 %\), the limit is 1 %: 60 responses 5xx$/],
  ];
  for (const [sla, message] of table) {
    const document = await madeRun({
      drives: [{ seconds: well(10, second) }],
      ...(sla === undefined ? {} : { sla }),
    });
    assert.match(
      document.verdicts.find(({ criterion }) => criterion === 'failedRatio')?.message ?? '',
      message,
    );
  }
});

test('Waiting for 0.036 % of the time passes and keeps its size', async () => {
  const document = await madeRun(one(well(10, waits(3605))));
  const waiting = document.verdicts.find(({ criterion }) => criterion === 'blockedRatio');
  assert.deepEqual([document.state, waiting?.passed, waiting?.isDefault], ['passed', true, true]);
  assert.match(
    waiting?.message ?? '',
    /^requests waited 36.05 µs for a free connection, 0.03\d+ % of the time/,
  );
});

test('A wait for connections is reported with the number of connections of a shard', async () => {
  const waiting = { seconds: well(10, waits(1 * ms)) };
  const one = await madeRun({ drives: [waiting] });
  assert.match(one.failures[0]?.advice ?? '', /raise sharedConnections .* in the sla of the step$/);
  const four = await madeRun({ drives: [waiting, waiting, waiting, waiting] });
  assert.match(four.failures[0]?.advice ?? '', /\(each shard of this phase had 5 of the 20 connections\)$/);
});

test('The advice to use more shards is given in the cloud, and not on one machine', async () => {
  const drives = [{ seconds: well(10, { ...starved, stallNs: 300 * ms }) }];
  const here = await madeRun({ drives });
  const cloud = await madeRun({ drives, place: 'cloud' });
  assert.doesNotMatch(JSON.stringify(here), /more shards/);
  assert.match(cloud.health.diagnosis?.advice ?? '', /more shards/);
  assert.match(cloud.health.suspicions[0]?.message ?? '', /more shards/);
});

test('A phase without any report of a shard may have sent requests, so no remark states that it sent none', () => {
  const silent = { status: 'SCHEDULED', t0, merged: mergedOf('main', []), verdicts: [] } as const;
  assert.deepEqual(runDocument(recordOf({ phases: [silent] })).notices, []);
});

test('A session limit that the pauses exceed is blamed on the document, with the numbers', async () => {
  const drives = [{ seconds: well(10, { ...saturated, ...starved }), outcome: exceeded }];
  const { verdicts } = await madeRun({ drives, pause: '3s' });
  const limit = verdicts.find(({ criterion }) => criterion === 'sessionLimit');
  assert.deepEqual([limit?.certain, limit?.unclear], [true, undefined]);
  assert.match(
    limit?.message ?? '',
    /had to wait; 10 users\/s who pause for 3 s in total need 30 sessions at the same time for the pauses alone$/,
  );
  assert.equal(limit?.advice, "write 'maxSessions: 52', or a larger number if the target is slow");
});

test('A phase that sends nothing reports it, and its limits are listed as not judged', async () => {
  const sla = '{ limits: { "0.9": 50ms }, errorRatio: 0.1 }';
  const customSla = '{ checkout: { errorRatio: 0.2 } }';
  const { notices, unjudged, verdicts } = await madeRun({ drives: [{ seconds: [] }], sla, customSla });
  assert.deepEqual(notices, [{ phase: 'main', message: 'no user started, so no request was sent' }]);
  const at = { phase: 'main', step: 0, metric: 'browse' };
  assert.deepEqual(unjudged, [
    { ...at, criterion: 'errorRatio', limit: 0.1 },
    { ...at, criterion: 'limit', quantile: 0.9, limit: 50 * ms },
    { phase: 'main', metric: 'checkout', criterion: 'errorRatio', limit: 0.2 },
  ]);
  assert.deepEqual(verdicts, []);
});

test('A limit on times without a response is not kept but not judged', async () => {
  const sla = '{ limits: { "0.9": 50ms }, meanResponseTime: 9ms, invalidRatio: 0.1, errorRatio: 1.1 }';
  const refused = { responses: 0, status2xx: 0, connectionErrors: 10, failed: 10 };
  const timeless = (second: Second): Second => ({ ...second, noTimes: true });
  const { unjudged, verdicts } = await madeRun({
    drives: [{ seconds: well(3, timeless({ counters: refused })) }],
    sla,
  });
  const names = (list: readonly { criterion: string; isDefault?: true }[]) =>
    list.filter(({ isDefault }) => !isDefault).map(({ criterion }) => criterion);
  assert.deepEqual(names(unjudged), ['meanResponseTime', 'limit']);
  assert.deepEqual(names(verdicts), ['errorRatio', 'invalidRatio']);
});

test('A phase whose limits are switched off is measured and not judged', async () => {
  const drives = [{ seconds: well(10, { ...saturated, cpu: 0.3, counters: allRefused }), outcome: exceeded }];
  const off = await madeRun({ drives, judged: false, sla: '{ errorRatio: 0.1 }' });
  assert.deepEqual([off.state, off.verdicts, off.unjudged], ['passed', [], []]);
  assert.equal(off.stats[0]?.total.summary.requestCount, 100);
});
