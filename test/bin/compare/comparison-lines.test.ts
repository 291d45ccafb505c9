import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparisonLines } from '../../../bin/compare/comparison-lines.ts';
import { unpainted } from '../../../bin/terminal/paint.ts';
import { compareRuns } from '../../../lib/report/comparison/comparison.ts';
import { defaultGates, type Gate } from '../../../lib/report/comparison/gate.ts';
import { type Made, sides } from '../../report/comparison/runs.ts';

const paint = unpainted;
const steady = [1, 1.02, 0.99, 1.01, 1];
const slower = steady.map((factor) => 1.2 * factor);

function display(
  baseline: readonly number[],
  candidate: readonly number[],
  made: Partial<Made> = {},
  gates: readonly Gate[] = defaultGates,
  width?: number,
) {
  return comparisonLines(compareRuns({ ...sides(baseline, candidate, made), gates }), paint, width);
}
const cells = (line: string | undefined): string[] => (line ?? '').trim().split(/ {2,}/);

test('The gates are a table with the measured change, the interval, the limit and the smallest change that could be found', () => {
  const lines = display(steady, slower, { seconds: 60 });
  const at = lines.findIndex((line) => /^ {2}gate /.test(line));
  assert.deepEqual(cells(lines[at]), [
    ...['gate', 'measure', 'baseline', 'candidate', 'change', 'interval', 'limit', 'sees from', 'outcome'],
  ]);
  const [what, measure, before, after, change, interval, limit, sees, outcome] = cells(lines[at + 1]);
  assert.deepEqual([what, measure, limit, outcome], ['all requests', 'p99', '10 %', 'worse']);
  for (const [text, form] of [
    [before, /^22\.\dms$/],
    [after, /^2[67]\.\dms$/],
    [change, /^\+\d\d(\.\d)? %$/],
    [interval, /^\+\d\d(\.\d)? to \+\d\d(\.\d)? %$/],
    [sees, /^\d\.\d %$/],
  ] as const)
    assert.match(text ?? '', form);
  assert.deepEqual(cells(lines[at + 2]), [
    ...[
      'all requests',
      'errors',
      '0 %',
      '0 %',
      '0 points',
      '0 to 0 points',
      '1 point',
      '0 points',
      'not worse',
    ],
  ]);
});

test('The other metrics are marked as not judged, with their own correction, the surest first', () => {
  const lines = display(steady, slower, { metrics: ['browse', 'buy'], seconds: 60 });
  const at = lines.findIndex((line) => /^ {2}not judged /.test(line));
  assert.match(lines[at] ?? '', /corrected$/);
  assert.match(lines[at + 1] ?? '', /^ {2}(main\/b|all requests).* significant$/);
  assert.ok(
    lines.some((line) =>
      /corrected for many comparisons .Benjamini-Hochberg. and does not change the outcome/.test(line),
    ),
  );
  assert.ok(
    lines.some((line) => /2 gates together \(method of Holm\) raise a false alarm in at most 5 %/.test(line)),
  );
  assert.ok(lines.some((line) => /in time {2}A B A B A B A B A B/.test(line)));
});

test('Differences precede all numbers', () => {
  const { baseline } = sides(steady, []);
  const { candidate } = sides([], slower, { parameters: { RATE: '12' } });
  const lines = comparisonLines(compareRuns({ baseline, candidate, gates: defaultGates }), paint);
  assert.match(lines[0] ?? '', /^shop {2}invalid/);
  assert.match(lines[1] ?? '', /the runs have different loads: main: load differs$/);
  assert.match(lines[2] ?? '', /try: run the same document/);
  assert.deepEqual(lines.slice(4, 7).map(cells), [
    ['differs', 'value', 'in'],
    ['main: load', '10 users/s, evenly spaced', 'a1, a2, a3, a4, a5'],
    ['12 users/s, evenly spaced', 'b1, b2, b3, b4, b5'],
  ]);
  assert.ok(!lines.some((line) => /gate|Hodges/.test(line)));
});

test('Comparing one run with one run shows the spread within each, and the limits of that spread', () => {
  const lines = display([1], [1.2], { seconds: 60 });
  const at = lines.findIndex((line) => /within each run/.test(line));
  assert.match(
    lines[at + 1] ?? '',
    /main\/browse +p50 +[\d.]+ms +[\d.]+ms to [\d.]+ms +[\d.]+ms +[\d.]+ms to [\d.]+ms/,
  );
  assert.ok(
    lines.some((line) => /show the variation within each run, not the differences between runs/.test(line)),
  );
  assert.ok(!lines.some((line) => /runs are shorter than 40 s/.test(line)));
  const short = display([1], [1.2]);
  assert.ok(short.some((line) => /runs are shorter than 40 s: their intervals are too narrow/.test(line)));
  assert.ok(short.some((line) => /p99 .* to \?/.test(line)));
});

test('A narrow terminal keeps what decides', () => {
  for (const width of [60, 80, 100]) {
    for (const line of display(steady, slower, {}, [{ measure: 'p50', limit: 0.1 }], width))
      assert.ok(line.length <= width, `${width}: ${line}`);
  }
  const lines = display(steady, slower, {}, [{ measure: 'p50', limit: 0.1 }], 70);
  assert.ok(lines.some((line) => /^ {2}gate .* outcome$/.test(line)));
});
