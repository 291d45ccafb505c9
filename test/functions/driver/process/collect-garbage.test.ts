import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { collectGarbage } from '../../../../functions/driver/process/collect-garbage.ts';
import { assignmentOf } from '../../../../lib/driver/planning/sharding/assignment.ts';
import { openShardRun } from '../../../../lib/driver/session/shard-run.ts';
import { planOf } from '../../../driver/conducting/simulation.ts';
import { responseAfter, ScriptedTarget } from '../../../driver/http/scripted-target.ts';
import { VirtualClock } from '../../../driver/virtual-clock.ts';

suite('garbage', () => {
  test('is collected when it is requested, and no program is shown how', async () => {
    const dropped = new WeakRef({ text: 'no code needs this' });
    // After a weak reference was read, its object remains until the end of the turn of the event loop.
    await turn();
    collectGarbage();
    assert.equal(dropped.deref(), undefined);
    assert.equal('gc' in globalThis, process.execArgv.includes('--expose-gc'));
  });

  test('is collected once after a run is opened, behind its last connection and ahead of its first user', async () => {
    const time = new VirtualClock();
    const { clock } = time;
    const target = new ScriptedTarget(clock, { answer: () => responseAfter(10) });
    const plan = planOf(`name: n
http: {host: 'http://127.0.0.1', sharedConnections: 3}
phases: [{one: {constantRate: {usersPerSec: 10, duration: 1s, scenario: [{look: [{httpRequest: {GET: /}}]}]}}}]`);
    const collected: number[] = [];
    const run = await time.until(
      openShardRun(assignmentOf(plan, 0, 0, 0), {
        clock,
        connect: target.connect,
        collectGarbage: () => collected.push(target.open, target.seen.length),
      }),
    );
    const { started } = await time.until(run.run(clock.nowNs()));
    assert.ok(started > 0);
    assert.deepEqual(collected, [3, 0]);
  });
});
