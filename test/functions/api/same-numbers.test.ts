import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import type { RunTrend } from '../../../lib/api.generated.ts';
import { measureNamed } from '../../../lib/report/comparison/measures.ts';
import { MeasuredRun } from '../../../lib/report/comparison/runs/measured-run.ts';
import { pageRun } from '../../report/page/runs.ts';
import { drainWork, keyOfUser, openMemory } from '../memory.ts';
import { send } from './requests.ts';

/** Comparisons, labels and trends all read numbers of a run, which must be the same. */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
beforeEach(() => memory.table.clear());

suite('the numbers of a run', () => {
  test('are the same in a comparison, in labels and in the trend of the test', async () => {
    const document = await pageRun({
      seconds: 6,
      metrics: 3,
      perSecond: 50,
      names: { benchmark: 'shop', metric: (index) => ['browse', 'cart', 'pay, later'][index] ?? '' },
      isFailed: (random, _, metric) => metric === 1 && random < 0.05,
    });
    const uploaded = await send('POST /api/run/data?test=shop&start=1000&stop=7000', {
      key: ada,
      body: JSON.stringify(document),
    });
    assert.equal(uploaded.status, 202, uploaded.body);
    await drainWork(memory);
    const run = new MeasuredRun('1', document);
    const labels = await labelsOf(1);
    const { series } = await trendOf(1);
    assert.equal(run.subjects.length, 3);
    for (const subject of run.subjects) {
      const label = labels.find(({ metric }) => metric === subject.metric) ?? assert.fail(subject.metric);
      const trend = series.find(({ metric }) => metric === subject.metric) ?? assert.fail(subject.metric);
      // The run document has whole nanoseconds, so the test rounds its numbers.
      for (const name of ['mean', 'p50', 'p90', 'p99', 'p99.9'] as const)
        assert.equal(
          label[name],
          Math.round(run.value(subject, measure(name)) ?? 0),
          `${subject.metric} ${name}`,
        );
      assert.equal(label.requests, run.requests(subject));
      assert.equal(label.failedShare, run.value(subject, measure('errors')) ?? 0);
      assert.deepEqual(
        [trend.p50, trend.p99, trend.requests].map((column) => column[0]),
        [label.p50, label.p99, label.requests],
      );
      assert.equal(trend.rate[0], Math.round(Number(label.rate) * 100) / 100);
      assert.equal((trend.failed[0] ?? 0) / (trend.requests[0] ?? 1), label.failedShare);
    }
  });
});

type Labels = Readonly<Record<string, unknown>>;

async function labelsOf(id: number): Promise<readonly Labels[]> {
  const { body } = await send(`GET /api/test/${id}/labelValues`, { key: ada });
  return (JSON.parse(body) as { readonly values: Labels }[]).map(({ values }) => values);
}

async function trendOf(id: number): Promise<RunTrend> {
  const { body } = await send(`GET /api/test/${id}/trend`, { key: ada });
  return JSON.parse(body);
}

const measure = (name: string) => measureNamed(name) ?? assert.fail(name);
