import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repositoryKey } from '../../../../lib/names/repository-keys.ts';
import { labelTask } from '../../../../lib/repository/pipeline/labels/label-task.ts';
import { fingerprintsOf, lastPoints } from '../../../../lib/repository/pipeline/series/datapoint-edits.ts';
import { all } from '../../../../lib/repository/ports/table.ts';
import { seriesOf } from '../../../../lib/repository/records/alerting/fingerprint.ts';
import { entriesOf, logLevel } from '../../../../lib/repository/records/log/log.ts';
import { ada, labelOf, openWorld } from '../datasets/world.ts';

/** The log of a test has the problems of its labels with a dataset. */

async function report(document: string) {
  const world = openWorld();
  const { repository, context } = world;
  const schema = await world.schema('urn:a');
  await repository.labels.put(schema.id, () => [
    labelOf(schema.id, { id: 1, name: 'good' }),
    labelOf(schema.id, { id: 2, name: 'bad', function: 'v => v.a.b' }),
  ]);
  const run = await world.upload(document);
  const { ids } = await world.make(run);
  await labelTask(context, ids[0] ?? 0, 'now');
  await labelTask(context, 999, 'now');
  const { testId = 0 } = (await repository.runs.get(run)) ?? {};
  const location = { kind: 'dataset', test: testId, source: 'labels' } as const;
  const entries = await all(entriesOf(repository, ada, location, { now: context.now() }));
  return entries.map(({ level, message, runId, datasetId }) => [
    level,
    message,
    runId === run,
    datasetId === ids[0],
  ]);
}

test('with the label that failed and the dataset in which it did', async () => {
  const [[level, message, ...ours] = [], ...others] = await report('{"$schema":"urn:a","v":1}');
  assert.deepEqual([level, ours, others], [logLevel.error, [true, true], []]);
  assert.match(String(message), /^label bad: TypeError: /);
});

test('a dataset is measured with its label values', async () => {
  const world = openWorld();
  const { repository, context, table } = world;
  const schema = await world.schema('urn:a');
  await repository.labels.put(schema.id, () => [labelOf(schema.id, { id: 1, name: 'rate' })]);
  const run = await world.upload('{"$schema":"urn:a","v":42}');
  const { ids } = await world.make(run);
  const { testId = 0 } = (await repository.runs.get(run)) ?? {};
  const variable = { id: 7, testId, name: 'rate', order: 0, labels: ['rate'], changeDetection: [] };
  await repository.alerting.replace(testId, [variable], []);
  await labelTask(context, ids[0] ?? 0, 'now');
  const [fingerprint = ''] = await fingerprintsOf(table, 7);
  const points = await lastPoints(table, 7, seriesOf(fingerprint));
  assert.deepEqual(
    points.map(({ datasetId, value }) => [datasetId, value]),
    [[ids[0], 42]],
  );
});

test('values that a dead process left for a deleted dataset', async () => {
  const { context, table } = openWorld();
  const erased: string[] = [];
  const datasets = {
    ...context.datasets,
    erase: async (...ids: number[]) => void erased.push(ids.join('/')),
  };
  await table.write([{ put: { ...repositoryKey.datasetObject(7), runId: 3 } }]);
  await labelTask({ ...context, datasets }, 7, 'now');
  await labelTask({ ...context, datasets }, 7, 'now');
  assert.deepEqual(erased, ['3/7']);
});
