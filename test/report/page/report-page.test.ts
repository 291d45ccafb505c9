import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { RunDocument } from '../../../lib/driver/run/document.ts';
import type { PageData } from '../../../lib/report/page/data/page-data.ts';
import { rankedMetrics } from '../../../lib/report/page/data/ranking.ts';
import { reportPage } from '../../../lib/report/page/report-page.ts';
import { limits } from '../../../lib/report/page/sections/limits.ts';
import { metrics as metricsSection } from '../../../lib/report/page/sections/metrics.ts';
import { budgetOf, bytesMax, fitting, smallBytesMax } from '../../../lib/report/page/size.ts';
import { largestRun, pageRun, wideNs, withMetrics } from './runs.ts';

const assets = { script: 'void 0', styles: 'p{}' };
const pageOf = (run: RunDocument): string => reportPage({ run, assets });
/** The text of the markup, as a user without scripts reads it. */
const textOf = (page: string): string =>
  page
    .replaceAll(/<(script|style|title|desc)[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ');
const ms = 1e6;

function dataOf(page: string): PageData {
  const block = /id="data">([^<]*)</.exec(page)?.[1] ?? '';
  return JSON.parse(gunzipSync(Buffer.from(block, 'base64')).toString());
}

describe('the page of a run', () => {
  let failed: RunDocument;
  before(async () => {
    failed = await pageRun({
      seconds: 20,
      metrics: 2,
      perSecond: 60,
      shards: 2,
      sla: '[{ limits: { 0.5: 50ms, 0.99: 150ms } }, { window: 2s, limits: { 0.99: 200ms } }]',
      latencyNs: (random, second, metric) =>
        (10 + (metric === 1 && second >= 10 && second < 14 ? 300 : 5) * random) * ms,
    });
  });

  it('gives no share of requests where none was sent', async () => {
    const text = textOf(pageOf(await pageRun({ seconds: 3, metrics: 1, perSecond: 0 })));
    assert.match(
      text,
      / rate - no request was counted failed - no request was counted p50 - too few: 0 responses /,
    );
    assert.match(text, / Metrics Nothing was measured\. Problems /);
  });

  it('first shows whether the run failed, and the broken limit with its measured value and time', () => {
    const text = textOf(pageOf(failed));
    assert.match(
      text,
      /^ *Failed made main \/ metric 1 : 99 % of responses came within \d{3}(\.\d)? ms, the limit is 150 ms\. Seen from \d\d:\d\d:\d\d/,
    );
    assert.match(text, /1 more failure below\./);
  });

  it('advises about a failure only when the failure is the reason for the state', () => {
    const failures = failed.failures.map((failure) => ({ ...failure, advice: 'raise sharedConnections' }));
    assert.match(textOf(pageOf({ ...failed, failures })), / What to do: raise sharedConnections\. /);
    const stopped = { ...failed, failures, state: 'stopped', reason: 'stopped by ada' } as const;
    assert.doesNotMatch(textOf(pageOf(stopped)), /What to do/);
  });

  it('lists limits with those that were broken first, and names which window decided', () => {
    const rows = [
      ...pageOf(failed).matchAll(
        /<tr class="(broken|kept|unclear)">\s*<th scope="row"><span class="rule">([^<]*)<.*?class="place">(.*?)<\/span/gs,
      ),
    ];
    const limits = rows
      .slice(0, 5)
      .map(([, state, rule, location = '']) => `${state} ${rule} ${textOf(location)}`);
    assert.match(limits[0] ?? '', /^broken p99 below 150.ms main \/ metric 1$/);
    assert.match(
      limits[1] ?? '',
      /^broken p99 below 200.ms main \/ metric 1, worst 2.s from \d\d:\d\d:\d\d *$/,
    );
    assert.ok(
      limits.slice(2).every((limit) => limit.startsWith('kept')),
      limits.join('\n'),
    );
  });

  it('lists broken limits first, then undecided limits, and limits that are not in the document last', () => {
    const verdict = failed.verdicts.find(({ passed }) => !passed);
    assert.ok(verdict);
    const { isDefault, ...broken } = verdict;
    const kept = { ...broken, passed: true, limit: 1e9 };
    const verdicts = [
      { ...kept, isDefault: true as const, measured: 0.9e9 },
      { ...kept, measured: 0.1e9 },
      { ...broken, limit: 1e6, measured: 9e6, unclear: true as const },
      { ...broken, limit: 1e6, measured: 2e6 },
    ];
    const page = limits({ ...failed, verdicts }).text;
    const order = [...page.matchAll(/<tr class="(\w+)">.*?<td class="n">([^<]*)</gs)].map(([, ...row]) =>
      row.join(' '),
    );
    assert.deepEqual(
      order.map((row) => row.replaceAll('\u00a0', ' ')),
      ['broken 2.00 ms', 'unclear 9.00 ms', 'kept 100 ms', 'kept 900 ms'],
    );
  });

  it('names a limit that was not judged', () => {
    const [{ phase, criterion, limit } = assert.fail()] = failed.verdicts;
    const run = { ...failed, unjudged: [{ phase, metric: 'checkout', criterion, limit }] };
    assert.match(
      textOf(pageOf(run)),
      / Not judged, because they have no measurement: main \/ checkout : [^:]* \(no requests\) /,
    );
  });

  it('takes the four numbers from the totals of the run at full resolution', () => {
    const { total } = failed;
    assert.ok(total);
    const text = textOf(pageOf(failed));
    const p99 = (total.summary.percentileResponseTime['99.0'] / ms).toPrecision(3);
    assert.match(text, new RegExp(`p99 ${p99} ms 1 in 100 took longer`));
    assert.match(text, /failed 0 % 0 of 4,800 requests/);
    assert.match(text, /rate \d+(\.\d)?\/s all of the planned load/);
  });

  it('draws the curve of the metric whose limit came closest, up to the last ten answers', () => {
    const page = pageOf(failed);
    assert.match(textOf(page), /How long requests took main \/ metric 1/);
    assert.match(
      textOf(page),
      /The curve ends at 99\.58 %, because at most 10 of 2,400 responses took longer/,
    );
    assert.match(page, /<path class="line limit"[^>]* d="M/);
    assert.equal(page.match(/<path class="broken"/g)?.length, 1);
  });

  it('prefers the curve of a broken limit to that of an unclear one, and both to warm-ups', () => {
    const changed = (change: Partial<RunDocument['verdicts'][number]>): RunDocument => ({
      ...failed,
      verdicts: failed.verdicts.map((each) =>
        each.metric === 'metric 0' && each.criterion === 'limit'
          ? { ...each, measured: 50 * each.limit, passed: false, ...change }
          : each,
      ),
    });
    assert.match(textOf(pageOf(changed({}))), /How long requests took main \/ metric 0/);
    const unclear = changed({ unclear: true });
    assert.match(textOf(pageOf(unclear)), /How long requests took main \/ metric 1/);
    const warmUp = { ...unclear, phases: unclear.phases.map((phase) => ({ ...phase, isWarmup: true })) };
    const kept = warmUp.verdicts.map((each) => ({ ...each, passed: true, unclear: undefined }));
    assert.match(textOf(pageOf({ ...warmUp, verdicts: kept })), /How long requests took main \/ metric 0/);
  });

  it('shows when the error budget of a limit was gone', () => {
    const budget = /id="budget-h".*?<\/section>/s.exec(pageOf(failed))?.[0] ?? '';
    const start = new Date((failed.phases[0]?.start ?? 0) + 10_000).toISOString().slice(11, 19);
    // In the whole run, 24 of 2,400 requests may take longer than 150 ms. In each bad second, about 33 of its
    // 120 requests do.
    assert.match(
      textOf(budget),
      new RegExp(`p99 below 150 ms main / metric 1 24 \\d{3} \\d,\\d{3} % ✗ from ${start}`),
    );
  });

  it('has the error budget of a limit on a ratio, which breaks when it is reached', async () => {
    const run = await pageRun({
      ...{ seconds: 10, metrics: 1, perSecond: 10, sla: '{ invalidRatio: 0.2, errorRatio: 0.07 }' },
      isFailed: (_random, second) => second === 4 || second === 6,
    });
    const start = new Date((run.phases[0]?.start ?? 0) + 6_000).toISOString().slice(11, 19);
    const text = textOf(pageOf(run));
    assert.match(text, new RegExp(` main / metric 0 19 20 105 % ✗ from ${start} 1 more limit without bad`));
    const [entry] = run.stats;
    assert.ok(entry);
    const { summary } = entry.total;
    const total = {
      ...entry.total,
      summary: { ...summary, connectionErrors: 3, requestTimeouts: 2, internalErrors: 1 },
    };
    const erring = { ...run, stats: [{ ...entry, total }] };
    assert.match(textOf(pageOf(erring)), / main \/ metric 0 6 6 100 % never /);
  });

  it('has the error budget of the default limit, which allows its share, for the failures that no other limit counts', async () => {
    const made = { seconds: 10, metrics: 1, perSecond: 100 };
    const isFailed = (random: number, second: number) => second === 4 && random < 0.1;
    const run = await pageRun({ ...made, isFailed });
    const [entry] = run.stats;
    assert.ok(entry);
    const { summary } = entry.total;
    const budgetWith = (of: RunDocument, errors: object): string => {
      const total = { ...entry.total, summary: { ...summary, failed: 12, ...errors } };
      return textOf(
        /id="budget-h".*?<\/section>/s.exec(pageOf({ ...of, stats: [{ ...entry, total }] }))?.[0] ?? '',
      );
    };
    const errors = { connectionErrors: 1, requestTimeouts: 1, internalErrors: 0, invalid: 10 };
    assert.match(budgetWith(run, {}), /at most 1 % failed requests main \/ metric 0 10 12 120 % /);
    const withOwn = (sla: string) => pageRun({ ...made, isFailed, sla });
    assert.match(
      budgetWith(await withOwn('{ errorRatio: 0.5 }'), errors),
      / failed requests main \/ metric 0 10 10 100 % /,
    );
    assert.match(
      budgetWith(await withOwn('{ invalidRatio: 0.5 }'), errors),
      / failed requests main \/ metric 0 10 2 20 % /,
    );
    assert.doesNotMatch(pageOf(await pageRun(made)), /id="budget-h"/);
  });

  it('marks the window of a broken limit, and no whole phase, on the axis of time', () => {
    const { marks } = dataOf(pageOf(failed));
    assert.equal(marks.length, 1);
    assert.equal((marks[0]?.to ?? 0) - (marks[0]?.from ?? 0), 2000);
    assert.ok((marks[0]?.from ?? 0) >= 9000 && (marks[0]?.to ?? 0) <= 15_000);
  });

  it('carries the response times of every column, none of them lost', () => {
    const { heat, metrics, edges } = dataOf(pageOf(failed));
    const counted = (columns: typeof heat.columns): number =>
      columns.reduce(
        (sum, column) => sum + (column ?? []).reduce((all, value, at) => all + (at % 2) * value, 0),
        0,
      );
    assert.equal(counted(heat.columns), 4800);
    assert.deepEqual(
      metrics.map((metric) => counted(metric.heat.columns)),
      [2400, 2400],
    );
    assert.deepEqual(
      metrics.map(({ requests }) => requests.reduce((sum, value) => sum + value, 0)),
      [2400, 2400],
    );
    const slots = heat.columns.flatMap((column) => (column?.length ? [column[0]!] : []));
    assert.ok(Math.min(...slots) >= edges.first);
  });

  it('draws the axes of the heat map within its figure, the slowest highest', () => {
    const [figure = ''] = pageOf(failed).match(/<svg class="figure heat"[\s\S]*?<\/g>/) ?? [];
    const [, height = ''] = figure.match(/viewBox="0 0 \d+ (\d+)"/) ?? [];
    const lines = [...figure.matchAll(/d="M\d+ (-?\d+)h/g)].map(([, y]) => Number(y));
    assert.ok(lines.length > 2);
    assert.deepEqual(
      lines,
      [...new Set(lines)].sort((one, other) => other - one),
    );
    assert.ok(
      lines.every((y) => y >= 0 && y <= Number(height)),
      `${lines} of ${height}`,
    );
  });

  it('counts the users that waited for a session, in all phases', () => {
    const [phase] = failed.phases;
    assert.ok(phase !== undefined);
    const waited = { ...phase, delivery: { ...phase.delivery, throttled: 3 } };
    assert.match(
      textOf(pageOf({ ...failed, phases: [waited, waited] })),
      / 6 had to wait for a free session /,
    );
  });

  it('reports how many shards reported', () => {
    const all = failed.plan.phases.reduce((sum, { shards, segments }) => sum + shards * segments, 0);
    assert.match(pageOf(failed), new RegExp(`shards reported[\\s\\S]{0,40}\\b${all}\\sof\\s${all}\\b`));
  });

  it('is one document that loads nothing and runs no script but its own', () => {
    const page = reportPage({
      run: failed,
      assets: { script: 'console.log("own")', styles: 'p{color:red}' },
    });
    const hash = createHash('sha256').update('console.log("own")').digest('base64');
    assert.ok(
      page.includes(
        `default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; script-src &#39;sha256-${hash}&#39;`,
      ),
    );
    assert.doesNotMatch(page, /\bsrc=|\bhref="(?!#t=)/);
    assert.doesNotMatch(page, /url\(|@import/);
  });
});

describe('every state has its word', () => {
  const shape = { seconds: 12, metrics: 1, perSecond: 20 };
  const cases = [
    ['passed', {}, /Passed made The benchmark document sets no limits/],
    ['passed', { sla: '{ limits: { 0.99: 2s } }' }, /Passed made The limit of the document was kept\./],
    [
      'inconclusive',
      { lateNs: () => 400 * ms, stallNs: () => 600 * ms },
      /Inconclusive made .*What to do: .*Do not judge the target by these numbers/,
    ],
    ['stopped', { stopped: 'stopped by Ctrl-C' }, /Stopped made Stopped by Ctrl-C\./],
  ] as const;
  for (const [state, changed, words] of cases) {
    it(`${state}: ${words.source}`, async () => {
      const run = await pageRun({ ...shape, ...changed });
      assert.equal(run.state, state);
      assert.match(textOf(pageOf(run)), words);
    });
  }

  it('passed, although a limit was not judged', async () => {
    const run = await pageRun(shape);
    const [phase, metric, criterion, limit] = ['main', 'checkout', 'failedRatio', 0.1] as const;
    const page = textOf(pageOf({ ...run, unjudged: [{ phase, metric, criterion, limit }] }));
    assert.match(page, /Passed made No limit was broken, but 1 limit of the document had no measurement\./);
  });

  it('inconclusive, and every limit that was not kept is unclear', async () => {
    const run = await pageRun({ ...shape, metrics: 9, lateNs: () => 400 * ms, stallNs: () => 600 * ms });
    const verdicts = run.verdicts.map((each) => ({ ...each, passed: false, unclear: undefined }));
    const page = pageOf({ ...run, verdicts });
    assert.doesNotMatch(page, /<tr class="broken">/);
    assert.match(page, /more limits, \d+ of them unclear</);
  });

  it('marks unhealthy seconds in its charts', async () => {
    const run = await pageRun({ ...shape, stallNs: (second) => (second === 3 ? 900 * ms : 0) });
    const { unhealthy } = dataOf(pageOf(run)).seconds;
    assert.deepEqual(unhealthy?.slice(2, 5), ['', 'stall', '']);
  });

  it('doubts numbers that the generator influenced', async () => {
    const run = await pageRun({ ...shape, lateNs: () => 9 * ms });
    assert.match(
      textOf(pageOf(run)),
      /Read the numbers with care .* late starts, p99 ! \d\.\d+ ms \d+(\.\d)? % of p99/,
    );
  });
});

describe('numbers with too few requests are left out', () => {
  it('a percentile beyond which there is less than one request, in the numbers and the table', async () => {
    const page = pageOf(await pageRun({ seconds: 5, metrics: 1, perSecond: 10 }));
    const text = textOf(page);
    assert.match(text, /p50 \d+\.\d ms half of the requests took/);
    assert.match(text, /p99 - too few: 50 responses/);
    const cells = [...page.matchAll(/<td class="n" data-v="([^"]*)">([^<]*)</g)].map(
      ([, sort, displayed]) => [sort, displayed],
    );
    const [, , , p50, p90, p99, p999, max] = cells;
    assert.ok(
      [p50, p90, max].every((cell) => cell?.[1] !== ''),
      JSON.stringify(cells),
    );
    assert.deepEqual(
      [p99, p999],
      [
        ['-1', ''],
        ['-1', ''],
      ],
    );
  });

  it('a curve of fewer than twenty answers', async () => {
    const page = pageOf(await pageRun({ seconds: 1, metrics: 1, perSecond: 15 }));
    assert.match(textOf(page), /Too few responses for a curve: 15\./);
    assert.doesNotMatch(page, /id="curve-t"/);
  });
});

describe('the page keeps to its budget', () => {
  it('300 kB for ten minutes and 20 metrics, with charts for all of them', async () => {
    const run = withMetrics(
      await pageRun({ seconds: 600, metrics: 1, perSecond: 60, everySeconds: 5, latencyNs: wideNs }),
      20,
    );
    const page = pageOf(run);
    assert.ok(Buffer.byteLength(page) + 95_000 <= smallBytesMax, `${Buffer.byteLength(page)}`);
    const { metrics, left } = dataOf(page);
    assert.deepEqual([metrics.length, left], [20, 0]);
  });

  it('300 kB also when a phase never started', async () => {
    const run = await pageRun({ seconds: 5, metrics: 1, perSecond: 1 });
    const [phase = assert.fail()] = run.phases;
    const waiting = { ...phase, name: 'later', start: null, end: null };
    assert.equal(budgetOf({ ...run, phases: [phase, waiting] }), smallBytesMax);
  });

  it('1 MB for an hour and 200 metrics, with wider columns', async () => {
    const page = pageOf(await largestRun());
    assert.ok(Buffer.byteLength(page) + 95_000 <= bytesMax, `${Buffer.byteLength(page)}`);
    const { heat, metrics, left } = dataOf(page);
    assert.ok(heat.stepMs > 60_000, 'as much as there is would not fit');
    assert.equal(metrics.length + left, 200);
    assert.equal(page.match(/<tr id="m\d+"/g)?.length, 200);
  });

  it('columns get wider first, then metrics lose their charts, the least interesting ones, and the page reports how many', async () => {
    const run = withMetrics(await pageRun({ seconds: 30, metrics: 1, perSecond: 50, latencyNs: wideNs }), 21);
    const ranked = rankedMetrics(run);
    const tried: string[] = [];
    const fits = (kept: number): PageData => {
      let last: PageData | undefined;
      fitting(
        run,
        ranked,
        (data) => {
          last = data;
          tried.push(`${data.heat.stepMs / 1000} s, ${data.metrics.length}`);
          return data.metrics.length;
        },
        (metrics) => (metrics > kept ? bytesMax + 1 : bytesMax),
      );
      assert.ok(last);
      return last;
    };
    const { metrics, left } = fits(5);
    assert.deepEqual(tried, ['1 s, 21', '2 s, 21', '4 s, 21', '4 s, 10', '4 s, 5']);
    assert.deepEqual(
      metrics.map(({ id }) => id),
      ranked.slice(0, 5).map(({ id }) => id),
    );
    assert.equal(left, 16);
    const text = textOf(metricsSection(ranked, 5).text);
    assert.match(text, /16 metrics without charts/);
  });

  it('a row names its phase and its metric, and then its numbers', async () => {
    const run = await pageRun({ seconds: 2, metrics: 1, perSecond: 2 });
    const [{ name, metric }] = run.stats as [RunDocument['stats'][number]];
    assert.match(
      textOf(pageOf(run)),
      new RegExp(`phase metric requests rate failed .* ${name} ${metric} 4 `),
    );
  });

  it('500 rows of 600 metrics, and the number of the others', async () => {
    const run = withMetrics(await pageRun({ seconds: 2, metrics: 1, perSecond: 2 }), 600);
    const page = pageOf(run);
    assert.equal(page.match(/<tr id="m\d+"/g)?.length, 500);
    assert.match(textOf(page), /100 more metrics not shown\./);
  });
});

describe('documents are not trusted', () => {
  const hostile = `</script><img src=x onerror=alert(1)>"'&\u202e`;

  it('names are texts everywhere', async () => {
    const run = await pageRun({
      seconds: 3,
      metrics: 2,
      perSecond: 20,
      description: hostile,
      stopped: hostile,
      names: { benchmark: hostile, metric: (index) => `${hostile}${index}` },
    });
    const page = pageOf({
      ...run,
      info: { ...run.info, errors: [{ agent: hostile, msg: hostile }], params: { [hostile]: hostile } },
      notices: [{ phase: hostile, message: hostile }],
    });
    assert.doesNotMatch(page, /<img|\u202e/);
    assert.ok(page.includes('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;\ufffd'));
    assert.equal(page.match(/<\/script>/g)?.length, 2);
  });

  it('a document of an older release, which lacks much, is shown as far as it goes', async () => {
    const run = await pageRun({ seconds: 5, metrics: 2, perSecond: 20 });
    const { total, notices, ...rest } = run;
    const old = {
      ...rest,
      stats: run.stats.map(({ histograms, timeline, isRequest, ...entry }) => entry),
      total: total && { ...total, histograms: undefined },
      phases: run.phases.map(({ users, answered, machine, ...phase }) => phase),
    } as unknown as RunDocument;
    const text = textOf(pageOf(old));
    assert.match(text, /^ *Passed made/);
    assert.match(text, /Too few responses for a curve/);
    assert.match(text, /No response times were measured/);
  });
});

describe('agents that say how they felt', () => {
  it('are in a table, the busiest first', async () => {
    const run = await pageRun({ seconds: 3, metrics: 1, perSecond: 20, shards: 2 });
    const felt = { cpuMean: 0.4, stallMax: 3e6, gcTotal: 5e7, descriptorsMax: 40, socketsMax: 12 };
    const agents = run.agents.map((agent, at) => ({
      ...agent,
      health: { ...felt, cpuMax: 0.7 + 0.25 * at },
    }));
    const text = textOf(pageOf({ ...run, agents }));
    assert.match(text, /shard-1 95 % 40 % 3\.00 ms 50\.0 ms 40 12 shard-0 70 %/);
    const silent = run.agents.map((agent) => ({
      ...agent,
      health: undefined,
    })) as unknown as typeof run.agents;
    assert.doesNotMatch(textOf(pageOf({ ...run, agents: silent })), /CPU, peak/);
  });
});

describe('a comparison has its places', () => {
  it('in the verdict, the numbers, the curve and a chapter', async () => {
    const run = await pageRun({ seconds: 5, metrics: 1, perSecond: 50 });
    const page = reportPage({
      run,
      id: 12,
      assets,
      comparison: {
        against: 'run 11',
        headline: 'cannot tell: 3 more runs of each side could show a change of 5 %',
        changes: { p99: '+3 % (-2 % to +8 %)' },
        notes: ['The machine was another one.'],
        curve: { total: 100, steps: [100, 1e6, 10, 2e6], maxNs: 3e6 },
        lines: [
          {
            name: 'main / metric 0, p99',
            before: '10 ms',
            after: '11 ms',
            change: '+10 %',
            outcome: 'cannot tell',
          },
        ],
      },
    });
    const text = textOf(page);
    assert.match(text, /Passed made run 12 .*Against run 11: cannot tell: 3 more runs/);
    assert.match(text, /p99 \d+(\.\d)? ms 1 in 100 took longer \+3 % \(-2 % to \+8 %\)/);
    assert.match(
      text,
      /Compared with run 11 .* main \/ metric 0, p99 10 ms 11 ms \+10 % cannot tell The machine was another one\./,
    );
    assert.match(page, /class="line baseline"/);
  });
});
