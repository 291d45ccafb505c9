import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Delivery, DrivePlace } from '../../../lib/driver/run/delivery.ts';
import { suspecting } from '../../../lib/driver/run/limits.ts';
import { latenessOf, type Machines, suspicionsOf } from '../../../lib/driver/run/suspicions.ts';
import { health } from '../../../lib/driver/statistics/health/limits.ts';
import type { MergedPhase } from '../../../lib/driver/statistics/merge.ts';
import { noRows } from '../../../lib/driver/statistics/wire/rows.ts';
import { madeRun, mergedOf, well } from './records.ts';

/** A generator is suspected above each limit, and not at the limit. */

const locations = (count: number): DrivePlace[] =>
  Array.from({ length: count }, (_, shard) => ({ shard, segment: 2 }));

function reasons(
  merged: MergedPhase,
  {
    lateNs = 0,
    place = 'cloud',
    ...delivery
  }: Partial<Delivery> & { lateNs?: number; place?: Machines } = {},
): readonly (readonly [reason: string, measured: number, limit: number, message: string])[] {
  const lateness = latenessOf(merged);
  const known = { ...lateness, percentiles: { ...lateness.percentiles, '99.0': lateNs } };
  const all = { planned: 1, started: 1, throttled: 0, fraction: 1, missed: [], lost: [], ...delivery };
  return suspicionsOf(merged, known, all, place).map(({ phase, reason, measured, limit, message }) => {
    assert.equal(phase, 'main');
    return [reason, measured, limit, message];
  });
}

const quiet = mergedOf('main', [{ stallNsMax: 0 }, { stallNsMax: 0 }]);

test('Lateness, compared with the response times of the target', () => {
  // The target takes one second, and later two seconds.
  const limit = health.unhealthyLatenessNsP99;
  const late = limit + 1_100_000;
  const message =
    'the load generator prepared 1 request in 100 at least 101.1 ms too late, because it had too little CPU';
  assert.deepEqual(reasons(quiet, { lateNs: limit }), []);
  assert.deepEqual(reasons(quiet, { lateNs: late }), [
    ['lateness', late, limit, `${message}; use more shards`],
  ]);
  assert.deepEqual(reasons(quiet, { lateNs: late, place: 'one machine' }), [
    ['lateness', late, limit, message],
  ]);
});

test('Ten milliseconds are too late for a target that takes five, and six are not for a target that takes thirty', async () => {
  const report = async (latencyNs: number, lateNs: number) => {
    const { health } = await madeRun({ drives: [{ seconds: well(10, { latencyNs, lateNs }) }] });
    return health.suspicions.map(({ reason }) => reason);
  };
  assert.deepEqual(await report(5e6, 10e6), ['lateness']);
  assert.deepEqual(await report(30e6, 6e6), []);
  assert.deepEqual(await report(0.2e6, 4e6), [], 'a busy laptop');
});

suite('a busy processor', () => {
  const second = (cpu: number) => ({ cpu });
  const report = async (...cpus: readonly number[]) => {
    const { health } = await madeRun({ drives: [{ seconds: cpus.map(second) }] });
    return health.suspicions.map(({ reason, measured, limit, message }) => [
      reason,
      measured,
      limit,
      message,
    ]);
  };

  test('row 140: an idle core is no error', async () => {
    assert.deepEqual(await report(...Array.from({ length: 10 }, () => 0.05)), []);
    assert.deepEqual(await report(...Array.from({ length: 10 }, () => health.cpuMax)), []);
  });

  test('row 140: a core that is busy for 90 % is', async () => {
    assert.deepEqual(await report(0.2, 0.9, 0.9, 0.95), [
      [
        'cpu',
        0.95,
        0.85,
        'a shard used 95 % of its core, and more than 85 % in 3 of 4 seconds, so the measured times include delays of the generator',
      ],
    ]);
  });

  test('row 140: a single busy second in thirty is not: code that runs for the first time is slow', async () => {
    assert.deepEqual(await report(0.99, ...Array.from({ length: 29 }, () => 0.2)), []);
  });
});

test('The longest stall and the widest skew of any drive, early or late', () => {
  const of = (stallNsMax: number, skewMs: number) =>
    reasons(
      mergedOf('main', [
        { stallNsMax: 1, skewMs: 1 },
        { stallNsMax, skewMs },
        { stallNsMax: 0, skewMs: -2 },
      ]),
    );
  const { stallNsMax, skewMsMax } = suspecting;
  assert.deepEqual(of(stallNsMax, skewMsMax), []);
  assert.deepEqual(of(stallNsMax + 1, -skewMsMax - 1), [
    ['stall', stallNsMax + 1, stallNsMax, 'an event loop of the generator stalled for 100.0 ms'],
    [
      'skew',
      skewMsMax + 1,
      skewMsMax,
      'a shard started 101 ms before or after the common start of the shards',
    ],
  ]);
});

test('The least certain clock, and no clock that was not compared', () => {
  const of = (boundMs: number) =>
    reasons(
      mergedOf('main', [{ clock: { offsetMs: 900, boundMs: 2 } }, { clock: { offsetMs: -3, boundMs } }, {}]),
    );
  assert.deepEqual(of(50), []);
  assert.deepEqual(of(50.6), [
    [
      'clock',
      50.6,
      50,
      'the clock of a shard may be wrong by 51 ms, so the shards may not have started at the same time',
    ],
  ]);
});

test('Drives that are missing or came twice, the first few by name', () => {
  assert.deepEqual(reasons(quiet, { missed: locations(1), lost: locations(2) }), [
    ['missed', 1, 0, 'these load generators were ready too late and sent nothing: shard 0 segment 2'],
    [
      'lost',
      2,
      0,
      'these load generators never delivered measurements, and their requests are not in the numbers: shard 0 segment 2, shard 1 segment 2',
    ],
  ]);
  const many = suspecting.drivesNamedMax + 3;
  const [[, measured, , message] = []] = reasons(quiet, { lost: locations(many) });
  assert.equal(measured, many);
  assert.match(
    message ?? '',
    /^these load generators never delivered measurements, .*: (shard \d segment 2(, )?){5} and 3 more$/,
  );
  const refused = locations(1).map((each) => ({ ...each, lease: 'other' }));
  assert.deepEqual(reasons({ ...quiet, refused }), [
    [
      'refused',
      1,
      0,
      'these load generators ran twice, and Downpour counts only their first measurements: shard 0 segment 2',
    ],
  ]);
});

test('Lateness is that of all requests of a phase together', () => {
  const late = latenessOf(mergedOf('main', [{}, {}], 5e6));
  assert.equal(late.count, 20);
  assert.ok(Math.abs(late.meanNs - 5e6) < 5e4);
  assert.equal(latenessOf({ ...quiet, rows: noRows }).count, 0);
});
