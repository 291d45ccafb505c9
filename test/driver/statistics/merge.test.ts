import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newRecord, recordSent } from '../../../lib/driver/request/record-request.ts';
import { mergeMachine } from '../../../lib/driver/statistics/health/machine-seconds.ts';
import { summarise } from '../../../lib/driver/statistics/histograms/summary-statistics.ts';
import { keeping } from '../../../lib/driver/statistics/limits.ts';
import { eachMetric, Merger, openPhase } from '../../../lib/driver/statistics/merge.ts';
import type { MachineSecond, Partial } from '../../../lib/driver/statistics/partial.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { mergeRows, totalOf } from '../../../lib/driver/statistics/statistics.ts';
import { mergeUsers, type UserSecond } from '../../../lib/driver/statistics/users.ts';
import { countIn, listRows } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { joinRows } from '../../../lib/driver/statistics/wire/rows.ts';
import { DownpourError } from '../../../lib/errors.ts';
import { times } from './histograms/values.ts';
import { completed, type Observation, partialOf } from './partials.ts';

const observation: fc.Arbitrary<Observation> = fc.record({
  metric: fc.constantFrom('browse', 'buy'),
  step: fc.integer({ min: 0, max: 1 }),
  second: fc.integer({ min: 0, max: 3 }),
  latencyNs: times,
  valid: fc.boolean(),
  counted: fc.option(
    fc.record({ name: fc.constantFrom('status_200', 'status_404', '__proto__', '7'), bytes: fc.nat(1e9) }),
    { nil: undefined },
  ),
}) as fc.Arbitrary<Observation>;
const machine = fc
  .uniqueArray(
    fc.record(
      {
        second: fc.integer({ min: 0, max: 3 }),
        stallNs: fc.constantFrom(0, 30_000_000, 2_000_000_000),
        idlePermille: fc.constantFrom(0, 15, 500),
        cpuPermille: fc.constantFrom(200, 990),
        gcNs: fc.constantFrom(0, 200_000_000),
        descriptorsPermille: fc.constantFrom(10, 990),
        sockets: fc.nat(20),
      },
      { requiredKeys: ['second'] },
    ),
    { selector: ({ second }) => second, maxLength: 4 },
  )
  .map((rows): readonly MachineSecond[] => rows);
const shards = fc.array(fc.array(observation, { maxLength: 40 }), { minLength: 1, maxLength: 6 });

function merge(partials: readonly Partial[]): ReturnType<Merger['result']> {
  const merger = new Merger('main');
  for (const partial of partials) assert.equal(merger.accept(partial), 'accepted');
  return merger.result();
}

test('Any order of partials gives the same merged phase, and the same as recording everything in one place', () => {
  fc.assert(
    fc.property(
      shards,
      fc.infiniteStream(machine),
      fc.infiniteStream(fc.nat()),
      (observed, machines, keys) => {
        const partials = observed.map((each, shard) =>
          partialOf(each, {
            shard,
            machine: machines.next().value,
            sessionTimesNs: each.map(({ latencyNs }) => latencyNs),
          }),
        );
        const shuffled = partials.map((partial) => ({ partial, key: keys.next().value as number }));
        shuffled.sort((one, other) => one.key - other.key);
        const merged = merge(partials);
        assert.deepEqual(merge(shuffled.map(({ partial }) => partial)), merged);
        assert.deepEqual(listRows(merged.rows), listRows(mergeRows(partialOf(observed.flat()).rows)));
        assert.deepEqual(merged.answers, partialOf(observed.flat()).answers);
      },
    ),
  );
});

test('Any grouping of rows gives the same rows: merged rows can be merged again', () => {
  fc.assert(
    fc.property(shards, fc.integer({ min: 1, max: 4 }), (observed, groups) => {
      const rows = observed.map((each) => partialOf(each).rows);
      const parts = Array.from({ length: groups }, (_, group) =>
        joinRows(rows.filter((_, at) => at % groups === group)),
      );
      const inTwoSteps = mergeRows(joinRows(parts.map((part) => mergeRows(part))));
      assert.deepEqual(inTwoSteps, mergeRows(joinRows(rows)));
    }),
  );
});

test('Any grouping of machine rows gives the longest stall, the least idle and the most sockets of each second', () => {
  fc.assert(
    fc.property(fc.array(machine, { maxLength: 6 }), fc.integer({ min: 1, max: 4 }), (machines, groups) => {
      const parts = Array.from({ length: groups }, (_, group) =>
        machines.filter((_, at) => at % groups === group).flat(),
      );
      const merged = mergeMachine(machines.flat());
      assert.deepEqual(mergeMachine(parts.flatMap((part) => mergeMachine(part))), merged);
      for (const { second, stallNs = 0, idlePermille = 1000, sockets = 0 } of merged) {
        const same = machines.flat().filter((row) => row.second === second);
        assert.deepEqual(
          [stallNs, idlePermille, sockets],
          [
            Math.max(...same.map((row) => row.stallNs ?? 0)),
            Math.min(...same.map((row) => row.idlePermille ?? 1000)),
            Math.max(...same.map((row) => row.sockets ?? 0)),
          ],
        );
      }
    }),
  );
});

