import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { benchmarks } from '../../../lib/driver/benchmark/limits.ts';
import { conducting } from '../../../lib/driver/conducting/limits.ts';
import { isOver } from '../../../lib/driver/conducting/replies.ts';
import { chainsOf } from '../../../lib/driver/planning/iteration-chains.ts';
import { planning } from '../../../lib/driver/planning/limits.ts';
import { plannedPhase } from '../../../lib/driver/planning/planned-phase.ts';
import { connectionsOf } from '../../../lib/driver/planning/sharding/assignment.ts';
import { planOf, type Simulated, Simulation } from './simulation.ts';

/** Hundreds of phases are planned and conducted like a few phases. */

const scenario = '[look: [httpRequest: {GET: /}]]';
const forks = ['a', 'b', 'c'].map((name) => `${name}: {scenario: ${scenario}}`).join(', ');
const head = 'name: many\nhttp: {host: a, sharedConnections: 30}\nphases:\n';

/** A document with 50 consecutive iterations of a ramp and of a steady phase, with three forks each. */
const stairs = `${head}
- ramp:
    increasingRate:
      {initialUsersPerSec: {base: 3, increment: 3}, targetUsersPerSec: {base: 6, increment: 3}, duration: 2s, maxIterations: 40,
       startAfter: {phase: steady, iteration: previous}, forks: {only: {scenario: ${scenario}}}}
- steady:
    constantRate:
      {usersPerSec: {base: 6, increment: 3}, duration: 5s, maxIterations: 40,
       startAfter: {phase: ramp, iteration: same}, forks: {${forks}}}`;

const fifty = `${head}
- many: {constantRate: {usersPerSec: {base: 30, increment: 3}, duration: 4s, maxIterations: 50, forks: {${forks}}}}
- last: {noop: {startAfterStrict: many, duration: 1s}}`;

function t0Of({ state }: Simulated, name: string): number {
  const index = state.graph.findIndex((node) => node.name === name);
  return state.phases[index]?.t0 ?? assert.fail(`${name} never started`);
}
function endOf({ state }: Simulated, name: string): number {
  const index = state.graph.findIndex((node) => node.name === name);
  return state.phases[index]?.endedAt ?? assert.fail(`${name} never ended`);
}
const numbers = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => String(n).padStart(3, '0'));

suite('50 iterations of 3 forks', () => {
  const plan = planOf(fifty);

  test('are 201 phases, and three at a time divide the connections', () => {
    assert.equal(plan.phases.length, 50 * 4 + 1 + 1);
    const shares = plan.phases
      .filter(({ shards }) => shards > 0)
      .map(({ index }) => connectionsOf(plannedPhase(plan, index), 30));
    assert.deepEqual(new Set(shares), new Set([10]));
    assert.equal(plan.shards, 1);
    const peaks = plan.benchmark.phases.map(({ arrivals }) =>
      'usersPerSec' in arrivals ? arrivals.usersPerSec : 0,
    );
    assert.equal(Math.max(...peaks), (30 + 49 * 3) / 3);
  });

  test('wait for their turns in three chains and the pause in one', () => {
    assert.deepEqual(chainsOf(plan.benchmark.phases), [
      { first: 0, step: 4, last: 196 },
      { first: 1, step: 4, last: 197 },
      { first: 2, step: 4, last: 198 },
      { first: 201, step: 1, last: 201 },
    ]);
  });

  test('all run, in order, side by side, each when the users of the one before are gone', () => {
    const done = new Simulation(plan).run();
    assert.ok(isOver(done.state));
    assert.ok(done.state.phases.every(({ status }) => status === 'TERMINATED'));
    const order = numbers(50);
    order.forEach((iteration, n) => {
      const before = order[n - 1];
      const starts = ['a', 'b', 'c'].map((fork) => t0Of(done, `many/${iteration}/${fork}`));
      // The three forks are ready together, so they start together.
      assert.equal(new Set(starts).size, 1);
      if (before !== undefined) assert.ok((starts[0] ?? 0) >= endOf(done, `many/${before}`));
    });
    assert.ok(t0Of(done, 'last') >= endOf(done, 'many/049/c'));
    // The average time of an iteration: its drives wake up, send load for 4 s and wait for the last users,
    // and the state machine takes its next step. No iteration waits for a periodic check.
    const eachMs = (t0Of(done, 'last') - t0Of(done, 'many/000/a')) / 50;
    assert.ok(
      eachMs < 300 + 4_000 + 700 + 60 + 2 * conducting.lookMsMin + conducting.startMarginMs + 20,
      `${eachMs}`,
    );
    assert.ok(done.waitingMax <= 4);
  });
});

suite('40 steps of stairs, each a ramp and three forks of a steady state,', () => {
  const plan = planOf(stairs);
  const done = new Simulation(plan).run();

  test('run step after step, and a steady state follows its ramp without a gap', () => {
    assert.equal(plan.phases.length, 40 * 2 + 1 + 40 * 4 + 1);
    assert.ok(done.state.phases.every(({ status }) => status === 'TERMINATED'));
    for (const iteration of numbers(40)) {
      const ramp = t0Of(done, `ramp/${iteration}/only`);
      for (const fork of ['a', 'b', 'c'])
        assert.equal(t0Of(done, `steady/${iteration}/${fork}`), ramp + 2_000);
    }
    const order = numbers(40);
    order.slice(1).forEach((iteration, n) => {
      assert.ok(t0Of(done, `ramp/${iteration}/only`) >= t0Of(done, `steady/${order[n]}/a`) + 5_000);
    });
  });

  test('let no more than a chain for each fork wait, and their conductor fits into its item', () => {
    assert.ok(done.waitingMax <= 4);
    assert.ok(done.bytesMax < 20_000, `${done.bytesMax}`);
  });
});

test('as many phases as are allowed fit into the item of the conductor while as many as may wait do', () => {
  const each = { iterations: benchmarks.phasesMax / planning.waitingMax - 1, length: 25 };
  const others = Array.from({ length: planning.waitingMax - 1 }, (_, n) => `${n}`.padEnd(each.length, '-'));
  const body = `{startAfter: first, duration: 1s, maxIterations: ${each.iterations}}`;
  const text = `${head}- first: {noop: {duration: 1m}}\n${others.map((name) => `- ${name}: {noop: ${body}}`).join('\n')}`;
  const plan = planOf(text);
  assert.equal(plan.phases.length, 1 + others.length * (each.iterations + 1));
  const { bytesMax, waitingMax } = new Simulation(plan).run();
  assert.equal(waitingMax, planning.waitingMax);
  assert.ok(bytesMax < 40_000, `${bytesMax}`);
});
