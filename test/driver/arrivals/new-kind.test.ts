import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { ArrivalKind } from '../../../lib/driver/arrivals/arrival-kind.ts';
import { arrivalKinds, modelOf } from '../../../lib/driver/arrivals/registry.ts';
import { parsePhases } from '../../../lib/driver/benchmark/phases/phases.ts';
import { CheckedDocument } from '../../../lib/driver/benchmark/valid-part.ts';
import { required } from '../../../lib/driver/declaration/field.ts';
import { incrementableInteger } from '../../../lib/driver/declaration/incrementable.ts';
import { Findings } from '../../../lib/driver/document/problem.ts';
import type { Arrivals } from '../../../lib/driver/model/arrivals.ts';
import type { Phase } from '../../../lib/driver/model/benchmark.ts';
import { graphOf } from '../../../lib/driver/planning/graph.ts';
import { defaultCeilings } from '../../../lib/driver/planning/limits.ts';
import { planTable } from '../../../lib/driver/planning/plan-table.ts';
import { assignmentOf } from '../../../lib/driver/planning/sharding/assignment.ts';
import { randomFor } from '../../../lib/driver/random.ts';
import { deliveryOf } from '../../../lib/driver/run/delivery.ts';
import { agents, benchmark, order, planned } from '../planning/benchmarks.ts';

/**
 * A new kind of arrivals needs only its entry in the table. Other code reads, plans, divides and reports it
 * without changes.
 */

type Pulses = { readonly kind: 'pulses'; readonly users: number };

/**
 * A kind of arrivals with this many users at the end of every second. The first users belong to the first
 * shard.
 */
const pulses = {
  kind: 'pulses',
  summary: 'So many users every second.',
  example: { users: 2 },
  startsUsers: true,
  fields: { users: required(incrementableInteger('Users every second.')) },
  parse({ users }: { readonly users?: number }): Pulses | undefined {
    return users === undefined ? undefined : { kind: 'pulses', users };
  },
  parseDuration: (writtenMs: number | undefined) => writtenMs,
  model: ({ users }: Pulses) => ({
    repeats: false,
    peakUsersPerSec: users,
    description: `${users} users every second`,
    loadKey: 'users',
    sessions: (limit: number | undefined) => limit ?? users,
    share: (weight: number, total: number) => ({ kind: 'pulses', users: (users * weight) / total }),
    knownDurationMs: (writtenMs: number | undefined) => writtenMs,
    plannedUsers: (durationMs: number) => users * Math.floor(durationMs / 1000),
    expectedUsers: (durationMs: number) => users * Math.floor(durationMs / 1000),
    schedule(
      _durationMs: number,
      part: { shard: number; shards: number; segment: { startMs: number; endMs: number } },
    ) {
      const { shard, shards, segment } = part;
      const due: number[] = [];
      for (let second = 1; second * 1000 <= segment.endMs; second += 1)
        for (let user = shard; user < users && second * 1000 > segment.startMs; user += shards)
          due.push(second * 1e9 + user);
      return { next: () => due.shift() ?? Infinity };
    },
  }),
};

// The compiler knows only the kinds of the product, and only this test may change their table.
const table = arrivalKinds as Map<string, ArrivalKind>;

suite('a kind of arrivals that is new', () => {
  before(() => table.set('pulses', pulses as unknown as ArrivalKind));
  after(() => table.delete('pulses'));

  const read = (): readonly Phase[] => {
    const body = { users: 4, duration: '6s', forks: [{ a: fork(1) }, { b: fork(3) }] };
    const findings = new Findings();
    const phases = parsePhases({
      document: new CheckedDocument({ phases: [{ waves: { pulses: body } }] }, []),
      findings,
      ergonomics: benchmark([]).ergonomics,
      targets: benchmark([]).targets,
      agents: agents(1),
      publishers: new Map(),
      caches: [],
    });
    assert.deepEqual(findings.list, []);
    return phases;
  };
  const fork = (weight: number) => ({ weight, scenario: [{ go: [{ httpRequest: { GET: '/' } }] }] });

  test('is read from a document and shared by forks', () => {
    assert.deepEqual(
      read().map(({ name, arrivals, maxSessions, durationMs }) => [name, arrivals, maxSessions, durationMs]),
      [
        ['waves/a', { kind: 'pulses', users: 1 }, 1, 6000],
        ['waves/b', { kind: 'pulses', users: 3 }, 3, 6000],
        ['waves', { kind: 'noop' }, 0, undefined],
      ],
    );
  });

  test('is planned, priced, shown and cut', () => {
    const plan = planned(benchmark(read()), { shards: 2, segmentMsMax: 3000 });
    assert.deepEqual(
      plan.phases.map(({ shards, segments, plannedArrivals }) => [shards, segments.length, plannedArrivals]),
      [
        [1, 2, 6],
        [2, 2, 18],
        [0, 0, 0],
      ],
    );
    assert.equal(plan.estimate.requestsPerUser, 1);
    assert.equal(planTable(plan)[1]?.load, '3 users every second');
    assert.equal(graphOf(plan)[1]?.durationMs, 6000);
    const due = [0, 1].flatMap((shard) => [0, 1].flatMap((segment) => arrivals(shard, segment)));
    assert.deepEqual(
      due.sort((a, b) => a - b),
      [1, 2, 3, 4, 5, 6].flatMap((second) => [0, 1, 2].map((user) => second * 1e9 + user)),
    );

    function arrivals(shard: number, segment: number): number[] {
      const { phase, ...part } = assignmentOf(plan, 1, shard, segment);
      const schedule = modelOf(phase.arrivals).schedule(6000, part, randomFor(1, 'pulses'));
      const found: number[] = [];
      for (let ns = schedule?.next() ?? Infinity; ns !== Infinity; ns = schedule?.next() ?? Infinity)
        found.push(ns);
      return found;
    }
  });

  test('is refused above a ceiling, where it is written', () => {
    const { limits } = {
      limits: { ...defaultCeilings, usersPerSecMax: 2 },
    };
    const { plan, findings } = order(benchmark(read()), { limits });
    assert.equal(plan, undefined);
    assert.deepEqual(
      findings.map(({ path, message }) => [path.join('.'), message.replace(/,.*/, '')]),
      [['phases.waves.users', 'the highest rate of all phases that may run at the same time is 4 users/s']],
    );
  });

  test('is held against what was delivered', () => {
    const plan = planned(benchmark(read()), { shards: 2 });
    const [, cut] = plan.phases;
    assert.ok(cut);
    const waves = { kind: 'pulses', users: 3 } as unknown as Arrivals;
    assert.equal(deliveryOf(cut, waves, undefined).planned, 18);
  });
});