const users = fc
  .uniqueArray(fc.tuple(fc.nat(4), fc.nat(1e6), fc.nat(1e6), fc.nat(1e6), fc.nat(60e9)), {
    selector: ([second]) => second,
    maxLength: 5,
  })
  .map((rows): readonly UserSecond[] => rows);

test('Any grouping of the users of each second gives their sums and the longest wait', () => {
  fc.assert(
    fc.property(fc.array(users, { maxLength: 6 }), fc.integer({ min: 1, max: 4 }), (drives, groups) => {
      const parts = Array.from({ length: groups }, (_, group) =>
        drives.filter((_, at) => at % groups === group).flat(),
      );
      const merged = mergeUsers(drives.flat());
      assert.deepEqual(mergeUsers(parts.flatMap((part) => mergeUsers(part))), merged);
      for (const [second, ...values] of merged) {
        const same = drives.flat().filter((row) => row[0] === second);
        const sum = (at: 1 | 2 | 3): number => same.reduce((total, row) => total + row[at], 0);
        assert.deepEqual(values, [sum(1), sum(2), sum(3), Math.max(...same.map((row) => row[4]))]);
      }
    }),
  );
});

test('A second is set aside when a request of it was intended, waited or was sent while its drive was not healthy', () => {
  const request = fc.record({ second: fc.nat(5), later: fc.nat(4) });
  const stalled = fc.array(fc.boolean(), { minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(fc.array(request, { minLength: 1, maxLength: 20 }), stalled, (requests, stalls) => {
      const recorder = new Recorder();
      const metric = recorder.metric('browse', 0);
      for (const { second, later } of requests) {
        const intendedNs = (second + 0.5) * 1e9;
        const readyNs = intendedNs + later * 1e9;
        // The session sends the request as soon as it can, so only the health of the machine shows a problem.
        recordSent(metric, { ...newRecord(), intendedNs, dueNs: readyNs, readyNs, sentNs: readyNs });
      }
      const machine = stalls.map((stalls, second): MachineSecond => ({ second, stallNs: stalls ? 2e9 : 0 }));
      const outcome = completed();
      const merged = merge([
        recorder.partial({ phase: 'main', shard: 0, segment: 0, lease: 'l', outcome, machine }),
      ]);
      const aside = requests.filter(({ second }) =>
        requests.some(
          (each) => each.second === second && stalls.slice(second, second + each.later + 1).includes(true),
        ),
      );
      const counted = merged.unhealthyRows.reduce((sum, { rows }) => sum + countIn(rows, 'requests'), 0);
      assert.equal(counted, aside.length);
      assert.equal(merged.drives[0]?.health.unhealthyRequests, aside.length);
      assert.equal(merged.unhealthyCauses.stall?.requests ?? 0, aside.length);
      assert.equal(merged.unhealthyCauses.stall?.seconds ?? 0, stalls.filter((stalls) => stalls).length);
    }),
  );
});

test('The rows set aside are those that each drive sent in its own unhealthy seconds, and never more than there are', () => {
  const one = (second: number): Observation => ({
    metric: 'browse',
    step: 0,
    second,
    latencyNs: 1e6,
    valid: true,
  });
  const merged = merge([
    partialOf([one(0), one(1), one(2)], {
      shard: 0,
      machine: [
        { second: 0, idlePermille: 500 },
        { second: 1, stallNs: 2e9 },
        { second: 2, stallNs: 2e9 },
      ],
    }),
    partialOf([one(0), one(1), one(1)], {
      shard: 1,
      machine: [
        { second: 0, stallNs: 30e6, idlePermille: 10 },
        { second: 1, stallNs: 30e6, idlePermille: 30 },
      ],
    }),
  ]);
  assert.deepEqual(
    merged.unhealthyRows.flatMap(({ cause, rows }) =>
      listRows(rows).map(({ second, counters }) => [cause, second, counters.requests]),
    ),
    [
      ['stall', 1, 1],
      ['stall', 2, 1],
      ['strained', 0, 1],
    ],
  );
  assert.deepEqual(
    merged.drives.map(({ health }) => health.unhealthyRequests),
    [2, 1],
  );
  const { strained, stall, late } = merged.unhealthyCauses;
  assert.deepEqual(
    [strained?.requests, strained?.seconds, stall?.requests, stall?.seconds, late],
    [1, 1, 2, 2, undefined],
  );
  assert.equal(stall?.stallNs, 2e9);
});

test('Percentiles come from merged histograms: they are those of all values together', () => {
  const fast = Array.from({ length: 99 }, () => 1e6);
  const observe = (latencyNs: number): Observation => ({
    metric: 'browse',
    step: 0,
    second: 0,
    latencyNs,
    valid: true,
  });
  const merged = merge([
    partialOf(fast.map(observe), { shard: 0 }),
    partialOf([5e9, 6e9, 7e9].map(observe), { shard: 1 }),
  ]);
  const [metric] = openPhase(merged).metrics;
  assert.ok(metric !== undefined);
  const all = summarise(totalOf(metric).latency).percentiles;
  // The average of the two shards' medians would be 3 s.
  assert.ok(all['50.0'] < 1.01e6 && all['99.0'] > 5e9);
});

test('The metrics of a phase, opened one at a time, are those of the phase', () => {
  const observed = ['b', 'a', 'c'].flatMap((metric) =>
    [3, 1, 2].flatMap((second) =>
      [1, 0].map((step) => ({ metric, step, second, latencyNs: (second + step) * 1e6, valid: true })),
    ),
  );
  for (const [cellsMax, bucketS] of [
    [keeping.cellsMax, undefined],
    [6, 5],
  ] as const) {
    const merger = new Merger('main', { ...keeping, cellsMax });
    for (const shard of [0, 1]) merger.accept(partialOf(observed, { shard }));
    const merged = merger.result();
    const { metrics } = openPhase(merged);
    assert.deepEqual([metrics.length, merged.bucketS], [6, bucketS]);
    assert.deepEqual([...eachMetric(merged)], metrics);
  }
  assert.deepEqual([...eachMetric(new Merger('main').result())], []);
});

test('One partial per shard and segment: the first lease holds, another is refused, a repeated one is not added', () => {
  const one = [{ metric: 'browse', step: 0, second: 0, latencyNs: 1e6, valid: true }];
  const merger = new Merger('main');
  const table: readonly [Partial, ReturnType<Merger['accept']>][] = [
    [partialOf(one, { shard: 0, lease: 'a' }), 'accepted'],
    [partialOf(one, { shard: 0, lease: 'a' }), 'repeated'],
    [partialOf(one, { shard: 0, lease: 'b' }), 'refused'],
    [partialOf(one, { shard: 0, segment: 1, lease: 'b' }), 'accepted'],
    [partialOf(one, { shard: 1, lease: 'c' }), 'accepted'],
  ];
  for (const [partial, answer] of table) assert.equal(merger.accept(partial), answer);
  const { rows, drives, refused, shards: totals } = merger.result();
  assert.deepEqual(
    listRows(rows).map(({ counters }) => counters.requests),
    [3],
  );
  assert.deepEqual(
    drives.map(({ lease }) => lease),
    ['a', 'b', 'c'],
  );
  assert.deepEqual(refused, [{ shard: 0, segment: 0, lease: 'b' }]);
  assert.deepEqual(
    totals.map(({ shard, totals }) => [shard, countIn(totals, 'requests')]),
    [
      [0, 2],
      [1, 1],
    ],
  );
});

test('A partial of another phase or another layout is not merged', () => {
  const refusals: readonly [Partial, string][] = [
    [{ ...partialOf([]), phase: 'other' }, 'PARTIAL_MISPLACED'],
    [{ ...partialOf([]), layout: 'hdr-v2/1us-120s/3' }, 'HISTOGRAM_LAYOUT'],
  ];
  for (const [partial, code] of refusals) {
    const refused = (error: unknown): boolean => error instanceof DownpourError && error.code === code;
    assert.throws(() => new Merger('main').accept(partial), refused);
  }
});

test('Counts by name add over shards, in the rows and in the totals of each shard', () => {
  const one = (name: string, bytes: number): Observation => ({
    metric: 'browse',
    step: 0,
    second: 0,
    latencyNs: 1e6,
    valid: true,
    counted: { name, bytes },
  });
  const merged = merge([
    partialOf([one('status_200', 5), one('status_404', 6)], { shard: 0 }),
    partialOf([one('status_200', 7)], { shard: 1 }),
  ]);
  assert.deepEqual(listRows(merged.rows)[0]?.extensions, {
    exact_status: { type: 'counters', counts: { status_200: 2, status_404: 1 } },
    transfer: { type: 'transfersize', counts: { received: 18 } },
  });
  assert.deepEqual(
    merged.shards.map(({ totals }) => listRows(totals)[0]?.extensions?.transfer?.counts.received),
    [11, 7],
  );
});

test('Sessions of shards add up per second', () => {
  const partial = (shard: number, sessions: Partial['sessions']): Partial => ({
    ...partialOf([], { shard }),
    sessions,
  });
  const merged = merge([
    partial(0, [
      [0, 0, 2],
      [1, 2, 2],
    ]),
    partial(1, [
      [1, 1, 3],
      [2, 0, 3],
    ]),
  ]);
  assert.deepEqual(merged.sessions, [
    [0, 0, 2],
    [1, 3, 5],
    [2, 0, 3],
  ]);
});

test('Nothing recorded is nothing merged, and the drive is still there', () => {
  const merged = merge([partialOf([], { outcome: completed({ result: 'missed', started: 0 }) })]);
  assert.equal(merged.rows.length, 0);
  assert.equal(merged.drives[0]?.outcome.result, 'missed');
});
