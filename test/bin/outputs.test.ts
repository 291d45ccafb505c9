import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { exit, exitCodeOfError } from '../../bin/cli/exit-code.ts';
import { runDocument } from '../../lib/driver/run/document.ts';
import { recordOf } from '../driver/run/records.ts';
import { scratchDir } from '../local/scratch.ts';
import { eventsOf } from './burst/json-line.ts';
import { downpour, startDownpour } from './downpour.ts';
import { typed } from './typed.ts';

/**
 * Options with the name of a file to write. When the named file is an input of the command or must not be
 * lost, the command leaves it unchanged and starts nothing.
 */

const benchmark = `name: shop
http: { host: http://127.0.0.1:9 }
phases:
- a:
    constantRate:
      usersPerSec: 1
      duration: 1s
      scenario:
      - home:
        - randomCsvRow: { file: users.csv, columns: { 0: user } }
        - httpRequest: { GET: '/\${user}' }
`;
const har = JSON.stringify({
  log: {
    version: '1.2',
    entries: [
      { request: { method: 'GET', url: 'http://127.0.0.1:9/', headers: [] }, response: { status: 200 } },
    ],
  },
});

suite('an output', () => {
  const files = {
    'shop.yaml': benchmark,
    'users.csv': 'ada\nbob\n',
    'notes.md': '# Notes\n',
    'shop.har': har,
  };
  const rows: readonly (readonly [line: string, output: string])[] = [
    ['run shop.yaml --json', 'shop.yaml'],
    ['run shop.yaml --junit', 'shop.yaml'],
    ['run shop.yaml --summary', 'shop.yaml'],
    ['run shop.yaml --json', 'link.yaml'],
    ['run shop.yaml --json', 'sub/../shop.yaml'],
    ['run shop.yaml --json', 'users.csv'],
    ['run shop.yaml --summary', 'notes.md'],
    ['run shop.yaml --json', 'shop.har'],
    ['report run.json -o', 'run.json'],
    ['report run.json -o', 'notes.md'],
    ['report run.json --baseline old.json,run.json -o', 'old.json'],
    ['export run.json --format otlp -o', 'run.json'],
    ['export run.json --format junit -o', 'notes.md'],
    ['labels shop --parquet', 'users.csv'],
    ['import shop.har --force -o', 'shop.har'],
    ['wrk http://127.0.0.1:9/ --json', 'notes.md'],
    ['wrk http://127.0.0.1:9/ -o', 'shop.yaml'],
  ];
  for (const [line, output] of rows)
    test(`destroys no file: ${line} ${output}`, async (t) => {
      const folder = scratchDir(t);
      const run = JSON.stringify(runDocument(recordOf()));
      const all: Readonly<Record<string, string>> = { ...files, 'run.json': run, 'old.json': run };
      for (const [name, text] of Object.entries(all)) await writeFile(join(folder, name), text);
      await mkdir(join(folder, 'sub'));
      await symlink('shop.yaml', join(folder, 'link.yaml'));
      const words = line.split(' ').map((word) => (word in all ? join(folder, word) : word));
      const named = words.map((word) =>
        word.replace('old.json,run.json', `${folder}/old.json,${folder}/run.json`),
      );
      const data = line.startsWith('import') ? [] : ['--data', join(folder, 'data')];
      const { error } = await typed([...named, `${folder}/${output}`, ...data]);
      assert.equal(exitCodeOfError(error), exit.refused);
      assert.match(error?.message ?? '', /^Cannot write .*(which is the same file|which would be lost)/);
      for (const [name, text] of Object.entries(all))
        assert.equal(await readFile(join(folder, name), 'utf8'), text, name);
    });

  test('has a name that fits a page', async (t) => {
    const folder = scratchDir(t);
    await writeFile(join(folder, 'run.json'), JSON.stringify(runDocument(recordOf())));
    for (const name of ['run.csv', 'run.PDF', 'run.yml'])
      for (const line of [
        ['report', join(folder, 'run.json')],
        ['wrk', 'http://127.0.0.1:9/'],
      ]) {
        const { error } = await typed([...line, '-o', join(folder, name), '--data', join(folder, 'data')]);
        assert.equal(exitCodeOfError(error), exit.refused);
        assert.match(
          error?.message ?? '',
          /: the report is an HTML page; name a file that ends with \.html, or /,
        );
      }
    const { error } = await typed(['report', join(folder, 'run.json'), '-o', join(folder, 'run.csv.htm')]);
    assert.equal(error, undefined);
  });

  test('keeps the result of an earlier run after a mistake, and has the reason when no run exists', async (t) => {
    const folder = scratchDir(t);
    const at = (name: string): string => join(folder, name);
    await writeFile(at('users.csv'), files['users.csv']);
    await writeFile(at('shop.yaml'), benchmark);
    await writeFile(at('wrong.yaml'), benchmark.replace('usersPerSec', 'usersPersec'));
    const old = JSON.stringify(runDocument(recordOf()));
    await writeFile(at('result.json'), old);
    const run = (name: string) =>
      downpour(['run', at(name), '--json', at('result.json'), '--data', at('data'), '--quiet']);
    for (const name of ['wrong.yaml', 'none.yaml']) {
      assert.equal((await run(name)).code, 2);
      assert.equal(await readFile(at('result.json'), 'utf8'), old);
    }
    // No server listens on port 9.
    const { code, stderr } = await run('shop.yaml');
    assert.equal(code, 1, stderr);
    const text = await readFile(at('result.json'), 'utf8');
    const [reported = {}] = eventsOf([text]);
    assert.deepEqual([reported.exitCode, reported.state], [1, 'failed']);
    assert.match(String(reported.reason), /cannot reach/);
    const report = await downpour(['report', at('result.json')]);
    assert.equal(report.code, 2);
    assert.match(
      report.stderr,
      /result\.json contains no run, only the reason why the run is missing: .*cannot reach/,
    );
  });
});

suite('a signal before the run begins', () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    test(`${signal} replaces the result of an earlier run by the reason`, async (t) => {
      const dir = scratchDir(t);
      const [document, json] = [join(dir, 'pipe.hf.yaml'), join(dir, 'result.json')];
      execFileSync('mkfifo', [document]);
      await writeFile(json, JSON.stringify({ event: 'result', state: 'passed' }));
      const child = startDownpour(['run', document, '--json', json, '--data', join(dir, 'data')]);
      t.after(() => child.kill('SIGKILL'));
      const closed = once(child, 'close');
      // `open` returns when the command opens the document for reading. The document itself never comes.
      const pipe = await open(document, 'w');
      child.kill(signal);
      assert.deepEqual(await closed, [null, signal]);
      await pipe.close();
      const { state, reason } = JSON.parse(await readFile(json, 'utf8')) as Record<string, unknown>;
      assert.deepEqual([state, reason], ['stopped', 'the run was stopped before it began']);
    });
});
