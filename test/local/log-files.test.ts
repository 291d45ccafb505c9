import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, mock } from 'node:test';
import { openLogFile, openLogs } from '../../lib/local/log-files.ts';
import { scratchDir } from './scratch.ts';

describe('a log file', () => {
  it('is renamed at 10 MB', async (t) => {
    const path = join(scratchDir(t), 'log', 'cloud.log');
    const log = openLogFile(path);
    log.write('x'.repeat(10 * 1024 ** 2 + 1));
    log.write('next\n');
    await log.close();
    assert.equal(readFileSync(path, 'utf8'), 'next\n');
    assert.ok(existsSync(`${path}.1`));
  });

  it('cannot be read by other users, because messages name records of teams', async (t) => {
    const folder = join(scratchDir(t), 'log');
    const log = openLogFile(join(folder, 'cloud.log'));
    log.write('1\n');
    await log.close();
    const modes = [folder, join(folder, 'cloud.log')].map((path) => statSync(path).mode & 0o077);
    assert.deepEqual(modes, [0, 0]);
  });

  it('is opened once for all its lines', async (t) => {
    const path = join(scratchDir(t), 'cloud.log');
    const log = openLogFile(path);
    log.write('1\n');
    renameSync(path, `${path}.moved`);
    log.write('2\n');
    await log.close();
    assert.equal(readFileSync(`${path}.moved`, 'utf8'), '1\n2\n');
    assert.equal(existsSync(path), false);
  });

  it('ends no process while it cannot be written, and is tried again after a minute', async (t) => {
    const report = mock.method(console, 'error', () => undefined);
    t.after(() => report.mock.restore());
    const dir = join(scratchDir(t), 'log');
    const path = join(dir, 'cloud.log');
    writeFileSync(dir, 'no folder');
    let now = 0;
    const log = openLogFile(path, () => now);
    log.write('1\n');
    log.write('2\n');
    assert.equal(report.mock.callCount(), 1);
    assert.match(
      String(report.mock.calls[0]?.arguments[0]),
      /cloud\.log cannot be written: .*EEXIST|ENOTDIR/,
    );
    rmSync(dir);
    log.write('3\n');
    now += 60_000;
    log.write('4\n');
    await log.close();
    assert.equal(readFileSync(path, 'utf8'), '4\n');
  });
});

it('an error with text of a request is one entry, and a terminal executes nothing of it', async (t) => {
  const dir = scratchDir(t);
  const logs = openLogs(dir);
  logs.record('one', { input: '\u009b\u202e' });
  logs.error('\x1b[31m\u009b2J\u202e\r\n2026-11-30T00:00:00.000Z forged');
  await logs.close();
  const [first, second, ...more] = readFileSync(join(dir, 'cloud.log'), 'utf8').split('\n');
  assert.match(first ?? '', /Z \\u\{1b\}\[31m\\u\{9b\}2J\\u\{202e\}\\u\{d\}$/);
  assert.match(readFileSync(join(dir, 'state-machine.log'), 'utf8'), /"\\u009b\\u202e"/);
  assert.deepEqual([second, more], ['  2026-11-30T00:00:00.000Z forged', ['']]);
});
