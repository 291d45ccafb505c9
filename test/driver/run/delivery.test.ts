import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Arrivals } from '../../../lib/driver/model/arrivals.ts';
import type { PhasePlan } from '../../../lib/driver/model/plan.ts';
import type { Delivery } from '../../../lib/driver/run/delivery.ts';
import { deliveryOf } from '../../../lib/driver/run/delivery.ts';
import { Merger } from '../../../lib/driver/statistics/merge.ts';
import type { Outcome } from '../../../lib/driver/statistics/partial.ts';
import { completed, partialOf } from '../statistics/partials.ts';

const even: Arrivals = { kind: 'constantRate', usersPerSec: 10, variance: false };
const poisson: Arrivals = { kind: 'constantRate', usersPerSec: 10, variance: true };
const always: Arrivals = { kind: 'always', users: 8 };

function planOf(shards: number, segments: number, plannedArrivals?: number): PhasePlan {
  return {
    index: 0,
    name: 'main',
    shards,
    segments: Array.from({ length: segments }, (_, index) => ({
      index,
      startMs: index * 1000,
      endMs: (index + 1) * 1000,
      last: index === segments - 1,
    })),
    requests: [],
    expectedArrivals: 100,
    ...(plannedArrivals === undefined ? {} : { plannedArrivals }),
  };
}

test('The delivered load is reported with the planned load', () => {
  const missed = { result: 'missed', planned: 50, started: 0 } as const;
  const half = { planned: 50, started: 50 };
  const table: readonly [string, Arrivals, PhasePlan, readonly Partial<Outcome>[], Partial<Delivery>][] = [
    ['all of it', even, planOf(2, 1, 100), [half, half], { planned: 100, started: 100, fraction: 1 }],
    [
      'a missed shard',
      even,
      planOf(2, 1, 100),
      [half, missed],
      { planned: 100, started: 50, fraction: 0.5, missed: [{ shard: 1, segment: 0 }] },
    ],
    [
      'a lost shard',
      even,
      planOf(2, 1, 100),
      [half],
      { planned: 100, fraction: 0.5, lost: [{ shard: 1, segment: 0 }] },
    ],
    [
      'a lost shard, all of whose measured requests are in the numbers',
      even,
      planOf(2, 1, 100),
      [half, { result: 'lost', planned: 50, started: 20, lost: { measuredS: 4, unreported: 0 } }],
      { fraction: 0.7, lost: [{ shard: 1, segment: 0, measuredS: 4 }] },
    ],
    [
      'Poisson',
      poisson,
      planOf(2, 1),
      [
        { planned: 47, started: 47 },
        { planned: 55, started: 55 },
      ],
      { planned: 102, fraction: 1 },
    ],
    [
      'Poisson, a lost shard',
      poisson,
      planOf(2, 1),
      [{ planned: 47, started: 47 }],
      { planned: 97, fraction: 47 / 97 },
    ],
    [
      'Poisson, four of six drives lost',
      poisson,
      planOf(2, 3),
      [
        { planned: 14, started: 14 },
        { planned: 19, started: 18 },
      ],
      { planned: 100, fraction: 0.32 },
    ],
    [
      'a closed phase with six drives: one was missed and four are lost',
      always,
      planOf(2, 3),
      [
        { planned: 4, started: 4 },
        { result: 'missed', planned: 4, started: 0 },
      ],
      { planned: 8, fraction: 1 / 6, missed: [{ shard: 1, segment: 0 }] },
    ],
    ['nothing of a closed phase', always, planOf(1, 2), [], { planned: 8, started: 0, fraction: 0 }],
    [
      'more than was planned',
      poisson,
      planOf(1, 1),
      [{ planned: 10, started: 11 }],
      { planned: 10, started: 11, fraction: 1 },
    ],
    [
      'throttled users never served',
      even,
      planOf(1, 1, 100),
      [{ planned: 100, started: 90, throttled: 30 }],
      { throttled: 30, fraction: 0.9 },
    ],
    [
      'closed users restart',
      always,
      planOf(2, 1),
      [
        { planned: 4, started: 400 },
        { planned: 4, started: 380 },
      ],
      { planned: 8, started: 780, fraction: 1 },
    ],
    ['a closed shard lost', always, planOf(2, 1), [{ planned: 4, started: 400 }], { fraction: 0.5 }],
    [
      'nothing came back',
      even,
      planOf(1, 1, 100),
      [],
      { started: 0, fraction: 0, lost: [{ shard: 0, segment: 0 }] },
    ],
    ['noop', { kind: 'noop' }, planOf(0, 1, 0), [], { planned: 0, fraction: 1, lost: [] }],
  ];
  for (const [name, arrivals, plan, outcomes, expected] of table) {
    const merger = new Merger('main');
    for (const [shard, outcome] of outcomes.entries()) {
      merger.accept(partialOf([], { shard, outcome: completed(outcome) }));
    }
    const delivery = deliveryOf(plan, arrivals, merger.result());
    assert.deepEqual({ ...delivery, ...expected }, delivery, name);
  }
  assert.equal(deliveryOf(planOf(1, 1, 100), even, undefined).lost.length, 1);
});
