import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { burstStates } from '../../../lib/functions/state-functions.ts';
import type { FunctionHost } from '../../../lib/local/function-host/host.ts';
import { ProtocolError } from '../../../lib/local/protocol/protocol-error.ts';
import { burstMachine, prewarmBurst } from '../../../lib/local/state-machine/burst-machine.ts';
import type { StatesError } from '../../../lib/local/state-machine/interpreter/errors.ts';
import { afterwards, type Scope, scratchDir } from '../scratch.ts';

suite('the state machine of bursts', () => {
  type Invoke = FunctionHost['invoke'];
  function open(scope: Scope, invoke: Invoke, journal = join(scratchDir(scope), 'executions.jsonl')) {
    const warmed: [string, number][] = [];
    const logged: StatesError[] = [];
    // A host with the only two functions that the state machine uses: they invoke functions and warm them up.
    const host = {
      invoke,
      prewarm: async (name: string, count: number) => void warmed.push([name, count]),
    } as unknown as FunctionHost;
    const tasks = { run: () => Promise.reject(new Error('no tasks')), close: async () => undefined };
    const machine = burstMachine({
      journal,
      host: () => host,
      tasks,
      log: (error) => logged.push(error as StatesError),
    });
    afterwards(scope, () => machine.executions.close());
    return { ...machine, warmed, logged, journal };
  }
  const failing =
    (name: string, fail: () => ReturnType<Invoke>, called: [string, unknown][] = []): Invoke =>
    async (invoked, event) => {
      called.push([invoked, event]);
      if (invoked === name) return fail();
      return { payload: 'null', functionError: false } as unknown as Awaited<ReturnType<Invoke>>;
    };
  const ended = ({ executions }: ReturnType<typeof open>) =>
    executions.ended(executions.start('{"burst":"b-1"}', 'b-1').name);

  test('bears its name, and hands an error of a function on to Clean under its own type', async (t) => {
    const called: [string, unknown][] = [];
    const payload = '{"errorType":"DownpourError","errorMessage":"broken"}';
    const failed = { payload, functionError: true } as unknown as Awaited<ReturnType<Invoke>>;
    const machine = open(
      t,
      failing(burstStates.plan, async () => failed, called),
    );
    assert.match(machine.executions.stateMachineArn, /:stateMachine:downpour-burst$/);
    const { status } = await ended(machine);
    assert.equal(status, 'FAILED');
    assert.deepEqual(called, [
      [burstStates.plan, { burst: 'b-1' }],
      [burstStates.clean, { burst: 'b-1', execution: 'b-1', error: 'DownpourError', cause: payload }],
      ['driver/reap', { execution: 'b-1', input: '{"burst":"b-1"}', status: 'FAILED' }],
    ]);
  });

  test('tells the reaper of what was aborted', async (t) => {
    const called: [string, unknown][] = [];
    const machine = open(
      t,
      failing(burstStates.plan, () => new Promise(() => undefined), called),
    );
    const { executions } = machine;
    const aborted = executions.ended(executions.start('{"burst":"b-1"}', 'b-1').name);
    executions.stop(`${executions.stateMachineArn.replace(':stateMachine:', ':execution:')}:b-1`);
    assert.equal((await aborted).status, 'ABORTED');
    assert.deepEqual(called.at(-1), [
      'driver/reap',
      { execution: 'b-1', input: '{"burst":"b-1"}', status: 'ABORTED' },
    ]);
  });

  test('cleans up the unfinished work of the last start once', async (t) => {
    const never = open(
      t,
      failing(burstStates.plan, () => new Promise(() => undefined)),
    );
    never.executions.start('{"burst":"b-1"}', 'b-1');
    never.executions.start('{}', 'b-2');
    await never.executions.close();
    const called: [string, { burst: string; execution: string }][] = [];
    const next = open(
      t,
      failing('', async () => assert.fail(), called as [string, unknown][]),
      never.journal,
    );
    await next.cleanInterrupted();
    assert.deepEqual(
      called.map(([name, { burst, execution }]) => [name, burst, execution]),
      [[burstStates.clean, 'b-1', 'b-1']],
    );
    await next.executions.close();
    const third = open(
      t,
      failing('', async () => assert.fail(), called as [string, unknown][]),
      never.journal,
    );
    await third.cleanInterrupted();
    assert.equal(called.length, 1);
  });

  test('names what the host refuses as Lambda does', async (t) => {
    const never = open(
      t,
      failing(burstStates.plan, () => new Promise(() => undefined)),
    );
    for (const burst of ['b-1', 'b-2']) never.executions.start(JSON.stringify({ burst }), burst);
    await never.executions.close();
    const refuse = async () => {
      throw new ProtocolError(429, 'TooManyRequestsException', 'slow down');
    };
    const next = open(t, failing(burstStates.clean, refuse), never.journal);
    await next.cleanInterrupted();
    const refused = ['StatesError', 'Lambda.TooManyRequestsException', 'slow down'];
    assert.deepEqual(
      next.logged.map(({ name, error, message }) => [name, error, message]),
      [refused, refused],
      'the second burst does not wait for the first',
    );
    assert.equal(open(t, refuse, never.journal).executions.interrupted.length, 2);
  });

  test('warms up what comes before the drives, and then the drives', () => {
    const warmed: [string, number][] = [];
    prewarmBurst({ prewarm: async (name, count) => void warmed.push([name, count]) }, 3);
    assert.deepEqual(warmed, [
      ['api/burst-start', 1],
      [burstStates.plan, 1],
      [burstStates.awaitStart, 1],
      [burstStates.drive, 3],
    ]);
  });

  test('loads what ends a burst once its drives are called', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const called: string[] = [];
    const released = { decision: 'released', drives: 2, shards: 2, first: 0, groups: 0 };
    const times = { wakeAt: 0, segmentMs: 0, everyMs: 0, atOnce: 2 };
    const machine = open(t, async (name, event) => {
      called.push(name);
      const { token } = event as { readonly token?: string };
      if (token !== undefined) machine.executions.tokens.succeed(token, { ...released, ...times });
      const plan = { burst: 'b-1', chains: [{ first: 0, step: 1, last: 0 }] };
      const payload = JSON.stringify(name === burstStates.plan ? plan : null);
      return { requestId: 'r-1', payload };
    });
    machine.executions.start('{"burst":"b-1"}', 'b-1');
    while (machine.warmed.length === 0) {
      t.mock.timers.tick(100);
      await setImmediate();
    }
    assert.equal(called.filter((name) => name === burstStates.drive).length, 2);
    t.mock.timers.tick(10_000);
    assert.deepEqual(
      machine.warmed.map(([name]) => name),
      [burstStates.settle, burstStates.merge, 'work/perform', 'api/run-data'],
    );
  });
});
