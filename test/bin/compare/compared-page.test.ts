import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { scratchDir, suiteScope } from '../../local/scratch.ts';
import { sides } from '../../report/comparison/runs.ts';
import { apiKey, startApi } from '../api.ts';
import { downpour } from '../downpour.ts';

describe('report --baseline', () => {
  const scope = suiteScope();
  let folder: string;
  const steady = [1, 1.02, 0.99, 1.01];
  const made = sides(steady, [1.5]);
  const other = sides([], [1, 1], { parameters: { RATE: '12' } }).candidate[1];
  const file = (name: string): string => join(folder, `${name}.json`);
  const files = (...names: readonly string[]): string => names.map(file).join(',');

  before(() => {
    folder = scratchDir(scope);
    for (const { name, document } of [...made.baseline, ...made.candidate])
      writeFileSync(file(name), JSON.stringify(document));
    writeFileSync(file('other'), JSON.stringify(other?.document));
  });

  const text = (page: string): string =>
    page
      .replaceAll(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ');

  it('the page holds the outcome, each change, the other curve and a chapter', async () => {
    const page = join(folder, 'report.html');
    const ended = await downpour([
      'report',
      file('b1'),
      '-o',
      page,
      '--baseline',
      files('a1', 'a2', 'a3', 'a4'),
    ]);
    assert.deepEqual([ended.code, ended.stdout], [0, '']);
    const written = readFileSync(page, 'utf8');
    assert.match(written, /class="line baseline"/);
    const output = text(written);
    assert.match(
      output,
      /Against 4 runs of shop, \S*a1\.json to \S*a4\.json: cannot tell: 1 run compared with 4 runs/,
    );
    assert.match(output, /p99 .{1,60} \+\d[\d.]* % \(no interval\)/);
    assert.match(output, /Compared with 4 runs of shop, .* all requests, p99 .* cannot tell; limit 10 %/);
    assert.match(output, /too few runs for an interval/);
  });

  it('one against one reports what it does not cover, and another load is no comparison unless allowed', async () => {
    const one = await downpour(['report', file('b1'), '-o', '-', '--baseline', file('a1')]);
    assert.match(text(one.stdout), /cannot tell: a comparison of one run with one run cannot show a change/);
    assert.match(text(one.stdout), /not the differences between runs/);
    const parameters = ['report', file('b1'), '-o', '-', '--baseline', file('other')];
    const refused = await downpour(parameters);
    assert.equal(refused.code, 0);
    assert.match(text(refused.stdout), /invalid: the runs have different loads: main: load differs/);
    assert.doesNotMatch(refused.stdout, /class="line baseline"|class="change"/);
    const allowed = await downpour([...parameters, '--allow-differences']);
    assert.match(text(allowed.stdout), /cannot tell: a comparison of one run with one run/);
    assert.match(text(allowed.stdout), /main: load differs: /);
  });

  it('takes numbers of runs, and the last runs of a test without the run itself', async () => {
    const documents = [...made.baseline, ...made.candidate].map(({ document }) => document);
    const runs = documents.map((_, at) => ({ id: at + 1, outcome: { state: 'passed' } })).reverse();
    const list = JSON.stringify({ total: runs.length, runs });
    const texts = documents.map((document, at) => [
      `GET /api/run/${at + 1}/data`,
      { status: 200, body: JSON.stringify(document) },
    ]);
    await using api = await startApi({
      answers: { 'GET /api/run/list': { status: 200, body: list }, ...Object.fromEntries(texts) },
    });
    const env = { DOWNPOUR_URL: api.url, DOWNPOUR_API_KEY: apiKey };
    const range = await downpour(['report', '5', '-o', '-', '--baseline', '1..3'], env);
    assert.match(text(range.stdout), /shop run 5 .*Against 3 runs of shop, run 1 to run 3: cannot tell/);
    const last = await downpour(['report', '5', '-o', '-', '--baseline', 'shop', '--last', '2'], env);
    assert.match(text(last.stdout), /Against run 3 and run 4: cannot tell/);
  });

  it('refuses a baseline without a page, and a page of several runs, with what to type', async () => {
    const bare = await downpour(['report', '12', '--baseline', '11', '--baseline', 'old 1.json']);
    assert.equal(bare.code, 2);
    assert.match(
      bare.stderr,
      /the option --baseline works only with a page: add -o report\.html, or compare in the terminal with: (?:npx )?\S+ compare --baseline 11 --baseline 'old 1\.json' 12/,
    );
    const several = await downpour(['report', files('a1', 'a2'), '-o', '-', '--baseline', file('b1')]);
    assert.deepEqual([several.code, several.stdout], [2, '']);
    assert.match(several.stderr, /names several runs, but a page is for one run/);
  });
});
