import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detect } from '../../lib/detection/detect.ts';
import { levelOf } from '../../lib/detection/level.ts';
import { parseModel } from '../../lib/detection/models.ts';

/**
 * Levels (mean, deviation, median) of very large and very small numbers are right: no sum or square overflows
 * or underflows a double.
 */

for (const unit of [1, 1e-160, 1e-300, 1e160, 1.7e308 / 8])
  test(`a level of values around ${unit} is that of their parts of it`, () => {
    const parts = [1, 2, 3, 6, 8, 8];
    const { count, mean, deviation, median } = levelOf(Float64Array.from(parts, (part) => part * unit));
    const known = levelOf(Float64Array.from(parts));
    assert.equal(count, 6);
    for (const [found, expected] of [
      [mean, known.mean],
      [deviation, known.deviation],
      [median, known.median],
    ] as const)
      assert.ok(Math.abs(found / unit / expected - 1) < 1e-9, `${found} is not ${expected} * ${unit}`);
  });

test('the largest and the smallest doubles make levels of finite numbers, and changes of these', () => {
  const values = Float64Array.from(
    [1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1],
    (sign) => sign * Number.MAX_VALUE,
  );
  assert.ok(Object.values(levelOf(values)).every(Number.isFinite));
  for (const model of ['relativeDifference', 'eDivisive', 'fixedThreshold'] as const) {
    const config = model === 'fixedThreshold' ? { min: { enabled: true, value: 0 } } : {};
    const found = detect(values, [
      parseModel(model, config) as Exclude<ReturnType<typeof parseModel>, readonly string[]>,
    ]);
    assert.ok(found.length > 0, model);
    for (const { before, after } of found)
      assert.ok([...Object.values(after), ...Object.values(before ?? {})].every(Number.isFinite), model);
  }
  assert.equal(levelOf(new Float64Array(3).fill(Number.MIN_VALUE)).deviation, 0);
});
