import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repositoryKey } from '../../../lib/names/repository.ts';
import { visiblePoints } from '../../../lib/repository/reading/visible-series.ts';
import { seriesOf } from '../../../lib/repository/records/alerting/fingerprint.ts';
import { openRepository } from '../../../lib/repository/repository.ts';
import { openMemoryTable } from '../memory-table.ts';
import { ada } from '../pipeline/datasets/world.ts';

test('datapoints of several series are in the order of their times', async () => {
  const repository = openRepository(openMemoryTable());
  const { runs, table } = repository;
  const owned = { owner: 'ada-team', access: 'PUBLIC' } as const;
  const run = { start: 1, stop: 2, ...owned, description: null, trashed: false, sizeBytes: 2, uploadedAt: 2 };
  await runs.insert({ ...run, id: 1, testId: 1 });
  for (const [fingerprint, times] of [
    ['{"a":1}', [1, 4]],
    ['{"a":2}', [2, 3]],
  ] as const) {
    const series = seriesOf(fingerprint);
    const points = times.map((timestamp) => ({
      put: { ...repositoryKey.datapoint(5, series, timestamp, 1, 0), timestamp, runId: 1, ordinal: 0 },
    }));
    await table.write([{ put: { ...repositoryKey.series(5, series), fingerprint } }, ...points]);
  }
  const found = await visiblePoints(repository, ada, 5, { from: 0, to: 9 });
  assert.deepEqual(
    found.map(({ timestamp }) => timestamp),
    [1, 2, 3, 4],
  );
});
