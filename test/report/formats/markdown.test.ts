import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunDocument } from '../../../lib/driver/run/document.ts';
import { sparkline } from '../../../lib/report/formats/markdown/sparkline.ts';
import { markdownOfNoRun, markdownSummary } from '../../../lib/report/formats/markdown/summary.ts';
import { escaped } from '../../../lib/report/formats/markdown/text.ts';
import { type MadeRun, madeRun, well } from '../../driver/run/records.ts';

const sla = '{ limits: { "0.5": 1s, "0.99": 250ms }, errorRatio: 0.5 }';
const made = (ms: number, changed: Partial<MadeRun> = {}): Promise<RunDocument> =>
  madeRun({ drives: [{ seconds: well(10, { latencyNs: ms * 1e6 }) }], sla, ...changed });

test('first the verdict and why, then the limits, broken ones first', async () => {
  const lines = markdownSummary(await made(300), 12).split('\n');
  assert.deepEqual(lines.slice(0, 5), [
    '## ❌ made: failed',
    '',
    '- **main / browse**: 99 % of responses came within 302 ms, the limit is 250 ms',
    '',
    'run 12 · 10s from 2026-09-21 14:13:20 UTC · 1 shard · seed 1',
  ]);
  const limits = tableAfter(lines, '### Limits');
  assert.deepEqual(limits, [
    ['❌ broken', 'p99 below 250ms', 'main / browse', '302ms', '100', '14:13:20–14:13:30 UTC'],
    ['✅ held', 'errors below 50 %', 'main / browse', '0 %', '100', ''],
    ['✅ held', 'p50 below 1s', 'main / browse', '302ms', '100', ''],
  ]);
  assert.ok(
    lines.includes(
      'Kept by default: at most 1 % failed requests (1 metric), at most 1 % of the time waiting for a connection (1 metric).',
    ),
  );
  assert.ok(lines.includes('downpour report 12 -o run-12.html'));
});

test('an empty line is before each heading but the first', async () => {
  const lines = markdownSummary(await made(300), 12).split('\n');
  const before = lines.flatMap((line, at) => (at > 0 && line.startsWith('#') ? [lines[at - 1]] : []));
  assert.ok(before.length >= 3, `${before.length}`);
  assert.deepEqual(new Set(before), new Set(['']));
});

test('a metric has a row, and a percentile with too few responses behind it a dash', async () => {
  const [row = []] = tableAfter(markdownSummary(await made(10)).split('\n'), '### Response times');
  assert.deepEqual(row.slice(0, 5), ['main', 'browse', '100', '9.90/s', '0']);
  assert.deepEqual(row.slice(5), ['10.0ms', '10.0ms', '10.0ms', '-', '10.0ms', '██████████']);
});

test('a passed run lists the limits that held, an inconclusive run its reason and advice', async () => {
  const passed = markdownSummary(await made(10));
  assert.match(passed, /^## ✅ made: passed\n\n- No limit was broken \(5 judged\)\.\n/);
  assert.match(passed, /- Started: all [0-9,]+ planned users\.\n/);
  assert.match(passed, /- The generator was healthy throughout\.\n/);
  const run = await made(300, { drives: [{ seconds: well(10, { latencyNs: 3e8, lateNs: 2e9, idle: 0 }) }] });
  const unclear = markdownSummary(run);
  assert.match(
    unclear,
    /^## ❔ made: inconclusive\n\n- this machine was too busy: .*\n- Try: end other programs/,
  );
  assert.doesNotMatch(unclear, /❌/);
  assert.match(unclear, /❔ cannot tell/);
  assert.match(unclear, /- ⚠️ 100 % of the requests were sent while the generator was not healthy\./);
  const { health, ...rest } = await made(10);
  const suspect = markdownSummary({ ...rest, health: { ...health, suspect: true } });
  assert.doesNotMatch(suspect, /healthy throughout/);
  const stopped = markdownSummary(await made(10, { stopped: 'stopped by its user' }));
  assert.match(stopped, /^## 🛑 made: stopped\n\n- stopped by its user\n/);
});

test('missing users are reported by phase', async () => {
  const run = await made(10, {
    drives: [{ seconds: well(5), outcome: { planned: 100, started: 50 } }],
  });
  assert.match(markdownSummary(run), /- ⚠️ \*\*main\*\*: 50 of 100 planned users started \(50 %\)\./);
  const pauses = run.phases.map((phase) => ({ ...phase, kind: 'noop' as const }));
  assert.doesNotMatch(markdownSummary({ ...run, phases: pauses }), /Started: all/);
});

test('nothing in a text of others is markup, a mention or the number of an issue', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['a|b\\c', 'a\\|b\\\\c'],
    ['<img src=x> & &lt;', '&lt;img src=x&gt; &amp; &amp;lt;'],
    ['`x` *y* __z__ ~~q~~ $m$', '\\`x\\` \\*y\\* \\_\\_z\\_\\_ \\~\\~q\\~\\~ \\$m\\$'],
    ['[a](b) ![c](d)', '\\[a\\](b) !\\[c\\](d)'],
    ['ask @someone about #12', 'ask <span>@</span>someone about <span>#</span>12'],
    ['one\r\ntwo\u0000\u001b[31m\u202ethree', 'one two \\[31m three'],
    ['x'.repeat(400), `${'x'.repeat(299)}…`],
  ];
  for (const [text, markdown] of rows) assert.equal(escaped(text), markdown);
});

