import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Context } from 'aws-lambda';
import { handler } from '../../../functions/api/pages.ts';
import type { Event } from '../../../functions/api/pipeline/types.ts';
import { screens } from '../../../lib/web/addresses/table.ts';

/** The function that serves the pages, called with events of an HTTP API. */

type Got = {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
};

async function get(rawPath: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  const event = {
    rawPath,
    headers: { Accept: 'text/html,*/*', ...headers },
    requestContext: { requestId: 'r', http: { method } },
  };
  const {
    statusCode = 0,
    body = '',
    headers: given = {},
  } = await handler(event as unknown as Event, {} as Context);
  return { status: statusCode, body, headers: given };
}

/** The names of the files that the HTML page loads. */
const filesOf = ({ body }: Got): readonly string[] =>
  [...body.matchAll(/(?:src|href)="(\/app\/[^"]+)"/g)].map(([, name = '']) => name);

suite('the pages', () => {
  test('every screen has the shell, and an address without a screen has it with 404', async () => {
    for (const path of Object.values(screens)) {
      const { status, body } = await get(path.replace(/\{\w+\}/g, '7'));
      assert.equal(status, 200, path);
      assert.match(body, /<div id="app">/);
    }
    assert.equal((await get('/nowhere')).status, 404);
    assert.equal((await get('/run/%zz')).status, 404);
  });

  test('the shell names its files, and is requested again by its validator', async () => {
    const shell = await get('/');
    assert.ok(filesOf(shell).length >= 2);
    // An empty icon keeps browsers from asking for /favicon.ico.
    assert.ok(shell.body.includes('<link rel="icon" href="data:,">'));
    assert.equal(shell.headers['cache-control'], 'no-cache');
    const etag = String(shell.headers.etag);
    assert.equal((await get('/', { 'If-None-Match': etag })).status, 304);
    assert.equal((await get('/', { 'If-None-Match': '"other"' })).status, 200);
  });

  test('a browser behind a proxy gets addresses below the path of the proxy, and another browser does not', async (t) => {
    t.after(() => delete process.env.DOWNPOUR_PUBLIC_URL);
    process.env.DOWNPOUR_PUBLIC_URL = 'https://Results.example.com/team/load/';
    const { body } = await get('/runs', { Host: 'results.example.com' });
    assert.match(body, /<meta name="downpour-base" content="\/team\/load">/);
    assert.match(body, /<script type="module" blocking="render" src="\/team\/load\/app\//);
    for (const Host of ['127.0.0.1:8090', 'example.com'])
      assert.ok(filesOf(await get('/runs', { Host })).length >= 2, Host);
    // This public address contains characters that HTML reads as markup. The page still loads its files.
    process.env.DOWNPOUR_PUBLIC_URL = 'https://results.example.com/a&lt;b';
    assert.ok(filesOf(await get('/runs', { Host: 'results.example.com' })).length >= 2);
  });

  test('files come in each coding that a browser accepts, with the same content, and are kept for good', async () => {
    for (const file of filesOf(await get('/'))) {
      const plain = await get(file);
      const [brotli, gzip] = [
        await get(file, { 'Accept-Encoding': 'gzip, br' }),
        await get(file, { 'accept-encoding': 'gzip' }),
      ];
      assert.match(String(plain.headers['cache-control']), /immutable/);
      assert.deepEqual(
        [plain, brotli, gzip].map(({ headers }) => headers['content-encoding']),
        [undefined, 'br', 'gzip'],
      );
      const text = Buffer.from(plain.body, 'base64').toString();
      assert.equal(brotliDecompressSync(Buffer.from(brotli.body, 'base64')).toString(), text);
      assert.equal(gunzipSync(Buffer.from(gzip.body, 'base64')).toString(), text);
    }
    for (const file of ['main.OLD.js', 'constructor', '__proto__'])
      assert.equal((await get(`/app/${file}`)).status, 404, file);
  });

  test('the policy allows own scripts only, and markup of the report alone', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      'trusted-types report',
    ])
      assert.ok(policy.split('; ').includes(part), part);
    assert.ok(!policy.includes('unsafe'));
  });

  test('an issuer may be called by the pages', async () => {
    process.env.DOWNPOUR_OIDC_ISSUER = 'https://id.example.com/realms/a';
    process.env.DOWNPOUR_OIDC_AUDIENCE = 'downpour';
    try {
      const { headers } = await get('/login');
      assert.match(
        String(headers['content-security-policy']),
        /connect-src 'self' https:\/\/id\.example\.com;/,
      );
    } finally {
      delete process.env.DOWNPOUR_OIDC_ISSUER;
      delete process.env.DOWNPOUR_OIDC_AUDIENCE;
    }
  });

  test('programs get addresses of the API, and paths of the API that are nowhere get JSON', async () => {
    const index = JSON.parse((await get('/', { Accept: '*/*' })).body);
    assert.deepEqual([index.name, index.openapi], ['downpour', '/openapi']);
    for (const path of ['/api', '/api/nowhere', '/openapi/x', '/realms/a']) {
      const { status, body } = await get(path);
      assert.deepEqual([status, JSON.parse(body).code], [404, 'NOT_FOUND'], path);
    }
    assert.equal((await get('/api/nowhere', {}, 'POST')).status, 404);
  });

  test('other methods are refused with those that work', async () => {
    const { status, headers } = await get('/runs', {}, 'POST');
    assert.deepEqual([status, headers.allow], [405, 'GET, HEAD']);
    assert.equal((await get('/runs', {}, 'HEAD')).status, 200);
  });
});
