import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { UnbuiltDefaults } from '../../../lib/driver/http/unbuilt-defaults.ts';
import { listen, runShard, targetAt } from '../session/shards.ts';
import { headersOf } from './scripted-target.ts';

/** A default of the format that is not built is told once, when a response shows that it matters, and not before. */

function told(
  wanted: { readonly cache?: boolean; readonly cookies?: boolean },
  ...responses: readonly (readonly [string, number, Readonly<Record<string, string | string[]>>])[]
): string[] {
  const sentences: string[] = [];
  const target = { ...targetAt(80), ...(wanted.cache === undefined ? {} : { useHttpCache: wanted.cache }) };
  const defaults = new UnbuiltDefaults(target, wanted.cookies, (sentence) => sentences.push(sentence));
  for (const [method, status, headers] of responses) defaults.see(method, status, headersOf(headers));
  return sentences;
}

const cookie = { 'set-cookie': ['session=secret; Path=/', 'b=2'] };

suite('a cookie', () => {
  test('is told once, by its name and without its value', () => {
    const sentences = told({}, ['GET', 200, {}], ['POST', 302, cookie], ['POST', 302, cookie]);
    assert.equal(sentences.length, 1);
    assert.match(sentences[0] ?? '', /set the cookie 'session', and cookies are not sent back yet/);
    assert.doesNotMatch(sentences[0] ?? '', /secret/);
  });

  test('is expected where the document says so', () => {
    assert.deepEqual(told({ cookies: false }, ['GET', 200, cookie]), []);
  });
});

suite('a response that could be cached', () => {
  const rows: readonly (readonly [string, string, number, Readonly<Record<string, string>>, boolean])[] = [
    ['one with a lifetime', 'GET', 200, { 'cache-control': 'public, max-age=60' }, true],
    ['one that expires', 'GET', 200, { expires: 'Thu, 01 Jan 2037 00:00:00 GMT' }, true],
    ['one with a tag', 'GET', 200, { etag: '"1"' }, true],
    ['one with a date', 'GET', 200, { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' }, true],
    ['one with nothing of this', 'GET', 200, { 'content-type': 'text/plain' }, false],
    ['one that must not be stored', 'GET', 200, { 'cache-control': 'no-store, max-age=60' }, false],
    ['one that ends at once', 'GET', 200, { 'cache-control': 'max-age=0' }, false],
    ['one that depends on the request', 'GET', 200, { etag: '"1"', vary: 'accept' }, false],
    ['an answer to a POST', 'POST', 200, { etag: '"1"' }, false],
    ['an error', 'GET', 404, { etag: '"1"' }, false],
  ];
  for (const [name, method, status, headers, expected] of rows) {
    test(`${name} ${expected ? 'is told' : 'is not'}`, () => {
      assert.equal(told({}, [method, status, headers], [method, status, headers]).length, expected ? 1 : 0);
      assert.deepEqual(told({ cache: false }, [method, status, headers]), []);
    });
  }
});

test('a drive hands on what its responses showed', async () => {
  const server = await listen((_request, response) => {
    response.setHeader('set-cookie', 'id=1');
    response.end();
  });
  const scenario = [{ visit: [{ httpRequest: { GET: '/' } }, { httpRequest: { GET: '/' } }] }];
  const { outcome } = await runShard({ scenario, target: targetAt(server.port) });
  server.close();
  assert.match(outcome.notices?.join('|') ?? '', /^http:\/\/127[^|]*set the cookie 'id'[^|]*$/);
});
