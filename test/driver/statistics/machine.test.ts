import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';
import { longestStallNs, machineSeconds, mergeMachine } from '../../../lib/driver/statistics/machine.ts';
import { unhealthySeconds } from '../../../lib/driver/statistics/unhealthy.ts';

const t0 = 1_000_000;

test('A stall stands with its whole length in every second that it spans, and what was before T0 does not count', () => {
  const stalls = [
    { fromMs: t0 - 500, toMs: t0 - 100 },
    { fromMs: t0 + 900, toMs: t0 + 3_100 },
    { fromMs: t0 + 3_500, toMs: t0 + 3_530 },
  ];
  assert.deepEqual(machineSeconds({ stalls, idle: [] }, t0), [
    [0, 2.2e9, 1000],
    [1, 2.2e9, 1000],
    [2, 2.2e9, 1000],
    [3, 2.2e9, 1000],
  ]);
});

test('Idle time is shared out over the seconds that a reading spans', () => {
  const idle = [
    { fromMs: t0 - 500, toMs: t0 + 500, share: 0.5 },
    { fromMs: t0 + 500, toMs: t0 + 1_500, share: 0.1 },
    { fromMs: t0 + 1_500, toMs: t0 + 2_000, share: 0 },
  ];
  assert.deepEqual(machineSeconds({ stalls: [], idle }, t0), [
    [0, 0, 300],
    [1, 0, 50],
  ]);
});

test('What begins with a second stands in that second and in none before', () => {
  const [stalls, idle] = [
    [{ fromMs: t0 + 2_000, toMs: t0 + 2_100 }],
    [{ fromMs: t0 + 1_000, toMs: t0 + 2_000, share: 0.5 }],
  ];
  assert.deepEqual(machineSeconds({ stalls, idle }, t0), [
    [1, 0, 500],
    [2, 1e8, 1000],
  ]);
});

test('A second is unhealthy from one bound on, and by the cause that comes first', () => {
  const ms = 1e6;
  const table: readonly [
    what: string,
    lateNs: number,
    stallNs: number,
    idlePermille: number,
    cause: string | undefined,
  ][] = [
    ['quiet', 0, 0, 900, undefined],
    ['a garbage collection', 60 * ms, 60 * ms, 500, undefined],
    ['users just late enough', 95 * ms, 0, 500, undefined],
    ['users too late', 110 * ms, 0, 500, 'late'],
    ['a stall just short enough', 0, 100 * ms, 500, undefined],
    ['a stall too long', 0, 101 * ms, 500, 'stall'],
    ['a stall that made users late', 2e9, 2e9, 500, 'stall'],
    ['no CPU left, nobody felt it', 5 * ms, 5 * ms, 0, undefined],
    ['no CPU left and users late', 25 * ms, 0, 19, 'strained'],
    ['a little CPU left and users as late', 25 * ms, 0, 20, undefined],
    ['no CPU left and a stall', 0, 25 * ms, 0, 'strained'],
    ['no CPU left and a long stall', 0, 125 * ms, 0, 'busy'],
    ['no CPU left and users far too late', 125 * ms, 0, 0, 'busy'],
  ];
  for (const [what, lateNs, stallNs, idlePermille, cause] of table) {
    const lateness = new Histogram();
    for (let request = 0; request < 10; request += 1) lateness.record(lateNs);
    const unhealthy = unhealthySeconds(new Map([[4, lateness]]), [[4, stallNs, idlePermille]]);
    assert.equal(unhealthy.get(4)?.cause, cause, what);
  }
});

test('One late request in two hundred makes no second unhealthy, three do', () => {
  const withLate = (late: number): ReadonlyMap<number, Histogram> => {
    const lateness = new Histogram();
    for (let request = 0; request < 200; request += 1) lateness.record(request < late ? 5e8 : 1e3);
    return new Map([[0, lateness]]);
  };
  assert.equal(unhealthySeconds(withLate(1), []).size, 0);
  assert.equal(unhealthySeconds(withLate(3), []).size, 1);
});

test('The longest stall is one that ended after the instant', () => {
  const stalls = [
    { fromMs: 0, toMs: 900 },
    { fromMs: 1_000, toMs: 1_300.5 },
    { fromMs: 1_400, toMs: 1_450 },
  ];
  assert.deepEqual(
    [0, 899, 900, 1_300, 1_301, 1_450].map((since) => longestStallNs({ stalls, idle: [] }, since)),
    [900e6, 900e6, 300.5e6, 300.5e6, 50e6, 0],
  );
});

test('A second of several drives has their longest stall and their least idle', () => {
  const rows = [
    [3, 5, 400],
    [1, 9, 800],
    [3, 7, 500],
  ] as const;
  assert.deepEqual(mergeMachine(rows), [
    [1, 9, 800],
    [3, 7, 400],
  ]);
});

test('Seconds come in their order', () => {
  const stall = (fromMs: number) => ({ fromMs: t0 + fromMs, toMs: t0 + fromMs + 30 });
  const seconds = machineSeconds({ stalls: [stall(2_100), stall(100), stall(2_500)], idle: [] }, t0);
  assert.deepEqual(
    seconds.map(([second]) => second),
    [0, 2],
  );
});
