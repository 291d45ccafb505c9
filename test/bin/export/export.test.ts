import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runDocument } from '../../../lib/driver/run/document.ts';
import { recordOf } from '../../driver/run/records.ts';
import { downpour } from '../downpour.ts';

let folder: string;
let run: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downpour-export-'));
  run = join(folder, 'run.json');
  await writeFile(run, JSON.stringify(runDocument(recordOf())));
});
after(() => rm(folder, { recursive: true }));

test('a text is printed as a file would have it', async () => {
  const out = join(folder, 'run.jsonl');
  const printed = await downpour(['export', run, '--format', 'jsonl']);
  const written = await downpour(['export', run, '--format', 'jsonl', '-o', out]);
  assert.deepEqual([printed.code, written.code, written.stdout], [0, 0, '']);
  assert.equal(printed.stdout, await readFile(out, 'utf8'));
});

test('every format of one file is written by the command', async () => {
  const rows: [string, RegExp][] = [
    ['hdr', /^#\[Logged with downpour/],
    ['jsonl', /^\{"type":"run"/],
    ['otlp', /^\{"resourceMetrics":\[/],
    ['otlp-protobuf', /service\.name/],
    ['prometheus', /^# HELP downpour_run_info /],
  ];
  for (const [format, begin] of rows) {
    const out = join(folder, `run.${format}`);
    const { code, stderr } = await downpour(['export', run, '--format', format, '-o', out]);
    assert.equal(code, 0, stderr);
    assert.match(await readFile(out, 'latin1'), begin);
  }
});

test('a format of several files makes its folder', async () => {
  const out = join(folder, 'stats', 'of run');
  const { code, stdout } = await downpour(['export', run, '--format', 'csv', '-o', out]);
  assert.deepEqual([code, stdout], [0, '']);
  const files = await readdir(out);
  for (const name of ['total.csv', 'failures.csv', 'agent.shard-0.csv', 'main.sessions.csv'])
    assert.ok(files.includes(name), name);
  await writeFile(join(out, 'notes.txt'), 'mine');
  const again = await downpour(['export', run, '--format', 'csv', '-o', out]);
  assert.equal(again.code, 0, again.stderr);
  await writeFile(join(out, 'other.sessions.csv'), 'of another run');
  const mixed = await downpour(['export', run, '--format', 'csv', '-o', out]);
  assert.equal(mixed.code, 2);
  assert.match(mixed.stderr, /it has other\.sessions\.csv, which would mix with this run/);
  await rm(join(folder, 'stats'), { recursive: true });
});

test('an unwritable output is rejected with the reason', async () => {
  const rows: [string[], RegExp][] = [
    [['export', run], /required option '--format <name>' not specified/],
    [['export', run, '--format', 'xml'], /Allowed choices are .*jsonl/],
    [
      ['export', join(folder, 'none.json'), '--format', 'jsonl', '--data', join(folder, 'data')],
      /none\.json/,
    ],
    [['export', run, '--format', 'jsonl', '-o', join(folder, 'none', 'run.jsonl')], /there is no folder/],
    [['export', run, '--format', 'otlp-protobuf'], /is not text .* -o FILE\.binpb/],
    [['export', run, '--format', 'csv'], /csv is a folder of files .* -o FOLDER/],
    [
      ['export', run, '--format', 'csv', '-o', run],
      /Cannot make the folder .*run\.json: a file has this name; name another folder/,
    ],
    [['export', run, '--format', 'jsonl', '-o', folder], /it is a folder/],
  ];
  const before = (await readdir(folder)).sort();
  for (const [line, says] of rows) {
    const { code, stderr } = await downpour(line);
    assert.equal(code, 2, line.join(' '));
    assert.match(stderr, says);
  }
  assert.deepEqual((await readdir(folder)).sort(), before);
});
