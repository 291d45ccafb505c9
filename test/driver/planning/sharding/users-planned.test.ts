import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assignmentOf } from '../../../../lib/driver/planning/sharding/assignment.ts';
import { usersDue, usersPlanned } from '../../../../lib/driver/planning/sharding/users-planned.ts';
import { mergeUsers } from '../../../../lib/driver/statistics/users.ts';
import { planned } from '../planned.ts';

/**
 * The planned users of the drives of a phase add up to those of the document, for any shards, segments and
 * threads.
 */

const head = "name: asked\nhttp: {host: 'http://127.0.0.1', sharedConnections: 40}\n";

function askedOf(phase: string, { agents = '', segmentMsMax = 720_000, seed = 1 } = {}) {
  const text = `${head}${agents}phases:\n- p:\n    ${phase.replace(/\}$/, ', scenario: [look: [{httpRequest: {GET: /}}]]}')}\n`;
  const plan = planned(text, { burst: 'b', seed, segmentMsMax });
  const [{ shards, segments } = assert.fail('no phase')] = plan.phases;
  const parts = Array.from({ length: shards }, (_, shard) => shard).flatMap((shard) =>
    segments.map(({ index }) => usersPlanned(assignmentOf(plan, 0, shard, index))),
  );
  return { parts, all: mergeUsers(parts.flat()) };
}

const agents = 'agents:\n  small: {}\n  large: {threads: 3}\n';

suite('the planned users of the drives of a phase', () => {
  test('are those of an even rate in each second', () => {
    const { parts, all } = askedOf('constantRate: {usersPerSec: 12, variance: false, duration: 5s}', {
      agents,
      segmentMsMax: 2000,
    });
    assert.deepEqual(
      parts.map((part) => usersDue(part)),
      // Two agents have one quarter and three quarters of the users, in three segments each.
      [5, 5, 5, 15, 15, 15],
    );
    assert.deepEqual(
      all,
      [0, 1, 2, 3, 4].map((second) => [second, 12, 0, 0, 0]),
    );
  });

  test('are drawn by each thread of each shard, in segments as in one', () => {
    const phase = 'constantRate: {usersPerSec: 400, duration: 5s}';
    const whole = askedOf(phase, { agents });
    assert.ok(Math.abs(usersDue(whole.all) - 2000) < 5 * Math.sqrt(2000));
    assert.deepEqual(askedOf(phase, { agents, segmentMsMax: 700 }).all, whole.all);
    assert.notDeepEqual(askedOf(phase, { agents, seed: 2 }).all, whole.all);
  });

  test('are there at the start of a closed phase', () => {
    const { parts, all } = askedOf('always: {users: 10, duration: 3s}', { agents });
    assert.deepEqual(
      parts.map((part) => usersDue(part)),
      [2, 8],
    );
    assert.deepEqual(all, [[0, 10, 0, 0, 0]]);
    const cut = askedOf('always: {users: 10, duration: 3s}', { segmentMsMax: 2000 });
    assert.deepEqual(cut.all, [
      [0, 10, 0, 0, 0],
      [1, 10, 0, 0, 0],
    ]);
  });
});
