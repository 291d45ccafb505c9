import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDocument } from '../../../lib/driver/run/document.ts';
import { listRows } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { jsonl } from '../../../lib/report/formats/jsonl.ts';
import { mergedOf, recordOf, t0 } from '../../driver/run/records.ts';
import { rowsFrom } from '../../driver/statistics/rows.ts';

test('jsonl has a line for the run, for each metric and second, and for each total', async () => {
  const run = runDocument(recordOf());
  const text = await jsonl.write(run);
  assert.ok(typeof text === 'string' && text.endsWith('}\n'));
  const [first, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { startTime, terminateTime } = run.info;
  assert.deepEqual(
    [first.type, first.benchmark, first.startTime, first.terminateTime, first.state],
    ['run', 'shop', startTime, terminateTime, run.state],
  );
  assert.equal(first.summary.requestCount, 20);
  const seconds = lines.filter(({ type }) => type === 'second');
  assert.deepEqual(
    seconds.map(({ startTime, requestCount }) => [startTime, requestCount]),
    Array.from({ length: 10 }, (_, second) => [t0 + second * 1000, 2]),
  );
  const totals = lines.filter(({ type }) => type === 'total');
  assert.deepEqual(
    totals.map(({ phase, metric, stepId, requestCount, requestRate }) => [
      phase,
      metric,
      stepId,
      requestCount,
      requestRate,
    ]),
    [['main', 'browse', 0, 20, 1]],
  );
  assert.equal(lines.length, 11);
});

test('a name with a line break stays on one line', async () => {
  const merged = mergedOf('main', [{}]);
  const rows = rowsFrom(listRows(merged.rows).map((row) => ({ ...row, metric: 'two\nlines' })));
  const record = recordOf();
  const [phase] = record.phases;
  assert.ok(phase);
  const text = await jsonl.write(
    runDocument({ ...record, phases: [{ ...phase, merged: { ...merged, rows } }] }),
  );
  assert.ok(typeof text === 'string');
  assert.equal(text.trimEnd().split('\n').length, 12);
});
