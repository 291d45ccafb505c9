import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';
import type { MachineSecond } from '../../../lib/driver/statistics/partial.ts';
import {
  addUnhealthy,
  type UnhealthyByCause,
  unhealthySeconds,
  untrustedSeconds,
} from '../../../lib/driver/statistics/unhealthy.ts';

/** Lateness that follows a stall is that stall's; the causes of several drives add in any order. */

const ms = 1e6;

type Late = readonly (readonly [second: number, ns: number])[];

function lateness(...lateNs: Late): ReadonlyMap<number, Histogram> {
  return new Map(
    lateNs.map(([second, ns]) => {
      const histogram = new Histogram();
      for (let request = 0; request < 10; request += 1) histogram.record(ns);
      return [second, histogram];
    }),
  );
}

const causes = (
  late: Late,
  machine: readonly MachineSecond[],
): readonly (readonly [second: number, cause: string])[] =>
  [...unhealthySeconds(lateness(...late), machine)].map(([second, { cause }]) => [second, cause]);

test('A second from which a request was sent in a worse one is as little trusted as that', () => {
  const seconds = unhealthySeconds(lateness([1, 30 * ms], [4, 900 * ms]), [
    [1, 30 * ms, 0],
    [4, 0, 500],
    [7, 2000 * ms, 500],
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
    [1, 'late'],
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
  assert.deepEqual(causes([...late], [[1, 900 * ms, 500]]), [
    [1, 'stall'],
    [2, 'stall'],
    [3, 'stall'],
    [5, 'late'],
  ]);
  assert.deepEqual(causes([...late], [[1, 900 * ms, 0]]), [
    [1, 'busy'],
    [2, 'busy'],
    [3, 'busy'],
    [5, 'late'],
  ]);
});

test('Strain alone explains no late second after it', () => {
  assert.deepEqual(
    causes(
      [[2, 200 * ms]],
      [
        [1, 50 * ms, 0],
        [2, 0, 500],
      ],
    ),
    [
      [1, 'strained'],
      [2, 'late'],
    ],
  );
});

test('A second that only the machine knows of is judged by the machine, and says how bad it was', () => {
  assert.deepEqual(
    [...unhealthySeconds(new Map(), [[7, 300 * ms, 500]])],
    [[7, { cause: 'stall', lateNs: 0, stallNs: 300 * ms }]],
  );
  const [[second, worst] = []] = unhealthySeconds(lateness([4, 300 * ms]), []);
  assert.equal(second, 4);
  assert.equal(worst?.stallNs, 0);
  assert.ok(Math.abs((worst?.lateNs ?? 0) - 300 * ms) < 3 * ms);
});

test('Seconds come in their order, whatever order they were read in', () => {
  const machine: MachineSecond[] = [
    [9, 300 * ms, 500],
    [2, 300 * ms, 500],
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
