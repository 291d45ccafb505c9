import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { handler as firstKey } from '../../../../functions/api/first-key.ts';
import { repository } from '../../../../functions/repository.ts';
import { stores } from '../../../../functions/stores.ts';
import type { RunUpload } from '../../../../lib/api.generated.ts';
import { uploadLimits } from '../../../../lib/results/upload/limits.ts';
import { openEndpoints } from '../../../store/endpoints.ts';
import { send } from '../requests.ts';

/**
 * A disk that becomes full during an upload is reported. No partial document is visible. After space is free
 * again, no data is lost.
 */

test('a disk that is full on the way of an upload in parts', async (t) => {
  const disk = mkdtempSync(join(tmpdir(), 'downpour-full-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk]);
  if (mounted.status !== 0) {
    rmSync(disk, { recursive: true });
    return t.skip('no file system can be mounted here');
  }
  const usual = process.env.TMPDIR;
  process.env.TMPDIR = disk;
  try {
    const endpoints = await openEndpoints();
    try {
      await upload(disk);
    } finally {
      await endpoints.close();
    }
  } finally {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
    spawnSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  }
});

async function upload(disk: string): Promise<void> {
  const made = await firstKey();
  assert.ok('apiKey' in made);
  const call = (line: string, body?: string) =>
    send(line, { key: made.apiKey, headers: { 'Content-Type': 'application/json' }, ...(body && { body }) });
  const document = Buffer.from(`["${'x'.repeat(uploadLimits.uploadPartBytes)}"]`);
  const body = JSON.stringify({ sizeBytes: document.length });
  const begun = await call('POST /api/run/upload', body);
  const { id, missing }: RunUpload = JSON.parse(begun.body);
  const put = async ({ url, start, bytes }: RunUpload['missing'][number]): Promise<number> =>
    (await fetch(url, { method: 'PUT', body: document.subarray(start, start + bytes) })).status;
  const [first, second] = missing;
  assert.ok(first && second);
  const complete = () => call(`POST /api/run/upload/${id}/complete?test=a&start=1&stop=2`);
  const stateOf = async () => JSON.parse((await call(`GET /api/run/upload/${id}`)).body).state;

  fill(disk);
  assert.equal(await put(first), 507);
  free(disk);
  assert.deepEqual([await put(first), await put(second)], [200, 200]);

  fill(disk);
  const refused = await complete();
  assert.deepEqual([refused.status, JSON.parse(refused.body).code], [507, 'STORAGE_FULL'], refused.body);
  assert.equal(await stateOf(), 'uploaded');
  assert.equal(await stores().runs.get(id), undefined);
  assert.equal(await repository().runs.get(id), undefined);
  free(disk);
  assert.deepEqual([(await complete()).status, await stateOf()], [202, 'stored']);
  assert.ok(document.equals((await stores().runs.get(id)) ?? Buffer.of()));
}

/** Fills a disk so that records fit, but no part of an upload. */
function fill(disk: string): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, 'rest'), Buffer.alloc(bavail * bsize - 6 * 1024 ** 2));
}

const free = (disk: string): void => rmSync(join(disk, 'rest'));
