import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Target } from '../../../../lib/driver/model/benchmark.ts';
import {
  type Handler,
  listen,
  type Ran,
  runShard,
  runVirtually,
  type Seen,
  targetAt,
  totals,
} from '../../session/shards.ts';

const minute = { 'cache-control': 'max-age=60' };

type Visit = Ran & { readonly seen: readonly Seen[] };

/** Runs these steps with one user against a real server. */
async function visit(
  steps: readonly unknown[],
  handler: Handler,
  more: Partial<Target> = {},
): Promise<Visit> {
  const { port, seen, close } = await listen(handler);
  try {
    const ran = await runShard({ scenario: [{ visit: steps }], target: targetAt(port, more) });
    assert.deepEqual(ran.outcome.errors, []);
    return { ...ran, seen };
  } finally {
    close();
  }
}

const get = (headers: Readonly<Record<string, string>> = {}, more: object = {}) => ({
  httpRequest: { GET: '/test', headers, ...more },
});
const methodsOf = ({ seen }: Visit): readonly string[] => seen.map(({ method }) => method);
const hitsOf = ({ rows }: Visit): number => totals(rows).cacheHits;
const answer =
  (headers: Readonly<Record<string, string>>): Handler =>
  (_request, response) => {
    response.writeHead(200, headers).end();
  };

test('row 120: a second GET comes from the cache, and a POST invalidates', async () => {
  const ran = await visit([get(), get(), { httpRequest: { POST: '/test' } }, get(), get()], answer(minute));
  assert.deepEqual(methodsOf(ran), ['GET', 'POST', 'GET']);
  assert.equal(hitsOf(ran), 2);
});

test('row 121: an expired response is requested again, unless the request accepts stale responses', async () => {
  const wait = { thinkTime: '6s' };
  const steps = [get(), get(), wait, get(), wait, get({ 'cache-control': 'max-stale=10' })];
  const { target, rows } = await runVirtually({ scenario: [{ visit: steps }] }, ({ epochMs }) => ({
    answer: () => {
      const at = (seconds: number): string => new Date(epochMs() + seconds * 1000).toUTCString();
      return { kind: 'response', afterMs: 5, headers: { date: at(0), expires: at(5) } };
    },
  }));
  assert.equal(target.seen.length, 2);
  assert.equal(totals(rows()).cacheHits, 2);
});

test('row 122: responses with several entity tags are kept, and a list of them matches any', async () => {
  const tags: Handler = ({ headers }, response) => {
    const tag = headers['if-none-match'] ?? '"foo"';
    response.writeHead(200, { ...minute, etag: tag }).end();
  };
  const naming = (list: string) => get({ 'if-none-match': list });
  const steps = [get(), naming('"bar", "foo"'), naming('"bar"'), naming('"foo"'), naming('"bar"')];
  const ran = await visit(steps, tags);
  assert.deepEqual(
    ran.seen.map(({ headers }) => headers['if-none-match']),
    [undefined, '"bar"'],
  );
  assert.equal(hitsOf(ran), 3);
});

test('row 123: without a cache every request is sent', async () => {
  const steps = [
    get(),
    get(),
    { httpRequest: { POST: '/test' } },
    get(),
    get({ 'cache-control': 'only-if-cached' }),
  ];
  const ran = await visit(steps, answer({ ...minute, etag: '"1"' }), { useHttpCache: false });
  assert.equal(ran.seen.length, 5);
  assert.equal(hitsOf(ran), 0);
  assert.ok(ran.seen.every(({ headers }) => headers['if-none-match'] === undefined));
  assert.deepEqual(ran.outcome.notices, []);
});

test('row 124: each target has a cache unless it says otherwise', async () => {
  const [one, other] = [await listen(answer(minute)), await listen(answer(minute))];
  const steps = ['one', 'one', 'other', 'other'].map((endpoint) => ({ httpRequest: { GET: '/', endpoint } }));
  const named = (port: number, name: string, more: object) =>
    targetAt(port, { key: name, name, isDefault: false, ...more });
  for (const [first, second, requests] of [
    [{}, {}, [1, 1]],
    [{ useHttpCache: true }, { useHttpCache: false }, [1, 2]],
    [{ useHttpCache: false }, {}, [2, 1]],
  ] as const) {
    const ran = await runShard({
      scenario: [{ visit: steps }],
      target: named(one.port, 'one', first),
      otherTargets: [named(other.port, 'other', second)],
    });
    assert.deepEqual(ran.outcome.errors, []);
    assert.deepEqual([one.seen.splice(0).length, other.seen.splice(0).length], requests);
  }
  one.close();
  other.close();
});

