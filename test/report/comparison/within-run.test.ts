import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFor } from '../../../lib/driver/random.ts';
import { measureNamed } from '../../../lib/report/comparison/measures.ts';
import { MeasuredRun } from '../../../lib/report/comparison/runs/measured-run.ts';
import { withinRun } from '../../../lib/report/comparison/runs/within-run.ts';
import { normal } from '../../../lib/report/comparison/statistics/power.ts';
import { around, comparedRun, correlated, documentOf, type Made, withTimes } from './runs.ts';

const browse = { phase: 'main', metric: 'browse' };

function spreads(made: Omit<Made, 'name'>, name: string, id = 'run') {
  const measure = measureNamed(name);
  assert.ok(measure);
  return withinRun(new MeasuredRun(id, documentOf({ name: id, ...made })), browse, measure);
}

test('A run of independent requests has the interval of its order statistics, hardly widened', () => {
  const found = spreads({ second: around(100, 1), seconds: 120 }, 'p50');
  assert.ok(found?.low && found.high && found.widened);
  // 2,400 requests with a standard deviation of 5 %: the 95 % interval of the median is 1.96 x 1.25 x 5 % /
  // 49 on each side. A slot of the histogram is 0.8 % wide.
  assert.ok(found.low > 98 * 1e6 && found.high < 102 * 1e6, `${found.low} ${found.high}`);
  assert.ok(found.low <= found.value && found.value <= found.high);
});

test('Too few responses leave an end open, and a short run is not widened', () => {
  const short = spreads({ second: around(100, 1), seconds: 10 }, 'p99');
  assert.deepEqual([short?.high, short?.widened, short?.low !== undefined], [undefined, undefined, true]);
  assert.equal(spreads({ second: around(100, 1), seconds: 39 }, 'p50')?.widened, undefined);
  assert.equal(spreads({ second: around(100, 1), seconds: 40 }, 'p50')?.widened, true);
  assert.equal(spreads({ second: () => [] }, 'p50'), undefined);
});

test('A run is drawn again the same way each time', () => {
  const made = { second: around(100, 1, 0.5), seconds: 60 };
  assert.deepEqual(spreads(made, 'p90'), spreads(made, 'p90'));
});

test('The widened interval contains the true median if seconds depend on each other, and order statistics do not', () => {
  const rounds = 60;
  const settled = comparedRun({ name: 'settled', second: around(100, 1), seconds: 1 });
  const measure = measureNamed('p50');
  assert.ok(measure);
  let [held, heldUnwidened] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const random = randomFor(1, 'coverage', round);
    const course = correlated(240, 0.8, 0, random);
    const seconds = course.map((mean) =>
      Array.from({ length: 8 }, () => 100 + 10 * mean + 5 * normal(random)),
    );
    const { name, document } = withTimes(settled, `run ${round}`, seconds);
    const found = withinRun(new MeasuredRun(name, document), browse, measure);
    assert.ok(found?.low && found.high);
    if (found.low <= 1e8 && found.high >= 1e8) held += 1;
    // The interval for 1,920 independent requests with the same spread, plus a slot of 0.8 % on each side.
    const half = ((1.96 * 1.2533 * Math.hypot(10, 5)) / Math.sqrt(1920) + 0.5) * 1e6;
    if (Math.abs(found.value - 1e8) <= half) heldUnwidened += 1;
  }
  assert.ok(held >= 0.85 * rounds, `${held} of ${rounds}`);
  assert.ok(heldUnwidened <= 0.65 * rounds, `${heldUnwidened} of ${rounds}`);
});
