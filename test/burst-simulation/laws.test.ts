import assert from 'node:assert/strict';
import { test } from 'node:test';
import { broken } from '../../bench/burst-simulation/invariants.ts';
import type { Outcome } from '../../bench/burst-simulation/outcome.ts';
import { simulated } from '../../bench/burst-simulation/process/run-child.ts';
import { type Scenario, usual } from '../../bench/burst-simulation/scenario.ts';

const small: Scenario = { ...usual, shards: 3, phases: 2, seconds: 5 };
const every: Scenario = { ...usual, shards: 3, shape: 'graph', seconds: 6, segmentMsMax: 4_000 };

/** Runs a simulated burst and checks its laws. A failure prints the command that repeats the simulation. */
async function obeys(scenario: Scenario): Promise<Outcome> {
  const outcome = await simulated(scenario);
  const again = `node bench/burst-simulation.ts --scenario '${JSON.stringify(scenario)}' --seeds ${scenario.seed}-${scenario.seed}`;
  assert.deepEqual(broken(outcome, scenario), [], again);
  return outcome;
}

test('a burst that nothing happens to sends and tells everything, and the same seed does the same', async () => {
  const outcome = await obeys(small);
  assert.equal(outcome.state, 'passed');
  assert.equal(outcome.arrived, 2 * 5 * 10 * 3);
  assert.deepEqual(await simulated(small), outcome);
});

test('so does one with iterations, forks, pauses, strict starts and segments', async () => {
  assert.equal((await obeys(every)).state, 'passed');
});

for (const seed of [1, 2, 3, 4])
  test(`nothing is doubled, or lost without a word, when any call may be lost, repeated or late: seed ${seed}`, async () => {
    await obeys({ ...(seed % 2 === 0 ? every : small), seed, chaos: 0.06 });
  });

test('a stop is one also when any call may be lost, repeated or late', async () => {
  const outcome = await obeys({ ...small, seconds: 20, stopAfterMs: 5_000, chaos: 0.03 });
  assert.ok(outcome.arrived < outcome.planned);
});

test('where no function is free a burst is stopped with its token', async () => {
  const outcome = await obeys({ ...small, seconds: 20, stopAfterMs: 5_000, crowded: true });
  assert.deepEqual([outcome.state, outcome.reason], ['stopped', 'stopped with its stop token']);
  assert.ok((outcome.stopMs ?? Infinity) < 2_000, `${outcome.stopMs} ms`);
});

test('a burst in an account that runs ten functions at once gets its drives or reports what it lacks', async () => {
  assert.equal((await obeys({ ...small, shards: 5, account: 'new', watchers: 3 })).state, 'passed');
  const { state, reason } = await obeys({ ...small, shards: 10, account: 'new', watchers: 3 });
  assert.equal(state, 'refused');
  assert.match(
    reason ?? '',
    /needs 10 load generators at once, but the AWS account allows 10 Lambda functions/,
  );
});

test('tasks of Fargate send everything once, and a stop ends them within the bound of functions', async () => {
  const tasks: Scenario = { ...small, executor: 'fargate' };
  const outcome = await obeys(tasks);
  assert.deepEqual([outcome.state, outcome.counts['invoked driver/drive']], ['passed', undefined]);
  const stopped = await obeys({ ...tasks, seconds: 60, stopAfterMs: 5_000 });
  assert.equal(stopped.state, 'stopped');
  assert.ok((stopped.stopMs ?? Infinity) < 2_000, `${stopped.stopMs} ms`);
});

/**
 * A task without heartbeats is lost. Drives of the other simulations run longer than a state waits for a
 * heartbeat, so those simulations test that heartbeats arrive.
 */
test('a task that is killed without a word is a lost shard, and counts up to its last flush', async () => {
  const killed: Scenario = {
    ...small,
    phases: 1,
    executor: 'fargate',
    seconds: 400,
    killsTaskAfterMs: 90_000,
  };
  const { state, reason, arrived, planned, reported = 0 } = await obeys(killed);
  assert.equal(state, 'incomplete');
  assert.match(reason ?? '', /1 shard was lost \(shard \d segment 0 was measured for \d+ s/);
  assert.ok(reported > (planned * 2) / 3 && reported < arrived && arrived < planned, `${reported} reported`);
});

test('each law finds who breaks it', async () => {
  const outcome = await simulated({ ...small, phases: 1 });
  const breaches: readonly (readonly [Partial<Outcome>, RegExp])[] = [
    [{ doubled: 1 }, /twice/],
    [{ arrived: outcome.planned + 1 }, /planned/],
    [{ state: 'running' }, /ended in the state running/],
    [{ reported: outcome.arrived + 1, state: 'incomplete' }, /the run reports/],
    [{ reported: outcome.arrived - 1 }, /the burst passed, but/],
    [{ left: 2 }, /2 functions still ran/],
    [{ lateMs: 5 }, /after the end/],
  ];
  assert.deepEqual(broken(outcome, small), []);
  for (const [breach, words] of breaches)
    assert.match(broken({ ...outcome, ...breach }, small).join(), words);
  assert.match(
    broken({ ...outcome, hasStopped: false }, { ...small, stopAfterMs: 1 }).join(),
    /did not stop/,
  );
});
