import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RunDocument } from '../../../lib/driver/run/document.ts';
import { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';
import { valueAtPercentile } from '../../../lib/driver/statistics/histograms/percentiles.ts';
import { extremes, gridOf, sums, usualStep } from '../../../lib/report/page/data/grid.ts';
import { heatOfAll } from '../../../lib/report/page/data/heat.ts';
import { addColumns, columnOf, slotAt } from '../../../lib/report/page/data/heat-columns.ts';
import { metricDataOf } from '../../../lib/report/page/data/metric-data.ts';
import { tracksOf, unhealthyOf } from '../../../lib/report/page/data/over-time.ts';
import { pointsOf } from '../../../lib/report/page/data/percentile-curve.ts';
import { pageRun } from './runs.ts';

const t0 = 1_790_000_000_000;
const ms = 1e6;

/**
 * Two phases with a pause of three seconds between them. The second phase does not start on a whole second of
 * the first.
 */
const phases = [
  { name: 'a', kind: 'constantRate', start: t0, end: t0 + 4000 },
  { name: 'b', kind: 'constantRate', start: t0 + 7400, end: t0 + 9400 },
  { name: 'pause', kind: 'noop', start: t0 + 4000, end: t0 + 7000 },
  { name: 'never', kind: 'constantRate', start: null, end: null },
];
const run = { info: { terminateTime: t0 + 9400 }, phases } as unknown as RunDocument;

describe('the axis of time', () => {
  it('keeps a gap where no phase is at work, and counts a quiet second of a phase as nothing', () => {
    const grid = gridOf(run, 1000);
    const rows = [0, 1000, 3000, 7400, 8400].map((at) => ({ timestamp: t0 + at }));
    assert.deepEqual(
      sums(grid, rows, () => 5),
      [5, 5, 0, 5, null, null, null, 5, 5, null],
    );
    const seen = [
      { timestamp: t0 + 1000, value: 3 },
      { timestamp: t0 + 1000, value: 8 },
    ];
    assert.deepEqual(extremes(grid, seen, ({ value }) => value).slice(0, 3), [null, 8, null]);
    assert.deepEqual(extremes(grid, seen, ({ value }) => value, true).slice(0, 3), [null, 3, null]);
  });

  it('adds the counts of a column and takes its worst second', () => {
    const grid = gridOf(run, 5000);
    const rows = [0, 1000, 3000, 7400, 8400].map((at, value) => ({ timestamp: t0 + at, value }));
    assert.deepEqual(
      sums(grid, rows, ({ value }) => value),
      [3, 7],
    );
    assert.deepEqual(
      extremes(grid, rows, ({ value }) => value),
      [2, 4],
    );
  });

  it('has a column for each second of a long run', () => {
    const long = [{ name: 'long', kind: 'constantRate', start: t0, end: t0 + 3_600_000 }];
    const hour = { info: run.info, phases: long } as unknown as RunDocument;
    const rows = [1801, 3599].map((second) => ({ timestamp: t0 + 1000 * second }));
    const columns = extremes(gridOf(hour, 1000), rows, () => 1);
    assert.deepEqual([columns.indexOf(1), columns.lastIndexOf(1)], [1801, 3599]);
  });

  it('has the smallest usual width that fits', () => {
    const cases = [
      [60_000, 1],
      [120_000, 1],
      [121_000, 2],
      [600_000, 5],
      [3_600_000, 30],
      [90_000_000, 1800],
    ] as const;
    for (const [lengthMs, seconds] of cases)
      assert.equal(usualStep(lengthMs, 120), seconds * 1000, `${lengthMs}`);
  });
});

describe('counts over time', () => {
  it('percentiles of a stretch come from its requests together, not from those of its columns', () => {
    // Each of ten columns has 99 fast requests. One column also has a hundred slow ones.
    const columns = Array.from({ length: 10 }, (_, at) => (at === 4 ? [100, 99, 50, 100] : [100, 99]));
    const heat = { stepMs: 1000, first: 3, columns };
    assert.equal(slotAt(addColumns(new Map(), heat), 0.9), 100);
    assert.equal(slotAt(addColumns(new Map(), heat), 0.91), 150);
    assert.equal(slotAt(addColumns(new Map(), heat, 7, 8), 0.5), 150);
    assert.equal(slotAt(addColumns(new Map(), heat, 0, 3), 0.5), undefined);
  });

  it('a column is the same after it was written and read', () => {
    const counts = new Map([
      [40, 7],
      [3, 1],
      [41, 2],
    ]);
    const heat = { stepMs: 1, first: 0, columns: [columnOf(counts)] };
    assert.deepEqual(heat.columns, [[3, 1, 37, 7, 1, 2]]);
    assert.deepEqual(
      addColumns(new Map(), heat),
      new Map([
        [3, 1],
        [40, 7],
        [41, 2],
      ]),
    );
  });

  it('wider columns hold the same requests', async () => {
    const made = await pageRun({ seconds: 9, metrics: 2, perSecond: 30 });
    const total = (stepMs: number): number => {
      const counts = addColumns(new Map(), heatOfAll(made.stats, gridOf(made, stepMs)));
      return [...counts.values()].reduce((sum, count) => sum + count, 0);
    };
    assert.deepEqual([1000, 2000, 4000].map(total), [540, 540, 540]);
  });
});

describe('the agents of a metric', () => {
  it('are 50 at most, with the number of the others', async () => {
    const made = await pageRun({ seconds: 1, metrics: 1, perSecond: 1 });
    const [entry] = made.stats;
    const [agent] = made.agents;
    assert.ok(entry && agent);
    const shown = (count: number) => {
      const agents = Array.from({ length: count }, (_, at) => ({ ...agent, name: `agent ${at}` }));
      const data = metricDataOf(entry, 'm', { ...made, agents }, gridOf(made, 1000));
      return [data.agents.map((row) => row.agent).at(-1), data.agentsLeft];
    };
    assert.deepEqual([1, 2, 50, 53].map(shown), [
      [undefined, 0],
      ['agent 1', 0],
      ['agent 49', 0],
      ['agent 49', 3],
    ]);
  });
});

describe('a percentile curve', () => {
  it('goes through the percentiles of the full histogram and stops at the tenth longest', () => {
    const histogram = new Histogram();
    for (let value = 1; value <= 5000; value += 1) histogram.record(value * ms);
    const { total, steps, maxNs } = pointsOf(histogram);
    assert.deepEqual([total, steps[0]], [5000, 5000]);
    for (let at = 2; at < steps.length; at += 2) {
      const share = 1 - steps[at]! / total;
      assert.equal(steps[at + 1], valueAtPercentile(histogram, share * 100), `${share}`);
    }
    assert.equal(steps.at(-2), 10);
    assert.ok(maxNs > (steps.at(-1) ?? 0));
    assert.ok(steps.length < 120);
  });
});

describe('a percentile curve of equal times', () => {
  it('reaches the same end, because a step may hold nearly all requests', () => {
    const histogram = new Histogram();
    for (let count = 0; count < 270; count += 1) histogram.record(ms);
    for (let count = 0; count < 730; count += 1) histogram.record(60 * ms);
    const { steps } = pointsOf(histogram);
    const [fast = 0, slow = 0] = [valueAtPercentile(histogram, 20), valueAtPercentile(histogram, 99)];
    assert.deepEqual(steps.slice(2), [730, fast, 10, slow]);
    assert.ok(slow > 59 * ms && slow < 61 * ms);
  });
});

describe('the health of the generator', () => {
  const machine = [
    { timestamp: t0, stall: 2e6, idle: 0.9, cpu: 0.3, gc: 1e6, lateness: 5e5 },
    { timestamp: t0 + 1000, stall: 9e8, idle: 0.1, cpu: 1.02, gc: 4e6, lateness: 7e8, unhealthy: 'stall' },
    { timestamp: t0 + 2000, stall: 0, idle: 0.1, cpu: 0.2, gc: 0, lateness: 0, unhealthy: 'strained' },
  ];
  const felt = {
    ...run,
    stats: [],
    sessions: [],
    phases: [
      {
        ...phases[0],
        machine,
        users: [{ timestamp: t0, due: 10, started: 8, waited: 2, wait: 5 }],
        answered: [],
      },
    ],
  } as unknown as RunDocument;

  it('is drawn as far as the document says it', () => {
    const tracks = tracksOf(felt, gridOf(felt, 1000));
    const first = Object.fromEntries(tracks.map(({ name, values }) => [name, values.slice(0, 2)]));
    assert.deepEqual(first['processors of the machine'], [0.1, 0.9]);
    assert.deepEqual(first['one core of the shard'], [0.3, 1.02]);
    assert.deepEqual(first['longest stall'], [2e6, 9e8]);
    assert.deepEqual(first['late starts, p99'], [5e5, 7e8]);
    assert.deepEqual(
      [first['users due'], first['users started']],
      [
        [10, 0],
        [8, 0],
      ],
    );
    assert.deepEqual(first['users who waited for a free session'], [2, 0]);
  });

  it('and unhealthy seconds by their cause', () => {
    assert.deepEqual(unhealthyOf(felt, gridOf(felt, 1000)), ['', 'stall', '', '']);
    assert.equal(unhealthyOf({ ...felt, phases: [] }, gridOf(felt, 1000)), undefined);
    const between = {
      ...phases[1],
      start: t0 + 7600,
      machine: [{ timestamp: t0 + 7600, stall: 9e8, unhealthy: 'stall' }],
    };
    const late = { ...felt, phases: [felt.phases[0], between] } as unknown as RunDocument;
    const grid = gridOf(late, 1000);
    const stalls = extremes(grid, between.machine, ({ stall }) => stall);
    assert.deepEqual([unhealthyOf(late, grid)?.indexOf('stall', 2), stalls.indexOf(9e8)], [8, 8]);
  });
});