test('a row has as many cells as its table, whatever a name contains', async () => {
  const run = await made(300);
  const odd = 'a|b`c`<d>\n| e |';
  const stats = run.stats.map((entry) => ({ ...entry, metric: odd }));
  const verdicts = run.verdicts.map((verdict) => ({ ...verdict, metric: odd }));
  const lines = markdownSummary({ ...run, stats, verdicts }).split('\n');
  assert.ok(tableAfter(lines, '### Limits').every((row) => row.length === 6));
  assert.ok(tableAfter(lines, '### Response times').every((row) => row.length === 11));
});

test('however much there is to say, it stays below 60 kB and reports what is left out', async () => {
  const run = await made(300);
  const many = <T>(of: T, each: (at: number) => Partial<T>): T[] =>
    Array.from({ length: 2000 }, (_, at) => ({ ...of, ...each(at) }));
  const name = (at: number): string => `${'<'.repeat(400)}${at}`;
  const [entry, verdict, failure] = [run.stats[0]!, run.verdicts[1]!, run.failures[0]!];
  const text = markdownSummary({
    ...run,
    info: {
      ...run.info,
      benchmark: name(0),
      errors: many({ agent: 'a', msg: '' }, (at) => ({ msg: name(at) })),
    },
    stats: many(entry, (at) => ({ metric: name(at) })),
    verdicts: many(verdict, (at) => ({ metric: name(at) })),
    failures: many(failure, (at) => ({ message: name(at) })),
    notices: many({ phase: 'main', message: '' }, (at) => ({ message: name(at) })),
  });
  assert.ok(Buffer.byteLength(text) < 60_000, `${Buffer.byteLength(text)} bytes`);
  const left = [...text.matchAll(/\*([\d,]+) more (row|line)s are not shown\.\*/g)].map(([, count]) => count);
  assert.equal(left.length, 4);
  assert.ok(
    left.every((count) => Number(count?.replace(',', '')) > 1000),
    left.join(),
  );
});

test('a sparkline reads its percentile from merged columns, and leaves a gap where nothing was', () => {
  const column = (slot: number, count: number) => [slot, count];
  assert.equal(sparkline({ stepMs: 1000, columns: [] }, 99), '');
  const four = { stepMs: 1000, columns: [column(400, 10), [], column(416, 10), column(368, 1)] };
  assert.equal(sparkline(four, 99), '▄·█▁');
  // Each bar of the chart has two of the forty columns. One slow response in two hundred does not change the
  // 99th percentile.
  const pairs = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? [400, 199, 480, 1] : [400, 200]));
  assert.equal(sparkline({ stepMs: 1000, columns: pairs }, 99), '█'.repeat(20));
  const slow = [[400, 10, 480, 10], ...pairs.slice(1)];
  assert.equal(sparkline({ stepMs: 1000, columns: slow }, 96), `█${'▁'.repeat(19)}`);
});

test('without a run document it reports the reason', () => {
  assert.equal(markdownOfNoRun('shop', 'no *answer*'), '## ⛔ shop: no run\n\nno \\*answer\\*\n');
});

/** The rows of the table below a heading, as cells. A bar after a backslash does not end a cell. */
function tableAfter(lines: readonly string[], heading: string): string[][] {
  const from = lines.indexOf(heading) + 4;
  const to = lines.indexOf('', from);
  return lines.slice(from, to).map((line) => {
    assert.match(line, /^\| .* \|$/);
    return line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
  });
}
