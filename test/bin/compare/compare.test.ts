import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DownpourError } from '../../../lib/errors.ts';
import type { Comparison } from '../../../lib/report/comparison/comparison-data.ts';
import { sides } from '../../report/comparison/runs.ts';
import { apiKey, startApi } from '../api.ts';
import { downpour, startDownpour } from '../downpour.ts';
import { typed } from '../typed.ts';

const steady = [1, 1.02, 0.99, 1.01, 1];
const runs = sides(
  steady,
  steady.map((factor) => 1.2 * factor),
  { metrics: ['browse', 'buy'] },
);
const other = sides([], [1, 1, 1, 1], { parameters: { RATE: '12' } });
let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downpour-'));
  const others = other.candidate.map(({ document }, at) => ({ name: `o${at + 1}`, document }));
  for (const { name, document } of [...runs.baseline, ...runs.candidate, ...others])
    await writeFile(join(folder, `${name}.json`), JSON.stringify(document));
});
after(() => rm(folder, { recursive: true }));

const files = (...names: readonly string[]): string =>
  names.map((name) => join(folder, `${name}.json`)).join(',');
const a = () => files('a1', 'a2', 'a3', 'a4', 'a5');
const b = () => files('b1', 'b2', 'b3', 'b4', 'b5');

async function compare(parameters: readonly string[], environment: Record<string, string> = {}) {
  const { code, error, out, err } = await typed(['compare', ...parameters], { environment });
  if (error !== undefined) throw error;
  return { code, stdout: out, stderr: err };
}

test('the exit code is that of the outcome, and a flag makes it fail when the comparison cannot decide', async () => {
  const rows: [parameters: string[], code: number, output: RegExp][] = [
    [[a(), b()], 1, /^shop {2}worse {2}5 runs against 5 runs\n {2}p99 changed by \+1[89]/],
    [[b(), a()], 0, /^shop {2}not worse/],
    [[a(), b(), '--fail-on', 'p99:30%'], 0, /^shop {2}not worse/],
    [
      [files('a1'), files('b1')],
      0,
      /^shop {2}cannot tell {2}1 run against 1 run\n.*\n {2}try: 3 more runs of each side/,
    ],
    [[files('a1'), files('b1'), '--strict'], 4, /^shop {2}cannot tell/],
    [
      [a(), files('o1', 'o2', 'o3', 'o4')],
      4,
      /^shop {2}invalid .*\n {2}the runs have different loads: main: load/,
    ],
    [[a(), files('o1', 'o2', 'o3', 'o4'), '--allow-differences'], 0, /^shop {2}not worse/],
    [['--baseline', a(), ...b().split(',')], 1, /^shop {2}worse/],
    [
      ['--candidate', files('b1', 'b2'), '--candidate', files('b3', 'b4'), ...a().split(',')],
      1,
      /worse {2}4 runs/,
    ],
    [
      [a(), b(), '--fail-on', 'buy:mean:50%', '--fail-on', 'main/browse:p50:5%'],
      1,
      /p50 of browse in main changed/,
    ],
  ];
  for (const [parameters, code, output] of rows) {
    const ended = await compare(parameters);
    assert.match(ended.stdout, output);
    assert.equal(ended.code, code, ended.stdout);
  }
});

test('a gate keeps its exit code when the reader of its output is gone', async () => {
  for (const [candidate, expected] of [
    [b(), 1],
    [files('o1', 'o2', 'o3', 'o4'), 4],
  ] as const) {
    const child = startDownpour(['compare', a(), candidate]);
    child.stdout.destroy();
    assert.deepEqual(await once(child, 'close'), [expected, null]);
  }
});

test('the exit code reaches the shell', async () => {
  assert.equal((await downpour(['compare', a(), b()])).code, 1);
});

test('the comparison is JSON on request', async () => {
  const { stdout, code } = await compare([a(), b(), '--json']);
  const comparison = JSON.parse(stdout) as Comparison;
  assert.deepEqual([code, comparison.outcome, comparison.gates.length], [1, 'worse', 2]);
  assert.deepEqual(comparison.gates[0]?.interval && Object.keys(comparison.gates[0].interval), [
    'low',
    'high',
    'confidence',
  ]);
  assert.ok(!stdout.includes('"histograms"'));
});

test('mistakes on the command line are reported, and those of all gates at once', async () => {
  const rows: [parameters: string[], output: RegExp][] = [
    [[], /needs two sides: name two, such as 11\.\.15 16\.\.20/],
    [['1', '2', '3'], /needs two sides/],
    [['--baseline', 'shop'], /the runs to compare with the baseline are missing/],
    [['--candidate', '2'], /the runs of the baseline are missing/],
    [['1-9', '11'], /'1-9' is not a run: write 1\.\.9 for a range of runs/],
    [['7..3', '8'], /'7\.\.3' is not a range of runs: write the smaller number first/],
    [['7..6', '8'], /'7\.\.6' is not a range of runs/],
    [[`1..${'9'.repeat(400)}`, '60'], /'1\.\.9{37}\.\.\.' has too many runs, a range may have at most 50/],
    [[`${'9'.repeat(400)}..${'9'.repeat(400)}`, '60'], /has too many runs, a range may have at most 50/],
    [['1..51', '60'], /'1\.\.51' has too many runs, a range may have at most 50/],
    [['1..30,31..60', '70'], /a side of the comparison may have at most 50 runs, found 60: name fewer runs/],
    [['--baseline', '', '3'], /^the baseline is an empty text: name the ids or files of its runs/],
    [['3', ' '], /^the candidate is an empty text/],
    [['1,,2', '3'], /has no run between two commas: remove one comma/],
    [[a(), 'no.json'], /^Cannot read no\.json: there is no such file/],
    [[`${a()},no.json`, b()], /^Cannot read no\.json: there is no such file/],
    [['--baseline', 'shop', 'no.json'], /^Cannot read no\.json: there is no such file/],
    [[a(), 'shop'], /^'shop' is not a run/],
    [
      [a(), b(), '--fail-on', 'p99', '--fail-on', 'x:1%'],
      /--fail-on p99: expected.*\n--fail-on x:1%: 'x' is not a measure/,
    ],
    [
      [a(), b(), '--fail-on', 'brows:p99:1%'],
      /do not have the metric 'brows'; their metrics are 'main\/browse', 'main\/buy'/,
    ],
  ];
  for (const [parameters, output] of rows) {
    await assert.rejects(compare(parameters), (error: unknown) => {
      assert.ok(error instanceof DownpourError);
      assert.match(error.message, output);
      assert.ok(error.status < 500);
      return true;
    });
  }
});

