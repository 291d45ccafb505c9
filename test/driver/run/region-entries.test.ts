import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { Ajv } from 'ajv';
import { reportLines } from '../../../bin/report/report.ts';
import { reportOfRun } from '../../../bin/report/report-of-run.ts';
import { unpainted } from '../../../bin/terminal/paint.ts';
import type { Afar, Plan } from '../../../lib/driver/model/plan.ts';
import { type RunDocument, runDocument } from '../../../lib/driver/run/document.ts';
import { mergeDrives } from '../../../lib/driver/run/merge-drives.ts';
import type { Partial as DrivePartial } from '../../../lib/driver/statistics/partial.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { markdownSummary } from '../../../lib/report/formats/markdown/summary.ts';
import { reportPage } from '../../../lib/report/page/report-page.ts';
import { packMerged, unpackMerged } from '../../../lib/store/measurement-format.ts';
import { completed } from '../statistics/partials.ts';
import { main, phaseOf, planOf, recordOf, t0 } from './records.ts';

/** A run has the results of the drives of each region, if there are several regions. */

const schema = JSON.parse(readFileSync(new URL('../../../schema/run.schema.json', import.meta.url), 'utf8'));
const valid = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);

/** Shards 0 and 1 are in the home region, and shard 2 is in Ireland. */
const afar: readonly Afar[] = [{ region: 'eu-west-1', first: 2, shards: 1 }];
const driven = (plan: Plan, placed: readonly Afar[] | undefined): Plan => ({
  ...plan,
  phases: plan.phases.map((phase) => ({ ...phase, ...(placed === undefined ? {} : { afar: placed }) })),
});

/**
 * The result of a shard with 100 requests. Requests of shard k take k + 1 ms, the last one takes ten times as
 * long, and k requests fail.
 */
function partialOf(shard: number, metric = 'browse'): DrivePartial {
  const recorder = new Recorder();
  for (const second of [0, 1]) {
    const tally = recorder.metric(metric, 0).at(second);
    const failed = second === 0 ? shard : 0;
    Object.assign(tally.counters, { requests: 50, responses: 50, failed, status5xx: failed });
    Object.assign(tally.counters, { invalid: failed, timeouts: 0 });
    for (let request = 0; request < 50; request += 1)
      tally.recordLatency((shard + 1) * (second === 1 && request === 49 ? 1e7 : 1e6));
    // The stopwatch's values are not requests.
    const watched = recorder.measure('stopwatch', 7).at(second);
    Object.assign(watched.counters, { requests: 1, responses: 1 });
    watched.recordLatency(5e9);
  }
  const outcome = completed({ startedAt: t0, finishedAt: t0 + 10_000, terminatedAt: t0 + 10_000 });
  return recorder.partial({ phase: 'main', shard, segment: 0, lease: `l${shard}`, outcome });
}

async function* read<Part>(parts: readonly Part[]) {
  yield* parts;
}

const leases = new Map([0, 1, 2].map((shard) => [`${shard}/0`, `l${shard}`]));

async function runOf(plan: Plan, home?: string, groups = false): Promise<RunDocument> {
  const partials = [0, 1, 2].map((shard) => partialOf(shard));
  const merge = (parts: readonly Parameters<typeof read>[0][number][]) =>
    mergeDrives(plan, 0, read(parts as DrivePartial[]), leases);
  const merged = groups
    ? await mergeDrives(
        plan,
        0,
        read([
          unpackMerged(packMerged(await merge(partials.slice(1)))).merged,
          unpackMerged(packMerged(await merge(partials.slice(0, 1)))).merged,
        ]),
        leases,
      )
    : await merge(partials);
  const phases = plan.phases.map((_, index) =>
    index === 0
      ? ({ status: 'TERMINATED', t0, endedAt: t0 + 10_000, merged, verdicts: [] } as const)
      : ({ status: 'CANCELLED', verdicts: [] } as const),
  );
  const document = runDocument(recordOf({ plan, phases, ...(home === undefined ? {} : { home }) }));
  assert.ok(valid(JSON.parse(JSON.stringify(document))), JSON.stringify(valid.errors, null, 1));
  return document;
}

const plan = driven(planOf([main], 3), afar);

