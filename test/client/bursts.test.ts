import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { ApiError, client, type FetchInit, query, queryAll, watch } from '../../lib/client/index.ts';

/** The client's requests for runs and bursts, with scripted answers in place of a server. */

test('a watch outlasts a failure of its server, and yields each second once', async () => {
  const answers = [
    answer({ state: 'running', next: 1_000, nextMs: 0, phases: [phase(0, 1, 2)] }),
    new Response(null, { status: 500 }),
    answer({ state: 'passed', next: 2_000, phases: [phase(2)] }),
  ];
  const request: string[] = [];
  const api = client('http://a', {
    fetch: async (url) => answers[request.push(url) - 1] ?? new Response(null, { status: 500 }),
  });
  const seen: unknown[] = [];
  for await (const { phase: name, second, at, latencyP99Ns } of watch(api, 'b', { pauseMs: 0 }))
    seen.push([name, second, at, latencyP99Ns]);
  assert.deepEqual(
    seen,
    [0, 1, 2].map((second) => ['main', second, 1_000 * second, undefined]),
  );
  const path = 'http://a/api/burst/b/seconds';
  assert.deepEqual(request, [path, `${path}?after=1000`, `${path}?after=1000`]);
});

test('a watch ends with a refusal, with its signal, and when its server is silent', async () => {
  const of =
    (status: number) =>
    async (_: string, { signal }: FetchInit) => {
      signal?.throwIfAborted();
      return new Response('{"code":"C"}', { status, headers: { 'content-type': 'application/json' } });
    };
  const next = (status: number, options: object) =>
    watch(client('', { fetch: of(status) }), 'b', options).next();
  await assert.rejects(next(404, {}), { status: 404, code: 'C' });
  await assert.rejects(next(500, { silenceMsMax: -1 }), { status: 500 });
  const leave = AbortSignal.abort(new Error('the screen is closed'));
  await assert.rejects(next(500, { signal: leave }), { message: 'the screen is closed' });
});

test('a watch that is left during its pause ends at once', async () => {
  const leave = new AbortController();
  const api = client('', {
    fetch: async () => {
      setImmediate(() => leave.abort(new Error('the screen is closed')));
      return answer({ state: 'running', next: 0, nextMs: 1_000_000, phases: [] });
    },
  });
  await assert.rejects(watch(api, 'b', { signal: leave.signal }).next(), { message: 'the screen is closed' });
});

test('a watch reads the seconds that come after the end of the burst', async () => {
  const answers = [
    { state: 'passed', next: 1_000, nextMs: 0, phases: [phase(0, 1, 2)] },
    { state: 'passed', next: 3_000, phases: [phase(2, 3)] },
  ];
  const seconds: number[] = [];
  const api = client('', { fetch: async () => answer(answers.shift() ?? {}) });
  for await (const { second } of watch(api, 'b', { pauseMs: 0 })) seconds.push(second);
  assert.deepEqual(seconds, [0, 1, 2, 3]);
});

test('a watch asks at most ten times a second, unless it names another pause', async (t) => {
  const pauses: (number | undefined)[] = [];
  t.mock.method(globalThis, 'setTimeout', (end: () => void, ms?: number) => {
    pauses.push(ms);
    setImmediate(end);
  });
  const states = ['running', 'running', 'passed', 'running', 'passed'];
  const api = client('', {
    fetch: async () => {
      const state = states.shift();
      const pause = state === 'running' && { nextMs: pauses.length === 1 ? 900 : 0 };
      return answer({ state, next: 0, ...pause, phases: [] });
    },
  });
  for await (const _ of watch(api, 'b'));
  for await (const _ of watch(api, 'b', { pauseMs: 7 }));
  assert.deepEqual(pauses, [100, 900, 7]);
});

test('a watch asks for further seconds that can be read now without a pause', async (t) => {
  const timers = t.mock.method(globalThis, 'setTimeout');
  const answers = [
    { state: 'passed', next: 1_000, nextMs: 900, more: true, phases: [phase(0, 1)] },
    { state: 'passed', next: 2_000, phases: [phase(2)] },
  ];
  const seconds: number[] = [];
  const api = client('', { fetch: async () => answer(answers.shift() ?? {}) });
  for await (const { second } of watch(api, 'b')) seconds.push(second);
  assert.deepEqual(seconds, [0, 1, 2]);
  assert.equal(timers.mock.callCount(), 0);
});

test('a pause that has ended leaves no listener on its signal', async () => {
  const { signal } = new AbortController();
  const busy = { status: 503, headers: { 'retry-after': '0' } };
  const answers = [
    new Response(null, busy),
    answer({ state: 'running', next: 0, nextMs: 0, phases: [] }),
    new Response(null, busy),
    answer({ state: 'passed', next: 0, phases: [] }),
  ];
  const api = client('', { fetch: async () => answers.shift() ?? new Response(null, { status: 500 }) });
  for await (const _ of watch(api, 'b', { signal, pauseMs: 0 }));
  assert.equal(answers.length, 0);
  assert.deepEqual(getEventListeners(signal, 'abort'), []);
});

test('a question has the type of its caller, and an invalid one its reason', async () => {
  const asked: (string | null)[] = [];
  const request = (value: object, status = 200) =>
    client('', {
      async fetch(url) {
        asked.push(new URL(url, 'http://host').searchParams.get('array'));
        return answer(value, status);
      },
    });
  assert.equal(await query<number>(request({ value: '1.5' }), 1, '$.a'), 1.5);
  assert.equal(await query(request({ value: 'null' }), 1, '$.a'), null);
  assert.equal(await query(request({ value: null }), 1, '$.a'), null);
  assert.deepEqual(await queryAll<string>(request({ value: '["a"]' }), 1, '$.a'), ['a']);
  assert.deepEqual(asked, ['false', 'false', 'false', 'true']);
  const refused = query(request({ valid: false, reason: 'syntax error at column 3' }, 400), 1, '$[');
  await assert.rejects(
    refused,
    (error: unknown) => error instanceof ApiError && error.message === 'syntax error at column 3',
  );
});

const answer = (value: object, status = 200): Response =>
  Response.json({ more: false, ...value }, { status });

function phase(...seconds: readonly number[]): object {
  const columns = { second: seconds, requestsPerSec: seconds, latencyP99Ns: seconds.map(() => null) };
  return { name: 'main', startsAt: 0, seconds: columns, gaps: [] };
}
