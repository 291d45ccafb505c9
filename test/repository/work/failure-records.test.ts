import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import { fieldsOf } from '../../../lib/repository/records/runs/row.ts';
import { failureEntryOf, failureKey, nameOfScope } from '../../../lib/repository/work/failure-records.ts';
import type { JobScope, Task } from '../../../lib/repository/work/task.ts';
import { openMemoryTable } from '../memory-table.ts';
import { runRow } from '../run-row.ts';

test('each task that can fail has a row of its own in the list of dead letters', () => {
  const event = { kind: 'run', run: 1 };
  const upload = (test: string, key: string) => ({ kind: 'query', upload: { test, key } });
  const tasks = [
    { kind: 'revision', run: 1, revision: 1 },
    { kind: 'revision', run: 1, revision: 2 },
    { kind: 'erase', run: 1 },
    { kind: 'labels', dataset: 1 },
    { kind: 'labels', dataset: 2 },
    { kind: 'event', event },
    { kind: 'webhook', event, action: 1 },
    { kind: 'webhook', event, action: 2 },
    upload('shop', 'a'),
    upload('shop', 'b'),
    upload('other', 'a'),
  ] as unknown as readonly Task[];
  const keys = tasks.map((task) => JSON.stringify(failureKey(task)));
  assert.equal(new Set(keys).size, tasks.length, keys.join('\n'));
});

test('each scope of a recalculation has a name of its own', () => {
  const scopes: readonly JobScope[] = [
    { kind: 'test', test: 1 },
    { kind: 'measures', test: 1 },
    { kind: 'time', from: 1, to: 23 },
    { kind: 'time', from: 12, to: 3 },
    { kind: 'schema', uri: 'urn:a' },
    { kind: 'labels', uri: 'urn:a' },
    { kind: 'labels', uri: 'urn:b' },
  ];
  assert.equal(new Set(scopes.map(nameOfScope)).size, scopes.length);
});

test('the failure of a run is listed at the test of the run, and that of a deleted run nowhere', async () => {
  const table = openMemoryTable();
  await table.write([{ put: { ...repositoryKey.run(7), ...fieldsOf(runRow(7, { testId: 3 })) } }]);
  const entryOf = (run: number) => failureEntryOf(table, { kind: 'datasets', run });
  assert.deepEqual(await entryOf(7), { key: repositoryKey.testFailure(3, 7), of: { runId: 7 } });
  assert.equal(await entryOf(8), undefined);
});
