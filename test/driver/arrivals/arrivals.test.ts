import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { rateText } from '../../../lib/driver/arrivals/open-model.ts';
import { arrivalKinds, modelOf, startsUsers } from '../../../lib/driver/arrivals/registry.ts';
import type { Arrivals } from '../../../lib/driver/model/arrivals.ts';
import { randomFor } from '../../../lib/driver/random.ts';

/** The facts about each kind of arrivals that the planner, the drive and the report need. */

type Row = {
  readonly arrivals: Arrivals;
  readonly active?: boolean;
  readonly users?: number;
  readonly repeats?: boolean;
  readonly peak: number;
  readonly description: string;
  readonly loadKey: string;
  /** The number of sessions: without a limit in the document, and with the limit 7.4. */
  readonly sessions: readonly [number, number];
  /** The same kind of arrivals with a quarter of the load. */
  readonly quarter: Arrivals;
  /** The durations of the phase: with a duration of 2 s in the document, and without one. */
  readonly durations: readonly [number | undefined, number | undefined];
  /** The users who arrive in 2 s: the exact number if it is known, and the average. */
  readonly arriving: readonly [number | undefined, number];
};

const table: readonly Row[] = [
  {
    arrivals: { kind: 'constantRate', usersPerSec: 10.2, variance: false },
    peak: 10.2,
    description: '10.2 users/s, evenly spaced',
    loadKey: 'usersPerSec',
    sessions: [11, 7],
    quarter: { kind: 'constantRate', usersPerSec: 2.55, variance: false },
    durations: [2000, undefined],
    arriving: [20, 20],
  },
  {
    arrivals: { kind: 'constantRate', usersPerSec: 10 + 1e-10, variance: true },
    peak: 10 + 1e-10,
    description: '10 users/s',
    loadKey: 'usersPerSec',
    sessions: [10, 7],
    quarter: { kind: 'constantRate', usersPerSec: (10 + 1e-10) / 4, variance: true },
    durations: [2000, undefined],
    arriving: [undefined, 20 + 2e-10],
  },
  {
    arrivals: { kind: 'increasingRate', initialUsersPerSec: 1, targetUsersPerSec: 9, variance: false },
    peak: 9,
    description: '1 to 9 users/s, evenly spaced',
    loadKey: 'targetUsersPerSec',
    sessions: [9, 7],
    quarter: { kind: 'increasingRate', initialUsersPerSec: 0.25, targetUsersPerSec: 2.25, variance: false },
    durations: [2000, undefined],
    arriving: [10, 10],
  },
  {
    arrivals: { kind: 'decreasingRate', initialUsersPerSec: 0.4, targetUsersPerSec: 0, variance: true },
    peak: 0.4,
    description: '0.4 to 0 users/s',
    loadKey: 'initialUsersPerSec',
    sessions: [1, 7],
    quarter: { kind: 'decreasingRate', initialUsersPerSec: 0.1, targetUsersPerSec: 0, variance: true },
    durations: [2000, undefined],
    arriving: [undefined, 0.4],
  },
  {
    arrivals: { kind: 'atOnce', users: 10 },
    users: 10,
    peak: 0,
    description: '10 users',
    loadKey: 'users',
    sessions: [10, 10],
    quarter: { kind: 'atOnce', users: 3 },
    durations: [undefined, undefined],
    arriving: [10, 10],
  },
  {
    arrivals: { kind: 'always', users: 10 },
    users: 10,
    repeats: true,
    peak: 0,
    description: '10 users always',
    loadKey: 'users',
    sessions: [10, 10],
    quarter: { kind: 'always', users: 3 },
    durations: [2000, undefined],
    arriving: [undefined, 10],
  },
  {
    arrivals: { kind: 'noop' },
    active: false,
    peak: 0,
    description: '',
    loadKey: 'duration',
    sessions: [0, 0],
    quarter: { kind: 'noop' },
    durations: [2000, 0],
    arriving: [0, 0],
  },
];

