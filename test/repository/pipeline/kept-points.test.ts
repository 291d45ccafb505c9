import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import {
  type Edit,
  judgedPoints,
  lastPoints,
} from '../../../lib/repository/pipeline/series/datapoint-edits.ts';
import { editSeries } from '../../../lib/repository/pipeline/series/edit-series.ts';
import { pointsAt } from '../../../lib/repository/pipeline/series/kept-points.ts';
import type { Table } from '../../../lib/repository/ports/table.ts';
import { seriesOf } from '../../../lib/repository/records/alerting/fingerprint.ts';
import { cases } from '../../runner/cases.ts';
import { openMemoryTable } from '../memory-table.ts';

/** The datapoints of a series that a process keeps in memory between its edits of the series. */

const variable = { id: 1, testId: 1, name: 'v', order: 0, labels: [], changeDetection: [] };
const series = seriesOf('{}');
const edited = (table: Table, edit: Edit) => editSeries(table, variable, '{}', edit, 0);
const place = (n: number, timestamp = n, datasetId = n) => ({ datasetId, runId: n, ordinal: 0, timestamp });

/** Compares the datapoints that a process uses for its next edit with those of the table. */
async function assertKept(table: Table): Promise<void> {
  const head = await table.get(repositoryKey.series(1, series));
  const used = await pointsAt(table, 1, series, Number(head?.version ?? 0));
  assert.deepEqual(used, await lastPoints(table, 1, series));
}

/** A table that counts the datapoints that it reads. */
function counted(table: Table) {
  const read = { points: 0 };
  const page: Table['page'] = async (pk, range) => {
    const found = await table.page(pk, range);
    if (pk === repositoryKey.datapoint(1, series, 0, 0, 0).pk) read.points += found.items.length;
    return found;
  };
  return { table: { ...table, page }, read };
}

test('a process reads the datapoints of a series once for many edits', async () => {
  const { table, read } = counted(openMemoryTable());
  for (let n = 1; n <= 50; n += 1) await edited(table, { put: { ...place(n), value: n } });
  assert.equal(read.points, 0);
  await assertKept(table);
});

test('edits that wait in a process are made together, and two edits of one datapoint one after the other', async () => {
  const memory = openMemoryTable();
  const sizes: number[] = [];
  const table: Table = {
    ...memory,
    write: (writes) => {
      sizes.push(writes.length);
      return memory.write(writes);
    },
  };
  const puts = Array.from({ length: 30 }, (_, n): Edit => ({ put: { ...place(n), value: n } }));
  const removals = [29, 3, 4].map((n): Edit => ({ remove: place(n), returns: false }));
  await Promise.all([...puts, ...removals].map((edit) => edited(table, edit)));
  assert.deepEqual(sizes, [26, 6, 4]);
  assert.equal((await lastPoints(table, 1, series)).length, 27);
  await assertKept(table);
});

test('an edit is tried 100 times when other processes write the series', async () => {
  const memory = openMemoryTable();
  let refused = 0;
  let refusedMax = 99;
  const busy: Table = {
    ...memory,
    write: async (writes) => {
      if (refused === refusedMax) return memory.write(writes);
      refused += 1;
      return [0];
    },
  };
  await edited(busy, { put: { ...place(1), value: 1 } });
  assert.equal((await lastPoints(memory, 1, series)).length, 1);
  [refused, refusedMax] = [0, 101];
  await assert.rejects(edited(busy, { put: { ...place(2), value: 1 } }), /each of 100 attempts/);
  assert.equal(refused, 100);
});

test('another process gets its turn while a process adds many datapoints', async () => {
  const memory = openMemoryTable();
  const slow: Table = {
    ...memory,
    page: async (pk, range) => {
      for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
      return memory.page(pk, range);
    },
  };
  const puts = Array.from({ length: 1500 }, (_, n): Edit => ({ put: { ...place(n), value: n } }));
  await Promise.all([
    ...puts.map((edit) => edited(memory, edit)),
    edited(slow, { put: { ...place(5000), value: 1 } }),
  ]);
  assert.equal((await lastPoints(memory, 1, series)).length, 1501);
});

const step = fc.record({
  process: fc.nat(1),
  run: fc.integer({ min: 1, max: 4 }),
  time: fc.nat(2),
  dataset: fc.nat(2),
  remove: fc.boolean(),
  more: fc.nat(2),
});

test('after any edits of two processes, both use the datapoints of the table', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const table = openMemoryTable();
      const processes = [{ ...table }, { ...table }];
      for (const { process, run, time, dataset, remove, more } of steps) {
        const at = place(run, time, dataset);
        const edit = remove ? { remove: at, returns: false } : { put: { ...at, value: run } };
        const others = Array.from({ length: more }, (_, n) => {
          const other = place(run + n, time, dataset + n);
          return n === 1 ? { remove: other, returns: false } : { put: { ...other, value: n } };
        });
        await Promise.all([edit, ...others].map((each) => edited(processes[process] as Table, each)));
        for (const each of processes) await assertKept(each);
      }
    }),
    { numRuns: cases(100, 1000) },
  ));

test('after a removal from a full list, an older datapoint counts again', async () => {
  const table = openMemoryTable();
  for (let n = 1; n <= judgedPoints + 1; n += 1)
    await table.write([{ put: { ...repositoryKey.datapoint(1, series, n, n, 0), ...place(n), value: n } }]);
  await edited(table, { put: { ...place(judgedPoints + 2), value: 1 } });
  await assertKept(table);
  await edited(table, { remove: place(judgedPoints), returns: false });
  await assertKept(table);
});
