import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockData } from '../../../lib/local/data-folder/data-lock.ts';
import { scratchDir } from '../scratch.ts';

const taken = { code: 'DATA_IN_USE', status: 409, message: new RegExp(`in use by process ${process.pid}`) };

test('a data directory belongs to one process until that gives it back', (t) => {
  const dir = join(scratchDir(t), 'new');
  const release = lockData(dir);
  assert.throws(() => lockData(dir), taken);
  release();
  lockData(dir)();
  assert.deepEqual(readdirSync(dir), []);
});

test('a path where no folder can be created is reported, and nothing blocks', (t) => {
  const dir = scratchDir(t);
  const [file, link] = [join(dir, 'file'), join(dir, 'link')];
  writeFileSync(file, '');
  symlinkSync(join(dir, 'gone'), link);
  for (const location of [file, link, join(link, 'below')])
    assert.throws(() => lockData(location), { code: 'EEXIST' });
  assert.throws(() => lockData(join(file, 'below')), { code: 'EEXIST' });
  // Linux allows no new folder in /proc. For such a folder, `mkdir` fails with ENOENT, although /proc exists.
  if (existsSync('/proc/self'))
    assert.throws(() => lockData('/proc/nothing/below'), {
      code: 'DATA_UNUSABLE',
      status: 400,
      message:
        'Cannot make the folder /proc/nothing: this file system does not allow a new folder there; name another folder with --data',
    });
  lockData(join(dir, 'a/b/c'))();
});

test('the lock of a killed process is taken over', async (t) => {
  const dir = scratchDir(t);
  const file = join(import.meta.dirname, '../../../lib/local/data-folder/data-lock.ts');
  const script = `const { lockData } = await import(${JSON.stringify(file)}); lockData(${JSON.stringify(dir)}); console.log('has it'); setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(owner.stdout, 'data');
  assert.throws(() => lockData(dir), { code: 'DATA_IN_USE' });
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  lockData(dir)();
  assert.deepEqual(readdirSync(dir), []);
});

test('a lock that a power failure has emptied is taken over', (t) => {
  const dir = scratchDir(t);
  writeFileSync(join(dir, 'lock'), '');
  const release = lockData(dir);
  assert.throws(() => lockData(dir), taken);
  release();
  assert.deepEqual(readdirSync(dir), []);
});

test('the lock in a copy of a folder in use locks nothing, and the lock of a moved folder remains', (t) => {
  const dir = scratchDir(t);
  const [original, copy, moved] = [join(dir, 'original'), join(dir, 'copy'), join(dir, 'moved')];
  lockData(original);
  cpSync(original, copy, { recursive: true });
  lockData(copy);
  assert.throws(() => lockData(copy), taken);
  renameSync(original, moved);
  assert.throws(() => lockData(moved), taken);
});

test('a number that belongs to another process by now is no owner', (t) => {
  const dir = scratchDir(t);
  writeFileSync(join(dir, 'lock'), JSON.stringify({ pid: process.pid, startedAt: '1' }));
  lockData(dir)();
});

test('a process that has ended is no owner, although its parent has not waited for it', async (t) => {
  if (!existsSync('/proc/self/stat')) return t.skip('this system does not show the states of processes');
  const dir = scratchDir(t);
  // The shell starts a child, and is then replaced by a program that never waits for the child. A shell would
  // wait.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => parent.stdin.end());
  const [line] = await once(parent.stdout, 'data');
  const pid = Number(String(line));
  const fields = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const isCat = () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim() === 'cat';
  while (!isCat()) await new Promise((resolve) => setImmediate(resolve));
  process.kill(pid, 'SIGKILL');
  while (fields()[0] !== 'Z') await new Promise((resolve) => setImmediate(resolve));
  writeFileSync(join(dir, 'lock'), JSON.stringify({ pid, startedAt: fields()[19] }));
  lockData(dir)();
  assert.deepEqual(readdirSync(dir), []);
});
