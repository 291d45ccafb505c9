import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { before, beforeEach, suite, test } from 'node:test';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { ProtocolError } from '../../../lib/local/protocol/protocol-error.ts';
import {
  invokeStop,
  type StopMachine,
  stopMachine,
} from '../../../lib/local/state-machine/express/stop-machine.ts';
import type { Execution } from '../../../lib/local/state-machine/journal.ts';
import { burstKey } from '../../../lib/names/burst-keys.ts';
import { environment } from '../../../lib/names/environment.ts';
import { type Bursts, openBursts } from '../../../lib/store/bursts.ts';
import { suiteScope } from '../../local/scratch.ts';
import { openEndpoints } from '../../store/endpoints.ts';

/**
 * A burst is stopped without any function: the person who has its stop token writes the stop into every copy
 * of its flag.
 */

suite('the state machine that stops a burst', () => {
  const scope = suiteScope();
  const started: { name: string | undefined; input: string }[] = [];
  let refusal: Error | undefined;
  let dynamo: DynamoDBDocumentClient;
  let table = '';
  let bursts: Bursts;
  let machine: StopMachine;

  before(async () => {
    const endpoints = await openEndpoints();
    scope.after(() => endpoints.close());
    dynamo = endpoints.clients.dynamo;
    table = process.env[environment.identityTable] ?? '';
    bursts = openBursts(dynamo, table, Date.now);
    const variables = { ...process.env, [environment.burstsTable]: table } as Record<string, string>;
    machine = stopMachine(variables, {
      stateMachineArn: 'arn:aws:states:us-east-1:000000000000:stateMachine:burst',
      start(input, name) {
        if (refusal !== undefined) throw refusal;
        started.push({ name, input });
        return {} as Execution;
      },
      arnOf: () => 'arn:execution',
    });
  });
  beforeEach(() => {
    started.length = 0;
    refusal = undefined;
  });

  const hash = (token: string): string => createHash('sha256').update(token).digest('hex');
  const stop = (input: unknown) => machine.run(JSON.stringify(input));
  const flagsOf = async (burst: string, copies: number) =>
    Promise.all(Array.from({ length: copies }, (_, copy) => bursts.flag(burst, copy, true)));

  test('writes all copies, leaves what else they say, and brings the end of the burst forward', async () => {
    await bursts.putStopHash('b-1', hash('secret'));
    await bursts.putFlag('b-1', 1, { phases: { 2: 'failed' } }, 3);
    const { status, output } = await stop({ burst: 'b-1', token: 'secret' });
    assert.deepEqual([status, output], ['SUCCEEDED', '{"stopped":true}']);
    for (const flag of await flagsOf('b-1', 3))
      assert.deepEqual(flag, { stop: 'stopped with its stop token', phases: { 2: 'failed' } });
    assert.deepEqual(started, [{ name: 'b-1-end', input: '{"burst":"b-1","ending":true}' }]);
  });

  test('stops a burst that is still being planned, and leaves the first reason of a stopped burst', async () => {
    await bursts.putStopHash('b-2', hash('secret'));
    assert.equal((await stop({ burst: 'b-2', token: 'secret' })).status, 'SUCCEEDED');
    await bursts.putFlag('b-2', 1, {}, 1);
    assert.equal((await bursts.flag('b-2', 0, true))?.stop, 'stopped with its stop token');
    await bursts.putStopHash('b-3', hash('secret'));
    await bursts.stopFlag('b-3', 'stopped by ada');
    await stop({ burst: 'b-3', token: 'secret' });
    assert.equal((await bursts.flag('b-3', 0, true))?.stop, 'stopped by ada');
  });

  test('refuses any other token, and an unknown burst', async () => {
    await bursts.putStopHash('b-4', hash('secret'));
    await dynamo.send(new PutCommand({ TableName: table, Item: { ...burstKey.flag('b-5', 0), copies: 1 } }));
    const inputs = [
      { burst: 'b-4', token: 'wrong' },
      { burst: 'b-4', token: hash('secret') },
      { burst: 'b-5', token: 'secret' },
      { burst: 'nobody', token: 'secret' },
      { burst: ['b-4'], token: { a: 1 } },
      ...[{ burst: 'b-4' }, { burst: 4, token: 'secret' }, { burst: 'b'.repeat(3_000), token: 'secret' }],
      ...[{}, [], 4, null],
    ];
    for (const input of inputs) {
      const { status, error } = await stop(input);
      assert.deepEqual([status, error], ['FAILED', 'StopRefused'], JSON.stringify(input));
    }
    assert.equal((await machine.run('{')).status, 'FAILED');
    assert.deepEqual(
      [await bursts.flag('b-4', 0, true), await bursts.flag('nobody', 0, true)],
      [{}, undefined],
    );
    assert.equal(started.length, 0);
  });

  test('only the last token counts', async () => {
    await bursts.putStopHash('b-6', hash('first'));
    await bursts.putStopHash('b-6', hash('second'));
    assert.equal((await stop({ burst: 'b-6', token: 'first' })).status, 'FAILED');
    assert.equal((await stop({ burst: 'b-6', token: 'second' })).status, 'SUCCEEDED');
  });

  test('has stopped a burst also when nothing can be started', async () => {
    await bursts.putStopHash('b-7', hash('secret'));
    refusal = new ProtocolError(400, 'ExecutionAlreadyExists', 'there');
    assert.equal((await stop({ burst: 'b-7', token: 'secret' })).status, 'SUCCEEDED');
    assert.equal((await bursts.flag('b-7', 0, true))?.stop, 'stopped with its stop token');
  });

  test('answers the gateway with 200 whatever becomes of it', async () => {
    const { payload } = await invokeStop(machine, { body: '{"burst":"nobody","token":"x"}' });
    const { statusCode, body } = JSON.parse(payload) as { statusCode: number; body: string };
    assert.deepEqual([statusCode, JSON.parse(body).error], [200, 'StopRefused']);
  });

  test('invokes no function', () => {
    const text = readFileSync(new URL('../../../functions/driver/stop.asl.json', import.meta.url), 'utf8');
    assert.doesNotMatch(text, /lambda/);
  });
});
