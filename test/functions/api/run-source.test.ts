import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { runSource } from '../../../functions/api/documents/run-source.ts';
import type { RunStore } from '../../../lib/repository/ports/run-store.ts';
import { Document } from '../../../lib/results/query/document.ts';
import type { Run } from '../../../lib/results/run.ts';
import { publicRun } from '../../repository/run-row.ts';
import { indexed, rangesOf, utf8 } from '../../results/run-index/stored.ts';

/**
 * A warm function (a process that has answered before) does not read the same bytes of a run again. It
 * replaces an unusable index.
 */

const text = utf8('{"a":[1,2,3],"b":{"c":"x"}}');
const runOf = (id: number): Run => publicRun(id, text.length);

/** A store of runs that counts the reads of their parts. */
function storeOf(index: Uint8Array | undefined) {
  let stored = index;
  const done = { document: 0, index: 0, put: 0 };
  const store = {
    document: () => (start: number, end: number) => {
      done.document += 1;
      return rangesOf(text)(start, end);
    },
    index: () => (start: number, end: number) => {
      done.index += 1;
      return stored === undefined ? Promise.resolve(undefined) : rangesOf(stored)(start, end);
    },
    putIndex: async (_id: number, bytes: Uint8Array) => {
      done.put += 1;
      stored = bytes;
    },
  } as unknown as RunStore;
  return { store, done };
}

test('a document that is kept belongs to its run, also for the next request', () => {
  const { store } = storeOf(undefined);
  const document = Document.of({ a: 1 });
  assert.equal(runSource(store, runOf(11)).kept(), undefined);
  runSource(store, runOf(11)).keep(document);
  assert.equal(runSource(store, runOf(11)).kept(), document);
  assert.equal(runSource(store, runOf(12)).kept(), undefined);
});

test('an index is read once for all callers', async () => {
  const { bytes } = await indexed('{"a":[1,2,3],"b":{"c":"x"}}');
  const { store, done } = storeOf(bytes);
  const [first, second] = [runSource(store, runOf(21)), runSource(store, runOf(21))];
  const opened = await first.openIndex(first.index);
  const reads = done.index;
  assert.ok(reads > 0);
  assert.equal(await second.openIndex(second.index), opened);
  assert.deepEqual(done, { document: 0, index: reads, put: 0 });
});

test('a missing or damaged index is built from the document, stored and reported', async () => {
  const { bytes } = await indexed('{"a":[1,2,3],"b":{"c":"x"}}');
  const damaged = bytes.slice();
  damaged.fill(0xff, damaged.length - 8);
  for (const [id, index] of [
    [31, undefined],
    [32, damaged],
  ] as const) {
    const { store, done } = storeOf(index);
    const logged = mock.method(console, 'error', () => undefined);
    const source = runSource(store, runOf(id));
    const { root } = await source.openIndex(source.index);
    logged.mock.restore();
    assert.equal(root.end, text.length);
    assert.deepEqual([done.document > 0, done.put], [true, 1]);
    assert.ok(
      JSON.stringify(logged.mock.calls[0]?.arguments).includes(
        `the index of run ${id} was missing or damaged, so Downpour builds a new one`,
      ),
    );
    // The second open uses the stored index.
    const again = await source.openIndex(source.index);
    assert.equal(again.root.end, text.length);
    assert.equal(done.put, 1);
  }
});
