import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BurstStatus, RunSummary, TestSummary } from '../../lib/api.generated.ts';
import { idsOf, idsText } from '../../lib/web/addresses/ids.ts';
import { instantOf, instantText } from '../../lib/web/addresses/instants.ts';
import { queryText } from '../../lib/web/addresses/table.ts';
import { barsOf, factsOf, sparkHeight } from '../../lib/web/components/spark/bars.ts';
import { isExpression } from '../../lib/web/json/expression.ts';
import { busiest, lineUpTo, nextStarts, phaseAtWork, recentOf } from '../../lib/web/screens/now/overview.ts';
import { filterOf, listQuery, marked, partsOf } from '../../lib/web/screens/runs/filter.ts';
import { listOf } from '../../lib/web/screens/tests/list-address.ts';
import { spark } from '../../lib/web/words/spark.ts';
import { axisLabels, instant, timeOfDay, yesterdayEvening } from '../../lib/web/words/times.ts';

/** The addresses, filters and summaries of the screens Now, Runs and Tests, tested without a browser. */

test('lists of ids in an address keep their ids', () => {
  assert.deepEqual(idsOf('11..13,20'), [11, 12, 13, 20]);
  for (const broken of ['', 'x', '5..3', '1..99', '1,,2', '-1', '1'.repeat(12)])
    assert.equal(idsOf(broken), undefined, broken);
  const law = fc.property(
    fc.uniqueArray(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 50 }),
    (ids) =>
      assert.deepEqual(
        idsOf(idsText(ids)),
        [...ids].sort((a, b) => a - b),
      ),
  );
  fc.assert(law);
  assert.equal(idsText([13, 11, 12, 20, 21]), '11..13,20,21');
});

test('the filter of an address becomes parameters of the API', () => {
  const filter = filterOf(
    new URLSearchParams('test=7&state=failed&state=passed,odd&from=2026-11-23&to=2026-11-23&text=a+b'),
  );
  assert.deepEqual(listQuery(filter), {
    test: '7',
    state: ['passed', 'failed'],
    from: Date.UTC(2026, 10, 23),
    to: Date.UTC(2026, 10, 24),
    text: 'a b',
  });
  const evening = Date.UTC(2026, 10, 23, 18);
  assert.deepEqual(listQuery(filterOf(new URLSearchParams(`from=${instantText(evening)}`))), {
    from: evening,
  });
  assert.deepEqual(listQuery(filterOf(new URLSearchParams('q=$.a&from=2026-13-40&to=x&text='))), {
    query: '$.a',
  });
  assert.deepEqual(listQuery(filterOf(new URLSearchParams('trash=1'))), { trashed: true });
  assert.deepEqual(listQuery(filterOf(new URLSearchParams('trash=yes'))), {});
});

test('an instant of an address is a day or a minute in UTC', () => {
  const rows: [text: string, ms: number | undefined][] = [
    ['2026-11-23', Date.UTC(2026, 10, 23)],
    ['2026-11-23T18:05', Date.UTC(2026, 10, 23, 18, 5)],
    ['2026-13-01', undefined],
    ['2026-11-23T25:00', undefined],
    ['yesterday', undefined],
  ];
  for (const [text, ms] of rows) assert.equal(instantOf(text), ms, text);
  assert.equal(instantText(Date.UTC(2026, 10, 23, 18, 5)), '2026-11-23T18:05');
});

test('each part of a filter can be removed', () => {
  const query = 'test=7&state=failed&state=passed&from=2026-11-23&q=$.a&trash=1';
  const filter = filterOf(new URLSearchParams(query));
  for (const { name, value, without } of partsOf(filter)) {
    const kept = {
      test: '7',
      state: ['passed', 'failed'],
      from: '2026-11-23',
      q: '$.a',
      trash: 1,
      ...without,
    };
    const left = partsOf(filterOf(new URLSearchParams(queryText(kept))));
    assert.equal(left.length, partsOf(filter).length - 1);
    assert.ok(!left.some((part) => part.name === name && part.value === value));
  }
});

