import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { type ServerResponse, request as send } from 'node:http';
import type { Socket } from 'node:net';
import { suite, test } from 'node:test';
import { createGateway, type GatewayOptions } from '../../../lib/local/gateway/gateway.ts';
import { UnsentAnswers } from '../../../lib/local/gateway/unsent-answers.ts';
import { listening, type Scope } from '../scratch.ts';

const MB = 1024 ** 2;

/**
 * Makes answers to several named callers, and collects the names of the callers whose connection was closed.
 */
function answers(bytesMax: number) {
  const unsent = new UnsentAnswers(bytesMax);
  const lost: string[] = [];
  const begin = (name: string, caller: string, bytes: number) => {
    const response = Object.assign(new EventEmitter(), { destroy: () => void lost.push(name) });
    unsent.add(response as unknown as ServerResponse, { caller, bytes });
    return () => void response.emit('close');
  };
  return { begin, lost };
}

suite('answers that clients have not read', () => {
  test('have a bound together: the caller with the most bytes loses its first connection', () => {
    const { begin, lost } = answers(10 * MB);
    begin('calm 1', 'calm', 4 * MB);
    begin('greedy 1', 'greedy', 3 * MB);
    begin('greedy 2', 'greedy', 3 * MB);
    assert.deepEqual(lost, []);
    begin('calm 2', 'calm', MB);
    assert.deepEqual(lost, ['greedy 1']);
    begin('calm 3', 'calm', 2 * MB);
    begin('calm 4', 'calm', MB);
    assert.deepEqual(lost, ['greedy 1', 'calm 1']);
  });

  test('count until they are sent, and small ones never', () => {
    const { begin, lost } = answers(10 * MB);
    for (let n = 0; n < 100; n += 1) begin(`${n}`, 'one', 9 * MB)();
    for (let n = 0; n < 1000; n += 1) begin(`${n}`, 'one', 60_000);
    assert.deepEqual(lost, []);
  });
});

/** A gateway whose answers have 32 MB. Returns its URL, and waits for the close of its first connection. */
async function serve(t: Scope, limits: GatewayOptions['limits']) {
  const gateway = createGateway({
    keyHeader: 'x-a-api-key',
    routes: [{ key: 'GET /a', functionName: 'a' }],
    invoke: async () => ({
      requestId: 'r',
      payload: JSON.stringify({ statusCode: 200, body: 'x'.repeat(32 * MB) }),
    }),
    ...(limits && { limits }),
  });
  const closed = once(gateway, 'connection').then(([socket]: Socket[]) => socket && once(socket, 'close'));
  return { url: `${await listening(t, gateway)}/a`, closed };
}

suite('the gateway', () => {
  test('closes the connection of an answer above the bound', async (t) => {
    const { url } = await serve(t, { unsentBytesMax: MB });
    await assert.rejects(fetch(url).then((answer) => answer.text()));
  });

  test('closes a connection whose client reads nothing', async (t) => {
    const { url, closed } = await serve(t, { unreadMsMax: 200 });
    const request = send(url, { agent: false }).end();
    request.on('response', (response) => void response.on('error', () => undefined).pause());
    await closed;
    request.destroy();
  });
});
