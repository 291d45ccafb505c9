import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunDocument } from '../../../lib/driver/run/document.ts';
import { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';
import { measureNamed, type Subject } from '../../../lib/report/comparison/measures.ts';
import { MeasuredRun } from '../../../lib/report/comparison/runs/measured-run.ts';
import { around, documentOf } from './runs.ts';

const document = documentOf({
  name: 'a',
  second: around(20, 1),
  metrics: ['browse', 'buy'],
  failed: 20,
  sent: 0.8,
});
const browse = { phase: 'main', metric: 'browse' };

function value(name: string, subject: Subject = {}, of: RunDocument = document): number | undefined {
  const measure = measureNamed(name);
  assert.ok(measure);
  return new MeasuredRun('a', of).value(subject, measure);
}

test('Numbers of all requests are those of the total in the run document', () => {
  const { total } = document;
  assert.ok(total);
  const { percentileResponseTime: percentiles, meanResponseTime } = total.summary;
  const rows: [name: string, expected: number | undefined][] = [
    ['p50', percentiles['50.0']],
    ['p90', percentiles['90.0']],
    ['p95', total.p95ResponseTime],
    ['p99', percentiles['99.0']],
    ['p99.9', percentiles['99.9']],
    ['p99.99', percentiles['99.99']],
    ['p75', undefined],
    ['mean', meanResponseTime],
    // 20 of the 220 requests of each metric have failed.
    ['errors', 20 / 220],
    ['throughput', 0.8],
  ];
  for (const [name, expected] of rows) assert.equal(value(name), expected, name);
});

test('Numbers of a metric come from its histogram, with any percentile', () => {
  const entry = document.stats.find(({ metric }) => metric === 'browse');
  assert.ok(entry);
  const percentiles = entry.total.summary.percentileResponseTime;
  assert.equal(value('p99', browse), percentiles['99.0']);
  assert.equal(value('p95', browse), entry.p95ResponseTime);
  assert.equal(Math.round(value('mean', browse) ?? 0), entry.total.summary.meanResponseTime);
  assert.ok(
    (value('p75', browse) ?? 0) > percentiles['50.0'] && (value('p75', browse) ?? 0) < percentiles['90.0'],
  );
  assert.equal(value('errors', browse), 20 / 220);
});

test('Steps of one metric are one, and times without the delay of the generator come first where there are any', () => {
  const [browsing, buying] = document.stats;
  assert.ok(browsing && buying);
  const slow = new Histogram();
  for (let at = 0; at < 200; at += 1) slow.record(90e6);
  const histograms = { ...buying.histograms, uncompensated: slow.encode() };
  const several = {
    ...document,
    stats: [browsing, { ...buying, metric: 'browse', histograms }],
  } as RunDocument;
  const run = new MeasuredRun('a', several);
  assert.deepEqual(run.subjects, [browse]);
  assert.deepEqual([run.requests(browse), run.responses(browse)], [440, 440]);
  assert.ok((value('p90', browse, several) ?? 0) > 89e6);
  assert.ok((value('p25', browse, several) ?? 0) < 21e6);
});

test('Phases that warm up do not count, unless there are no others', () => {
  const [browsing, buying] = document.stats;
  assert.ok(browsing && buying);
  const warm = { ...buying, name: 'warm', isWarmup: true };
  const subjects = (stats: RunDocument['stats']) => new MeasuredRun('a', { ...document, stats }).subjects;
  assert.deepEqual(subjects([warm, browsing]), [browse]);
  assert.deepEqual(subjects([warm]), [{ phase: 'warm', metric: 'buy' }]);
  const [main] = document.phases;
  assert.ok(main);
  const [planned] = document.plan.phases;
  assert.ok(planned);
  const phases = [
    { ...main, name: 'warm', isWarmup: true, delivery: { ...main.delivery, started: 0 } },
    main,
  ];
  const plan = { ...document.plan, phases: [{ ...planned, name: 'warm' }, planned] };
  assert.equal(value('throughput', {}, { ...document, phases, plan }), 0.8);
});

test('A measure without a measurement has no value', () => {
  const silent = documentOf({ name: 's', second: () => [] });
  for (const name of ['p99', 'mean', 'errors']) {
    assert.equal(value(name, {}, silent), undefined, name);
    assert.equal(value(name, browse, silent), undefined, name);
    assert.equal(value(name, { phase: 'main', metric: 'none' }), undefined, name);
  }
  const { total: _, ...without } = document;
  assert.equal(value('p99', {}, without as RunDocument), undefined);
  assert.equal(value('errors', {}, without as RunDocument), undefined);
  assert.equal(value('throughput', { phase: 'none' }), undefined);
});
