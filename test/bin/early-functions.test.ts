import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startDownpour } from './downpour.ts';

// Only Linux shows the names of threads.
const options = { skip: process.platform !== 'linux', timeout: 300_000 };

test('run starts the functions of a burst while its document is still unread', options, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'downpour-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const document = join(folder, 'late.hf.yaml');
  // The document is a named pipe, so the command waits for it until a writer has closed the pipe.
  await promisify(execFile)('mkfifo', [document]);
  const command = startDownpour(['run', document, '--data', join(folder, 'data')]);
  t.after(() => command.kill('SIGKILL'));
  const ended = new Promise((resolve) => command.once('close', resolve));
  const threads = (): Promise<readonly string[]> => {
    const files = globSync(`/proc/${command.pid}/task/*/comm`);
    // A thread may have ended since the folder was listed.
    return Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  };
  while (!(await threads()).includes('downpour calls\n')) await pause(20);
  await writeFile(document, 'name: no phases');
  assert.equal(await ended, 2);
});
