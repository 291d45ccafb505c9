import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { keeping } from '../../lib/driver/statistics/limits.ts';
import { type MergedPhase, Merger } from '../../lib/driver/statistics/merge.ts';
import { listRows } from '../../lib/driver/statistics/wire/row-cursor.ts';
import { DownpourError } from '../../lib/errors.ts';
import { packMerged, packPartial, unpackMerged, unpackPartial } from '../../lib/store/measurement-format.ts';
import { partialOf } from '../driver/statistics/partials.ts';

/** Measurements that are written as bytes and read again are equal. Other bytes are rejected. */

const seen = (metric: string, second: number) => ({ metric, step: 0, second, latencyNs: 1e6, valid: true });
const stalled = [{ second: 1, stallNs: 2e9, idlePermille: 500 }];
const partials = [0, 1].map((shard) =>
  partialOf([seen('browse', 0), seen('buy', 1)], { shard, machine: stalled, sessionTimesNs: [5e9] }),
);

function merged(bounds = {}): MergedPhase {
  const merger = new Merger('main', { ...keeping, ...bounds });
  for (const partial of partials) merger.accept(partial);
  return merger.result();
}

/**
 * Converts rows to plain objects so that the test can compare them. Rows that are read from stored bytes are
 * a view of a larger buffer.
 */
const readable = ({ rows, unhealthyRows, shards, ...rest }: MergedPhase) => ({
  ...rest,
  rows: listRows(rows),
  unhealthyRows: unhealthyRows.map((each) => ({ ...each, rows: listRows(each.rows) })),
  shards: shards.map(({ totals, rows: own, ...shard }) => ({
    ...shard,
    totals: listRows(totals),
    rows: own && listRows(own),
  })),
});

suite('packed', () => {
  test('a partial', () => {
    for (const partial of partials) {
      const { rows, ...rest } = unpackPartial(packPartial(partial));
      const { rows: before, ...restBefore } = partial;
      assert.deepEqual([rest, Buffer.from(rows)], [restBefore, Buffer.from(before)]);
    }
  });

  test('a merged phase with its other members, with and without the parts of its shards', () => {
    for (const bounds of [
      {},
      { shardCellsMax: 1 },
      { shardCellsMax: 1, shardTotalsMax: 1, shardSessionsMax: 0 },
    ]) {
      const before = merged(bounds);
      assert.equal(before.unhealthyRows.length, 1);
      const { merged: after, phase } = unpackMerged<{ phase: number }>(packMerged(before, { phase: 3 }));
      assert.deepEqual([readable(after), phase], [readable(before), 3]);
    }
    assert.equal(unpackMerged(packMerged({ ...merged(), bucketS: 5 })).merged.bucketS, 5);
  });

  test('is refused when it is cut short, or something else', () => {
    const bytes = packMerged(merged());
    const refused = (error: unknown): boolean =>
      error instanceof DownpourError && error.code === 'MEASUREMENTS_FORM';
    for (const length of [0, 3, 4, 6, 40, bytes.length - 1])
      assert.throws(() => unpackMerged(bytes.subarray(0, length)), refused, `${length} bytes`);
    assert.throws(() => unpackPartial(Buffer.from('{"version":1}')), refused);
  });
});
