import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compilerOf } from '../../lib/contract/compile-checks.ts';

test('checks of requests are compiled without a warning, and keep their code only for a bundle', (t) => {
  const warn = t.mock.method(console, 'warn', () => {});
  for (const source of [true, false]) {
    const { compile } = compilerOf({ source });
    for (const part of ['query', 'body'] as const)
      assert.equal(compile('burst-start', part)?.source !== undefined, source, part);
  }
  assert.equal(warn.mock.callCount(), 0);
});
