import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ApiError, client, type FetchInit, type Reply, type Tree } from '../../lib/client/index.ts';
import { startCloud } from '../../lib/local/cloud.ts';
import { afterwards, scratchDir, suiteScope } from '../local/scratch.ts';

/** The client against the API of one machine. */
suite('the client and the API', () => {
  const scope = suiteScope();
  let url = '';
  let adminKey = '';
  let api: Tree;

  before(async () => {
    const cloud = await startCloud({ dataDir: scratchDir(scope), port: 0 });
    afterwards(scope, () => cloud.close());
    url = cloud.url;
    adminKey = (await readFile(cloud.adminKeyFile, 'utf8')).trim();
    api = client(url, { apiKey: adminKey });
  });

  const times = { start: 1_700_000_000_000, stop: 1_700_000_060_000 };

  test('a caller without a key may read the version, and nothing else', async () => {
    const { version } = await client(url).config.version.get();
    assert.match(version, /^\d+\.\d+\.\d+/);
    const { status, code, requestId } = await refusalOf(client(url).run.list.get());
    assert.deepEqual([status, code, typeof requestId], [401, 'UNAUTHORIZED', 'string']);
  });

  test('a password gives a token, which names its user', async () => {
    await api.user.team.by('dev-team').post();
    const user = { username: 'ada', firstName: 'Ada' };
    await api.user.createUser.post({
      body: { user, password: 'long enough', team: 'dev-team', roles: ['viewer'] },
    });
    const form = { grant_type: 'password', username: 'ada', password: 'long enough' };
    const { realm = '' } = await client(url).config.keycloak.get();
    const { access_token: token } = await client(url)
      .realms.by(realm)
      .protocol['openid-connect'].token.post({ body: new URLSearchParams(form) });
    const authorization = `Bearer ${token}`;
    assert.equal((await client(url, { headers: { authorization } }).user.me.get()).user, 'ada');
    const password = `Basic ${btoa('ada:long enough')}`;
    const later = client(url, { headers: () => ({ authorization: password }) });
    assert.equal((await later.user.me.get()).user, 'ada');
  });

  test('a document keeps its digits on its way in and out, and its validator spares the second way', async () => {
    const text = '{"$schema":"urn:a","price":1.10,"large":12345678901234567890}';
    const id = await api.run.data.post({
      query: { test: 'digits', ...times },
      body: new TextEncoder().encode(text),
    });
    const run = api.run.by(Number(id));
    const reply = await run.data.get({ as: 'reply' });
    assert.equal(await reply.text(), text);
    const etag = reply.headers.get('etag') ?? '';
    const again = await run.data.get({ as: 'reply', headers: { 'if-none-match': etag } });
    assert.deepEqual([again.status, await again.text()], [304, '']);
    const { value } = await api.sql.by(Number(id)).queryrun.get({ query: { query: '$.price', array: true } });
    assert.equal(value, '[1.10]');
    assert.equal(await run.description.post({ body: 'release 4.1' }), undefined);
    assert.equal((await run.summary.get()).description, 'release 4.1');
  });

  test('a refusal has the words of the API', async () => {
    const { status, code, message } = await refusalOf(api.run.by(999).get());
    assert.deepEqual([status, code], [404, 'RUN_NOT_FOUND']);
    assert.match(message, /999/);
    const wrong = await refusalOf(api.run.list.get({ query: { limit: 10_001 } }));
    assert.equal(wrong.status, 400);
    assert.ok(Array.isArray(wrong.details));
  });

  test('pages of a list have every run once', async () => {
    for (const start of [1, 2, 3])
      await api.run.data.post({ query: { test: 'pages', start, stop: 9 }, body: { start } });
    const starts: unknown[] = [];
    for await (const { runs } of api.run.list.pages({ query: { test: 'pages', limit: 1 } }))
      starts.push(...runs.map(({ start }) => start));
    assert.deepEqual(starts, [3, 2, 1]);
    const entries: string[] = [];
    for await (const page of api.audit.pages({ query: { limit: 1 } })) {
      entries.push(...page.entries.map(({ operation }) => operation));
      if (entries.length === 3) break;
    }
    assert.equal(entries.length, 3);
  });

  test('two uploads with one key are one run', async () => {
    const call = {
      query: { test: 'keyed', ...times },
      body: { a: 1 },
      headers: { 'idempotency-key': 'ci-7' },
    };
    assert.equal(await api.run.data.post(call), await api.run.data.post(call));
  });

  test('a large answer is read from the store, and any answer has a link', async () => {
    const large = { rows: Array.from({ length: 9_000 }, (_, at) => ({ at, name: `${at} `.repeat(200) })) };
    const body = new Uint8Array(gzipSync(JSON.stringify(large)));
    const headers = { 'content-encoding': 'gzip' };
    const id = Number(await api.run.data.post({ query: { test: 'large', ...times }, body, headers }));
    assert.deepEqual(await api.run.by(id).data.get(), large);
    const link = await api.run.by(id).data.get({ as: 'url' });
    assert.notEqual(new URL(link).origin, new URL(url).origin);
    assert.deepEqual(await (await fetch(link)).json(), large);
    const browser = client(url, { apiKey: adminKey, fetch: hidingRedirects });
    assert.deepEqual(await browser.run.by(id).data.get(), large);
  });
});

/** Shows redirects as a browser does: without a status and headers. */
async function hidingRedirects(url: string, init: FetchInit): Promise<Reply> {
  const reply = await fetch(url, init);
  if (reply.status !== 303) return reply;
  const empty = new Response(null, { headers: {} });
  return {
    status: 0,
    type: 'opaqueredirect',
    headers: empty.headers,
    text: () => empty.text(),
    arrayBuffer: () => empty.arrayBuffer(),
  };
}

async function refusalOf(answer: Promise<unknown>): Promise<ApiError> {
  const refused = await answer.then(() => undefined).catch((error: unknown) => error);
  assert.ok(refused instanceof ApiError);
  return refused;
}
