/**
 * The reader requests the next bytes before its caller needs them, but only a few reads ahead. A read that
 * fails is reported when its bytes are needed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RangeReader, readAhead } from '../../../../lib/results/query/planner/range-reader.ts';
import type { Span } from '../../../../lib/results/run-index/index-types.ts';

const spansOf = (count: number, bytes: number): readonly Span[] =>
  Array.from({ length: count }, (_, at) => ({ start: at * bytes, end: (at + 1) * bytes }));

/** A source whose reads end only when the test ends them. */
function manual() {
  const begun: { readonly span: Span; readonly end: () => void; readonly fail: (error: Error) => void }[] =
    [];
  const read = (span: Span): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      begun.push({ span, end: () => resolve(new Uint8Array(span.end - span.start)), fail: reject });
    });
  return { begun, read };
}

const MiB = 1024 * 1024;

for (const [bytes, underWay] of [
  [1000, 8],
  [MiB, 8],
  [2 * MiB, 4],
  [4 * MiB, 2],
  [20 * MiB, 1],
] as const) {
  test(`${underWay} reads of ${bytes} bytes are under way`, async () => {
    const { begun, read } = manual();
    const ahead = readAhead(spansOf(10, bytes), read);
    const first = ahead.next();
    assert.equal(begun.length, underWay);
    begun[0]?.end();
    assert.equal((await first).value?.length, bytes);
    assert.equal(begun.length, underWay + 1);
    for (const { end } of begun) end();
    await ahead.return(undefined);
    assert.equal(begun.length, underWay + 1);
  });
}

test('a read that fails before its turn is reported in its turn', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  try {
    const { begun, read } = manual();
    const ahead = readAhead(spansOf(3, 10), read);
    const first = ahead.next();
    begun[1]?.fail(new Error('gone'));
    await new Promise((resolve) => setImmediate(resolve));
    begun[0]?.end();
    begun[2]?.end();
    await first;
    await assert.rejects(ahead.next(), /gone/);
    assert.deepEqual(unhandled, []);
  } finally {
    process.off('unhandledRejection', note);
  }
});

test('spans near one another are read together, in reads of at most 4 MiB', async () => {
  const document = new Uint8Array(20 * MiB).map((_, at) => at % 251);
  const reads: (readonly [number, number])[] = [];
  const reader = new RangeReader(
    {
      document: async (start, end = 0) => {
        reads.push([start, end]);
        return document.subarray(start, end);
      },
      index: () => assert.fail('no block is asked for'),
    },
    () => {},
  );
  const spans = [0, 200_000, 400_000, 5 * MiB, 5 * MiB + 300_000, 9 * MiB, 9.1 * MiB, 13.05 * MiB].map(
    (at) => ({
      start: Math.floor(at),
      end: Math.floor(at) + 1000,
    }),
  );
  const found: Uint8Array[] = [];
  for await (const batch of reader.batches(spans)) found.push(...batch);
  assert.deepEqual(
    found,
    spans.map(({ start, end }) => document.subarray(start, end)),
  );
  const at = Math.floor(9.1 * MiB);
  assert.deepEqual(reads, [
    [0, 401_000],
    [5 * MiB, 5 * MiB + 1000],
    [5 * MiB + 300_000, 5 * MiB + 301_000],
    [9 * MiB, at + 1000],
    [Math.floor(13.05 * MiB), Math.floor(13.05 * MiB) + 1000],
  ]);
});
