import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { health } from '../../../../lib/driver/statistics/health/limits.ts';
import {
  addUnhealthy,
  excuseOf,
  type Impact,
  isMild,
  tolerableNs,
  type UnhealthyByCause,
  type UnhealthyCause,
  unhealthyCauses,
  unhealthySeconds,
  untrustedSeconds,
  worseCause,
} from '../../../../lib/driver/statistics/health/unhealthy.ts';
import type { MachineSecond } from '../../../../lib/driver/statistics/partial.ts';

/**
 * Each second has one limit and one cause. Lateness after a stall counts as part of the stall. Causes can be
 * added in any order.
 */

const ms = 1e6;

type Late = readonly (readonly [second: number, ns: number])[];

const lateness = (...late: Late): ReadonlyMap<number, Impact> =>
  new Map(late.map(([second, lateNs]) => [second, { lateNs }]));

const causes = (
  late: Late,
  machine: readonly MachineSecond[],
): readonly (readonly [second: number, cause: string])[] =>
  [...unhealthySeconds(lateness(...late), machine)].map(([second, { cause }]) => [second, cause]);

suite('a second is unhealthy from one bound on, and by the cause that comes first', () => {
  const fast = { serviceNs: 5 * ms };
  const table: readonly [
    what: string,
    impact: Partial<Impact>,
    machine: Omit<MachineSecond, 'second'>,
    cause?: UnhealthyCause,
  ][] = [
    ['quiet', {}, { idlePermille: 900 }],
    ['a garbage collection', { lateNs: 60 * ms }, { stallNs: 60 * ms }],
    ['users just in time', { lateNs: 100 * ms }, {}],
    ['users too late', { lateNs: 101 * ms }, {}, 'late'],
    ['a stall just short enough', {}, { stallNs: 100 * ms }],
    ['a stall too long', {}, { stallNs: 101 * ms }, 'stall'],
    ['a stall that made users late', { lateNs: 2e9 }, { stallNs: 2e9 }, 'stall'],
    ['a stall, half of it a collection', {}, { stallNs: 200 * ms, gcNs: 100 * ms }, 'stall'],
    ['a stall, most of it a collection', {}, { stallNs: 200 * ms, gcNs: 101 * ms }, 'gc'],
    ['no CPU left, without an effect', { lateNs: 5 * ms }, { stallNs: 5 * ms, idlePermille: 0 }],
    ['no CPU left and users late', { lateNs: 25 * ms }, { idlePermille: 19 }, 'strained'],
    ['a little CPU left and users as late', { lateNs: 25 * ms }, { idlePermille: 20 }],
    ['no CPU left and a stall', {}, { stallNs: 25 * ms, idlePermille: 0 }, 'strained'],
    ['no CPU left and a long stall', {}, { stallNs: 125 * ms, idlePermille: 0 }, 'busy'],
    ['no CPU left and a long collection', {}, { stallNs: 125 * ms, gcNs: 120 * ms, idlePermille: 0 }, 'busy'],
    ['no CPU left and users far too late', { lateNs: 125 * ms }, { idlePermille: 0 }, 'busy'],
    ['a core in use', {}, { cpuPermille: 850 }],
    ['a core used up, no user late', {}, { cpuPermille: 851 }, 'loaded'],
    ['a core used up, users late', { ...fast, lateNs: 6 * ms }, { cpuPermille: 851 }, 'cpu'],
    ['a core used up, a long stall', {}, { cpuPermille: 851, stallNs: 101 * ms }, 'cpu'],
    ['a core used up, users waited', { ...fast, waitNs: 6 * ms }, { cpuPermille: 851 }, 'cpu'],
    ['a core used up, users waited a moment', { ...fast, waitNs: 5 * ms }, { cpuPermille: 851 }, 'loaded'],
    ['users waited and there was CPU', { ...fast, waitNs: 9e9 }, { cpuPermille: 850 }],
    ['the core and the machine used up', { lateNs: 2e9 }, { cpuPermille: 990, idlePermille: 0 }, 'cpu'],
    ['always something to do', { ...fast, waitNs: 6 * ms }, { activePermille: 950, idlePermille: 0 }],
    [
      'never idle, users waited',
      { ...fast, waitNs: 6 * ms },
      { activePermille: 951, idlePermille: 0 },
      'busy',
    ],
    ['never idle with CPU to spare', { ...fast, waitNs: 6 * ms }, { activePermille: 951 }, 'cpu'],
    ['never idle, nobody waited', fast, { activePermille: 951, idlePermille: 0 }, 'loaded'],
    ['collections of a second together', {}, { gcNs: 100 * ms }],
    ['more collections', {}, { gcNs: 101 * ms }, 'loaded'],
    ['late for a fast target', { ...fast, lateNs: 10 * ms }, {}, 'delayed'],
    ['as late for a slow one', { serviceNs: 50 * ms, lateNs: 10 * ms }, {}],
    ['as late for a target that does not answer', { lateNs: 10 * ms }, {}],
    ['descriptors', {}, { descriptorsPermille: 950 }],
    ['hardly any descriptors left', { lateNs: 2e9 }, { descriptorsPermille: 951 }, 'descriptors'],
  ];
  for (const [what, impact, machine, cause] of table) {
    test(`${what}: ${cause ?? 'healthy'}`, () => {
      const unhealthy = unhealthySeconds(new Map([[4, { lateNs: 0, ...impact }]]), [
        { second: 4, ...machine },
      ]);
      assert.equal(unhealthy.get(4)?.cause, cause);
    });
  }
});