for (const { active = true, repeats = false, ...row } of table) {
  test(`${JSON.stringify(row.arrivals)} answers all questions`, () => {
    const model = modelOf(row.arrivals);
    assert.equal(startsUsers(row.arrivals), active);
    assert.equal(model.users, row.users);
    assert.equal(model.repeats, repeats);
    assert.equal(model.peakUsersPerSec, row.peak);
    assert.equal(model.description, row.description);
    assert.equal(model.loadKey, row.loadKey);
    assert.deepEqual([model.sessions(undefined), model.sessions(7.4)], row.sessions);
    assert.deepEqual(model.share(1, 4), row.quarter);
    assert.deepEqual([model.knownDurationMs(2000), model.knownDurationMs(undefined)], row.durations);
    const [planned, expected] = row.arriving;
    assert.equal(model.plannedUsers(2000), planned);
    assert.ok(Math.abs(model.expectedUsers(2000) - expected) < 1e-12);
    const part = { shard: 0, shards: 1, segment: { startMs: 0, endMs: 2000 } };
    const schedule = model.schedule(2000, part, randomFor(1, 'arrivals'));
    assert.equal(schedule !== undefined, model.rate !== undefined);
  });
}

suite('the table of kinds', () => {
  test('holds each kind under its own name, with an example that it can plan', () => {
    for (const [name, { kind, example, startsUsers: active }] of arrivalKinds) {
      assert.equal(kind, name);
      // The cast is needed: the compiler does not know that the members in `example` belong to `kind`.
      const model = modelOf({ kind, ...example } as Arrivals);
      assert.equal(model.expectedUsers(10_000) > 0, active);
    }
    assert.deepEqual(
      new Set(arrivalKinds.keys()),
      new Set(table.map(({ arrivals }) => arrivals.kind)),
      'this test knows every kind',
    );
  });

  test('refuses a kind that it does not hold', () => {
    const unknown = { kind: 'staircase' } as unknown as Arrivals;
    assert.throws(() => modelOf(unknown), /unknown phase kind 'staircase'/);
  });
});

test('A rate of no users has an empty schedule', () => {
  const part = { shard: 0, shards: 1, segment: { startMs: 0, endMs: 2000 } };
  for (const variance of [true, false]) {
    const model = modelOf({ kind: 'constantRate', usersPerSec: 0, variance });
    assert.equal(model.schedule(2000, part, randomFor(1, 'arrivals'))?.next(), Infinity);
  }
});

suite('a ramp', () => {
  const table: readonly [kind: string, initial: number, target: number, error: string | undefined][] = [
    ['increasingRate', 1, 2, undefined],
    [
      'increasingRate',
      2,
      2,
      'targetUsersPerSec 2 must be above initialUsersPerSec 2 in increasingRate, raise targetUsersPerSec, or use the phase kind constantRate',
    ],
    [
      'increasingRate',
      3,
      2,
      'targetUsersPerSec 2 must be above initialUsersPerSec 3 in increasingRate, raise targetUsersPerSec, or use the phase kind decreasingRate',
    ],
    ['decreasingRate', 2, 1, undefined],
    [
      'decreasingRate',
      2,
      2,
      'targetUsersPerSec 2 must be below initialUsersPerSec 2 in decreasingRate, lower targetUsersPerSec, or use the phase kind constantRate',
    ],
    [
      'decreasingRate',
      2,
      3,
      'targetUsersPerSec 3 must be below initialUsersPerSec 2 in decreasingRate, lower targetUsersPerSec, or use the phase kind increasingRate',
    ],
  ];
  for (const [kind, initialUsersPerSec, targetUsersPerSec, error] of table) {
    test(`${kind} from ${initialUsersPerSec} to ${targetUsersPerSec} is ${error === undefined ? 'read' : 'refused'}`, () => {
      const ramp = { initialUsersPerSec, targetUsersPerSec, variance: true };
      const errors: string[] = [];
      const parsed = arrivalKinds.get(kind)?.parse(ramp, {
        has: (name) => name in ramp,
        lacks: () => false,
        agents: 1,
        threads: 1,
        error: (name, message, hint) => errors.push(`${name}: ${message}, ${hint}`),
        warning: () => {},
      });
      assert.deepEqual(parsed, { kind, ...ramp });
      assert.deepEqual(errors, error === undefined ? [] : [`targetUsersPerSec: ${error}`]);
    });
  }
});

test('a rate is written with six digits', () => {
  assert.deepEqual([100 / 3, 12_345, 2.5].map(rateText), ['33.3333', '12345', '2.5']);
});
