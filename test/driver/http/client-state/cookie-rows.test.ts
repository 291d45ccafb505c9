import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { cookies } from '../../../../lib/driver/http/cookies/limits.ts';
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

type Visit = Ran & { readonly cookies: readonly (string | undefined)[]; readonly seen: readonly Seen[] };

/** Runs these steps with one user against a real server. Returns the cookies that the user sent. */
async function visit(
  steps: readonly unknown[],
  handler: Handler,
  more: object = {},
  target: Partial<Target> = {},
): Promise<Visit> {
  const { port, seen, close } = await listen(handler);
  try {
    const ran = await runShard({ scenario: [{ visit: steps }], target: targetAt(port, target), ...more });
    assert.deepEqual(ran.outcome.errors, []);
    return { ...ran, seen, cookies: seen.map(({ headers }) => headers.cookie) };
  } finally {
    close();
  }
}

const get = (path: string, headers: Readonly<Record<string, string>> = {}) => ({
  httpRequest: { GET: path, headers },
});
const setting =
  (...cookies: readonly string[]): Handler =>
  ({ url }, response) => {
    if (url === '/login') response.setHeader('set-cookie', [...cookies]);
    response.end();
  };

test('row 125: a cookie set by one response is sent with the next request', async () => {
  const checking: Handler = ({ url, headers }, response) => {
    if (url === '/test1') response.setHeader('set-cookie', 'foo=bar');
    else response.statusCode = headers.cookie === 'foo=bar' ? 200 : 500;
    response.end();
  };
  const { rows } = await visit([get('/test1'), get('/test2')], checking);
  assert.deepEqual([totals(rows).status2xx, totals(rows).status5xx], [2, 0]);
});

suite('the cookies of a user', () => {
  test('go together in one header, longer paths first', async () => {
    const { seen } = await visit(
      [get('/login'), get('/shop/cart')],
      setting('a=1; Path=/', 'b=2; HttpOnly; SameSite=Lax', 'c=3; Path=/shop', 'd=4; Path=/other'),
    );
    assert.equal(seen[1]?.headers.cookie, 'c=3; a=1; b=2');
  });

  test('come with responses of every status, also those that a handler fails on', async () => {
    const moving: Handler = ({ url }, response) => {
      if (url === '/login') response.writeHead(302, { 'set-cookie': 'sid=1', location: '/' });
      response.end();
    };
    assert.deepEqual((await visit([get('/login'), get('/')], moving)).cookies, [undefined, 'sid=1']);
  });

  test("are no other user's, and end with their user", async () => {
    const users = { arrivals: { kind: 'atOnce', users: 3 } };
    const numbered: Handler = ({ url }, response) => {
      if (url === '/login') response.setHeader('set-cookie', `user=${Math.random()}`);
      response.end();
    };
    const { cookies } = await visit([get('/login'), get('/')], numbered, users);
    assert.equal(new Set(cookies.filter((text) => text !== undefined)).size, 3);

    const { target } = await runVirtually(
      {
        scenario: [{ visit: [get('/a'), get('/b')] }],
        arrivals: { kind: 'always', users: 1 },
        phase: { durationMs: 35 },
      },
      { answer: () => ({ kind: 'response', afterMs: 10, headers: { 'set-cookie': 'a=1' } }) },
    );
    assert.deepEqual(
      target.seen.map(({ moreHeaders }) => moreHeaders),
      [undefined, ['cookie', 'a=1'], undefined, ['cookie', 'a=1']],
    );
  });

  test('expire by the clock of the run', async () => {
    const steps = [get('/'), { thinkTime: '4s' }, get('/'), { thinkTime: '2s' }, get('/')];
    const { target } = await runVirtually({ scenario: [{ visit: steps }] }, ({ epochMs }) => ({
      answer: (_request, index) => {
        const expires = new Date(epochMs() + 5_000).toUTCString();
        const set = { 'set-cookie': ['a=1; Max-Age=5', `b=2; Expires=${expires}`, 'c=3'] };
        return { kind: 'response', afterMs: 1, headers: index === 0 ? set : {} };
      },
    }));
    assert.deepEqual(
      target.seen.map(({ moreHeaders }) => moreHeaders?.[1]),
      [undefined, 'a=1; b=2; c=3', 'c=3'],
    );
  });

  test('stay with the target they belong to', async () => {
    const server = await listen(setting('sid=1'));
    const [one, other] = ['127.0.0.1', 'localhost'].map((host) =>
      targetAt(server.port, {
        key: host,
        name: host,
        host,
        authority: `${host}:${server.port}`,
        isDefault: false,
        addresses: ['127.0.0.1'],
      }),
    );
    const to = (endpoint: string, path: string) => ({ httpRequest: { GET: path, endpoint } });
    const steps = [to('127.0.0.1', '/login'), to('localhost', '/'), to('127.0.0.1', '/')];
    assert.ok(one && other);
    await runShard({ scenario: [{ visit: steps }], target: one, otherTargets: [other] });
    server.close();
    assert.deepEqual(
      server.seen.map(({ headers }) => headers.cookie),
      [undefined, undefined, 'sid=1'],
    );
  });

  test('join those that the document gives, which win by their names', async () => {
    const own = { Cookie: 'theme=dark; sid=${id}' };
    const { cookies, seen } = await visit(
      [{ set: 'id <- mine' }, get('/first', own), get('/login'), get('/', own), get('/')],
      setting('sid=theirs', 'seen=yes'),
    );
    assert.deepEqual(cookies, [
      'theme=dark; sid=mine',
      undefined,
      'theme=dark; sid=mine; seen=yes',
      'sid=theirs; seen=yes',
    ]);
    assert.ok(
      seen.every(({ headers }) => Object.keys(headers).filter((name) => name === 'cookie').length < 2),
    );
  });

  test('come and go with the redirects on the way', async () => {
    const login: Handler = ({ url }, response) => {
      if (url === '/home') response.end();
      else
        response
          .writeHead(302, {
            'set-cookie': `${url?.slice(1)}=1`,
            location: url === '/login' ? '/next' : '/home',
          })
          .end();
    };
    const following = { ergonomics: { followRedirect: 'LOCATION_ONLY' } };
    const { cookies } = await visit([{ httpRequest: { POST: '/login' } }], login, following);
    assert.deepEqual(cookies, [undefined, 'login=1', 'login=1; next=1']);
  });

  test('are kept where nothing is cached', async () => {
    const { cookies } = await visit([get('/login'), get('/')], setting('sid=1'), {}, { useHttpCache: false });
    assert.deepEqual(cookies, [undefined, 'sid=1']);
  });

  test('are not stored when the document sets this, and its own header is sent unchanged', async () => {
    const more = { ergonomics: { repeatCookies: false } };
    const { cookies, outcome } = await visit(
      [get('/login'), get('/'), get('/', { cookie: 'own=1' })],
      setting('sid=1', 'x=1; Domain=example.com'),
      more,
    );
    assert.deepEqual(cookies, [undefined, undefined, 'own=1']);
    assert.deepEqual(outcome.notices, []);
  });
});