suite('the regions of a run', () => {
  test('have counts, errors and times of their own, which add up to those of the run', async () => {
    const { regions = [], total, stats } = await runOf(plan, 'eu-central-1');
    assert.deepEqual(
      regions.map(({ region, shards, total: { summary, failedRatio } }) => [
        ...[region, shards, summary.requestCount, summary.failed, failedRatio],
      ]),
      [
        ['eu-central-1', 2, 200, 1, 0.005],
        ['eu-west-1', 1, 100, 2, 0.02],
      ],
    );
    const near = (ns: number | undefined, ms: number) =>
      assert.ok(ns !== undefined && Math.abs(ns / 1e6 - ms) <= ms / 100, `${ns} is not ${ms} ms`);
    const [home, ireland] = regions.map((each) => each.total.summary);
    near(home?.percentileResponseTime['50.0'], 2);
    near(home?.percentileResponseTime['90.0'], 2);
    near(home?.maxResponseTime, 20);
    near(ireland?.percentileResponseTime['99.0'], 3);
    near(ireland?.maxResponseTime, 30);
    const sum = regions.reduce((all, each) => all + each.total.summary.requestCount, 0);
    assert.equal(sum, total?.summary.requestCount);
    for (const { metric, total: own } of stats) {
      const parts = regions.flatMap((each) => each.stats.filter((entry) => entry.metric === metric));
      assert.equal(parts.length, 2, metric);
      assert.equal(
        parts.reduce((all, { summary }) => all + summary.responseCount, 0),
        own.summary.responseCount,
      );
      assert.equal(
        Math.max(...parts.map(({ summary }) => summary.maxResponseTime)),
        own.summary.maxResponseTime,
      );
    }
  });

  test('are the same when drives are merged in groups', async () => {
    assert.equal(JSON.stringify(await runOf(plan, 'a', true)), JSON.stringify(await runOf(plan, 'a')));
  });

  test('are not in the run of a single region, whose measurements have no additional bytes', async () => {
    const alone = driven(planOf([main], 3), undefined);
    assert.ok(!('regions' in (await runOf(alone, 'eu-central-1'))));
    assert.ok(!('regions' in (await mergeDrives(alone, 0, read([partialOf(0)]), leases))));
    const away = driven(planOf([main], 3), [{ region: 'eu-west-1', first: 0, shards: 3 }]);
    assert.ok(!('regions' in (await runOf(away))));
  });

  test('know the shards of a phase that is driven from one of them alone', async () => {
    const two = planOf([main, phaseOf('other', main.arrivals)], 3);
    const placed = { ...two, phases: two.phases.map((phase, at) => (at === 0 ? phase : { ...phase, afar })) };
    const { regions = [], total: whole } = await runOf(placed);
    assert.deepEqual(
      regions.map(({ region, shards, total }) => [region, shards, total.summary.requestCount]),
      [
        ['home', 3, 300],
        ['eu-west-1', 1, 0],
      ],
    );
    // The other phase was cancelled without a request, so its times do not count.
    const spans = [whole, ...regions.map(({ total }) => total)].map((total) => total?.summary.startTime);
    assert.deepEqual(spans, [t0, t0, t0]);
    assert.equal(regions[0]?.total.requestRate, whole?.requestRate);
  });
});

test('reports show a row for each region, and none where there is one', async () => {
  const run = await runOf(plan, 'eu-central-1');
  const plain = { ...run };
  delete plain.regions;
  const lines = (document: RunDocument) => reportLines(reportOfRun(document, 1), unpainted);
  const ireland = lines(run).find((line) => line.trim().startsWith('eu-west-1')) ?? '';
  assert.match(ireland, /eu-west-1 +1 shard +100 +10\/s .* 3\.0\dms +30\.0ms +30\.0ms +2 /);
  assert.ok(lines(plain).every((line) => !line.includes('eu-')));
  assert.match(markdownSummary(run), /\| \*\*eu-west-1\*\* \| 1 shard \| 100 \|/);
  assert.ok(!markdownSummary(plain).includes('eu-west-1'));
  const page = (document: RunDocument) => reportPage({ run: document, assets: { script: '', styles: '' } });
  assert.match(
    page(run),
    /<h2 id="regions-h">.*<th scope="row">eu-west-1<\/th>\s*<td class="n">1<\/td><td class="n">100<\/td>/s,
  );
  assert.ok(!page(plain).includes('regions-h'));
});
