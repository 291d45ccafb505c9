import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ApiError, client } from '../../lib/client/index.ts';
import { answered, answerMsMax } from '../../lib/web/data/answer-timeout.ts';

/** A server that never answers: the request ends only when its signal aborts. */
const silent: typeof fetch = (_url, init) =>
  new Promise((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });

suite('a server that keeps silent', () => {
  test('ends the request after a limit, as a request without an answer', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const api = client('http://api', {
      fetch: (url, init) => answered(url, init as RequestInit, { send: silent }),
    });
    const got = api.config.version.get().catch((error: unknown) => error);
    await new Promise((resolve) => setImmediate(resolve));
    t.mock.timers.tick(answerMsMax);
    const error = await got;
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.status, error.code], [0, 'UNREACHABLE']);
    assert.match(error.message, /has no answer: the server kept silent for 40 s/);
  });

  test('does not keep a request that its screen gave up', async () => {
    const own = new AbortController();
    const got = answered('http://api', { signal: own.signal }, { send: silent });
    own.abort(new Error('the screen was left'));
    await assert.rejects(got, /the screen was left/);
  });

  test('is no server whose body takes longer than its beginning', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let signal: AbortSignal | null | undefined;
    const begun: typeof fetch = async (_url, init) => {
      signal = init?.signal;
      return new Response('a long text');
    };
    const reply = await answered('http://api', {}, { send: begun });
    t.mock.timers.tick(10 * answerMsMax);
    assert.equal(signal?.aborted, false);
    assert.equal(await reply.text(), 'a long text');
  });
});
