import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import { claimedRun } from '../../../lib/repository/records/runs/idempotency-keys.ts';
import { givenUp } from '../../../lib/repository/records/runs/row.ts';
import { openMemoryTable } from '../memory-table.ts';

/** An idempotency key belongs to one run, for any concurrent or repeated requests. */

const digest = 'a digest';

test('two uploads with one key at the same time get the same run', async () => {
  const table = openMemoryTable();
  const runs = await Promise.all([1, 2].map((runId) => claimedRun(table, 'ada', 'key', { runId, digest })));
  assert.equal(new Set(runs).size, 1);
  assert.equal(await claimedRun(table, 'ada', 'key', { runId: 3, digest }), runs[0]);
  assert.equal(await claimedRun(table, 'eve', 'key', { runId: 4, digest }), 4, 'the key of another user');
});

test('two uploads with a key whose run was abandoned or is in the trash get the same new run, which stays', async () => {
  for (const lost of [givenUp(1, 5), { ...repositoryKey.run(1), trashed: true }]) {
    const table = openMemoryTable();
    await claimedRun(table, 'ada', 'key', { runId: 1, digest });
    await table.write([{ put: { ...repositoryKey.run(1), trashed: false } }]);
    assert.equal(await claimedRun(table, 'ada', 'key', { runId: 4, digest }), 1);
    await table.write([{ put: lost }]);
    const runs = await Promise.all([2, 3].map((runId) => claimedRun(table, 'ada', 'key', { runId, digest })));
    assert.deepEqual([new Set(runs).size, runs.includes(1)], [1, false]);
    assert.equal(await claimedRun(table, 'ada', 'key', { runId: 4, digest }), runs[0]);
  }
});

test('a key that came with another request is refused, also once its run was given up', async () => {
  const table = openMemoryTable();
  await claimedRun(table, 'ada', 'key', { runId: 1, digest });
  const other = () => claimedRun(table, 'ada', 'key', { runId: 2, digest: 'another' });
  await assert.rejects(other, { code: 'IDEMPOTENCY_KEY_REUSED', status: 409 });
  await table.write([{ put: givenUp(1, 5) }]);
  await assert.rejects(other, { code: 'IDEMPOTENCY_KEY_REUSED', status: 409 });
});
