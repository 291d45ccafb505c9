import assert from 'node:assert/strict';
import { beforeEach, mock, suite, test } from 'node:test';
import {
  ExecutionAlreadyExists,
  InvalidOutput,
  InvalidToken,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import { decisionOf, respondFor, startMachine } from '../../functions/burst-machine.ts';
import type { Command } from '../../lib/driver/conducting/state.ts';
import { environment } from '../../lib/names/environment.ts';
import { node, notStarted, stateOf } from '../driver/conducting/graphs.ts';

/** Calls to Step Functions, and answers that count as final. */
suite('the state machine of a burst', () => {
  const sent: object[] = [];
  const clients = new Set<unknown>();
  let failure: Error | undefined;
  process.env.AWS_REGION = 'us-east-1';
  process.env[environment.stateMachineArn] = 'arn:machine';
  mock.method(SFNClient.prototype, 'send', async function (this: unknown, command: object) {
    clients.add(this);
    sent.push(command);
    if (failure !== undefined) throw failure;
    return {};
  });
  beforeEach(() => {
    sent.length = 0;
    failure = undefined;
  });

  const state = stateOf({
    graph: [node('a'), node('b', { shards: 3, segments: 4, segmentMs: 700_000 })],
    phases: [notStarted, notStarted],
  });
  const released: Command = { type: 'release', phase: 1, token: 't', wakeAt: 1_000.5 };
  const decision = {
    burst: 'b-1',
    phase: 1,
    decision: 'released',
    wakeAt: 1_000.5,
    first: 0,
    shards: 3,
    drives: 12,
    groups: 0,
    segmentMs: 700_000,
    atOnce: 3,
    everyMs: 0,
  };

  test('is started under the name of the burst, with its id as input', async () => {
    await startMachine('b-1');
    const [command] = sent as [StartExecutionCommand];
    assert.ok(command instanceof StartExecutionCommand);
    assert.deepEqual(command.input, {
      stateMachineArn: 'arn:machine',
      name: 'b-1',
      input: '{"burst":"b-1"}',
    });
    failure = new ExecutionAlreadyExists({ message: 'there', $metadata: {} });
    await assert.rejects(startMachine('b-1'), failure);
    assert.equal(clients.size, 1);
  });

  const respond = respondFor('b-1', async (phase) => `token of ${phase}`);

  test('gets the answer for the token of who waits for the phase', async () => {
    assert.equal(await respond(released, state), true);
    const [command] = sent as [SendTaskSuccessCommand];
    assert.ok(command instanceof SendTaskSuccessCommand);
    assert.equal(command.input.taskToken, 'token of 1');
    assert.deepEqual(JSON.parse(command.input.output ?? ''), decision);
    assert.equal(clients.size, 1);
  });

  test('without a token has no answer yet', async () => {
    assert.equal(await respondFor('b-1', async () => undefined)(released, state), false);
    assert.equal(sent.length, 0);
  });

  test('has done with a token that was answered or is no longer waited with', async () => {
    for (const Final of [TaskTimedOut, TaskDoesNotExist, InvalidToken]) {
      failure = new Final({ message: 'gone', $metadata: {} });
      assert.equal(await respond(released, state), true, Final.name);
    }
    for (const other of [
      new InvalidOutput({ message: 'wrong', $metadata: {} }),
      new Error('the network is gone'),
    ]) {
      failure = other;
      await assert.rejects(respond(released, state), other);
    }
  });

  test('gets the number of drives, the end of a pause, or the cancellation of the phase', () => {
    assert.deepEqual(decisionOf('b-1', released, state), decision);
    const turns = { atOnce: 1, everyMs: 10 };
    const crowd = stateOf({
      graph: [node('a'), node('b', { shards: 3, segments: 4, segmentMs: 700_000, turns })],
      phases: [notStarted, notStarted],
    });
    assert.deepEqual(decisionOf('b-1', released, crowd), { ...decision, ...turns });
    const noop: Command = { type: 'release-noop', phase: 0, token: 't', finishAt: 5_000.2 };
    assert.deepEqual(decisionOf('b-1', noop, state), {
      burst: 'b-1',
      phase: 0,
      decision: 'noop',
      finishAt: 6_000,
    });
    const large = stateOf({ graph: [node('a', { shards: 1000, segments: 2 })], phases: [notStarted] });
    assert.deepEqual(decisionOf('b-1', { type: 'over', phase: 0, token: 't' }, large), {
      burst: 'b-1',
      phase: 0,
      decision: 'over',
      groups: 45,
    });
    const afar = [{ region: 'eu-west-1', first: 2, shards: 3 }];
    const placed = stateOf({ graph: [node('a', { shards: 5, segments: 2, afar })], phases: [notStarted] });
    const here = decisionOf('b-1', { type: 'release', phase: 0, token: 't', wakeAt: 1_000 }, placed);
    assert.deepEqual(here.decision === 'released' && [here.first, here.shards, here.drives, here.afar], [
      ...[0, 2, 4, true],
    ]);
    const cancelled: Command = { type: 'cancel', phase: 1, token: 't', reason: 'enough' };
    assert.deepEqual(decisionOf('b-1', cancelled, state), {
      burst: 'b-1',
      phase: 1,
      decision: 'cancelled',
    });
  });
});