suite('the cache of a user', () => {
  test('answers with a request that has no response, no time and no status, and runs completion handlers only', async () => {
    const handler = {
      status: { action: { '2xx': { log: 'status' } } },
      header: { filter: { header: { value: 'date' }, processor: { log: 'header' } } },
      body: { log: 'body' },
      onCompletion: { log: 'completed' },
    };
    const { rows, log } = await visit([get({}, { handler }), get({}, { handler })], answer(minute));
    assert.deepEqual(log, ['status', 'header', 'body', 'completed', 'completed']);
    const { requests, responses, status2xx, cacheHits, invalid, failed, blockedNs } = totals(rows);
    assert.deepEqual(
      { requests, responses, status2xx, cacheHits, invalid, failed, blockedNs },
      { requests: 2, responses: 1, status2xx: 1, cacheHits: 1, invalid: 0, failed: 0, blockedNs: 0 },
    );
  });

  test('answers without a connection', async () => {
    const slow = { httpRequest: { GET: '/slow', sync: false } };
    const steps = [get(), slow, get(), { log: 'went on' }];
    const { target, log, outcome, rows } = await runVirtually(
      { scenario: [{ visit: steps }], connections: 1 },
      {
        answer: ({ path }) => ({ kind: 'response', afterMs: path === '/slow' ? 20_000 : 5, headers: minute }),
      },
    );
    assert.deepEqual([target.seen.length, log, outcome.errors], [2, ['went on'], []]);
    assert.deepEqual([totals(rows()).cacheHits, totals(rows()).blockedNs], [1, 0]);
  });

  test('lets an asynchronous request end at once, and its place be used again', async () => {
    const repeated = [get({}, { sync: false }), { thinkTime: '10ms' }, get({}, { sync: false })];
    const loop = { loop: { counterVar: 'i', repeats: 3, steps: repeated } };
    const scenario = {
      maxRequests: 1,
      initialSequences: [{ visit: [loop, 'awaitAllResponses', { log: 'done' }] }],
    };
    const { target, rows, log } = await runVirtually(
      { scenario },
      { answer: () => ({ kind: 'response', afterMs: 5, headers: minute }) },
    );
    assert.deepEqual([target.seen.length, totals(rows()).cacheHits, log], [1, 5, ['done']]);
  });

  test('ends its user when a completion handler requests that, and counts it', async () => {
    const handler = { onCompletion: 'markRequestInvalid' };
    const { log, rows } = await visit([get(), get({}, { handler }), { log: 'went on' }], answer(minute));
    const { requests, responses, cacheHits, invalid, failed } = totals(rows);
    assert.deepEqual([log, requests, responses, cacheHits, invalid, failed], [[], 2, 1, 1, 1, 1]);
  });

  test('validates a response that may have changed, and the target confirms it', async () => {
    const tagged: Handler = ({ headers }, response) => {
      response.writeHead(headers['if-none-match'] === 'W/"1"' ? 304 : 200, { etag: 'W/"1"' }).end();
    };
    const ran = await visit([get(), get(), get()], tagged);
    assert.deepEqual(
      ran.seen.map(({ headers }) => headers['if-none-match']),
      [undefined, 'W/"1"', 'W/"1"'],
    );
    const { responses, status2xx, status3xx, invalid, cacheHits } = totals(ran.rows);
    assert.deepEqual([responses, status2xx, status3xx, invalid, cacheHits], [3, 1, 2, 0, 0]);
  });

  test('validates by the instant of the change when there is no tag', async () => {
    const changed = 'Sun, 01 Nov 2026 10:00:00 GMT';
    const ran = await visit(
      [get(), get({ 'cache-control': 'no-cache' })],
      answer({ 'last-modified': changed, 'cache-control': 'max-age=9' }),
    );
    assert.equal(ran.seen[1]?.headers['if-modified-since'], changed);
  });

  test('validates without a tag that no request may contain', async () => {
    const { target, outcome } = await runVirtually(
      { scenario: [{ visit: [get(), get()] }] },
      { answer: () => ({ kind: 'response', afterMs: 1, headers: { etag: '"\u0001"' } }) },
    );
    assert.deepEqual([target.seen.length, target.seen[1]?.moreHeaders, outcome.errors], [2, undefined, []]);
  });

  test('uses a response again that the target has confirmed', async () => {
    const confirming: Handler = ({ headers }, response) => {
      const known = headers['if-none-match'] !== undefined;
      response.writeHead(known ? 304 : 200, { etag: '"1"', ...(known ? minute : {}) }).end();
    };
    const ran = await visit([get(), get(), get()], confirming);
    assert.equal(ran.seen.length, 2);
    assert.equal(hitsOf(ran), 1);
  });

  test('answers only-if-cached with 504 when it has nothing, which handlers see', async () => {
    const handler = {
      status: { store: 'status' },
      onCompletion: { log: 'got ${status}' },
      stopOnInvalid: false,
    };
    const { seen, rows, log } = await visit(
      [
        get({ 'cache-control': 'only-if-cached' }, { handler }),
        get(),
        get({ 'cache-control': 'only-if-cached' }),
      ],
      answer(minute),
    );
    assert.deepEqual(log, ['got 504']);
    assert.equal(seen.length, 1);
    const { requests, responses, status5xx, invalid, failed, cacheHits } = totals(rows);
    assert.deepEqual([requests, responses, status5xx, invalid, failed, cacheHits], [3, 1, 1, 1, 1, 2]);
  });

  test('a 504 of its own ends its user as any other', async () => {
    const { seen } = await visit([get({ 'cache-control': 'only-if-cached' }), get()], answer(minute));
    assert.equal(seen.length, 0);
  });

  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    test(`forgets what a ${method} changes, also where its response points to`, async () => {
      const pointing: Handler = (request, response) => {
        const to = { location: 'a?x=1', 'content-location': `http://${request.headers.host}/b` };
        response
          .writeHead(request.method === 'GET' ? 200 : 303, request.method === 'GET' ? minute : to)
          .end();
      };
      const pages = ['/test', '/a?x=1', '/b', '/c'].map((path) => ({ httpRequest: { GET: path } }));
      const ran = await visit([...pages, { httpRequest: { [method]: '/test' } }, ...pages], pointing);
      assert.deepEqual(
        ran.seen.slice(5).map(({ url }) => url),
        ['/test', '/a?x=1', '/b'],
      );
    });
  }

  test('keeps responses after a failed POST and after a safe method', async () => {
    const failing: Handler = ({ method }, response) => {
      response.writeHead(method === 'POST' ? 500 : 200, minute).end();
    };
    const post = { httpRequest: { POST: '/test', handler: { autoRangeCheck: false } } };
    const ran = await visit([get(), post, { httpRequest: { OPTIONS: '/test' } }, get()], failing);
    assert.deepEqual(methodsOf(ran), ['GET', 'POST', 'OPTIONS']);
  });

  test('keeps what a response of another target points to', async () => {
    const other = await listen(answer(minute));
    const pointing: Handler = (_request, response) => {
      response.writeHead(201, { location: `http://127.0.0.1:${other.port}/a` }).end();
    };
    const one = await listen(pointing);
    const named = (port: number, name: string) => targetAt(port, { key: name, name, isDefault: false });
    const page = { httpRequest: { GET: '/a', endpoint: 'other' } };
    await runShard({
      scenario: [{ visit: [page, { httpRequest: { POST: '/', endpoint: 'one' } }, page] }],
      target: named(one.port, 'one'),
      otherTargets: [named(other.port, 'other')],
    });
    one.close();
    other.close();
    assert.deepEqual([one.seen.length, other.seen.length], [1, 1]);
  });

  test('answers a request that another redirects to', async () => {
    const moving: Handler = ({ url }, response) => {
      response.writeHead(url === '/old' ? 302 : 200, url === '/old' ? { location: '/test' } : minute).end();
    };
    const { port, seen, close } = await listen(moving);
    const { rows, outcome } = await runShard({
      scenario: [{ visit: [get(), { httpRequest: { GET: '/old' } }] }],
      target: targetAt(port),
      ergonomics: { followRedirect: 'LOCATION_ONLY' },
    });
    close();
    assert.deepEqual(outcome.errors, []);
    assert.deepEqual(
      seen.map(({ url }) => url),
      ['/test', '/old'],
    );
    assert.equal(totals(rows).cacheHits, 1);
  });

  test('keeps no response to a request with no-store', async () => {
    const ran = await visit([get({ 'cache-control': 'no-store' }), get()], answer(minute));
    assert.equal(ran.seen.length, 2);
  });

  test('counts the age of a response from its request', async () => {
    const steps = [get(), { thinkTime: '1s' }, get(), { thinkTime: '1s' }, get()];
    const slow = { kind: 'response' as const, afterMs: 5_000, headers: { 'cache-control': 'max-age=7' } };
    const { target, rows } = await runVirtually({ scenario: [{ visit: steps }] }, { answer: () => slow });
    assert.equal(target.seen.length, 2);
    assert.equal(totals(rows()).cacheHits, 1);
  });

  test('keeps responses with status 200 alone', async () => {
    const created: Handler = (_request, response) => {
      response.writeHead(203, minute).end();
    };
    assert.equal((await visit([get(), get()], created)).seen.length, 2);
  });

  test("is the user's own, and ends with it", async () => {
    const { port, seen, close } = await listen(answer(minute));
    const scenario = [{ visit: [get(), get()] }];
    const arrivals = { kind: 'atOnce', users: 3 } as const;
    const { rows } = await runShard({ scenario, arrivals, target: targetAt(port) });
    close();
    assert.equal(seen.length, 3);
    assert.equal(totals(rows).cacheHits, 3);
  });

  test('is emptied by clearHttpCache', async () => {
    const ran = await visit([get(), 'clearHttpCache', get(), get()], answer(minute));
    assert.equal(ran.seen.length, 2);
    assert.equal(hitsOf(ran), 1);
  });

  test('is emptied by a handler', async () => {
    const clearing = { handler: { onCompletion: 'clearHttpCache' } };
    assert.equal((await visit([get({}, clearing), get()], answer(minute))).seen.length, 2);
  });

  test('reports once that requests do not reach the target', async () => {
    const { outcome } = await visit([get(), get(), get()], answer(minute));
    assert.equal(outcome.notices?.length, 1);
    assert.match(
      outcome.notices?.[0] ?? '',
      /^users of http:\/\/127.*counts these as cache hits.*useHttpCache: false/,
    );
  });
});
