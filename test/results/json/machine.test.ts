/**
 * The parser in WebAssembly does the same as its twin in TypeScript: both find the same tokens, mistakes and
 * values of a path, and make the same index.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ScanLimits, scanLimits } from '../../../lib/results/json/limits.ts';
import type { MachineKind } from '../../../lib/results/json/machine/create-machine.ts';
import { Scanner } from '../../../lib/results/json/scanner.ts';
import { ValueScan } from '../../../lib/results/query/planner/rows/path-scan.ts';
import { jsonOf } from '../../../lib/results/query/planner/rows/raw-values.ts';
import type { Step } from '../../../lib/results/query/planner/shape/path-shape.ts';
import { Blocks } from '../../../lib/results/run-index/block.ts';
import { Outline } from '../../../lib/results/run-index/index-collector.ts';
import { type IndexLimits, indexLimits } from '../../../lib/results/run-index/limits.ts';
import { cases } from '../../runner/cases.ts';
import { documents } from '../run-index/documents.ts';
import { cut, small, utf8 } from '../run-index/stored.ts';

const cuts = fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 5 });
const windows = fc
  .integer({ min: 45, max: 80 })
  .map(
    (tokenBytesMax): ScanLimits => ({ ...scanLimits, windowBytes: 2 * tokenBytesMax + 16, tokenBytesMax }),
  );
/** Valid documents, and documents with some other bytes. */
const bytes = fc
  .tuple(documents, fc.array(fc.tuple(fc.nat(), fc.constantFrom(...utf8('"\\[]{},:0e-.tu \n\u0001é')))))
  .map(([source, changes]) => {
    const all = utf8(source).slice();
    if (all.length > 0) for (const [at, code] of changes.slice(0, 2)) all[at % all.length] = code;
    return all;
  });

function tokensBy(kind: MachineKind, chunks: Iterable<Uint8Array>, limits: ScanLimits, skipped: number) {
  const scanner = new Scanner(limits, undefined, kind);
  const tokens: unknown[] = [];
  const note =
    (what: string) =>
    (...given: readonly unknown[]): void =>
      void tokens.push([what, scanner.depth, scanner.window.base, ...given]);
  let opened = 0;
  scanner.listener = {
    open: (isObject, start) => {
      note('open')(isObject, start);
      opened += 1;
      if (opened % 7 === skipped) scanner.skip();
    },
    close: note('close'),
    name: note('name'),
    scalar: note('scalar'),
    long: note('long'),
    repeated: note('repeated'),
  };
  let problem: unknown;
  for (const chunk of chunks) problem ??= scanner.push(chunk);
  problem ??= scanner.end();
  return { problem, tokens, hasBlanks: scanner.hasBlanks };
}

test('tokens and mistakes of random bytes', () =>
  fc.assert(
    fc.property(bytes, cuts, windows, fc.nat(6), (all, sizes, limits, skipped) => {
      const [one, other] = (['wasm', 'twin'] as const).map((kind) =>
        tokensBy(kind, cut(all, sizes), limits, skipped),
      );
      assert.deepEqual(one, other);
      const whole = tokensBy('wasm', [all], scanLimits, skipped);
      const isLongNumber = JSON.stringify(one?.problem ?? '').includes('a number of at most');
      if (!isLongNumber) assert.deepEqual(one?.problem, whole.problem);
      assert.equal(whole.problem === undefined, isJson(all), new TextDecoder().decode(all));
    }),
    { numRuns: cases(300, 50_000) },
  ));

function isJson(all: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(all));
    return true;
  } catch {
    return false;
  }
}

const name = fc.constantFrom('a', 'b', 'value', 'name', '$schema', 'é', '"', '');
const index = fc.option(fc.integer({ min: -3, max: 4 }), { nil: undefined });
const step: fc.Arbitrary<Step> = fc.oneof(
  name.map((one): Step => ({ kind: 'member', name: one })),
  fc.constant<Step>({ kind: 'wildcard' }),
  fc
    .tuple(fc.integer({ min: -3, max: 3 }), index)
    .map(([start, end]): Step => ({ kind: 'slice', start, ...(end !== undefined && { end }) })),
);
const deep = fc.oneof(
  name.map((one): Step => ({ kind: 'member', name: one, deep: true })),
  fc.constant<Step>({ kind: 'wildcard', deep: true }),
);
const steps = fc
  .tuple(
    fc.array(step, { maxLength: 3 }),
    fc.option(deep, { nil: undefined }),
    fc.array(step, { maxLength: 2 }),
  )
  .map(([before, one, after]) => [...before, ...(one === undefined ? [] : [one]), ...after]);

