import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
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
