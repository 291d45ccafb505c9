import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '../../../../lib/api.generated.ts';
import { runPython } from './client.ts';

/**
 * Each operation of the contract has a chain of calls in the client for Python, with its documentation, and
 * the chain sends the right request.
 */
const all = Object.values(operations).map(
  ({ method, path }) => `${method} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`,
);

test(`the chains of ${all.length} operations are requests of their methods and paths`, async () => {
  const seen: Readonly<Record<string, readonly string[]>> = JSON.parse(await runPython(['chains.py']));
  for (const kind of ['with asyncio', 'without asyncio']) {
    const found = (seen[kind] ?? []).map((line) => decodeURIComponent(line).replaceAll(/\{[^}]+\}/g, '{}'));
    assert.deepEqual(found.toSorted(), all.toSorted(), kind);
  }
});