test('The bound on lateness follows the time that the target takes, within a floor and a ceiling', () => {
  const { latenessNsFloor, latenessShareMax, unhealthyLatenessNsP99 } = health;
  assert.equal(tolerableNs(0.2 * ms), latenessNsFloor);
  assert.equal(tolerableNs(5 * ms), latenessNsFloor);
  assert.ok(10 * ms > tolerableNs(5 * ms));
  assert.equal(tolerableNs(100 * ms), 100 * ms * latenessShareMax);
  assert.equal(tolerableNs(10e9), unhealthyLatenessNsP99);
  assert.equal(tolerableNs(undefined), unhealthyLatenessNsP99);
});

test('Mild causes are those that excuse less than everything that a generator can cause, and strain', () => {
  assert.deepEqual(unhealthyCauses.filter(isMild), ['strained', 'loaded', 'delayed']);
  assert.deepEqual(
    unhealthyCauses.filter((cause) => excuseOf(cause) === 'times'),
    ['loaded', 'delayed'],
  );
  assert.deepEqual(
    unhealthyCauses.filter((cause) => excuseOf(cause) === 'everything'),
    ['descriptors'],
  );
});

test('The worse of two causes stays, in any order', () => {
  assert.deepEqual([worseCause('late', 'busy'), worseCause('busy', 'late')], ['busy', 'busy']);
  assert.deepEqual([worseCause(undefined, 'late'), worseCause('late', undefined)], ['late', 'late']);
  assert.equal(worseCause(undefined, undefined), undefined);
});

test('A second from which a request was sent in a worse one is as little trusted as that', () => {
  const seconds = unhealthySeconds(lateness([1, 30 * ms], [4, 900 * ms]), [
    { second: 1, stallNs: 30 * ms, idlePermille: 0 },
    { second: 4 },
    { second: 7, stallNs: 2000 * ms },
  ]);
  const causesOf = (...sentUntil: (readonly [number, number])[]) =>
    [...untrustedSeconds(seconds, sentUntil)]
      .map(([second, { cause }]) => [second, cause])
      .sort(([one], [other]) => Number(one) - Number(other));
  const own = [
    [1, 'strained'],
    [4, 'late'],
    [7, 'stall'],
  ];
  assert.deepEqual(causesOf(), own);
  assert.deepEqual(causesOf([2, 3], [5, 6]), own, 'it waited in healthy seconds only');
  assert.deepEqual(causesOf([0, 3], [1, 9], [3, 4], [5, 9]), [
    [0, 'strained'],
    [1, 'stall'],
    [3, 'late'],
    [4, 'late'],
    [5, 'stall'],
    [7, 'stall'],
  ]);
});