/**
 * A repository of runs. Runs 1 to 10 belong to the baseline when their number is odd, or else to the
 * candidate. Run 11 was stopped, run 12 is a document of another tool, and the list shows run 1 as
 * incomplete.
 */
async function repository() {
  const documents = runs.baseline.flatMap((run, at) => [run.document, runs.candidate[at]!.document]);
  const summary = (id: number, state?: string) => ({
    id,
    ...(state === undefined ? {} : { outcome: { state } }),
  });
  const listed = [
    summary(12),
    summary(11, 'stopped'),
    ...documents.map((_, at) => summary(10 - at, at === 9 ? 'incomplete' : 'passed')),
  ];
  const body = JSON.stringify({ total: listed.length, runs: listed });
  const texts = documents.map((document, at) => [
    `GET /api/run/${at + 1}/data`,
    { status: 200, body: JSON.stringify(document) },
  ]);
  const api = await startApi({
    answers: { 'GET /api/run/list': { status: 200, body }, ...Object.fromEntries(texts) },
  });
  return { api, environment: { DOWNPOUR_URL: api.url, DOWNPOUR_API_KEY: apiKey } };
}

test('runs are named by number, in ranges and lists', async () => {
  const { api, environment } = await repository();
  await using _ = api;
  const { stdout, code } = await compare(['1,3,5,7..7,9', '2,4,6,8,10', '--json'], environment);
  const { baseline, candidate, outcome, order } = JSON.parse(stdout) as Comparison;
  assert.deepEqual([code, outcome, order.interleaved], [1, 'worse', true]);
  assert.deepEqual(baseline.map(({ name, id }) => [name, id]).slice(0, 2), [
    ['run 1', 1],
    ['run 3', 3],
  ]);
  assert.deepEqual(
    candidate.map(({ id }) => id),
    [2, 4, 6, 8, 10],
  );
  const ranges = JSON.parse((await compare(['1..4', '5..8', '--json'], environment)).stdout) as Comparison;
  assert.deepEqual(
    ranges.baseline.map(({ id }) => id),
    [1, 2, 3, 4],
  );
});

test('a test as the baseline gives its last runs that were judged, the candidates left out', async () => {
  const { api, environment } = await repository();
  await using _ = api;
  const { stdout, stderr } = await compare(
    ['--baseline', 'shop', '--last', '3', '10,8', '--json'],
    environment,
  );
  const { baseline, candidate } = JSON.parse(stdout) as Comparison;
  assert.deepEqual(
    [baseline, candidate].map((side) => side.map(({ id }) => id)),
    [
      [6, 7, 9],
      [10, 8],
    ],
  );
  assert.match(stderr, /^runs without a verdict are left out of the baseline: 12, 11\n$/);
  const requested = api.heard.find(({ path }) => path === '/api/run/list');
  assert.deepEqual(
    ['test', 'sort', 'direction'].map((name) => requested?.query.get(name)),
    ['shop', 'id', 'Descending'],
  );
});

test('the test of a baseline may have the name of a folder, or a name with commas', async () => {
  const { api, environment } = await repository();
  await using _ = api;
  for (const name of [folder, 'shop, EU']) {
    await compare(['--baseline', name, '10,8', '--json'], environment);
    const requested = api.heard.findLast(({ path }) => path === '/api/run/list');
    assert.equal(requested?.query.get('test'), name);
  }
});

test('the page of a comparison allows the same differences', async () => {
  const { api, environment } = await repository();
  await using _ = api;
  const pageOf = async (...more: readonly string[]) =>
    /^Page: (.*)$/m.exec((await compare(['1,3', '2,4', ...more], environment)).stdout)?.[1];
  assert.equal(await pageOf('--allow-differences'), `${await pageOf()}&differ=1`);
});

test('a baseline of a test has 1 to 50 runs', async () => {
  for (const last of ['0', '51'])
    await assert.rejects(
      compare(['--baseline', 'shop', '--last', last, files('a1')], {}),
      /--last <n>.*Expected a whole number, from 1 to 50/,
      last,
    );
});

test('a test without runs to compare with is refused', async () => {
  const body = JSON.stringify({ total: 0, runs: [] });
  await using api = await startApi({ answers: { 'GET /api/run/list': { status: 200, body } } });
  const environment = { DOWNPOUR_URL: api.url, DOWNPOUR_API_KEY: apiKey };
  await assert.rejects(compare(['--baseline', 'shp', files('a1')], environment), {
    message: "'shp' cannot be the baseline: this test has no runs; check the name, or run the test first",
  });
});
