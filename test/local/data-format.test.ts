import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { dataFormat } from '../../lib/facts/data-format.ts';
import { startCloud } from '../../lib/local/cloud.ts';
import { judgeFormat } from '../../lib/local/data-format.ts';
import { afterwards, type Scope, scratchDir } from './scratch.ts';

/** A data folder of each earlier format, with one run, as the program of that time wrote it. */
function folderOf(scope: Scope, format: number): string {
  const dir = scratchDir(scope);
  const packed = join(import.meta.dirname, `../data/data-folders/${format}.tar.gz`);
  execFileSync('tar', ['-xzf', packed, '-C', dir]);
  return dir;
}

async function opened(scope: Scope, dataDir: string) {
  const cloud = await startCloud({ dataDir });
  afterwards(scope, cloud.close);
  return cloud;
}

const numberIn = (dir: string): string => readFileSync(join(dir, 'format'), 'utf8');

test('a folder from before 23 November is refused in a sentence, and stays as it is', async (t) => {
  const dir = folderOf(t, 0);
  await assert.rejects(startCloud({ dataDir: dir }), {
    code: 'DATA_FORMAT',
    status: 409,
    message: /^\/.* was created by a version before 23 November 2026, .* --data\. The runs in it are safe/,
  });
  assert.equal(existsSync(join(dir, 'format')), false);
  // The second start creates no more files than the first one.
  await assert.rejects(startCloud({ dataDir: dir }), { code: 'DATA_FORMAT' });
});

test('a folder of format 1 from before there were numbers is taken over with its run', async (t) => {
  const dir = folderOf(t, 1);
  const cloud = await opened(t, dir);
  assert.equal(numberIn(dir), '1\n');
  const key = readFileSync(cloud.adminKeyFile, 'utf8').trim();
  const answer = await fetch(`${cloud.url}/api/run/1/data`, { headers: { 'X-Downpour-API-Key': key } });
  assert.deepEqual(await answer.json(), { hello: 'folder' });
});

test('a new folder has the number of today, which is written before anything else is kept', async (t) => {
  const dir = scratchDir(t);
  await judgeFormat(dir);
  assert.equal(numberIn(dir), `${dataFormat}\n`);
  await judgeFormat(dir);
});

test('a folder of a newer format, and one whose number cannot be read, are refused', async (t) => {
  const dir = scratchDir(t);
  writeFileSync(join(dir, 'format'), `${dataFormat + 1}\n`);
  await assert.rejects(judgeFormat(dir), {
    code: 'DATA_FORMAT',
    status: 409,
    message: /has data of format 2, and this version reads format 1: use a newer version, or name another/,
  });
  for (const text of ['x', '']) {
    writeFileSync(join(dir, 'format'), text);
    await assert.rejects(judgeFormat(dir), { code: 'DATA_FORMAT', message: /does not contain a number/ });
  }
});

describe('a damaged folder is refused with the place of the damage, and stays as it is', () => {
  const tableFile = (dir: string, form: RegExp): string => {
    const name = readdirSync(join(dir, 'tables')).find((each) => form.test(each));
    return join(dir, 'tables', name ?? 'none');
  };
  const damages: Readonly<Record<string, readonly [damage: (dir: string) => void, message: RegExp]>> = {
    'the database has no CURRENT': [
      (dir) => rmSync(join(dir, 'tables/CURRENT')),
      /^The file .*tables.CURRENT is missing: restore/,
    ],
    'no file shows that all tables exist': [
      (dir) => rmSync(join(dir, 'tables/tables-created')),
      /^The file .*tables.tables-created is missing/,
    ],
    'the tables are gone, but objects are there': [
      (dir) => rmSync(join(dir, 'tables'), { recursive: true }),
      /^The folder .*tables is missing/,
    ],
    'the list of the files of the database is cut': [
      (dir) => truncateSync(tableFile(dir, /^MANIFEST/), 20),
      /^The tables in .* cannot be read: .*: restore/,
    ],
    'a file of JSON is cut': [
      (dir) => writeFileSync(join(dir, 'schedules.json'), '[{'),
      /^\S*schedules\.json is damaged: .* JSON.*--data$/,
    ],
    'a line of JSON is wrong': [
      (dir) => writeFileSync(join(dir, 'executions.jsonl'), '{}\n{bad\n'),
      /^Line 2 of \S*executions\.jsonl is damaged: /,
    ],
  };
  for (const [name, [damage, message]] of Object.entries(damages))
    test(name, async (t) => {
      const dir = folderOf(t, 1);
      // The first start takes the folder over, and the second one finds the damage.
      await startCloud({ dataDir: dir }).then((cloud) => cloud.close());
      damage(dir);
      const tableFiles = () => (existsSync(join(dir, 'tables')) ? readdirSync(join(dir, 'tables')) : []);
      const before = tableFiles().filter((each) => each.endsWith('.ldb'));
      await assert.rejects(startCloud({ dataDir: dir }), { code: 'DATA_UNUSABLE', status: 400, message });
      const after = new Set(tableFiles());
      assert.deepEqual(
        before.filter((each) => !after.has(each)),
        [],
      );
    });
});
