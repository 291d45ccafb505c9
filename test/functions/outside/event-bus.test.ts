import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { putEvent } from '../../../functions/outside/event-bus.ts';

/** A bus of EventBridge that answers what `answer` has. */
let answer: object = {};
const received: unknown[] = [];
const server = createServer(async (request, response) => {
  received.push([request.headers['x-amz-target'], await json(request)]);
  response.setHeader('content-type', 'application/x-amz-json-1.1').end(JSON.stringify(answer));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const before = { ...process.env };
Object.assign(process.env, {
  AWS_ENDPOINT_URL_EVENTBRIDGE: `http://127.0.0.1:${port}`,
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
});
after(() => {
  server.close();
  process.env = before;
});

test('An event is sent to the bus with its kind, and a rejected event is an error', async () => {
  answer = { FailedEntryCount: 0, Entries: [{ EventId: '1' }] };
  await putEvent('team-bus', 'run/new', { runId: 7 });
  const entry = {
    EventBusName: 'team-bus',
    Source: 'downpour',
    DetailType: 'run/new',
    Detail: '{"runId":7}',
  };
  assert.deepEqual(received, [['AWSEvents.PutEvents', { Entries: [entry] }]]);
  answer = { FailedEntryCount: 1, Entries: [{ ErrorCode: 'NotAuthorized', ErrorMessage: 'no' }] };
  await assert.rejects(putEvent('team-bus', 'run/new', {}), /refused an event: NotAuthorized no/);
});
