import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runDocument } from '../../lib/driver/run/document.ts';
import { recordOf } from '../driver/run/records.ts';
import { scratchDir } from '../local/scratch.ts';
import { commandLine, shell } from './downpour.ts';

const skip = existsSync('/dev/full') ? false : 'this system has no device that is always full';

test('a full standard output is not a full data folder', { skip }, async (t) => {
  const run = join(scratchDir(t), 'run.json');
  await writeFile(run, JSON.stringify(runDocument(recordOf())));
  const commands = [`report ${run}`, `report ${run} --json`, `report ${run} -o -`, `query ${run} '$.info'`];
  for (const command of commands) {
    const { code, stderr } = await shell(`${process.execPath} ${commandLine} ${command} > /dev/full`);
    assert.match(
      stderr,
      /^error Cannot write to standard output or standard error: the disk is full;/,
      command,
    );
    assert.equal(code, 3, command);
  }
});

test('serve continues when the disk of its messages is full', { skip }, async (t) => {
  const data = scratchDir(t);
  // The path of the log is a folder, so `serve` cannot open the log and reports this on standard error.
  await mkdir(join(data, 'log', 'cloud.log'), { recursive: true });
  const line = `exec ${process.execPath} ${commandLine} serve --port 0 --json --data ${data} 2> /dev/full`;
  const served = spawn('/bin/sh', ['-c', line], { stdio: ['ignore', 'pipe', 'ignore'] });
  t.after(() => served.kill('SIGKILL'));
  const [first] = (await once(served.stdout, 'data')) as [Buffer];
  const { url, apiKey } = JSON.parse(String(first)) as { url: string; apiKey: string };
  const incoming = join(data, 'objects', 'downpour-runs', 'incoming');
  await rm(incoming, { recursive: true, force: true });
  await writeFile(incoming, 'a file in place of the folder of uploads');
  const headers = { 'X-Downpour-API-Key': apiKey, 'content-type': 'application/json' };
  const upload = { method: 'POST', headers, body: '{}' };
  assert.equal((await fetch(`${url}/api/run/data?test=t&start=1&stop=2`, upload)).status, 500);
  assert.equal((await fetch(`${url}/api/config/version`)).status, 200);
  served.kill('SIGINT');
  assert.deepEqual(await once(served, 'exit'), [0, null]);
});