test('Users who start late in the seconds after a stall start late because of it', () => {
  const late = [
    [1, 900 * ms],
    [2, 500 * ms],
    [3, 200 * ms],
    [5, 200 * ms],
  ] as const;
  assert.deepEqual(causes([...late], [{ second: 1, stallNs: 900 * ms }]), [
    [1, 'stall'],
    [2, 'stall'],
    [3, 'stall'],
    [5, 'late'],
  ]);
  assert.deepEqual(causes([...late], [{ second: 1, stallNs: 900 * ms, idlePermille: 0 }]), [
    [1, 'busy'],
    [2, 'busy'],
    [3, 'busy'],
    [5, 'late'],
  ]);
});

test('Strain alone explains no late second after it', () => {
  assert.deepEqual(
    causes([[2, 200 * ms]], [{ second: 1, stallNs: 50 * ms, idlePermille: 0 }, { second: 2 }]),
    [
      [1, 'strained'],
      [2, 'late'],
    ],
  );
});

test('A second that only the machine knows of is judged by the machine, and explains how bad it was', () => {
  assert.deepEqual(
    [...unhealthySeconds(new Map(), [{ second: 7, stallNs: 300 * ms }])],
    [[7, { cause: 'stall', lateNs: 0, stallNs: 300 * ms }]],
  );
  assert.deepEqual(unhealthySeconds(lateness([4, 300 * ms]), []).get(4), {
    cause: 'late',
    lateNs: 300 * ms,
    stallNs: 0,
  });
});

test('A wait for a session because the core was used up is kept apart from lateness', () => {
  const impact = new Map([[0, { lateNs: 1 * ms, waitNs: 1.8e9, serviceNs: 1 * ms }]]);
  const found = unhealthySeconds(impact, [{ second: 0, cpuPermille: 990 }]).get(0);
  assert.deepEqual(found, { cause: 'cpu', lateNs: 1 * ms, stallNs: 0, waitNs: 1.8e9 });
});

test('Seconds come in their order, whatever order they were read in', () => {
  const machine: MachineSecond[] = [
    { second: 9, stallNs: 300 * ms },
    { second: 2, stallNs: 300 * ms },
  ];
  assert.deepEqual(
    causes([[5, 200 * ms]], machine).map(([second]) => second),
    [2, 5, 9],
  );
});

test('Causes add requests and seconds, keep the worst, and do so in any order and grouping', () => {
  assert.deepEqual(
    addUnhealthy(
      {
        busy: { requests: 1, seconds: 2, lateNs: 30, stallNs: 4 },
        late: { requests: 9, seconds: 9, lateNs: 9, stallNs: 0 },
      },
      { busy: { requests: 10, seconds: 20, lateNs: 3, stallNs: 40 } },
    ),
    {
      busy: { requests: 11, seconds: 22, lateNs: 30, stallNs: 40 },
      late: { requests: 9, seconds: 9, lateNs: 9, stallNs: 0 },
    },
  );
  const total = fc.record({ requests: fc.nat(99), seconds: fc.nat(9), lateNs: fc.nat(), stallNs: fc.nat() });
  const any: fc.Arbitrary<UnhealthyByCause> = fc.record(
    { busy: total, stall: total, late: total, strained: total },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(any, any, any, (a, b, c) => {
      assert.deepEqual(addUnhealthy(addUnhealthy(a, b), c), addUnhealthy(c, addUnhealthy(b, a)));
      assert.deepEqual(Object.keys(addUnhealthy(a, b)), Object.keys(addUnhealthy(b, a)));
    }),
  );
});
