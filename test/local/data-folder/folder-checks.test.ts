import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dataRefusal } from '../../../lib/local/data-folder/disk-errors.ts';
import { closeFolders, isDataFolder } from '../../../lib/local/data-folder/folder-checks.ts';
import { scratchDir } from '../scratch.ts';

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test('the data in an existing open folder is closed to others, and other files in it are not', async (t) => {
  const dir = scratchDir(t);
  chmodSync(dir, 0o755);
  for (const name of ['tables', 'objects', 'queues', 'log', 'mine']) {
    mkdirSync(join(dir, name));
    chmodSync(join(dir, name), 0o755);
  }
  await closeFolders(dir);
  for (const name of ['tables', 'objects', 'queues', 'log'])
    assert.equal(modeOf(join(dir, name)), 0o700, name);
  assert.deepEqual([modeOf(join(dir, 'mine')), modeOf(dir)], [0o755, 0o755]);
  await closeFolders(join(dir, 'mine'));
});

test('a data folder is known under any name', async (t) => {
  const dir = scratchDir(t);
  assert.equal(await isDataFolder(dir), false);
  mkdirSync(join(dir, 'tables'));
  assert.equal(await isDataFolder(dir), false);
  mkdirSync(join(dir, 'objects'));
  assert.equal(await isDataFolder(dir), true);
  writeFileSync(join(dir, 'objects', 'admin.key'), '');
  assert.equal(await isDataFolder(join(dir, 'objects')), true);
});

test('too few descriptors are reported in one sentence, for each form of the error', () => {
  const system = (code: string) => Object.assign(new Error(`${code}: scandir '/x'`), { code });
  const inWords = new Error('Database failed to open', {
    cause: new Error('IO error: /x/000005.log: Too many open files'),
  });
  for (const error of [system('EMFILE'), inWords, new Error('outer', { cause: system('EMFILE') })]) {
    const refusal = dataRefusal(error, '/x');
    assert.deepEqual([refusal?.code, refusal?.status], ['DESCRIPTORS_SHORT', 400]);
    assert.match(refusal?.message ?? '', /^[^.]*ulimit -n 4096[^.]*$/);
  }
  assert.match(dataRefusal(system('ENFILE'), '/x')?.message ?? '', /this machine/);
  assert.equal(dataRefusal(new Error('other'), '/x'), undefined);
});
