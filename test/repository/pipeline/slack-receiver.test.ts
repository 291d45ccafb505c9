import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { newSecret, signedHeaders } from '../../../lib/repository/records/actions/signature.ts';

/** The program in integrations/slack accepts what Downpour signs, and nothing else. */

const program = join(import.meta.dirname, '../../../integrations/slack/receiver.mjs');
const secret = newSecret();
const event = {
  type: 'change/new',
  timestamp: '2026-01-01T00:00:00.000Z',
  data: {
    kind: 'change/new',
    testId: 1,
    testName: 'a<b',
    variableName: 'p99',
    change: { runId: 7, explanation: 'the last value is 150' },
  },
};

suite('the receiver for Slack', () => {
  const texts: unknown[] = [];
  let slackStatus = 200;
  const slack = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    texts.push(JSON.parse(body));
    response.writeHead(slackStatus).end();
  });
  let url = '';
  let receiver: ReturnType<typeof spawn>;
  before(async () => {
    await once(slack.listen(0, '127.0.0.1'), 'listening');
    const SLACK = `http://127.0.0.1:${(slack.address() as AddressInfo).port}`;
    const env = { ...process.env, SECRET: secret, SLACK, PAGES: 'https://load.example.com' };
    receiver = spawn(process.execPath, [program, '0'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    assert.ok(receiver.stdout);
    const [line] = await once(receiver.stdout, 'data');
    url = String(line).trim();
  });
  after(async () => {
    receiver.kill();
    await once(receiver, 'close');
    slack.close();
  });

  const send = async (body: string, headers = signedHeaders(secret, 'msg_1', Date.now(), body)) =>
    (await fetch(url, { method: 'POST', headers, body })).status;

  test('posts a change as a line of text with a link', async () => {
    assert.equal(await send(JSON.stringify(event)), 200);
    assert.deepEqual(texts.splice(0), [
      { text: 'a&lt;b: p99 changed: the last value is 150 <https://load.example.com/run/7|run 7>' },
    ]);
  });

  test('posts the other events by their names', async () => {
    const run = { type: 'run/failed', data: { testName: 'shop', run: { id: 8 } } };
    const missing = { type: 'missing-data', data: { testName: 'shop', missing: { rule: 'daily' } } };
    const expiring = { type: 'key/expiring', data: { key: { name: 'ci' } } };
    for (const each of [run, missing, expiring]) assert.equal(await send(JSON.stringify(each)), 200);
    assert.deepEqual(texts.splice(0), [
      { text: 'shop: run/failed <https://load.example.com/run/8|run 8>' },
      { text: 'shop: missing-data' },
      { text: 'Downpour: key/expiring' },
    ]);
  });

  test('refuses another body, another secret and an old signature', async () => {
    const body = JSON.stringify(event);
    const hour = 3_600_000;
    assert.equal(await send(`${body} `, signedHeaders(secret, 'msg_1', Date.now(), body)), 401);
    assert.equal(await send(body, signedHeaders(newSecret(), 'msg_1', Date.now(), body)), 401);
    assert.equal(await send(body, signedHeaders(secret, 'msg_1', Date.now() - hour, body)), 401);
    assert.equal(await send(body, {}), 401);
    assert.deepEqual(texts, []);
  });

  test('fails when Slack refuses the message, so that Downpour sends the event again', async () => {
    slackStatus = 429;
    assert.equal(await send(JSON.stringify(event)), 502);
  });
});
