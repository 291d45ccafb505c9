import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { scratchDir, suiteScope } from '../../local/scratch.ts';
import { pageRun } from '../../report/page/runs.ts';
import { downpour } from '../downpour.ts';

describe('report -o', () => {
  const scope = suiteScope();
  let folder: string;
  let run: string;
  before(async () => {
    folder = scratchDir(scope);
    run = join(folder, 'run.json');
    writeFileSync(run, JSON.stringify(await pageRun({ seconds: 5, metrics: 1, perSecond: 20 })));
  });

  it('writes a page with its script and styles inside, and explains how large it is', async () => {
    const file = join(folder, 'report.html');
    const { code, stdout, stderr } = await downpour(['report', run, '-o', file]);
    assert.deepEqual([code, stdout], [0, '']);
    const page = readFileSync(file, 'utf8');
    assert.match(page, /^<!doctype html>/);
    assert.match(page, /<style>.*--heat-7.*<\/style>/s);
    assert.match(page, /<script>\/\* uPlot: The MIT License/);
    assert.ok(statSync(file).size < 150_000);
    const size = `${(statSync(file).size / 1000).toFixed(0)} kB`;
    assert.equal(stderr, `Wrote the report to ${file} (${size})\n`);
  });

  it('prints it with -, and does not accept --json at the same time', async () => {
    const printed = await downpour(['report', run, '-o', '-']);
    assert.deepEqual([printed.code, printed.stderr], [0, '']);
    assert.match(printed.stdout, /^<!doctype html>.*<\/html>\n$/s);
    const both = await downpour(['report', run, '-o', 'x.html', '--json']);
    assert.equal(both.code, 2);
    assert.match(both.stderr, /'-o, --output <file>' cannot be used with option '--json'/);
  });

  it('refuses a place where nothing can be written before it reads anything', async () => {
    const file = join(folder, 'no', 'report.html');
    const { code, stderr } = await downpour(['report', join(folder, 'none.json'), '-o', file]);
    assert.deepEqual(
      [code, stderr],
      [
        2,
        `error Cannot write ${file}: there is no folder ${join(folder, 'no')}; make the folder, or name another file\n`,
      ],
    );
  });
});
