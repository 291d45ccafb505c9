import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('a shell whose folder was removed gets the next step', () => {
  const gone = 'cd "$(mktemp -d)" && rmdir "$PWD" && exec "$0" "$@"';
  const words = [`${root}bin/downpour.ts`, 'run', `${root}examples/quickstart.hf.yaml`];
  const { status, stderr } = spawnSync('sh', ['-c', gone, process.execPath, ...words], { encoding: 'utf8' });
  assert.equal(stderr, 'error The current folder no longer exists: change to another folder\n');
  assert.equal(status, 2);
});
