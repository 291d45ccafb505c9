import assert from 'node:assert/strict';
import { mock, suite, test } from 'node:test';
import { exchanges } from '../../../lib/driver/http/exchange/limits.ts';
import type { Target } from '../../../lib/driver/model/benchmark.ts';
import { Tally } from '../../../lib/driver/statistics/tally.ts';
import { openVirtually, runVirtually, targetAt, totals, type VirtualCase } from '../session/shards.ts';
import type { Answer, SeenRequest } from './scripted-target.ts';

/**
 * Redirects: their targets, the repeated parts of a request, the sequences that wait, and the handlers that
 * run.
 */

type Page = Omit<Extract<Answer, { kind: 'response' }>, 'kind' | 'afterMs'> & { readonly afterMs?: number };
type Site = { readonly [path: string]: Page };

const to = (location: string, status = 302): Page => ({ status, headers: { location } });
const refresh = (content: string): Page => ({
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<html><meta http-equiv="refresh" content="${content}">`,
});
const ok: Page = { body: 'here' };

/** Answers after 10 ms with the answer for the path. The query is ignored. */
const answersOf =
  (site: Site) =>
  ({ path }: SeenRequest): Answer => ({
    kind: 'response',
    afterMs: 10,
    ...(site[path.split('?')[0] ?? ''] ?? { status: 404 }),
  });

const log = (message: string) => ({ log: { message } });
const other: Target = targetAt(81, { key: 'other', isDefault: false, host: 'other', authority: 'other:81' });

/**
 * Runs one user who sends a request. The log has the calls of its handlers, and the instant at which the user
 * continues.
 */
async function visit(site: Site, request: object = {}, more: Partial<VirtualCase> = {}) {
  const { handler = {}, ...rest } = request as { handler?: object };
  const httpRequest = {
    ...(Object.keys(rest).some((key) => /^[A-Z]+$/.test(key)) ? {} : { GET: '/' }),
    ...rest,
    handler: {
      status: { action: { '100-599': log('status') } },
      body: { store: 'text' },
      onCompletion: log('completion'),
      followRedirect: 'ALWAYS',
      ...handler,
    },
  };
  const run = await runVirtually(
    {
      scenario: [{ main: [{ set: 'text <- none' }, { httpRequest }, log('went on')] }],
      otherTargets: [other],
      ...more,
    },
    { answer: answersOf(site) },
  );
  const { target, outcome, log: lines } = run;
  return {
    lines,
    outcome,
    rows: run.rows(),
    seen: target.seen,
    paths: target.seen.map(({ method, path }) => `${method} ${path}`),
    atMs: target.seen.map(({ atNs }) => Math.round((atNs - (target.seen[0]?.atNs ?? 0)) / 1e6)),
  };
}

/** The name of the metric that counts the redirects. */
const follow = 'main_redirect_0';

suite('A redirect by location', () => {
  test('is followed to the end, counted as requests of its own, and seen by handlers at the end only', async () => {
    const site = { '/': to('/a'), '/a': to('/b', 301), '/b': to('/c', 303), '/c': ok };
    const { paths, lines, rows, atMs } = await visit(site);
    assert.deepEqual(paths, ['GET /', 'GET /a', 'GET /b', 'GET /c']);
    assert.deepEqual(lines, ['status', 'completion', 'went on']);
    assert.deepEqual(atMs, [0, 10, 20, 30]);
    const [first, rest] = [totals(rows, 'main'), totals(rows, follow)];
    assert.deepEqual([first.requests, first.responses, first.status3xx, first.status2xx], [1, 1, 1, 0]);
    assert.deepEqual([rest.requests, rest.responses, rest.status3xx, rest.status2xx], [3, 3, 2, 1]);
    assert.deepEqual([totals(rows).invalid, new Set(rows.map(({ step }) => step)).size], [0, 1]);
  });

  test('is not followed without a policy, nor by a policy for pages', async () => {
    for (const followRedirect of ['NEVER', 'HTML_ONLY']) {
      const { paths, lines } = await visit({ '/': to('/a'), '/a': ok }, { handler: { followRedirect } });
      assert.deepEqual([paths, lines], [['GET /'], ['status', 'completion', 'went on']]);
    }
    const site = { '/': to('/a'), '/a': ok };
    const handler = { followRedirect: undefined };
    assert.equal((await visit(site, { handler })).paths.length, 1);
    const ergonomics = { followRedirect: 'LOCATION_ONLY' } as const;
    assert.equal((await visit(site, { handler }, { ergonomics })).paths.length, 2);
    assert.equal(
      (await visit(site, { handler: { followRedirect: 'NEVER' } }, { ergonomics })).paths.length,
      1,
    );
  });

  test('is followed as the policy of its request says', async () => {
    const byLocation = { '/': to('/a'), '/a': ok };
    const byPage = { '/': refresh('0; url=/a'), '/a': ok };
    for (const [followRedirect, expected] of [
      ['NEVER', [1, 1]],
      ['LOCATION_ONLY', [2, 1]],
      ['HTML_ONLY', [1, 2]],
      ['ALWAYS', [2, 2]],
    ] as const) {
      const handler = { followRedirect };
      const sent = [await visit(byLocation, { handler }), await visit(byPage, { handler })];
      assert.deepEqual(
        sent.map(({ paths }) => paths.length),
        expected,
        followRedirect,
      );
    }
  });

  test('continues with GET and without a body, unless its status repeats the request', async () => {
    const post = { POST: '/', body: 'čaj', headers: { 'Content-Type': 'text/plain', 'x-mine': 'yes' } };
    const rows: readonly (readonly [status: number, request: object, method: string, body: string | null])[] =
      [
        [301, post, 'GET', null],
        [302, post, 'GET', null],
        [303, post, 'GET', null],
        [307, post, 'POST', 'čaj'],
        [308, post, 'POST', 'čaj'],
        [303, { ...post, POST: undefined, PUT: '/' }, 'GET', null],
        [302, { HEAD: '/' }, 'HEAD', null],
        [307, { DELETE: '/' }, 'DELETE', null],
      ];
    for (const [status, request, method, body] of rows) {
      const { seen } = await visit({ '/': to('/a', status), '/a': ok }, request);
      const [, second] = seen;
      assert.deepEqual([second?.method, second?.body], [method, body], `${status}`);
      if (!('body' in request)) continue;
      const { headers = [] } = second ?? {};
      assert.deepEqual([headers.includes('x-mine'), headers.includes('Content-Type')], [true, body !== null]);
    }
    for (const status of [300, 304, 305, 306, 201])
      assert.equal((await visit({ '/': to('/a', status) })).paths.length, 1, `${status}`);
  });

  test('without its body says nothing of one', async () => {
    const ofBody = {
      'Content-Encoding': 'br',
      'content-language': 'de',
      'Content-Location': '/b',
      'content-type': 'a/b',
      'Content-Digest': 'sha-256=:AA==:',
      digest: 'sha-256=AA==',
      Expect: '100-continue',
      'last-modified': 'Mon, 30 Nov 2026 09:00:00 GMT',
      'Repr-Digest': 'sha-256=:AA==:',
      trailer: 'x-sum',
    };
    const post = { POST: '/', body: 'tea', headers: { ...ofBody, 'x-mine': 'yes' } };
    for (const [status, request, kept] of [
      [303, post, ['x-mine', 'yes']],
      [303, { ...post, body: undefined }, ['x-mine', 'yes']],
      [307, post, Object.entries(post.headers).flat()],
    ] as const) {
      const { seen } = await visit({ '/': to('/a', status), '/a': ok }, request);
      const headers = seen[1]?.headers ?? [];
      const written = headers.filter((_text, at) =>
        Object.hasOwn(post.headers, headers[at - (at % 2)] ?? ''),
      );
      assert.deepEqual(written, kept);
    }
  });

  test('is resolved against the request that it answers', async () => {
    const rows: readonly (readonly [location: string, path: string])[] = [
      ['/x/y?z=1#top', '/x/y?z=1'],
      ['c', '/dir/c'],
      ['../c d', '/c%20d'],
      ['?q=2', '/dir/page?q=2'],
      ['./', '/dir/'],
      ['//127.0.0.1:80/e', '/e'],
      ['http://127.0.0.1/f', '/f'],
      ['HTTP://127.0.0.1:80', '/'],
    ];
    for (const [location, path] of rows) {
      const { paths } = await visit({ '/dir/page': to(location) }, { GET: '/dir/page?q=1' }, noRangeCheck);
      assert.equal(paths[1], `GET ${path}`, location);
    }
  });

  test('without a location makes its request invalid, and its handlers see it', async () => {
    for (const page of [{ status: 302 }, to('')]) {
      const { lines, rows, outcome } = await visit({ '/': page });
      assert.deepEqual(lines, ['status', 'completion']);
      assert.deepEqual([totals(rows).invalid, totals(rows).status3xx], [1, 1]);
      assert.match(outcome.errors.join(), /step 2 of 3 \(httpRequest\).*\(status 302\) has no location/);
    }
  });

  test('that comes too often makes its request invalid', async () => {
    const { paths, rows, lines, outcome } = await visit({ '/': to('/') });
    assert.equal(paths.length, 1 + exchanges.redirectsMax);
    assert.deepEqual(lines, ['status', 'completion']);
    assert.deepEqual([totals(rows, 'main').invalid, totals(rows, follow).invalid], [0, 1]);
    assert.match(outcome.errors.join(), /more than 20 redirects in a row/);
  });

  test('with a body counts its bytes, and the next user begins without redirects', async () => {
    const twice = { loop: { counterVar: 'i', repeats: 2, steps: [{ httpRequest: { GET: '/' } }] } };
    const { rows } = await runVirtually(
      { scenario: [{ main: [twice] }], ergonomics: { followRedirect: 'ALWAYS' } },
      { answer: answersOf({ '/': { ...to('/'), body: 'moved' } }) },
    );
    const sum = totals(rows());
    // The user ends in the first chain of redirects, so the second chain has no requests.
    assert.deepEqual([sum.requests, sum.bytesReceived], [21, 21 * 5]);
    const free = await runVirtually(
      { scenario: [{ main: [twice] }], ergonomics: { followRedirect: 'ALWAYS', stopOnInvalid: false } },
      { answer: answersOf({ '/': to('/') }) },
    );
    assert.equal(totals(free.rows()).requests, 42);
  });
});

const noRangeCheck = { ergonomics: { autoRangeCheck: false } } as const;

suite('A redirect to another target', () => {
  const headers = {
    Authorization: 'Bearer 1',
    cookie: 'a=1',
    'Proxy-Authorization': 'x',
    host: 'mine',
    'x-mine': 'yes',
  };
  const names = ({ headers = [] }: Partial<SeenRequest> = {}): readonly string[] =>
    headers.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase());

  test('takes along nothing that is meant for the first one only', async () => {
    const { seen, paths } = await visit({ '/': to('http://other:81/there'), '/there': ok }, { headers });
    assert.deepEqual(paths, ['GET /', 'GET /there']);
    assert.notEqual(seen[0]?.connection, seen[1]?.connection);
    assert.ok(names(seen[0]).includes('authorization'));
    assert.deepEqual(names(seen[1]), ['x-mine', 'user-agent']);
    const back = { '/': to('http://other:81/a'), '/a': to('http://127.0.0.1/b'), '/b': ok };
    assert.deepEqual(names((await visit(back, { headers })).seen[2]), ['x-mine', 'user-agent']);
  });

  test('takes everything along on the same one', async () => {
    const { seen } = await visit({ '/': to('/a'), '/a': ok }, { headers });
    assert.deepEqual(seen[1]?.headers, seen[0]?.headers);
  });

  test('that no document names is not followed: its request is invalid, and names where it led', async () => {
    const rows = [
      ['http://elsewhere/secret?token=1', 'http://elsewhere,'],
      ['https://127.0.0.1/', 'https://127.0.0.1,'],
      ['http://other:82/', 'http://other:82,'],
      ['mailto:a@b', 'mailto:,'],
      ['http://[', 'a location that is not a valid URL'],
    ] as const;
    for (const [location, where] of rows) {
      const { paths, rows, lines, outcome } = await visit({ '/': to(location) });
      assert.deepEqual([paths, lines, totals(rows).invalid], [['GET /'], ['status', 'completion'], 1]);
      const [message = ''] = outcome.errors;
      assert.ok(message.includes(`leads to ${where}`) && !message.includes('token'), message);
    }
  });
});

suite('Cookies of a redirect', () => {
  const cookiesOf = ({ headers = [], moreHeaders = [] }: Partial<SeenRequest> = {}): readonly string[] =>
    [...headers, ...moreHeaders].filter((_text, at, all) => all[at - 1]?.toLowerCase() === 'cookie');
  const login: Site = {
    '/': { status: 303, headers: { location: '/in', 'set-cookie': 'session=7' } },
    '/in': to('http://other:81/out'),
    '/out': ok,
  };

  test('are sent with what follows it', async () => {
    const { seen } = await visit(login, { POST: '/', body: 'user=me' });
    assert.deepEqual(seen.map(cookiesOf), [[], ['session=7'], []]);
  });

  test('join the cookies of the document, which are sent to their own origin only', async () => {
    const { seen } = await visit(login, { headers: { cookie: 'mine=1' } });
    assert.deepEqual(seen.map(cookiesOf), [['mine=1'], ['mine=1; session=7'], []]);
  });

  test('the document has written are sent as they were, whatever became of the variable since', async () => {
    const site = { '/': refresh('1;url=/a'), '/a': ok };
    const { target, outcome } = await runVirtually(
      {
        scenario: {
          initialSequences: [
            {
              one: [
                { set: 'id <- 5' },
                { httpRequest: { GET: '/', headers: { cookie: 'id=${id}', 'x-id': '${id}' } } },
              ],
            },
            { two: [{ thinkTime: '500ms' }, { unset: 'id' }] },
          ],
        },
        ergonomics: { followRedirect: 'ALWAYS' },
      },
      { answer: answersOf(site) },
    );
    assert.deepEqual([outcome.result, target.seen.map(cookiesOf)], ['completed', [['id=5'], ['id=5']]]);
    assert.deepEqual(target.seen[1]?.headers, target.seen[0]?.headers);
  });
});

suite('A refresh in a page', () => {
  test('is followed after its delay, and its handlers see every page, but complete at the last one', async () => {
    const site = { '/': refresh('2; url=/a'), '/a': refresh('0;url=b'), '/b': ok };
    const { paths, lines, atMs, rows } = await visit(site);
    assert.deepEqual(paths, ['GET /', 'GET /a', 'GET /b']);
    assert.deepEqual(lines, ['status', 'status', 'status', 'completion', 'went on']);
    assert.deepEqual(atMs, [0, 2010, 2020]);
    assert.deepEqual([totals(rows, 'main').status2xx, totals(rows, follow).status2xx], [1, 2]);
  });

  test('is a GET without a body, whatever led to it', async () => {
    const { seen } = await visit({ '/': refresh('0;url=/a'), '/a': ok }, { POST: '/', body: 'x' });
    assert.deepEqual([seen[1]?.method, seen[1]?.body], ['GET', null]);
  });

  test('is looked for in pages only, and not by a policy for locations', async () => {
    const page = refresh('0;url=/a');
    const typed = (type: string): Page => ({ ...page, headers: { 'content-type': type } });
    const pathsOf = async (first: Page, handler: object = {}) =>
      (await visit({ '/': first, '/a': ok }, { handler })).paths.length;
    assert.equal(await pathsOf(typed('application/json')), 1);
    assert.equal(await pathsOf(typed('application/xhtml+xml')), 2);
    assert.equal(await pathsOf({ body: page.body ?? '' }), 2);
    assert.equal(await pathsOf(page, { followRedirect: 'HTML_ONLY' }), 2);
    assert.equal(await pathsOf(page, { followRedirect: 'LOCATION_ONLY' }), 1);
    assert.equal(await pathsOf(page, { followRedirect: 'NEVER' }), 1);
  });

  test('is not followed when its page is invalid and ends the user', async () => {
    const site = { '/': { ...refresh('0;url=/a'), status: 404 }, '/a': ok };
    const ended = await visit(site);
    assert.deepEqual([ended.paths, ended.lines], [['GET /'], ['status', 'completion']]);
    const goesOn = await visit(site, { handler: { stopOnInvalid: false } });
    assert.deepEqual(goesOn.paths, ['GET /', 'GET /a']);
    assert.deepEqual([totals(goesOn.rows, 'main').invalid, totals(goesOn.rows, follow).invalid], [1, 0]);
  });

  test('is not followed when a handler of the page throws', async () => {
    const { paths, rows } = await visit(
      { '/': refresh('0;url=/a'), '/a': ok },
      { handler: { body: { json: { query: '.a', toVar: 'text' } } } },
    );
    assert.deepEqual([paths, totals(rows).internalErrors], [['GET /'], 1]);
  });
});

suite('A request that is redirected', () => {
  const chain = { '/': to('/a'), '/a': ok };

  test('without sync lets its sequence continue at once, and awaitAllResponses waits for its end', async () => {
    const { log: lines, target } = await runVirtually(
      {
        scenario: [
          {
            main: [
              {
                httpRequest: {
                  GET: '/',
                  sync: false,
                  handler: { followRedirect: 'ALWAYS', onCompletion: log('completion') },
                },
              },
              log('sent'),
              'awaitAllResponses',
              log('all'),
            ],
          },
        ],
      },
      { answer: answersOf({ '/': refresh('3;url=/a'), '/a': ok }) },
    );
    assert.deepEqual(lines, ['sent', 'completion', 'all']);
    assert.equal(target.seen.length, 2);
  });

  test('keeps its user although its sequence is over', async () => {
    const request = { httpRequest: { GET: '/', sync: false, handler: { followRedirect: 'ALWAYS' } } };
    const { target, outcome } = await runVirtually(
      { scenario: [{ main: [request] }] },
      { answer: answersOf({ '/': refresh('3;url=/a'), '/a': ok }) },
    );
    assert.deepEqual([target.seen.length, outcome.started], [2, 1]);
  });

  test('that is stopped during the pause, in the queue or on the way is over at once', async () => {
    for (const [stopAtMs, requests] of [
      [500, 1],
      [1015, 2],
    ] as const) {
      const run = await openVirtually(
        {
          scenario: [{ main: [{ httpRequest: { GET: '/', handler: { followRedirect: 'ALWAYS' } } }] }],
          arrivals: { kind: 'always', users: 1 },
          phase: { durationMs: 10_000 },
        },
        { answer: answersOf({ '/': refresh('1;url=/a'), '/a': { ...ok, afterMs: 50 } }) },
      );
      const { time, clock, shardRun, target } = run;
      clock.after(stopAtMs, () => shardRun.stop('enough'));
      const outcome = await time.until(shardRun.run(clock.nowNs()));
      assert.deepEqual([outcome.result, target.seen.length], ['stopped', requests]);
      assert.deepEqual(shardRun.active, { sessions: 0, inFlight: 0 });
      await shardRun.close();
      await time.pass(5000);
      assert.deepEqual([time.waiting, target.seen.length], [0, requests]);
    }
  });

  test('is timed by its own beginning: the end of the request before it, and its pause', async () => {
    const latencies: number[] = [];
    const record = mock.method(Tally.prototype, 'recordLatency', (ns: number) => latencies.push(ns));
    await visit({ '/': to('/a'), '/a': refresh('2;url=/b'), '/b': ok });
    record.mock.restore();
    assert.deepEqual(
      latencies.map((ns) => Math.round(ns / 1e6)),
      [10, 10, 10],
    );
  });

  test('lets others continue with what the handlers of a page did', async () => {
    const first = {
      httpRequest: { GET: '/', handler: { followRedirect: 'ALWAYS', body: { store: 'text' } } },
    };
    const { target } = await runVirtually(
      {
        scenario: {
          initialSequences: [
            { one: [first] },
            { two: [{ awaitVar: 'text' }, { httpRequest: { GET: '/seen' } }] },
          ],
        },
      },
      { answer: answersOf({ '/': refresh('1;url=/a'), '/a': ok, '/seen': ok }) },
    );
    assert.deepEqual(
      target.seen.map(({ path }) => path),
      ['/', '/seen', '/a'],
    );
  });

  test('and breaks off leaves nothing behind for the next one', async () => {
    const { target, rows } = await runVirtually(
      {
        scenario: [{ main: [{ httpRequest: { GET: '/' } }, { httpRequest: { GET: '/ok' } }] }],
        ergonomics: { followRedirect: 'ALWAYS', stopOnInvalid: false },
      },
      { answer: answersOf({ '/': { ...to('/a'), breaksOff: 'reset' }, '/ok': ok, '/a': ok }) },
    );
    assert.deepEqual(
      target.seen.map(({ path }) => path),
      ['/', '/ok'],
    );
    assert.deepEqual([totals(rows()).connectionErrors, totals(rows()).responses], [1, 1]);
  });

  test('has its time limit for each of its requests', async () => {
    const slow = { '/': { ...to('/a'), afterMs: 80 }, '/a': { ...ok, afterMs: 80 } };
    const { rows, lines } = await visit(slow, { timeout: '100ms' });
    assert.deepEqual([totals(rows).timeouts, lines.at(-1)], [0, 'went on']);
    const late = await visit({ ...slow, '/a': { ...ok, afterMs: 180 } }, { timeout: '100ms' });
    assert.deepEqual([totals(late.rows, follow).timeouts, late.lines], [1, ['completion']]);
  });

  test('waits for a connection as any other, and from its own beginning on', async () => {
    const busy = [
      { one: [{ httpRequest: { GET: '/', handler: { followRedirect: 'ALWAYS' } } }] },
      { two: [{ httpRequest: { GET: '/slow' } }] },
    ];
    const { rows } = await runVirtually(
      {
        scenario: { initialSequences: busy },
        shardConnections: { core: 1, max: 1 },
      },
      { answer: answersOf({ ...chain, '/slow': { ...ok, afterMs: 70 } }) },
    );
    const blocked = totals(rows(), 'one_redirect_0').blockedNs / 1e6;
    assert.equal(Math.round(blocked), 70);
  });

  test('is compensated as a whole, under the name of its own path', async () => {
    const site = { '/': refresh('1;url=/a'), '/a': ok };
    const { rows } = await visit(
      site,
      { metric: ['/ -> home'], compensation: { targetRate: 100 }, handler: { stopOnInvalid: false } },
      { arrivals: { kind: 'always', users: 1 }, phase: { durationMs: 500 }, otherTargets: [] },
    );
    assert.deepEqual(
      [...new Set(rows.map(({ metric }) => metric))].toSorted(),
      ['compensated-home', 'home', follow].toSorted(),
    );
    assert.equal(totals(rows, 'compensated-home').responses, 1);
  });
});
