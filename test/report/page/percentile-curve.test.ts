import assert from 'node:assert/strict';
import { test } from 'node:test';
import { curveFigure } from '../../../lib/report/page/svg/percentile-curve.ts';

const ms = 1e6;
/** 115 responses: ten took longer than 6 ms, so that the curve ends there. */
const points = { total: 115, steps: [115, ms, 60, 2 * ms, 10, 6 * ms], maxNs: 40 * ms };

/**
 * The distances of two marks from the upper edge of the figure: the line of the limit, and the cross at the
 * measured value.
 */
function heights(measured: number): readonly (string | undefined)[] {
  const limit = { quantile: 0.99, limit: ms, measured };
  const figure = curveFigure([{ name: 'response time', look: 'response', points }], [limit], 'c').text;
  return [/class="line limit"[^>]* d="M\d+ ([\d.]+)/, /class="broken"[^>]* d="M[\d.]+ ([\d.]+)/].map(
    (pattern) => pattern.exec(figure)?.[1],
  );
}

test('a figure reaches up to a broken limit above the end of the curve', () => {
  const [limit, cross] = heights(13.63 * ms).map(Number);
  // A millisecond is 246 / 1.06 / 13.63 units high, and the cross begins 5 units above its middle.
  assert.equal(Math.round((limit ?? 0) - (cross ?? 0) - 5), Math.round((12.63 * 246) / 1.06 / 13.63));
});

test('a cross far above the curve is at the upper edge', () => {
  assert.deepEqual(heights(1_000 * ms), heights(500 * ms));
  assert.equal(heights(1_000 * ms)[1], '9');
});

test('a limit far above the curve is not drawn, so that the curve is not flat', () => {
  const lines = [{ name: 'response time', look: 'response', points }] as const;
  const isDrawn = (limit: number): boolean =>
    curveFigure(lines, [{ quantile: 0.99, limit, measured: ms }], 'c').text.includes('class="line limit"');
  assert.deepEqual([isDrawn(18 * ms), isDrawn(19 * ms)], [true, false]);
});

test('a share at the right edge of the figure is whole', () => {
  for (const [total, share] of [
    [100, '90 %'],
    [1_000, '99 %'],
    [1_000_000, '99.999 %'],
  ] as const) {
    const whole = { total, steps: [total, ms, 10, 6 * ms], maxNs: 40 * ms };
    const figure = curveFigure([{ name: 'response time', look: 'response', points: whole }], [], 'c').text;
    const found = figure.matchAll(/text-anchor="(\w+)">([\d.]+)\s%</g);
    const anchors = [...found].map(([, anchor, text]) => [`${text} %`, anchor]);
    assert.deepEqual(anchors.at(-1), [share, 'end']);
    assert.deepEqual(anchors[0], ['0 %', 'middle']);
  }
});