function valuesBy(
  kind: MachineKind,
  path: readonly Step[],
  rule: 'jsonpath' | 'lax' | 'strict',
  chunks: Iterable<Uint8Array>,
  limits = scanLimits as ScanLimits,
  isIndexed = true,
) {
  const scan = new ValueScan(path, rule, { limits, kind, isIndexed });
  for (const chunk of chunks) if (scan.push(chunk) !== undefined) return 'a mistake';
  const end = scan.end();
  if ('reason' in end) return 'a mistake';
  return scan.isFailed ? 'failed' : [end.count, end.firstBytes, jsonOf(end, true).toString()];
}

test('values of random paths, in windows of any size', () =>
  fc.assert(
    fc.property(
      documents,
      steps,
      fc.constantFrom('jsonpath', 'lax', 'strict'),
      cuts,
      windows,
      (source, path, rule, sizes, limits) => {
        const all = utf8(source);
        const isLax = rule === 'lax' && path.some((one) => 'deep' in one);
        if (isLax) return;
        const whole = valuesBy('wasm', path, rule, [all]);
        assert.deepEqual(valuesBy('twin', path, rule, [all]), whole);
        const one = valuesBy('wasm', path, rule, cut(all, sizes), limits);
        assert.deepEqual(valuesBy('twin', path, rule, cut(all, sizes), limits), one);
        // The parser has a window (a buffer of limited size). It cannot count elements from the end of an
        // array that is longer than the window.
        const mayFail = path.some((one) => one.kind === 'slice' && (one.start < 0 || (one.end ?? 0) < 0));
        if (one !== 'failed' || !mayFail) assert.deepEqual(one, whole);
      },
    ),
    { numRuns: cases(300, 50_000) },
  ));

/** The index of a document, and its blocks of columns and rows. */
function indexBy(kind: MachineKind, chunks: Iterable<Uint8Array>, given: Partial<IndexLimits>) {
  const limits = { ...indexLimits, ...given };
  const blocks = new Blocks();
  const outline = new Outline(blocks, limits);
  const scanner = new Scanner(limits, outline, kind);
  let problem: unknown;
  for (const chunk of chunks) problem ??= scanner.push(chunk);
  problem ??= scanner.end();
  return problem ?? { index: outline.outline, blocks: Buffer.concat(blocks.take()).toString('latin1') };
}

test('tables and columns of random documents', () =>
  fc.assert(
    fc.property(bytes, cuts, fc.constantFrom(small, {}), (all, sizes, limits) => {
      const [one, other] = (['wasm', 'twin'] as const).map((kind) => indexBy(kind, cut(all, sizes), limits));
      assert.deepEqual(other, one);
    }),
    { numRuns: cases(300, 20_000) },
  ));

test('columns of many rows, in several groups', () => {
  const row = (n: number) => ({
    n,
    name: `x${n}"`,
    list: Array.from({ length: n % 4 }, (_, at) => at * n),
    o: { p: n / 7 },
  });
  const all = utf8(JSON.stringify({ rows: Array.from({ length: 5000 }, (_, n) => row(n)), after: [] }));
  for (const sizes of [[all.length], [1000], [70_001, 3]]) {
    const found = indexBy('twin', cut(all, sizes), { groupRowsMax: 700 });
    assert.deepEqual(found, indexBy('wasm', cut(all, sizes), { groupRowsMax: 700 }));
    assert.match(JSON.stringify(found), /"rows":700,/);
  }
});

/** Values whose inside looks like the end of another value. The parser reads blocks of 64 bytes. */
const odd = ['"]}"', '"\\""', '"\\\\"', '"\\\\\\"]"', '[]', '{}', '["}",{"a":"\\""}]', '"é]😀"', '-0.0e+1'];
test('the inside of values that are passed over does not matter', () => {
  for (const kind of ['wasm', 'twin'] as const)
    for (let length = 0; length < 140; length += 1) {
      const some = Array.from({ length: length % 11 }, (_, at) => odd[(at * 7 + length) % odd.length]);
      const skipped = `[${[JSON.stringify('\\"'.repeat(length)), ...some].join()},"${'x'.repeat(length)}"]`;
      const text = `{"x":${skipped},"y":{"z":${skipped},"a":[1]},"a":${length}}`;
      const path: readonly Step[] = [{ kind: 'member', name: 'a' }];
      for (const size of [1, 63, 64, 65, 1000])
        assert.deepEqual(
          valuesBy(kind, path, 'jsonpath', cut(utf8(text), [size]), {
            ...scanLimits,
            windowBytes: 80,
            tokenBytesMax: 32,
          }),
          [1, String(length).length, `[${length}]`],
          text,
        );
    }
});
