import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { beforeEach, mock, suite, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import {
  brotliCompressSync,
  constants,
  deflateSync,
  gunzipSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import type { Context } from 'aws-lambda';
import { authenticate as authenticateFrom } from '../../../functions/api/pipeline/authentication/authenticate.ts';
import { forgetKey, knownKey } from '../../../functions/api/pipeline/authentication/known-keys.ts';
import { withPlace } from '../../../functions/api/pipeline/body.ts';
import { answerFailure } from '../../../functions/api/pipeline/failure.ts';
import { operation } from '../../../functions/api/pipeline/operation.ts';
import { publicOperation } from '../../../functions/api/pipeline/public-operation.ts';
import {
  deliver,
  deliverLarge,
  rejectIfTooLarge,
} from '../../../functions/api/pipeline/replies/large-reply.ts';
import { removalReply } from '../../../functions/api/pipeline/replies/removal-reply.ts';
import { json, text } from '../../../functions/api/pipeline/replies/reply.ts';
import { documentOperations } from '../../../functions/api/pipeline/replies/representation.ts';
import { router } from '../../../functions/api/pipeline/router.ts';
import type { Event, Headers, Reply } from '../../../functions/api/pipeline/types.ts';
import { patternWords, validate } from '../../../functions/api/pipeline/validation.ts';
import { stores } from '../../../functions/stores.ts';
import { type OperationName, operations } from '../../../lib/api.generated.ts';
import { DownpourError } from '../../../lib/errors.ts';
import { invocationBytesMax } from '../../../lib/facts/transfer-limits.ts';
import { environment } from '../../../lib/names/environment.ts';
import type { RunStore } from '../../../lib/repository/ports/run-store.ts';
import { type ApiKey, makeKey } from '../../../lib/results/identity/api-key.ts';
import { apiKeyLimits, keyCache } from '../../../lib/results/identity/limits.ts';
import { uploadLimits } from '../../../lib/results/upload/limits.ts';
import { grouped } from '../../../lib/words.ts';
import contractFile from '../../../schema/openapi.json' with { type: 'json' };
import { openMemory } from '../memory.ts';

/** The middleware of every route, one part at a time. */

const memory = openMemory();
const now = 1_700_000_000_000;
function givenKey(id: number, changed: Partial<ApiKey> = {}): string {
  const made = makeKey(id, { name: null, user: 'ada', role: 'user' }, new Uint8Array(32).fill(id), now);
  memory.keys.set(id, { ...made.key, ...changed });
  return made.text;
}
const authenticate = (headers: Headers, at: number) => authenticateFrom(headers, at, '192.0.2.1');
type Responses = { readonly operationId: string; readonly responses: object };
const contract = contractFile as unknown as {
  readonly paths: Record<string, Record<string, Responses>>;
};
const bodyOf = (reply: Reply | undefined) => JSON.parse(reply?.body ?? 'null');

suite('authentication', () => {
  beforeEach(() => {
    memory.dynamo.clear('identity');
    delete process.env[environment.service];
  });
  const refused = (header: string) => ({
    name: 'DownpourError',
    code: 'UNAUTHORIZED',
    status: 401,
    message: `this operation needs a valid API key in the header ${header}: the key is missing, wrong, revoked or expired`,
  });

  test('gives whose key it is, and notes the use of the minute', async () => {
    const key = givenKey(5, { role: 'admin' });
    const headers = { 'x-downpour-api-key': key };
    const scopes = ['read', 'upload', 'drive', 'admin'];
    assert.deepEqual(await authenticate(headers, now), { keyId: 5, user: 'ada', role: 'admin', scopes });
    assert.equal(memory.keys.get(5)?.lastUsedAt, now);
    await authenticate(headers, now + apiKeyLimits.lastUseMs - 1);
    assert.equal(memory.keys.get(5)?.lastUsedAt, now);
    await authenticate(headers, now + apiKeyLimits.lastUseMs);
    assert.equal(memory.keys.get(5)?.lastUsedAt, now + apiKeyLimits.lastUseMs);
  });

  test('refuses alike what is missing, malformed, unknown, another secret, revoked or expired', async () => {
    const key = givenKey(5);
    const [revoked, expired] = [givenKey(6, { revokedAt: now }), givenKey(7, { expiresAt: now })];
    const other = makeKey(5, { name: null, user: 'eve', role: 'user' }, new Uint8Array(32), now).text;
    const unknown = makeKey(9, { name: null, user: 'eve', role: 'user' }, new Uint8Array(32), now).text;
    for (const given of [undefined, '', 'x', `${key}x`, other, unknown, revoked, expired])
      await assert.rejects(authenticate({ 'x-downpour-api-key': given }, now), refused('X-Downpour-API-Key'));
    assert.ok([...memory.keys.values()].every(({ lastUsedAt }) => lastUsedAt === undefined));
  });

  test('reads the header of the service that the deployment names', async () => {
    process.env[environment.service] = 'Acme';
    const key = givenKey(5);
    assert.equal((await authenticate({ 'x-acme-api-key': key }, now)).user, 'ada');
    await assert.rejects(authenticate({ 'x-downpour-api-key': key }, now), refused('X-Acme-API-Key'));
  });

  test('asks for a good key once in five seconds, for a refused one once in a second', async () => {
    const reads = mock.method(stores().keys, 'get');
    const ask = async (text: string, at: number) => {
      const before = reads.mock.callCount();
      const is = await authenticate({ 'x-downpour-api-key': text }, at).then(
        ({ user }) => user,
        ({ status }) => status,
      );
      return [is, reads.mock.callCount() - before];
    };
    const key = givenKey(20);
    assert.deepEqual(await ask(key, now), ['ada', 1]);
    assert.deepEqual(await ask(key, now + 4999), ['ada', 0]);
    const stored = memory.keys.get(20);
    assert.ok(stored);
    memory.keys.set(20, { ...stored, revokedAt: now });
    assert.deepEqual(await ask(key, now + 4999), ['ada', 0]);
    assert.deepEqual(await ask(key, now + 5000), [401, 1], 'a revocation is seen');
    assert.deepEqual(await ask(key, now + 5999), [401, 0]);
    memory.keys.set(20, stored);
    assert.deepEqual(await ask(key, now + 6000), ['ada', 1], 'a refusal is kept no longer');
    const other = makeKey(20, { name: null, user: 'eve', role: 'user' }, new Uint8Array(32), now).text;
    assert.deepEqual(
      await ask(other, now + 6000),
      [401, 1],
      'what is known of a key is known of its text alone',
    );
    assert.deepEqual(await ask('no key', now), [401, 0]);
    assert.deepEqual(
      await ask(key, now - 60_000),
      ['ada', 1],
      'a clock that was put back makes nothing last',
    );
    reads.mock.restore();
  });

  test('a known key expires at its instant, and is requested when it was forgotten', async () => {
    const key = givenKey(21, { expiresAt: now + 100 });
    const headers = { 'x-downpour-api-key': key };
    await authenticate(headers, now);
    await authenticate(headers, now + 99);
    await assert.rejects(authenticate(headers, now + 100), { status: 401 });
    const revoked = givenKey(22);
    await authenticate({ 'x-downpour-api-key': revoked }, now);
    const stored = memory.keys.get(22);
    assert.ok(stored);
    memory.keys.set(22, { ...stored, revokedAt: now });
    forgetKey(stored);
    await assert.rejects(authenticate({ 'x-downpour-api-key': revoked }, now), { status: 401 });
  });

  test('invalid keys do not remove valid keys from the cache', async () => {
    const key = givenKey(23);
    await authenticate({ 'x-downpour-api-key': key }, now);
    for (let n = 0; n < keyCache.keysMax + 10; n += 1) {
      const text = `dpr_24_${String(n).padStart(43, 'x')}`;
      await assert.rejects(authenticate({ 'x-downpour-api-key': text }, now), { status: 401 });
    }
    const reads = mock.method(stores().keys, 'get');
    await authenticate({ 'x-downpour-api-key': key }, now);
    assert.equal(reads.mock.callCount(), 0);
    const many = Array.from({ length: keyCache.keysMax }, (_, n) => givenKey(1000 + n));
    for (const each of many) await authenticate({ 'x-downpour-api-key': each }, now);
    await authenticate({ 'x-downpour-api-key': key }, now);
    assert.equal(reads.mock.callCount(), keyCache.keysMax + 1, 'so many are kept, and no more');
    reads.mock.restore();
  });

  test('keeps no more keys than its bound, good and refused ones, also of keys whose use was noted just now', async () => {
    const { keysMax } = keyCache;
    const good = Array.from({ length: keysMax + 1 }, (_, n) => givenKey(3000 + n, { lastUsedAt: now }));
    const refused = Array.from({ length: keysMax + 1 }, (_, n) => `dpr_26_${String(n).padStart(43, 'y')}`);
    const reads = mock.method(stores().keys, 'get');
    for (const texts of [good, refused]) {
      for (const text of texts) await knownKey(text, now);
      reads.mock.resetCalls();
      await knownKey(texts.at(-1) ?? '', now);
      assert.equal(reads.mock.callCount(), 0, 'the last one is known');
      await knownKey(texts[0] ?? '', now);
      assert.equal(reads.mock.callCount(), 1, 'the first one had to go');
    }
    reads.mock.restore();
  });

  test('lets a caller in whose use cannot be written down, and logs that', async () => {
    const key = givenKey(25);
    const touch = mock.method(stores().keys, 'touch', async () => {
      throw new Error('no table');
    });
    const lines = mock.method(console, 'error', () => undefined);
    const { user } = await authenticate({ 'x-downpour-api-key': key }, now);
    touch.mock.restore();
    lines.mock.restore();
    assert.equal(user, 'ada');
    const [line] = lines.mock.calls.map(({ arguments: [one] }) => JSON.parse(String(one)));
    assert.deepEqual(
      [line.level, line.message],
      ['ERROR', 'the last use of API key 25 could not be written'],
    );
    assert.deepEqual([line.error.name, line.error.message], ['Error', 'no table']);
  });

  test('comes before validation, unless the operation is public', async () => {
    const ask = { headers: {}, rawPath: '/p', rawQueryString: 'x=1', requestContext: { requestId: 'r' } };
    const event = ask as unknown as Event;
    const context = { awsRequestId: 'a' } as Context;
    assert.equal((await operation('apikey-list', async () => json({}))(event, context)).statusCode, 401);
    assert.equal((await publicOperation('version', async () => json({}))(event, context)).statusCode, 400);
  });
});

suite('a call', () => {
  const call = async (event: object, context?: object): Promise<Record<string, unknown>> => {
    let seen: Record<string, unknown> = {};
    const handler = publicOperation('version', async (given) => {
      seen = { ...given };
      return json({});
    });
    await handler({ rawPath: '/', rawQueryString: '', ...event } as Event, context as Context);
    return seen;
  };

  test('has the id of its request from the route, else from the platform', async () => {
    const headers = {};
    const requestContext = { requestId: 'r' };
    assert.equal((await call({ headers, requestContext }, { awsRequestId: 'a' })).requestId, 'r');
    assert.equal((await call({ headers }, { awsRequestId: 'a' })).requestId, 'a');
    assert.equal((await call({ headers })).requestId, 'unknown');
  });

  test('has header names in lower case, and the instant at which it came', async () => {
    const before = Date.now();
    const { headers, now: at } = await call({ headers: { 'X-One': 'A' } });
    assert.equal((headers as Record<string, string>)['x-one'], 'A');
    assert.ok(Number(at) >= before && Number(at) <= Date.now());
  });

  test('leaves the event of the platform as it is', async () => {
    const event = { headers: { 'X-One': 'A' } };
    await call(event);
    assert.deepEqual(event, { headers: { 'X-One': 'A' } });
  });

  test('that fails is answered as JSON, and so is a reply that is too large', async () => {
    const event = {
      headers: {},
      rawPath: '/',
      rawQueryString: '',
      requestContext: { requestId: 'r' },
    } as unknown as Event;
    const failing = publicOperation('version', async () => {
      throw new DownpourError('NOPE', 418, 'no', { details: [1] });
    });
    const failed = await failing(event, {} as Context);
    assert.deepEqual(
      [failed.statusCode, bodyOf(failed)],
      [418, { code: 'NOPE', message: 'no', details: [1], requestId: 'r' }],
    );
    process.env[environment.metricNamespace] = 'Downpour/mine';
    const lines = mock.method(console, 'log', () => undefined);
    const full = publicOperation('version', async () => {
      throw new DownpourError('TEAM_STORAGE_FULL', 507, 'full');
    });
    await full(event, {} as Context);
    lines.mock.restore();
    delete process.env[environment.metricNamespace];
    const counted = lines.mock.calls.map(({ arguments: [line] }) => JSON.parse(String(line)).StorageRefused);
    assert.deepEqual(counted, [undefined, 1]);
    const large = publicOperation('version', async () => text('x'.repeat(invocationBytesMax + 1)));
    const { statusCode, body } = await large(event, {} as Context);
    assert.equal(statusCode, 413);
    assert.deepEqual(JSON.parse(body ?? ''), {
      code: 'RESULT_TOO_LARGE',
      message: `the reply is larger than the limit of ${grouped(invocationBytesMax)} bytes; request a smaller part`,
      requestId: 'r',
    });
  });
});

suite('a family', () => {
  test('asks the operation of the route, and that of GET, else the first, for all other methods', async () => {
    const named = (name: string) => async () => text(name);
    const handler = router({
      'POST /a': named('make'),
      'GET /a': named('list'),
      'PUT /b': named('change'),
      'DELETE /b': named('drop'),
    });
    assert.deepEqual(handler.routes, ['POST /a', 'GET /a', 'PUT /b', 'DELETE /b']);
    const request = async (routeKey: string) => (await handler({ routeKey } as Event, {} as Context)).body;
    const rows = { 'POST /a': 'make', 'ANY /a': 'list', 'ANY /b': 'change', 'DELETE /b': 'drop' };
    for (const [key, name] of Object.entries(rows)) assert.equal(await request(key), name, key);
  });

  test('finds the operation of a path that the platform leaves to it', async () => {
    const named = (name: string) => async (event: Event) =>
      text(`${name} ${JSON.stringify(event.pathParameters)}`);
    const handler = router({
      'GET /a': named('list'),
      'POST /a': named('make'),
      'GET /a/{id}': named('get'),
      'DELETE /a/{id}': named('drop'),
      'GET /a/all': named('all'),
      'GET /a/uri/{uri}': named('uri'),
      'POST /a/{id}/b/{name}': named('nested'),
    });
    const request = async (method: string, rest?: string, under = '/a', rawPath?: string) => {
      const http = { method };
      const pathParameters = { id: '7', ...(rest !== undefined && { rest }) };
      const routeKey = `ANY ${under}${rest === undefined ? '' : '/{rest+}'}`;
      const event = { routeKey, rawPath, pathParameters, requestContext: { requestId: 'r', http } };
      const { body, statusCode } = await handler(event as unknown as Event, {} as Context);
      return statusCode === 200 ? body : `${statusCode} ${JSON.parse(body ?? '').code}`;
    };
    assert.equal(await request('GET'), 'list {"id":"7"}');
    assert.equal(await request('POST'), 'make {"id":"7"}');
    assert.equal(await request('PUT'), 'list {"id":"7"}', 'which answers 405');
    assert.equal(await request('GET', undefined, '/a/'), 'list {}', 'a slash at the end');
    assert.equal(await request('GET', '5'), 'get {"id":"5"}');
    assert.equal(await request('GET', '5/'), 'get {"id":"5"}', 'a slash at the end');
    assert.equal(await request('PUT', '5'), 'get {"id":"5"}', 'which answers 405');
    assert.equal(await request('DELETE', '5'), 'drop {"id":"5"}');
    assert.equal(await request('GET', 'all'), 'all {}');
    const encoded = '/a/uri/urn%3Aa%2F';
    assert.equal(await request('GET', 'uri/urn:a/', '/a', encoded), 'uri {"uri":"urn:a/"}', 'of the name');
    assert.equal(await request('GET', 'uri/urn:a/b c?d#e%2F'), 'uri {"uri":"urn:a/b c?d#e%2F"}');
    assert.equal(await request('POST', 'b/ö', '/a/{id}'), 'nested {"id":"7","name":"ö"}');
    assert.equal(await request('PATCH', 'x/y/z', '/c'), '404 NOT_FOUND');
  });
});

suite('another method than that of the operation', () => {
  const answered = async (name: 'version' | 'run-upload', method: string): Promise<Reply> => {
    const requestContext = { requestId: 'r', http: { method } };
    const event = { headers: {}, rawPath: '/p', rawQueryString: 'test=a&start=1&stop=2', requestContext };
    const handler = publicOperation(name, async () => json({}));
    return handler(
      { ...event, ...(name === 'version' && { rawQueryString: '' }) } as unknown as Event,
      {} as Context,
    );
  };

  test('is answered like GET when it is HEAD, and with what there is when it is OPTIONS', async () => {
    assert.equal((await answered('version', 'GET')).statusCode, 200);
    assert.equal((await answered('version', 'HEAD')).statusCode, 200);
    const allow = 'GET, HEAD, OPTIONS';
    assert.deepEqual(await answered('version', 'OPTIONS'), {
      statusCode: 204,
      headers: { 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff', allow },
    });
  });

  test('is refused before anything else, with what the path takes', async () => {
    for (const [name, method, allow] of [
      ['version', 'DELETE', 'GET, HEAD, OPTIONS'],
      ['version', 'TRACE', 'GET, HEAD, OPTIONS'],
      ['run-upload', 'GET', 'POST, OPTIONS'],
      ['run-upload', 'HEAD', 'POST, OPTIONS'],
    ] as const) {
      const { statusCode, headers, body } = await answered(name, method);
      assert.deepEqual([statusCode, headers?.allow], [405, allow]);
      const message = `/p accepts ${allow}, not ${method}`;
      assert.deepEqual(JSON.parse(body ?? ''), { code: 'METHOD_NOT_ALLOWED', message, requestId: 'r' });
    }
  });
});

suite('a failure', () => {
  const answered = (error: unknown) => {
    const lines = mock.method(console, 'error', () => undefined);
    const { statusCode, headers, body } = answerFailure(error, 'r');
    lines.mock.restore();
    const logged = lines.mock.calls.map(({ arguments: [line] }) => JSON.parse(String(line)));
    return { statusCode, headers, body: JSON.parse(body ?? ''), logged };
  };
  const hidden = {
    code: 'INTERNAL',
    message: 'The server failed to answer this request; its log has the reason',
    requestId: 'r',
  };

  test('that a caller can act on is shown and not logged', () => {
    for (const statusCode of [499, 507])
      assert.deepEqual(answered(new DownpourError('NOPE', statusCode, 'no')), {
        statusCode,
        headers: { 'content-type': 'application/json' },
        body: { code: 'NOPE', message: 'no', requestId: 'r' },
        logged: [],
      });
  });

  test('is hidden when it is a fault of the server, and logged with its causes', () => {
    const fault = new DownpourError('BROKEN', 500, 'secret', { cause: new TypeError('why') });
    const { statusCode, body, logged } = answered(fault);
    assert.deepEqual([statusCode, body], [500, hidden]);
    const [{ level, message, requestId, error }] = logged;
    assert.deepEqual([level, message, requestId], ['ERROR', 'request failed', 'r']);
    assert.deepEqual([error.message, error.cause.name, error.cause.message], ['secret', 'TypeError', 'why']);
    const text = { name: 'string', message: 'a text' };
    assert.deepEqual([answered('a text').body, answered('a text').logged[0].error], [hidden, text]);
    const stackless = Object.assign(new Error('bare'), { stack: undefined });
    assert.deepEqual(answered(stackless).logged[0].error, { name: 'Error', message: 'bare' });
    assert.ok(!('cause' in answered(new Error('alone')).logged[0].error));
  });

  test('reports a full store, at any place among its causes', () => {
    const full = Object.assign(new Error('no space left'), { $metadata: { httpStatusCode: 507 } });
    const message =
      'no space left: Downpour can store nothing more; make space or raise the limit on the machine of the API';
    for (const error of [full, new Error('outer', { cause: new Error('inner', { cause: full }) })]) {
      const { statusCode, body } = answered(error);
      assert.deepEqual([statusCode, body], [507, { code: 'STORAGE_FULL', message, requestId: 'r' }]);
    }
  });

  test('names the reason why a machine cannot use its data folder', () => {
    const cause = Object.assign(new Error('the file system is read-only'), { name: 'StorageUnusable' });
    const message =
      'The machine of the API cannot use its data folder: the file system is read-only; correct this there, then send the request again';
    const { statusCode, body, logged } = answered(new Error('outer', { cause }));
    assert.deepEqual([statusCode, body], [500, { code: 'STORAGE_UNUSABLE', message, requestId: 'r' }]);
    assert.equal(logged.length, 1);
  });

  test('of an overloaded service asks for a repeat after a second', () => {
    const named = (name: string, more: object = {}) => Object.assign(new Error('slow'), { name, ...more });
    const reasons = (...Code: string[]) => ({ CancellationReasons: Code.map((one) => ({ Code: one })) });
    const body = {
      code: 'OVERLOADED',
      message: 'Downpour is overloaded: send the request again in a second',
    };
    for (const error of [
      named('SlowDown', { $metadata: { httpStatusCode: 503 } }),
      named('ProvisionedThroughputExceededException', { $metadata: { httpStatusCode: 400 } }),
      named('RequestLimitExceeded'),
      named('TransactionCanceledException', reasons('None', 'ThrottlingError')),
      named('TransactionCanceledException', reasons('TransactionConflict')),
      new DownpourError('OVERLOADED', 503, 'the table is busy'),
      new DownpourError('BROKEN', 500, 'outer', { cause: named('ThrottlingException') }),
      new AggregateError([new Error('first'), named('ThrottlingException')]),
    ]) {
      const answer = answered(error);
      assert.deepEqual([answer.statusCode, answer.body], [503, { ...body, requestId: 'r' }]);
      assert.equal(answer.headers?.['retry-after'], '1');
      assert.equal(answer.logged.length, 1);
    }
    for (const error of [
      named('InternalServerError', { $metadata: { httpStatusCode: 500 } }),
      named('TransactionCanceledException', reasons('None', 'ValidationError')),
    ])
      assert.deepEqual(answered(error).body, hidden);
  });
});

suite('a large reply', () => {
  const { runs } = stores();
  const whole = (length: number): Reply => ({ statusCode: 200, body: 'x'.repeat(length) });
  const around = JSON.stringify(whole(0)).length;
  const most = invocationBytesMax - around;
  const call = { requestId: 'r', query: { redirect: true } };

  test('redirects from the first byte that the platform would not take', async () => {
    assert.deepEqual(await deliver(whole(most), runs, call), whole(most));
    const moved = await deliver({ ...whole(most + 1), headers: { 'x-a': '1' } }, runs, call);
    const location = String(moved.headers?.location);
    assert.match(location, /^https:.*\/answers\/r\.json\?.*X-Amz-Expires=900&/);
    assert.equal(memory.objects.get('answers/r.json')?.length, most + 1);
    assert.deepEqual(moved, {
      statusCode: 303,
      headers: { 'x-a': '1', 'content-type': 'text/plain; charset=utf-8', location },
      body: `the reply is at ${location}\n`,
    });
  });

  test('whose value is not a string is stored in pieces, and is read like any other', async () => {
    let stored = '';
    const inPieces: RunStore = {
      ...runs,
      putAnswer: async (request, body) => {
        stored = Buffer.concat([...(body as Iterable<Uint8Array>)]).toString();
        return `https://store/${request}`;
      },
    };
    const value = JSON.stringify(['"\\ü'.repeat(1_200_000), 'x'.repeat(5_000_000)]);
    const answer = { valid: true, value: null, sql: null };
    const moved = await deliverLarge(answer, Buffer.from(value), { 'x-a': '1' }, inPieces, call);
    const { 'x-a': kept, location } = moved.headers ?? {};
    assert.deepEqual([moved.statusCode, kept, location], [303, '1', 'https://store/r']);
    const read = JSON.parse(stored);
    assert.ok(read.value === value);
    assert.deepEqual({ ...read, value: null }, answer);
    const asked = { ...call, query: { redirect: false } };
    assert.equal((await deliverLarge(answer, Buffer.from('1'), {}, inPieces, asked)).statusCode, 201);
  });

  test('is measured as the platform sends it: quotes and wide characters take more', async () => {
    assert.equal(rejectIfTooLarge(whole(most), 'r'), undefined);
    assert.equal(rejectIfTooLarge(whole(most + 1), 'r')?.statusCode, 413);
    const quotes = { statusCode: 200, body: '"'.repeat(invocationBytesMax / 2) };
    assert.equal(rejectIfTooLarge(quotes, 'r')?.statusCode, 413);
    const controls = { statusCode: 200, body: '\u0001'.repeat(Math.ceil(invocationBytesMax / 6)) };
    assert.equal(rejectIfTooLarge(controls, 'r')?.statusCode, 413);
    for (const small of [undefined, null, { statusCode: 204 }, whole(5)])
      assert.equal(rejectIfTooLarge(small, 'r'), undefined);
  });
});

suite('a document', () => {
  const document = JSON.stringify({ text: 'ä'.repeat(1024) });
  const answered = async (
    headers: Record<string, string>,
    { body = document, name = 'openapi' as OperationName, status = 200 } = {},
  ): Promise<Reply> => {
    const requestContext = { requestId: 'r', http: { method: 'GET' } };
    const event = { headers, rawPath: '/p', rawQueryString: '', requestContext };
    const handler = publicOperation(name, async () => ({ ...text(body, status) }));
    return handler(event as unknown as Event, {} as Context);
  };
  const header = ({ headers }: Reply, name: string) => headers?.[name];

  test('has a strong validator of its bytes, and 304 for who has them', async () => {
    const whole = await answered({});
    const etag = String(header(whole, 'etag'));
    assert.match(etag, /^"[^"]+"$/);
    assert.deepEqual([whole.body, header(whole, 'cache-control')], [document, 'private, no-cache']);
    assert.equal(header(whole, 'vary'), 'accept, accept-encoding');
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { statusCode, body, headers } = await answered({ 'If-None-Match': known });
      assert.deepEqual([statusCode, body, headers?.etag], [304, undefined, etag], known);
    }
    const changed = await answered({ 'if-none-match': etag }, { body: `${document} ` });
    assert.equal(changed.statusCode, 200);
    assert.notEqual(header(changed, 'etag'), etag);
    assert.equal(
      (await answered({ 'if-none-match': etag.slice(1, -1) })).statusCode,
      200,
      'it has no quotes',
    );
  });

  test('is compressed for who accepts gzip, with a validator of its own', async () => {
    for (const accepted of ['gzip', 'br, gzip;q=0.5', 'GZIP ; q=1', '*', 'x-gzip']) {
      const { body = '', isBase64Encoded, headers } = await answered({ 'Accept-Encoding': accepted });
      assert.deepEqual([isBase64Encoded, headers?.['content-encoding']], [true, 'gzip'], accepted);
      assert.equal(gunzipSync(Buffer.from(body, 'base64')).toString(), document);
    }
    for (const refused of ['', 'identity', 'br', 'gzip;q=0', '*, gzip;q=0', 'gzip;q=0.000'])
      assert.equal((await answered({ 'accept-encoding': refused })).body, document, refused);
    const zipped = String(header(await answered({ 'accept-encoding': 'gzip' }), 'etag'));
    assert.notEqual(zipped, header(await answered({}), 'etag'));
    const request = { 'accept-encoding': 'gzip', 'if-none-match': zipped };
    assert.equal((await answered(request)).statusCode, 304);
    assert.equal((await answered({ 'if-none-match': zipped })).statusCode, 200, 'other bytes');
  });

  test('is left as it is when it is short, and so is a refusal', async () => {
    const short = await answered({ 'accept-encoding': 'gzip' }, { body: 'x'.repeat(1023) });
    assert.equal(short.body?.length, 1023);
    assert.ok(header(short, 'etag'));
    const refusal = await answered({ 'accept-encoding': 'gzip', 'if-none-match': '*' }, { status: 404 });
    assert.deepEqual([refusal.body, header(refusal, 'etag')], [document, undefined]);
  });

  test('is given by a cache to no other caller, and neither is any other reply', async () => {
    for (const name of ['openapi', 'version', 'run-list'] as const)
      for (const status of [200, 404]) {
        const reply = await answered({}, { name, status });
        assert.equal(header(reply, 'cache-control'), 'private, no-cache', name);
        assert.equal(header(reply, 'x-content-type-options'), 'nosniff', name);
      }
  });

  test('has the validator, and other replies are compressed without one', async () => {
    const other = { name: 'version' as const };
    const zipped = await answered({ 'accept-encoding': 'gzip', 'if-none-match': '*' }, other);
    assert.deepEqual(
      ['content-encoding', 'vary', 'etag'].map((name) => header(zipped, name)),
      ['gzip', 'accept-encoding', undefined],
    );
    assert.equal(gunzipSync(Buffer.from(zipped.body ?? '', 'base64')).toString(), document);
    const plain = await answered({}, other);
    assert.deepEqual([plain.body, header(plain, 'vary')], [document, undefined]);
  });

  test('that is compressed may fit where the whole one does not', async () => {
    const body = 'x'.repeat(invocationBytesMax + 1);
    assert.equal((await answered({}, { body })).statusCode, 413);
    assert.equal((await answered({ 'accept-encoding': 'gzip' }, { body })).statusCode, 200);
  });

  test('is what the contract says answers 304', () => {
    const listed = Object.values(contract.paths).flatMap((path) =>
      Object.values(path).flatMap(({ operationId, responses }) => ('304' in responses ? operationId : [])),
    );
    assert.deepEqual(listed.toSorted(), [...documentOperations].toSorted());
  });
});

suite('replies', () => {
  test('have the type of their text, and a status', () => {
    const headers = { 'content-type': 'application/json' };
    assert.deepEqual(json({ a: 1 }), { statusCode: 200, headers, body: '{"a":1}' });
    assert.deepEqual(json([], 404), { statusCode: 404, headers, body: '[]' });
    assert.deepEqual(text('a', 202), {
      statusCode: 202,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: 'a',
    });
    assert.equal(text('a').statusCode, 200);
  });
});

suite('validation', () => {
  const event = (more: Partial<Event>): Event =>
    ({ headers: {}, rawPath: '/p', rawQueryString: '', ...more }) as Event;
  const problemsOf = (run: () => unknown): unknown => {
    let details: unknown;
    assert.throws(run, (error: DownpourError) => {
      assert.deepEqual([error.code, error.status], ['REQUEST_INVALID', 400]);
      details = error.details;
      return true;
    });
    return details;
  };

  test('fills defaults in and makes numbers and booleans of the text of a URL', () => {
    const rawQueryString = 'limit=5&matchAll=true&sort=id';
    assert.deepEqual(validate('run-list', event({ rawQueryString })).query, {
      limit: 5,
      matchAll: true,
      sort: 'id',
      trashed: false,
      page: 1,
      direction: 'Descending',
    });
    const { path } = validate('run-get', event({ pathParameters: { id: '7' } }));
    assert.deepEqual(path, { id: 7 });
  });

  test('booleans and other words of a query may be in any case', () => {
    const rawQueryString = 'trashed=True&matchAll=FALSE&direction=ascending&query=True&limit=5';
    const { query } = validate('run-list', event({ rawQueryString }));
    const { trashed, matchAll, direction, query: text, limit } = query;
    assert.deepEqual([trashed, matchAll, direction, text, limit], [true, false, 'Ascending', 'True', 5]);
    const upload = event({ rawQueryString: 'test=a&start=1&stop=2&access=public', body: '{}' });
    assert.equal(validate('run-upload', upload).query.access, 'PUBLIC');
    assert.deepEqual(
      problemsOf(() => validate('run-list', event({ rawQueryString: 'trashed=True&matchAll=yes' }))),
      [{ in: 'query', at: 'matchAll', message: 'must be true or false' }],
    );
  });

  test('a team, a site and the URI of a schema may be in quotes, and other texts keep them', () => {
    const headers = { 'content-type': 'text/plain' };
    const textOf = (name: 'user-default-team-set' | 'allowed-site-create' | 'run-schema', body: string) =>
      validate(name, event({ headers, body, pathParameters: name === 'run-schema' ? { id: '7' } : {} })).body;
    assert.equal(textOf('user-default-team-set', '"dev-team"'), 'dev-team');
    assert.equal(textOf('allowed-site-create', '"https://a.example"'), 'https://a.example');
    assert.deepEqual([textOf('run-schema', '"urn:a"'), textOf('run-schema', '""')], ['urn:a', '']);
    assert.equal(textOf('run-schema', '"'), '"');
    const described = { headers, body: '"fast"', pathParameters: { id: '7' } };
    assert.equal(validate('run-description', event(described)).body, '"fast"');
  });

  test('an empty sort, owner, access or URI of a schema is absent, and other parameters may not be empty', () => {
    const list = validate('schema-list', event({ rawQueryString: 'sort=&direction=Ascending&name=' }));
    assert.deepEqual([list.query.sort, list.query.name], ['name', '']);
    const data = { pathParameters: { id: '7' }, rawQueryString: 'schemaUri=' };
    assert.equal(validate('run-data', event(data)).query.schemaUri, undefined);
    const upload = { rawQueryString: 'test=a&start=1&stop=2&schema=&owner=&access=', body: '{}' };
    const { schema, owner, access } = validate('run-upload', event(upload)).query;
    assert.deepEqual([schema, owner, access], [undefined, undefined, undefined]);
    const record = { name: '', owner: '', access: '' };
    const added = validate('test-create', event({ body: JSON.stringify({ ...record, name: 'a' }) })).body;
    assert.deepEqual(added, { name: 'a' });
    const labels = { pathParameters: { id: '7' }, body: JSON.stringify([{ ...record, name: 'a' }]) };
    assert.deepEqual(validate('label-create', event(labels)).body, [{ name: 'a' }]);
    assert.deepEqual(
      problemsOf(() => validate('run-list', event({ rawQueryString: 'sort=&limit=' }))),
      [{ in: 'query', at: 'limit', message: 'must be an integer' }],
    );
    assert.deepEqual(
      problemsOf(() => validate('run-list-of-schema', event({ rawQueryString: 'uri=' }))),
      [{ in: 'query', at: 'uri', message: 'is required' }],
    );
  });

  test('takes a body as it is', () => {
    const create = (body: unknown) => validate('apikey-create', event({ body: JSON.stringify(body) }));
    assert.equal(create({ expiresInDays: 5 }).body.expiresInDays, 5);
    assert.deepEqual(create({ name: 'ci' }).body, { name: 'ci', type: 'USER', role: 'user' });
    assert.deepEqual(
      problemsOf(() => create({ expiresInDays: '5' })),
      [{ in: 'body', at: 'expiresInDays', message: 'must be an integer' }],
    );
  });

  test('hands on the bytes of a body, and reads only a body that is described', () => {
    const rawQueryString = 'test=a&start=1&stop=2';
    const upload = validate('run-upload', event({ rawQueryString, body: 'no JSON', headers: {} }));
    assert.deepEqual([Buffer.from(upload.bytes).toString(), upload.body], ['no JSON', null]);
    const base64 = { body: Buffer.from('größer').toString('base64'), isBase64Encoded: true };
    const { bytes } = validate('run-upload', event({ rawQueryString, ...base64 }));
    assert.equal(Buffer.from(bytes).toString(), 'größer');
    const plain = validate('run-upload', event({ rawQueryString, body: 'größer', isBase64Encoded: false }));
    assert.equal(Buffer.from(plain.bytes).toString(), 'größer');
    assert.equal(validate('apikey-list', event({ body: 'x' })).body, null);
    for (const body of ['{"name"', undefined])
      assert.throws(
        () => validate('apikey-create', event(body === undefined ? {} : { body })),
        (error: DownpourError) =>
          error.code === 'NOT_JSON' &&
          error.status === 400 &&
          error.message === 'the body of the request is not JSON; send a JSON document' &&
          error.cause instanceof SyntaxError,
      );
  });

  test('skips the byte order mark of a body, and names where one is not JSON or not UTF-8', async () => {
    const encoded = (bytes: Uint8Array) => ({
      body: Buffer.from(bytes).toString('base64'),
      isBase64Encoded: true,
    });
    const marked = encoded(Buffer.from('\ufeff{"name":"ci"}'));
    assert.equal(validate('apikey-create', event(marked)).body.name, 'ci');
    for (const [bytes, message] of [
      [
        Buffer.from(`{"name":${'['.repeat(512)}`),
        'the body is not JSON: line 1, column 520: expected at most 512 levels of arrays and objects inside each other, found "["',
      ],
      [Buffer.from('{"name":\n}'), 'the body is not JSON: line 2, column 1: expected a value, found "}"'],
      [Buffer.from('{"name":"\xe9"}', 'latin1'), /line 1, column 10: expected UTF-8, found the byte 0xe9$/],
    ] as const) {
      const refused = async () => validate('apikey-create', event(encoded(bytes)));
      const placed = () => refused().catch(async (error) => Promise.reject(await withPlace(error)));
      await assert.rejects(placed, { code: 'NOT_JSON', status: 400, message });
    }
    const other = new Error('another');
    assert.equal(await withPlace(other), other);
    const described = (bytes: Uint8Array) =>
      validate('run-description', event({ ...encoded(bytes), pathParameters: { id: '1' } })).body;
    assert.equal(described(Buffer.from('\ufeffé')), 'é');
    const latin = () => described(Buffer.from('\xe9', 'latin1'));
    assert.deepEqual(problemsOf(latin), [{ in: 'body', at: '', message: 'must be UTF-8' }]);
  });

  test('states that a value may be null where it may', () => {
    const upload = () => validate('run-upload-record', event({ body: '{"access":"secret"}' }));
    const message = 'must be one of PUBLIC, PROTECTED, PRIVATE, 0, 1, 2, null';
    assert.deepEqual(problemsOf(upload), [{ in: 'body', at: 'access', message }]);
  });

  test('names every problem with its place', () => {
    const headers = { 'idempotency-key': '' };
    const upload = () =>
      validate('run-upload', event({ headers, rawQueryString: 'start=1&access=x&colour=red' }));
    const access = 'must be one of PUBLIC, PROTECTED, PRIVATE, 0, 1, 2';
    const problems = [
      { in: 'query', at: 'test', message: 'is required' },
      { in: 'query', at: 'stop', message: 'is required' },
      { in: 'query', at: 'colour', message: 'is unknown: /openapi lists the known names' },
      { in: 'query', at: 'access', message: access },
      { in: 'header', at: 'idempotency-key', message: 'must have at least 1 character' },
    ];
    assert.deepEqual(problemsOf(upload), problems);
    const message = [
      "the parameter 'test' is required; the parameter 'stop' is required; the parameter 'colour' is unknown: /openapi lists the known names",
      `the parameter 'access' ${access}; the header 'idempotency-key' must have at least 1 character`,
    ].join('; ');
    assert.throws(upload, { message });
    const nested = () => validate('burst-start', event({ body: '{"document":"a","parameters":{"n":1}}' }));
    assert.deepEqual(problemsOf(nested), [{ in: 'body', at: 'parameters.n', message: 'must be a string' }]);
    assert.throws(() => validate('apikey-create', event({ body: '[]' })), {
      message: 'the body must be an object',
    });
    assert.throws(() => validate('label-create', event({ body: '{}', pathParameters: { id: '1' } })), {
      message: 'the body must be an array or null',
    });
  });

  test('names the limit of a number in words', () => {
    const listed = (limit: number) => () =>
      validate('apikey-list', event({ rawQueryString: `limit=${limit}` }));
    assert.throws(listed(0), { message: "the parameter 'limit' must be at least 1" });
    assert.throws(listed(1e6), { message: "the parameter 'limit' must be at most 10000" });
  });

  test('names the limit of a length with its unit', () => {
    const users = (names: readonly string[]) => () =>
      validate('user-info', event({ body: JSON.stringify(names) }));
    assert.throws(users(['a'.repeat(201)]), {
      message: "the item '[0]' of the body must have at most 200 characters",
    });
    assert.throws(users(Array(1_001).fill('a')), { message: 'the body must have at most 1000 items' });
    const files = () => validate('burst-files', event({ body: '{"files":[]}' }));
    assert.throws(files, { message: "the member 'files' of the body must have at least 1 item" });
  });

  test('names a problem once, however many schemas have it', () => {
    for (const name of ['test-import', 'schema-import', 'action-create'] as const)
      for (const body of ['7', '[]'])
        assert.deepEqual(
          problemsOf(() => validate(name, event({ body }))),
          [{ in: 'body', at: '', message: 'must be an object' }],
          name,
        );
  });

  test('reports what a text must be in words, whatever the pattern', () => {
    const uploaded = (owner: string) =>
      validate('run-upload', event({ rawQueryString: `test=a&start=1&stop=2&owner=${owner}` }));
    assert.throws(() => uploaded('dev'), {
      message: "the parameter 'owner' must be a name of at most 64 characters that ends in -team",
    });
    assert.equal(uploaded('dev-team').query.owner, 'dev-team');
    const patterns = (part: unknown): readonly unknown[] =>
      typeof part !== 'object' || part === null
        ? []
        : Object.entries(part).flatMap(([name, value]) =>
            name === 'pattern' && typeof value === 'string' ? [value] : patterns(value),
          );
    // Patterns of paths are left out. The error for an impossible path is only that the record does not
    // exist.
    const all = Object.values(operations).flatMap(({ parameters, ...rest }) => [
      ...patterns({ ...parameters, path: {} }),
      ...patterns('body' in rest ? rest.body : {}),
    ]);
    assert.deepEqual([...new Set(all)].sort(), Object.keys(patternWords).sort());
  });

  test('proposes the known name for a parameter in another case', () => {
    for (const [name, given, meant] of [
      ['run-trash', 'IsTrashed', 'isTrashed'],
      ['run-trash', 'is_trashed', 'isTrashed'],
      ['run-outline', 'LIMIT', 'limit'],
    ] as const) {
      const asked = event({ pathParameters: { id: '1' }, rawQueryString: `${given}=true` });
      const message = `is unknown: did you mean '${meant}'?`;
      assert.deepEqual(
        problemsOf(() => validate(name, asked)),
        [{ in: 'query', at: given, message }],
      );
    }
  });

  test('refuses a parameter that is given twice, and takes one with commas as it is', () => {
    const request = (rawQueryString: string) => validate('testjsonpath', event({ rawQueryString })).query;
    assert.deepEqual(request('query=a,b%20c+d').query, 'a,b c d');
    assert.deepEqual(
      problemsOf(() => request('query=a&query=b')),
      [{ in: 'query', at: 'query', message: 'is given twice: give it once' }],
    );
    for (const name of ['toString', '__proto__', 'constructor'])
      assert.deepEqual(
        problemsOf(() => request(`query=a&${name}=b`)),
        [{ in: 'query', at: name, message: 'is unknown: /openapi lists the known names' }],
      );
  });

  test('finds nothing under an id that cannot be one', () => {
    const spellings = ['0x4', '4.0', '4 ', ' 4', '+4', '04', '1e0', 'Infinity', '４'];
    for (const id of ['seven', '0', '2147483648', '', ...spellings])
      assert.throws(() => validate('run-get', event({ pathParameters: { id }, rawQueryString: 'x=1' })), {
        code: 'NOT_FOUND',
        status: 404,
        message: 'the API has no path /p: /openapi lists all operations',
      });
  });

  test('takes a number in digits only, so that nothing has two names', () => {
    const listed = (limit: string) => validate('run-list', event({ rawQueryString: `limit=${limit}` }));
    assert.equal(listed('5').query.limit, 5);
    for (const limit of ['0x5', '5.0', '05', '5e0', '%205'])
      assert.deepEqual(
        problemsOf(() => listed(limit)),
        [{ in: 'query', at: 'limit', message: 'must be a number in plain digits, such as 20' }],
      );
  });

  test('refuses escapes that are no UTF-8, with their place', () => {
    const request = (rawQueryString: string) => validate('testjsonpath', event({ rawQueryString })).query;
    assert.equal(request('query=%24.gr%C3%B6%C3%9Fe%20%F0%9F%98%80').query, '$.größe 😀');
    assert.equal(request('query=50%').query, '50%');
    for (const [escapes, found] of [
      ['%FF', '%FF'],
      ['%24%c3%28', '%24%c3%28'],
      ['a%C3b', '%C3'],
      ['%ED%A0%80', '%ED%A0%80'],
    ])
      assert.deepEqual(
        problemsOf(() => request(`query=${escapes}`)),
        [{ in: 'query', at: 'query', message: `is not UTF-8 at ${found}: encode the value as UTF-8` }],
      );
  });

  const encoded = (encoding: string, body?: Uint8Array) =>
    validate(
      'run-upload',
      event({
        rawQueryString: 'test=a&start=1&stop=2',
        headers: { 'content-encoding': encoding },
        ...(body && { body: Buffer.from(body).toString('base64'), isBase64Encoded: true }),
      }),
    ).bytes;

  test('decodes a body by its content-encoding', () => {
    const document = Buffer.from(JSON.stringify({ text: 'größer'.repeat(1000) }));
    for (const [encoding, encode] of [
      ['', (bytes: Buffer) => bytes],
      [' Identity', (bytes: Buffer) => bytes],
      ['gzip', gzipSync],
      ['X-GZip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
      [' ZSTD ', zstdCompressSync],
    ] as const)
      assert.deepEqual(Buffer.from(encoded(encoding, encode(document))), document, encoding);
    assert.equal(encoded('gzip').length, 0);
  });

  test('refuses a body that is encoded otherwise, not at all or in a way that is not known', () => {
    const document = Buffer.from('{"a":1}');
    for (const [encoding, body] of [
      ['gzip', document],
      ['gzip', zstdCompressSync(document)],
      ['gzip', gzipSync(document).subarray(0, 15)],
      ['deflate', gzipSync(document)],
      ['zstd', gzipSync(document)],
      ['zstd', zstdCompressSync(document).subarray(0, 10)],
      ['br', document],
    ] as const)
      assert.throws(
        () => encoded(encoding, body),
        (error: DownpourError) => {
          assert.deepEqual([error.code, error.status], ['BODY_NOT_DECODED', 400]);
          const problem = `the header content-encoding names ${encoding}, but the body is not valid ${encoding} data;`;
          assert.ok(error.message.startsWith(problem), error.message);
          return true;
        },
      );
    for (const encoding of ['compress', 'gzip, zstd', 'base64'])
      assert.throws(() => encoded(encoding, document), {
        code: 'UNSUPPORTED_ENCODING',
        status: 415,
        message: `the body has the content-encoding '${encoding}', which Downpour does not decode: send the body with gzip, deflate, br or zstd, or without that header`,
      });
  });

  test('stops decoding at the limit of a body', () => {
    const most = Buffer.alloc(uploadLimits.uploadBytesMax, ' ');
    assert.equal(encoded('gzip', gzipSync(most)).length, most.length);
    const more = Buffer.concat([most, Buffer.alloc(1)]);
    for (const [encoding, body] of [
      ['gzip', gzipSync(more)],
      ['zstd', zstdCompressSync(more)],
      ['br', brotliCompressSync(more, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ] as const)
      assert.throws(() => encoded(encoding, body), { code: 'BODY_TOO_LARGE', status: 413 });
  });

  test('gives no frame a window of more than 8 MB', () => {
    const params = { [constants.ZSTD_c_windowLog]: 24, [constants.ZSTD_c_contentSizeFlag]: 0 };
    const wide = zstdCompressSync(randomBytes(12 * 1024 ** 2), { params });
    assert.throws(() => encoded('zstd', wide), { code: 'BODY_NOT_DECODED', status: 400 });
  });

  test('speaks JSON, and takes what says nothing for JSON', () => {
    const typed = (type: string) => validate('version', event({ headers: { 'content-type': type } }));
    for (const type of [
      '',
      ' ',
      'application/json',
      'Application/JSON ; charset=utf-8',
      'application/a.b-c+json',
    ])
      assert.ok(typed(type), type);
    for (const [type, found] of [
      ['text/plain; charset=utf-8', 'text/plain'],
      ['application/jsonx', 'application/jsonx'],
      ['application/a+jsonx', 'application/a+jsonx'],
      ['x/application/a+json', 'x/application/a+json'],
    ] as const)
      assert.throws(() => typed(type), {
        code: 'UNSUPPORTED_MEDIA_TYPE',
        status: 415,
        message: `the content type must be application/json, found ${found}`,
      });
  });

  test('looks at no body where a change takes none, whatever it is called', () => {
    for (const name of ['run-trash', 'run-recalculate'] as const)
      for (const headers of [
        { 'content-type': 'application/x-www-form-urlencoded' },
        { 'content-type': 'text/plain' },
        { 'content-encoding': 'gzip' },
        { 'content-encoding': 'compress' },
      ]) {
        const { body, bytes } = validate(name, event({ pathParameters: { id: '7' }, headers, body: 'x' }));
        assert.deepEqual([body, bytes.length], [null, 0], `${name} ${JSON.stringify(headers)}`);
      }
  });
});

test('a deletion that takes too long is answered before its end, and a later failure is logged', async (t) => {
  const warnings = t.mock.method(console, 'warn', () => undefined);
  const removal = Promise.withResolvers<void>();
  assert.deepEqual(await removalReply(removal.promise, 0), { statusCode: 202 });
  removal.reject(new Error('the power went out'));
  await setImmediate();
  assert.match(JSON.stringify(warnings.mock.calls[0]?.arguments), /a deletion failed after its reply.*power/);
  assert.deepEqual(await removalReply(Promise.resolve()), { statusCode: 204 });
  await assert.rejects(removalReply(removal.promise, 60_000), /power/);
});