test('an address of a text with half of a surrogate pair can be made', () => {
  assert.equal(queryText({ q: 'a\ud83d' }), '?q=a%EF%BF%BD');
});

test('an expression is recognised by its beginning', () => {
  for (const text of ['$.a', ' $', '@.x > 1', 'lax $.a', 'strict $']) assert.ok(isExpression(text), text);
  for (const text of ['', 'checkout', 'lax', 'a $', 'US$ 5']) assert.ok(!isExpression(text), text);
});

test('a mark goes from base to new to none', () => {
  const once = marked({ base: [], fresh: [] }, 5);
  const twice = marked(once, 5);
  assert.deepEqual(
    [once, twice, marked(twice, 5)],
    [
      { base: [5], fresh: [] },
      { base: [], fresh: [5] },
      { base: [], fresh: [] },
    ],
  );
  assert.deepEqual(marked({ base: [4], fresh: [3] }, 5), { base: [4, 5], fresh: [3] });
  assert.deepEqual(marked({ base: [4, 5], fresh: [3] }, 5), { base: [4], fresh: [3, 5] });
  assert.deepEqual(marked({ base: [4], fresh: [3, 5] }, 5), { base: [4], fresh: [3] });
});

const run = (id: number, state?: string, testid = id, start = id) =>
  ({ id, start, testid, ...(state !== undefined && { outcome: { state } }) }) as RunSummary;

test('failed runs are first, sorted by the worst state and then by the latest start', () => {
  const runs = [
    run(1, 'passed'),
    run(2, 'stopped'),
    run(3, 'failed'),
    run(4),
    run(5, 'failed'),
    run(6, 'inconclusive'),
  ];
  const { counts, others, troubled } = recentOf(runs);
  assert.deepEqual(
    troubled.map(({ run: { id } }) => id),
    [5, 3, 6, 2],
  );
  assert.equal(others, 1);
  assert.deepEqual(
    counts.map(({ state, count }) => `${state} ${count}`),
    ['passed 1', 'failed 2', 'inconclusive 1', 'stopped 1'],
  );
});

test('a test that failed all night is one line, with its last failed run', () => {
  const runs = [
    run(1, 'failed', 7),
    run(2, 'failed', 7),
    run(3, 'passed', 7),
    run(4, 'inconclusive', 7),
    run(5, 'stopped', 8),
  ];
  assert.deepEqual(
    recentOf(runs).troubled.map(({ run: { id }, others }) => [id, others]),
    [
      [2, 2],
      [5, 0],
    ],
  );
});

const summary = (id: number, more: Partial<TestSummary>) => ({ id, runs: 0, ...more }) as TestSummary;
const point = (id: number, p99: number | null, state: 'passed' | 'failed' | null = 'passed') => ({
  id,
  start: id,
  state,
  p99,
});

test('the line of a run ends with it', () => {
  const line = [point(1, 5), point(2, 6), point(3, 7)];
  assert.deepEqual(lineUpTo(summary(1, { outcomes: line }), run(2)), line.slice(0, 2));
  assert.deepEqual([lineUpTo(summary(1, { outcomes: line }), run(9)), lineUpTo(undefined, run(1))], [[], []]);
});

test('the busiest tests come first', () => {
  const tests = [summary(1, { runs: 3 }), summary(2, { runs: 9 }), summary(3, {}), summary(4, { runs: 1 })];
  assert.deepEqual(
    busiest(tests, 2).map(({ id }) => id),
    [2, 1],
  );
});

test('a burst is in the last phase that has numbers, or else in the last that has begun', () => {
  const phase = (name: string, more: object) => ({ name, ...more }) as BurstStatus['phases'][number];
  const [warm, main] = [phase('warm', { startsAt: 1, live: {} }), phase('main', { startsAt: 2 })];
  assert.equal(phaseAtWork([warm, main, phase('cool', {})]), warm);
  assert.equal(phaseAtWork([phase('warm', { startsAt: 1 }), main])?.name, 'main');
  assert.equal(phaseAtWork([phase('warm', {})]), undefined);
});

