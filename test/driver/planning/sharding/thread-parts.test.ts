import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Arrivals } from '../../../../lib/driver/model/arrivals.ts';
import type { Assignment } from '../../../../lib/driver/model/plan.ts';
import { plannedPhase } from '../../../../lib/driver/planning/planned-phase.ts';
import { assignmentOf } from '../../../../lib/driver/planning/sharding/assignment.ts';
import { threadParts } from '../../../../lib/driver/planning/sharding/thread-parts.ts';
import { benchmark, phase, planned, steady, target } from '../benchmarks.ts';

/** Tests how a drive is divided into parts for its event loops. */

const number = (most: number) => fc.integer({ min: 1, max: most });
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

function assignments(
  arrivals: Arrivals,
  threads: readonly number[],
  connections: number,
): readonly Assignment[] {
  const users = 'users' in arrivals ? { maxSessions: arrivals.users } : {};
  const agents = threads.map((each, n) => ({ name: `agent-${n}`, threads: each }));
  const plan = planned(
    benchmark([phase('a', arrivals, users)], { agents, targets: [target(connections, connections)] }),
  );
  const { shards } = plannedPhase(plan, 0);
  return Array.from({ length: shards }, (_, shard) => assignmentOf(plan, 0, shard, 0));
}

suite('the parts of a drive', () => {
  const agents = fc.array(number(6), { minLength: 1, maxLength: 5 });

  test('have its users, sessions and arrivals, each once, and a connection each', () => {
    const arrivals = fc.oneof(
      number(60).map((users): Arrivals => ({ kind: 'always', users })),
      number(20).map((users): Arrivals => ({ kind: 'atOnce', users: 6 * users, alike: true })),
      number(60).map((rate) => steady(rate)),
    );
    fc.assert(
      fc.property(arrivals, agents, number(80), (kind, threads, connections) => {
        const numbers: number[] = [];
        const all: number[] = [];
        for (const whole of assignments(kind, threads, connections)) {
          const parts = threadParts(whole);
          const { loops = { before: whole.shard, all: whole.shards } } = whole;
          numbers.push(...parts.map((_, index) => loops.before + index));
          all.push(loops.all);
          assert.equal(sum(parts.map(({ users }) => users)), whole.users);
          assert.equal(sum(parts.map(({ maxSessions }) => maxSessions)), whole.maxSessions);
          assert.ok(parts.every(({ maxSessions }) => maxSessions > 0));
          const [most = 0] = whole.targets.map(({ shardConnections }) => shardConnections.max);
          const own = parts.map(({ targets }) => targets[0]?.shardConnections.max ?? 0);
          assert.equal(sum(own), Math.max(parts.length, most));
          assert.ok(own.every((each) => each > 0 && each <= Math.ceil(most / parts.length)));
          assert.deepEqual(partitionsOf(parts), partitionsOf([whole]));
          assert.deepEqual(
            parts.map(({ thread = { index: 0, count: 1 } }) => thread),
            parts.map((_, index) => ({ index, count: parts.length })),
          );
        }
        // The event loops with users are numbered over all shards without a gap.
        assert.deepEqual(numbers, [...numbers.keys()]);
        assert.ok(all.every((each) => each === numbers.length));
      }),
    );
  });

  test('are never more than there are users or sessions, and those of one thread are the drive', () => {
    const table: readonly [Arrivals, threads: number, parts: number][] = [
      [{ kind: 'always', users: 3 }, 2, 2],
      [{ kind: 'always', users: 3 }, 5, 3],
      [{ kind: 'atOnce', users: 1 }, 2, 1],
      [steady(2), 4, 2],
      [steady(100), 4, 4],
      [steady(100), 1, 1],
    ];
    for (const [arrivals, threads, parts] of table) {
      const [whole] = assignments(arrivals, [threads], 10);
      assert.ok(whole);
      assert.equal(threadParts(whole).length, parts);
      if (parts === 1) assert.deepEqual(threadParts(whole), [whole]);
    }
  });
});

/** The partitions of the phase, in the order of the parts. */
const partitionsOf = (parts: readonly Assignment[]): readonly number[] =>
  parts.flatMap(({ partitions, shard }) =>
    partitions === undefined
      ? [shard]
      : Array.from({ length: partitions.width }, (_, partition) => partitions.shard + partition),
  );
