import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Document } from '../../../lib/results/query/document.ts';
import { lookUp } from '../../../lib/results/query/jsonpath/json-path.ts';
import { builtIndex } from '../../../lib/results/run-index/index-run.ts';
import { runOutcome } from '../../../lib/results/run-outcome.ts';
import {
  lookUpStored,
  outcomeStored,
  type StoredDocument,
} from '../../../lib/results/upload/query-stored-document.ts';

/** A document in the store has the same description as a document in memory. */

const noise = Array.from({ length: 6000 }, (_, i) => ({ name: `row ${i}`, value: i, text: 'x'.repeat(40) }));
const summary = { requestCount: 7, failed: 0, percentileResponseTime: { '50.0': 4, '99.0': 12 } };
const run = {
  rows: noise,
  info: { benchmark: 'shop', startTime: 1000, terminateTime: 3000 },
  state: 'passed',
  stats: [{ name: 'main', metric: 'home', total: { summary } }],
  total: { summary },
  plan: { definition: 'abc' },
  failures: [{ phase: 'main', metric: 'home', message: 'p99 is too large' }],
};

async function stored(value: unknown): Promise<StoredDocument & { readonly read: () => number }> {
  const text = Buffer.from(JSON.stringify(value));
  const { index, bytes } = await builtIndex([text]);
  let read = 0;
  const ranges = (whole: Uint8Array) => async (start: number, end?: number) => {
    const part = whole.subarray(start, end);
    read += part.length;
    return part;
  };
  return { document: ranges(text), bytes: ranges(bytes), index, read: () => read };
}

test('paths are looked up as in a document in memory, without reading all of it', async () => {
  const source = await stored(run);
  const paths = [
    '$.info.startTime',
    '$.rows[5].name',
    '$.nothing',
    '$.info.*',
    '$.rows[?(@.value == 9)].name',
    '$.',
  ];
  const look = await lookUpStored(source, paths, () => 0);
  for (const path of paths) {
    const expected = lookUp(path, Document.of(run));
    if ('values' in expected) assert.deepEqual(look(path), expected, path);
    else assert.ok('reason' in look(path), path);
  }
  assert.ok(source.read() < 300_000, `${source.read()} bytes were read`);
});

test('its outcome is read from its own members', async () => {
  const source = await stored(run);
  assert.deepEqual(await outcomeStored(source), runOutcome(run));
  assert.ok(source.read() < 1000);
  const { requests, latencyNsP50, definition, reason, metrics } = runOutcome(run) ?? {};
  assert.deepEqual([requests, latencyNsP50, definition, metrics?.length], [7, 4, 'abc', 1]);
  assert.equal(reason, 'main / home: p99 is too large');
  for (const other of [{ ...run, state: undefined }, { ...run, state: 'x' }, [run], 7])
    assert.equal(await outcomeStored(await stored(other)), undefined);
});
