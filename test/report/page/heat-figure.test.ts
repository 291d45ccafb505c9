import assert from 'node:assert/strict';
import { test } from 'node:test';
import { budgetFigure } from '../../../lib/report/page/svg/budget-figure.ts';
import { heatFigure, heatLegend } from '../../../lib/report/page/svg/heat-figure.ts';

/** The scale of the printed heat map. Each of its cells covers two slots of the latency histogram. */

const edges = { first: 10, ns: Array.from({ length: 9 }, (_, at) => 1_000_000 * 1.1 ** at) };
/**
 * Each column is a list of pairs: the distance to the previous slot of the histogram, and a count. The first
 * column has the slots 10, 11 and 14, and the last column the slot 12.
 */
const heat = { first: 0, stepMs: 1_000, columns: [[10, 3, 1, 4, 3, 1], null, [12, 1]] };

test('a cell counts the requests of its slots, and no other', () => {
  const legend = heatLegend({ heat, edges }).text;
  const ranges = [...legend.matchAll(/<\/svg> ([^<]+)<\/li>/g)].map(([, range]) => range);
  assert.match(ranges[0] ?? '', /^1\b/);
  assert.match(ranges.at(-1) ?? '', /\b7$/);
});

test('a figure has a rectangle for each cell with requests, at its place', () => {
  const figure = heatFigure({ heat, edges, origin: 0 }).text;
  const drawn = [...figure.matchAll(/M(\d+) (\d+)h1v(\d+)h-1z/g)].map(([, ...at]) => at.map(Number));
  assert.deepEqual(
    drawn.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d),
    [
      [0, 1, 1],
      [0, 3, 1],
      [2, 2, 1],
    ],
  );
});

test('a time at the right edge of a figure is not cut', () => {
  const columns = Array.from({ length: 10 }, () => [10, 3]);
  const figures = [
    heatFigure({ heat: { ...heat, columns }, edges, origin: 0 }),
    budgetFigure({ start: 0, stepMs: 1_000, spent: columns.map((_, at) => at), allowed: 4 }, 'p99'),
  ];
  for (const { text } of figures) {
    const width = Number(/viewBox="0 0 (\d+)/.exec(text)?.[1]);
    const labels = [...text.matchAll(/<text x="(\d+)"[^>]*text-anchor="(\w+)">00:00:\d\d</g)];
    assert.ok(labels.length > 2);
    assert.ok(
      labels.every(([, x, anchor]) => Number(x) + (anchor === 'end' ? 0 : 28) <= width),
      text,
    );
    assert.match(text, /text-anchor="end">00:00:10</);
  }
});

test('the text for screen readers names the width of a column', () => {
  const textOf = (stepMs: number) => heatFigure({ heat: { ...heat, stepMs }, edges, origin: 0 }).text;
  assert.match(textOf(1_000), /in columns of 1\u00a0second</);
  assert.match(textOf(5_000), /in columns of 5\u00a0seconds</);
});
