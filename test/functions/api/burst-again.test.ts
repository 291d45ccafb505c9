import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { ExecutionAlreadyExists } from '@aws-sdk/client-sfn';
import { handler as firstKey } from '../../../functions/api/first-key.ts';
import { openMemory } from '../memory.ts';
import type { Answer } from './invoke.ts';
import { send } from './requests.ts';

/**
 * A client may repeat a request to start a burst with the same idempotency key. There is still only one
 * burst, and its load is sent once.
 */

const memory = openMemory();
const made = await firstKey();
assert.ok('apiKey' in made);

suite('a burst that is requested again', () => {
  const text = `name: once
http: { host: 'http://127.0.0.1:1', sharedConnections: 1 }
usersPerSec: 1
duration: 1s
scenario: [ { only: [ { httpRequest: { GET: / } } ] } ]
`;
  const post = (idempotencyKey: string | undefined, body: object = { document: text }): Promise<Answer> =>
    send('POST /api/burst', {
      key: made.apiKey,
      headers: {
        'content-type': 'application/json',
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify(body),
    });
  const idOf = ({ status, body }: Answer): string => {
    assert.equal(status, 202, body);
    return (JSON.parse(body) as { id: string }).id;
  };
  const codeOf = ({ status, body }: Answer) => [status, (JSON.parse(body) as { code: string }).code];
  /** Names of the executions that were started. */
  const started = () => memory.requests.map(({ name }) => name);

  beforeEach(() => {
    memory.requests.length = 0;
    memory.dynamo.clear('bursts');
    memory.documents.clear();
    memory.stepFunctions = async () => ({});
  });

  test('is the same burst, and its state machine is started once', async () => {
    const id = idOf(await post('k'));
    assert.equal(idOf(await post('k')), id);
    assert.deepEqual(started(), [id]);
  });

  test('is the same burst also after it has ended, and its document does not come back', async () => {
    const id = idOf(await post('k'));
    memory.records.set(id, { ...memory.records.get(id)!, state: 'passed' });
    memory.documents.clear();
    assert.equal(idOf(await post('k')), id);
    assert.equal(memory.documents.size, 0);
  });

  test('is the same burst for requests at the same time', async () => {
    // The second start fails with ExecutionAlreadyExists, because an execution has this name. It may be over
    // already.
    memory.stepFunctions = async () => {
      if (memory.requests.length > 1) throw new ExecutionAlreadyExists({ message: 'there', $metadata: {} });
      return {};
    };
    const ids = (await Promise.all([post('k'), post('k'), post('k')])).map(idOf);
    assert.equal(new Set([...ids, ...started()]).size, 1);
    assert.equal(memory.records.size, 1);
  });

  test('is another one without a key, under another key, and after the key was forgotten', async () => {
    const ids = [idOf(await post(undefined)), idOf(await post(undefined)), idOf(await post('a'))];
    assert.equal(new Set([...ids, idOf(await post('b'))]).size, 4);
  });

  test('is refused when anything else is requested under the key', async () => {
    const asked = { document: text, shards: 1, seed: 3, maxErrors: 0.5 };
    const id = idOf(await post('k', asked));
    for (const other of [{ shards: 2 }, { seed: 4 }, { maxErrors: 0.4 }, { document: `${text}#` }])
      assert.deepEqual(codeOf(await post('k', { ...asked, ...other })), [409, 'IDEMPOTENCY_KEY_REUSED']);
    // The order of members does not change the request.
    assert.equal(idOf(await post('k', { seed: 3, maxErrors: 0.5, shards: 1, document: text })), id);
    assert.deepEqual(started(), [id]);
  });

  test('starts when its first request was lost half-way', async () => {
    const id = idOf(await post('k'));
    const { isStarted: _, ...lost } = memory.records.get(id)!;
    memory.records.set(id, lost);
    memory.documents.clear();
    assert.equal(idOf(await post('k')), id);
    assert.deepEqual(started(), [id, id]);
    assert.equal(memory.documents.get(id)?.text, text);
  });

  test('starts again when the state machine did not start, and the one before is over', async () => {
    memory.stepFunctions = async () => {
      throw new Error('throttled');
    };
    assert.equal((await post('k')).status, 500);
    const [lost] = memory.records.values();
    assert.equal(lost?.state, 'incomplete');
    assert.equal(memory.documents.size, 0);
    memory.stepFunctions = async () => ({});
    const id = idOf(await post('k'));
    assert.notEqual(id, lost?.id);
    assert.equal(memory.records.get(id)?.state, 'planning');
  });

  test('may be mended under the same key when it was refused', async () => {
    assert.deepEqual(codeOf(await post('k', { document: 'name: a' })), [400, 'BENCHMARK_REFUSED']);
    idOf(await post('k'));
  });
});
