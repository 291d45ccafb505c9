import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Script } from '../http/scripted-target.ts';
import { openVirtually, runVirtually } from './shards.ts';

/**
 * Every session can read the values of its phase, which are the same in every shard. A scenario may have no
 * steps.
 */

const quick: Script = { answer: () => ({ kind: 'response', afterMs: 1 }) };
const say = (...names: readonly string[]): unknown => [
  { main: [{ log: names.map((name) => `\${hyperfoil.${name}}`).join(' ') }] },
];

suite('built-in variables', () => {
  test('name the phase with its iteration and its fork, and count the iteration', async () => {
    const names = { name: 'p/007/a', phase: 'p', iteration: '007', fork: 'a' };
    const { log } = await runVirtually(
      { scenario: say('phase.name', 'phase.iteration', 'phase.id', 'agent.id', 'agents'), phase: names },
      quick,
    );
    assert.deepEqual(log, ['p/007/a 7 0 0 1']);
    const plain = await runVirtually({ scenario: say('phase.name', 'phase.iteration') }, quick);
    assert.deepEqual(plain.log, ['test 0']);
  });

  test('say when the phase started by the clock of the conductor, in every shard and segment alike', async () => {
    const t0 = 1_700_000_020_000;
    for (const startMs of [0, 1_000]) {
      const { time, clock, shardRun, log } = await openVirtually(
        {
          scenario: say('phase.start.time.as.string'),
          segment: { index: 0, startMs, endMs: startMs, last: true },
        },
        quick,
      );
      // The clock of this shard is set so that the phase starts three milliseconds later.
      await time.until(shardRun.run(clock.nowNs() + (t0 + 3 - clock.epochMs()) * 1e6, () => {}, t0));
      await time.until(shardRun.close());
      assert.deepEqual(log, [String(t0)]);
    }
  });
});

suite('users of a scenario without sequences', () => {
  for (const [name, arrivals] of [
    ['at once', { kind: 'atOnce', users: 5 }],
    ['at a rate', { kind: 'constantRate', usersPerSec: 5, variance: false }],
  ] as const)
    test(`come ${name}, send nothing and leave`, async () => {
      const { outcome, target } = await runVirtually(
        { scenario: {}, arrivals, phase: { durationMs: 1_000 }, maxSessions: 5 },
        quick,
      );
      assert.deepEqual([outcome.result, outcome.started, outcome.throttled], ['completed', 5, 0]);
      assert.deepEqual(target.seen, []);
    });
});

test('a closed phase of a shard without users is over at once', async () => {
  const { outcome } = await runVirtually(
    { scenario: say('run.id'), arrivals: { kind: 'always', users: 0 }, phase: { durationMs: 1_000 } },
    quick,
  );
  assert.deepEqual([outcome.result, outcome.started], ['completed', 0]);
});

test('a shard of more threads than others has as many parts of the arrivals', async () => {
  const row = {
    scenario: {},
    arrivals: { kind: 'constantRate', usersPerSec: 40, variance: false },
    phase: { durationMs: 1_000 },
  } as const;
  const wide = await runVirtually({ ...row, partitions: { shard: 0, shards: 4, width: 3 } }, quick);
  const narrow = await runVirtually({ ...row, partitions: { shard: 3, shards: 4, width: 1 } }, quick);
  assert.deepEqual([wide.outcome.started, narrow.outcome.started], [30, 10]);
});
