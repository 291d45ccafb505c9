import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazily } from '../../../lib/driver/scenario/lazy-modules.ts';
import { runVirtually } from '../session/shards.ts';

/** Modules that few scenarios use are loaded only for these scenarios, once, and before users come. */

test('a module is there once it is loaded, and not before', async () => {
  let loads = 0;
  const lazy = lazily('the parser', async () => ++loads);
  assert.throws(() => lazy.module, /^Error: the parser was not loaded before its first use/);
  await lazy.load();
  await lazy.load();
  assert.deepEqual([lazy.module, loads], [1, 1]);
});

test('a shard run opens when what its scenario needs is loaded', async () => {
  const { htmlTokenizer } = await import('../../../lib/driver/scenario/html/attributes.ts');
  const run = (body: unknown) =>
    runVirtually(
      { scenario: [{ main: [{ httpRequest: { GET: '/', handler: { body } } }] }] },
      { answer: () => ({ kind: 'response', afterMs: 1, body: '<a href=x>' }) },
    );
  await run({ json: { query: '.a', toVar: 'a' } });
  assert.throws(() => htmlTokenizer.module, /was not loaded/);
  const { outcome } = await run({
    parseHtml: { onTagAttribute: { tag: 'a', attribute: 'href', toVar: 'a' } },
  });
  assert.deepEqual(outcome.errors, []);
});
