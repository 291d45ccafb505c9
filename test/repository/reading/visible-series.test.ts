import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import {
  lastVisible,
  visibleChanges,
  visiblePoints,
} from '../../../lib/repository/reading/visible-series.ts';
import type { Change } from '../../../lib/repository/records/alerting/changes.ts';
import { seriesOf } from '../../../lib/repository/records/alerting/fingerprint.ts';
import { openRepository } from '../../../lib/repository/repository.ts';
import { openMemoryTable } from '../memory-table.ts';
import { ada } from '../pipeline/datasets/world.ts';

/** A repository with datapoints of the variable 5 at some times, by the fingerprints of their series. */
async function withSeries(all: { readonly [fingerprint: string]: readonly number[] }) {
  const repository = openRepository(openMemoryTable());
  const { runs, table } = repository;
  const owned = { owner: 'ada-team', access: 'PUBLIC' } as const;
  const run = { start: 1, stop: 2, ...owned, description: null, trashed: false, sizeBytes: 2, uploadedAt: 2 };
  await runs.insert({ ...run, id: 1, testId: 1 });
  for (const [fingerprint, times] of Object.entries(all)) {
    const series = seriesOf(fingerprint);
    const points = times.map((timestamp) => ({
      put: { ...repositoryKey.datapoint(5, series, timestamp, 1, 0), timestamp, runId: 1, ordinal: 0 },
    }));
    await table.write([{ put: { ...repositoryKey.series(5, series), fingerprint } }, ...points]);
  }
  return repository;
}

test('datapoints of several series are in the order of their times', async () => {
  const repository = await withSeries({ '{"a":1}': [1, 4], '{"a":2}': [2, 3] });
  const found = await visiblePoints(repository, ada, 5, { from: 0, to: 9 });
  assert.deepEqual(
    found.map(({ timestamp }) => timestamp),
    [1, 2, 3, 4],
  );
});

test('a fingerprint whose values are texts, as the original stores them, means the series with these values', async () => {
  const nested = '{"a":{"b":[1,1.50]},"c":null}';
  const repository = await withSeries({
    '{"a":1}': [1],
    '{"a":"1"}': [2],
    '{"a":2}': [3],
    [nested]: [4],
    '{"b":"x","n":1}': [5],
    '{"c":"x","n":1}': [6],
  });
  const found = async (fingerprint: string) => {
    const points = await visiblePoints(repository, ada, 5, { from: 0, to: 9, fingerprint });
    const given = ['{"a":1}', '{"a":2}', nested].map((text, at) => ({
      fingerprint: text,
      timestamp: at,
      runId: 1,
    }));
    const changes = await visibleChanges(repository, ada, given as unknown as Change[], fingerprint);
    return [
      points.map(({ timestamp }) => timestamp),
      await lastVisible(repository, ada, 5, fingerprint),
      changes.map(({ timestamp }) => timestamp),
    ];
  };
  assert.deepEqual(await found('{"a":"2"}'), [[3], 3, [1]]);
  assert.deepEqual(await found('{"a":"{\\"b\\": [1, 1.50]}","c":"null"}'), [[4], 4, [2]]);
  assert.deepEqual(await found('{"a":"1"}'), [[2], 2, [0]], 'an equal fingerprint comes first');
  assert.deepEqual(await found('{"a":"3"}'), [[], undefined, []]);
  assert.deepEqual(await found('{"b":"x","n":"1"}'), [[5], 5, []], 'a text without JSON keeps its name');
});
