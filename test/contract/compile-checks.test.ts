import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OperationName, operations } from '../../lib/api.generated.ts';
import { compilerOf } from '../../lib/contract/compile-checks.ts';

test('checks of requests are compiled without a warning, and keep their code only for a bundle', (t) => {
  const warn = t.mock.method(console, 'warn', () => {});
  for (const source of [true, false]) {
    const { compile } = compilerOf({ source });
    for (const part of ['query', 'body'] as const)
      assert.equal(compile('burst-start', part)?.source !== undefined, source, part);
  }
  const { ajvFor, compile } = compilerOf({ source: false });
  // The optimisation would take longer than the compilation.
  for (const part of ['query', 'body'] as const) assert.equal(ajvFor(part).opts.code.optimize, 0, part);
  for (const name of Object.keys(operations) as OperationName[])
    for (const part of ['path', 'query', 'header', 'body'] as const) compile(name, part);
  assert.equal(warn.mock.callCount(), 0);
});

test('a check reports everything that is wrong with a request', () => {
  const check = compilerOf({ source: false }).compile('run-list', 'query');
  assert.equal(check?.({ limit: 'x', page: 'y' }), false);
  assert.deepEqual(
    check?.errors?.map(({ instancePath }) => instancePath),
    ['/limit', '/page'],
  );
});

test('a check converts the texts of a URL to numbers, and converts no body', () => {
  const { compile } = compilerOf({ source: false });
  const query: Record<string, unknown> = { limit: '5' };
  assert.equal(compile('run-list', 'query')?.(query), true);
  assert.equal(query.limit, 5);
  assert.equal(compile('run-description', 'body')?.(5), false);
});

test('a body is checked unless its schema is empty', () => {
  const { compile } = compilerOf({ source: false });
  assert.equal(compile('test-import', 'body')?.({ name: 5 }), false);
  assert.equal(compile('run-upload', 'body'), undefined);
});