test('the next starts are in the order of their times', () => {
  const schedules = [
    { name: 'late', next: [9, 10] },
    { name: 'over', next: [] },
    { name: 'soon', next: [5] },
  ];
  assert.deepEqual(nextStarts(schedules, 2), [
    { name: 'soon', at: 5 },
    { name: 'late', at: 9 },
  ]);
});

test('bars begin at zero, the highest has the whole height, and a gap stays a gap', () => {
  const bars = barsOf([point(1, 100), point(2, null, null), point(3, 400, 'failed')]);
  assert.deepEqual(
    bars.map(({ height, kind, isPresent }) => [height, kind, isPresent]),
    [
      [sparkHeight / 4, 'good', false],
      [2, 'gap', false],
      [sparkHeight, 'bad', true],
    ],
  );
  assert.deepEqual(barsOf([]), []);
});

test('a line of bars has a text', () => {
  const line = [point(1, 180e6), point(2, null), point(3, 412e6)];
  assert.equal(
    spark(factsOf(line), 3),
    'last 3 runs, p99 from 180\u00a0ms to 412\u00a0ms, highest in the last run, 1 not measured',
  );
  assert.equal(spark(factsOf([point(1, null)]), 1), 'last 1 run, nothing measured');
});

test('an address of tests names a folder, a part of a name and a page', () => {
  const rows: [query: string, folder: string, text: string, page: number][] = [
    ['', '*', '', 1],
    ['folder=/&page=3', '', '', 3],
    ['folder=shop/nightly&text=+a+&page=-1', 'shop/nightly', 'a', 1],
  ];
  for (const [query, folder, text, page] of rows)
    assert.deepEqual(listOf(new URLSearchParams(query)), { folder, text, page }, query);
});

test('a near day is a word, and a far one is a date', (t) => {
  const zone = process.env.TZ;
  t.after(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  process.env.TZ = 'Asia/Kolkata';
  const noon = new Date(2026, 10, 27, 12).getTime();
  const at = (day: number, month = 10, year = 2026) =>
    instant(new Date(year, month, day, 2, 13).getTime(), noon);
  assert.deepEqual(
    [at(27), at(26), at(28), at(23), at(23, 10, 2025)],
    ['today 02:13', 'yesterday 02:13', 'tomorrow 02:13', 'Mon 23 Nov 02:13', '23 Nov 2025 02:13'],
  );
  const utcNoon = Date.UTC(2026, 10, 27, 12);
  assert.equal(instant(Date.UTC(2026, 10, 26, 23, 30), utcNoon, true), 'yesterday 23:30');
  assert.equal(timeOfDay(Date.UTC(2026, 10, 27, 21, 3, 5), true), '21:03:05');
  assert.equal(yesterdayEvening(noon, false), new Date(2026, 10, 26, 18).getTime());
  assert.equal(yesterdayEvening(Date.UTC(2026, 10, 1, 20), true), Date.UTC(2026, 9, 31, 18));
});

test('a label of an axis is a day, a clock time after a label of the same day, and never repeated', () => {
  const evening = Date.UTC(2026, 10, 26, 23, 30);
  const night = Date.UTC(2026, 10, 27, 0, 5);
  const instants = [evening, night, night + 60_000, night + 90_000, night + 120_000];
  assert.deepEqual(axisLabels(instants, true), ['26 Nov', '27 Nov', '00:06', '', '00:07']);
});

test('labels of an axis over several years have the year where it changes', () => {
  const days = [
    [2024, 10, 19],
    [2025, 10, 19],
    [2025, 10, 20],
    [2026, 1, 2],
  ] as const;
  const instants = days.map(([year, month, day]) => Date.UTC(year, month, day));
  assert.deepEqual(axisLabels(instants, true), ['19 Nov 2024', '19 Nov 2025', '20 Nov', '2 Feb 2026']);
});
