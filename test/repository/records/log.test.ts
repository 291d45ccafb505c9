import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { all } from '../../../lib/repository/ports/table.ts';
import {
  entriesOf,
  forget,
  type LogNote,
  type LogSelection,
  note,
} from '../../../lib/repository/records/log/log.ts';
import type { RunRow } from '../../../lib/repository/records/runs/runs.ts';
import { anonymous, type Principal } from '../../../lib/results/access.ts';
import { openMemoryTable } from '../memory-table.ts';

/** Entries of a log are returned for thirty days, the newest first, to users who may see their run. */

const day = 86_400_000;
const ada: Principal = { keyId: 1, user: 'ada', role: 'user' };
const location = { kind: 'dataset', source: 'labels', test: 7 } as const;
const line = (message: string, more: Partial<LogNote> = {}): LogNote => ({ level: 1, message, ...more });

function openLog() {
  const table = openMemoryTable();
  const runs = new Map<number, Pick<RunRow, 'owner' | 'access'>>([
    [1, { owner: 'ada-team', access: 'PRIVATE' }],
    [2, { owner: 'ada-team', access: 'PUBLIC' }],
  ]);
  const getMany = async (ids: readonly number[]) => ids.map((id) => runs.get(id) as RunRow | undefined);
  const read = async (selection: LogSelection & { now?: number } = {}, caller = ada) =>
    (await all(entriesOf({ table, runs: { getMany } }, caller, location, { now: 0, ...selection }))).map(
      ({ message }) => message,
    );
  return { table, read };
}

suite('a log', () => {
  test('has its entries newest first, those of a call in their order', async () => {
    const { table, read } = openLog();
    await note(table, location, [line('a'), line('b')], 1000);
    await note(table, location, [line('c')], 2000);
    assert.deepEqual(await read(), ['c', 'b', 'a']);
  });

  test('is one of its test, kind and source', async () => {
    const { table, read } = openLog();
    for (const other of [
      { ...location, source: 'variables' },
      { ...location, test: 8 },
      { kind: 'action', test: 7 } as const,
    ])
      await note(table, other, [line('elsewhere')], 1);
    assert.deepEqual(await read(), []);
  });

  test('gives entries of a level and above, of a run, a dataset or a time', async () => {
    const { table, read } = openLog();
    const lines = [
      line('debug', { level: 0 }),
      line('run 2', { runId: 2 }),
      line('dataset 5', { level: 3, datasetId: 5 }),
    ];
    for (const [n, each] of lines.entries()) await note(table, location, [each], 1000 * (n + 1));
    assert.deepEqual(await read({ level: 1 }), ['dataset 5', 'run 2']);
    assert.deepEqual(await read({ runId: 2 }), ['run 2']);
    assert.deepEqual(await read({ datasetId: 5 }), ['dataset 5']);
    assert.deepEqual(await read({ from: 2000, to: 3000 }), ['run 2']);
  });

  test('hides entries of runs that the caller may not see, and of runs that are gone', async () => {
    const { table, read } = openLog();
    const lines = [1, 2, 3].map((runId) => line(`run ${runId}`, { runId }));
    await note(table, location, lines, 1000);
    assert.deepEqual(await read(), ['run 2', 'run 1']);
    assert.deepEqual(await read({}, anonymous), ['run 2']);
  });

  test('forgets what is older than thirty days', async () => {
    const { table, read } = openLog();
    await note(table, location, [line('old')], 0);
    await note(table, location, [line('new')], day);
    assert.deepEqual(await read({ now: 30.5 * day }), ['new']);
    const [item] = [...(table.items.get('log#dataset#labels#0000000007')?.values() ?? [])];
    assert.equal(item?.expiresAt, (30 * day) / 1000);
  });

  test('is bounded: entries of a call are counted, long messages are cut', async () => {
    const { table, read } = openLog();
    const many = Array.from({ length: 120 }, (_, n) => line(`entry ${n}`));
    await note(table, location, many, 1000);
    const displayed = await read();
    assert.deepEqual(
      [displayed.length, displayed[0], displayed.at(-1)],
      [50, 'and 71 more entries', 'entry 0'],
    );
    await note(table, location, [line('x'.repeat(10_000))], 2000);
    assert.equal((await read())[0]?.length, 4099);
  });

  test('is deleted in parts, however long it is', async () => {
    const { table, read } = openLog();
    for (let n = 0; n < 250; n += 1) await note(table, location, [line(`${n}`, { datasetId: n % 2 })], n);
    await forget(table, location, { datasetId: 1 });
    assert.equal((await read()).length, 125);
    await forget(table, location, { to: 100 });
    assert.equal((await read()).length, 75);
    await forget(table, location, {});
    assert.deepEqual(await read(), []);
  });
});
