import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '../../../../lib/driver/model/session.ts';
import { embeddedResources } from '../../../../lib/driver/scenario/html/embedded-resources.ts';
import { targetAt } from '../../session/shards.ts';
import { Collected, sequence } from '../fragments.ts';

/** If there are several targets, the URL of a resource decides which target has it. */

const targets = [targetAt(80), targetAt(8080, { isDefault: false, protocol: 'https', host: 'other' })];

function urlOf(written: string, page: string | undefined, ignoreExternal: boolean): string | undefined {
  const collected = new Collected();
  const [{ target } = assert.fail()] = embeddedResources(targets, ignoreExternal, collected);
  const session = { currentRequest: page === undefined ? undefined : { url: page } } as Session;
  target.data(session, sequence, Buffer.from(written), true);
  return collected.values[0];
}

const rows: readonly (readonly [written: string, page: string | undefined, url: string | undefined])[] = [
  ['a.js', 'http://127.0.0.1/x/y', '/x/a.js'],
  ['a.js', 'https://other:8080/x/y', 'https://other:8080/x/a.js'],
  ['https://other:8080/a.js', 'http://127.0.0.1/x/y', 'https://other:8080/a.js'],
  ['http://127.0.0.1/a.js', 'https://other:8080/x/y', '/a.js'],
  ['http://other:8080/a.js', 'http://127.0.0.1/x/y', undefined],
  // Outside a response, a relative URL cannot be resolved.
  ['a.js', undefined, undefined],
  ['http://127.0.0.1/a.js', undefined, '/a.js'],
];
for (const [written, page, url] of rows)
  test(`${written} on ${page ?? 'no page'} is ${url ?? 'left out'}`, () =>
    assert.equal(urlOf(written, page, true), url));

test('another host is taken only when it is not ignored', () =>
  assert.deepEqual(
    [true, false].map((ignored) => urlOf('http://elsewhere/a?b#c', 'http://127.0.0.1/', ignored)),
    [undefined, 'http://elsewhere/a?b'],
  ));