suite('a cookie that is not kept', () => {
  const rows: readonly (readonly [string, string, RegExp])[] = [
    [
      'of another domain',
      'sid=secret; Domain=example.com',
      /set the cookie 'sid', which is not sent back: the host that sent it may not set cookies for its domain/,
    ],
    [
      'with a control character',
      'sid=secret\u0001',
      /'sid', which is not sent back: a browser would not accept its text/,
    ],
    [
      'with a name that requires a secure connection',
      '__Host-sid=secret',
      /'__Host-sid', .* requires a secure connection/,
    ],
  ];
  for (const [what, text, expected] of rows) {
    test(`${what} is reported once, by its name and without its value`, async () => {
      const answer = () => ({
        kind: 'response' as const,
        afterMs: 1,
        headers: { 'set-cookie': [text, text] },
      });
      const { outcome, target } = await runVirtually(
        { scenario: [{ visit: [get('/'), get('/')] }] },
        { answer },
      );
      assert.deepEqual(target.seen[1]?.moreHeaders, undefined);
      assert.equal(outcome.notices?.length, 1);
      assert.match(outcome.notices?.[0] ?? '', expected);
      assert.doesNotMatch(outcome.notices?.[0] ?? '', /secret/);
    });
  }

  test('is not reported for the same reason as an earlier cookie', async () => {
    const foreign = ['a', 'b'].map((name) => `${name}=1; Domain=example.com`);
    const { outcome } = await runVirtually(
      { scenario: [{ visit: [get('/')] }] },
      { answer: () => ({ kind: 'response', afterMs: 1, headers: { 'set-cookie': foreign } }) },
    );
    assert.equal(outcome.notices?.length, 1);
  });

  test('is reported too when its user has too many cookies', async () => {
    const many = Array.from({ length: cookies.userMax + 1 }, (_, index) => `c${index}=1`);
    const { outcome } = await runVirtually(
      { scenario: [{ visit: [get('/')] }] },
      { answer: () => ({ kind: 'response', afterMs: 1, headers: { 'set-cookie': many } }) },
    );
    assert.match(
      outcome.notices?.join('|') ?? '',
      /^http[^|]*'c100', .* already has the largest number of cookies that a user may have$/,
    );
  });
});
