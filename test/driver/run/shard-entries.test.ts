import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDocument } from '../../../lib/driver/run/document.ts';
import { keeping } from '../../../lib/driver/statistics/limits.ts';
import { type MergeBounds, Merger } from '../../../lib/driver/statistics/merge.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { completed, partialOf } from '../statistics/partials.ts';
import { recordOf, t0 } from './records.ts';

/**
 * Makes a run in which shard k answers in k + 1 milliseconds, with k + 1 sessions, for three seconds with a
 * gap.
 */
function runOf({
  shards = 3,
  metrics = ['browse', 'buy'],
  seconds = [0, 1, 3],
  bounds,
}: Partial<Asked> = {}) {
  const merger = new Merger('main', { ...keeping, ...bounds });
  for (let shard = 0; shard < shards; shard += 1) {
    const recorder = new Recorder();
    for (const second of seconds) {
      for (const metric of metrics) {
        const tally = recorder.metric(metric, 0).at(second);
        Object.assign(tally.counters, { requests: shard + 2, responses: shard + 1 });
        tally.recordLatency((shard + 1) * 1e6);
        tally.recordService(500_000);
      }
      recorder.sessions(second, shard + 1);
    }
    const outcome = completed({ startedAt: t0, finishedAt: t0 + 4000, terminatedAt: t0 + 4000 });
    merger.accept(recorder.partial({ phase: 'main', shard, segment: 0, lease: `l${shard}`, outcome }));
  }
  const [phase] = recordOf().phases;
  assert.ok(phase);
  return runDocument(recordOf({ phases: [{ ...phase, merged: merger.result(), verdicts: [] }] }));
}

test('Each shard has the accuracy of its clock: the worst of several comparisons, or a note that there was none', () => {
  const merger = new Merger('main', keeping);
  for (const [shard, segment, clock] of [
    [0, 0, { offsetMs: 1, boundMs: 2 }],
    [0, 1, { offsetMs: 3, boundMs: 4 }],
    [0, 2, { offsetMs: 9, boundMs: 3 }],
    [1, 0, undefined],
  ] as const)
    merger.accept(
      partialOf([], { shard, segment, outcome: completed(clock === undefined ? {} : { clock }) }),
    );
  const [phase] = recordOf().phases;
  assert.ok(phase);
  const { agents } = runDocument(recordOf({ phases: [{ ...phase, merged: merger.result(), verdicts: [] }] }));
  assert.deepEqual(
    agents.map(({ clock }) => clock),
    [{ offsetMs: 3, boundMs: 4 }, null],
  );
});

type Asked = {
  shards: number;
  metrics: readonly string[];
  seconds: readonly number[];
  bounds: Partial<MergeBounds>;
};

test('Each shard has its own totals, distribution and series', () => {
  const { agents } = runOf();
  assert.deepEqual(
    agents.map(({ name }) => name),
    ['shard-0', 'shard-1', 'shard-2'],
  );
  for (const [shard, { stats }] of agents.entries()) {
    assert.deepEqual(
      stats.map(({ metric }) => metric),
      ['browse', 'buy'],
    );
    for (const { total, histogram, series, serviceTime } of stats) {
      assert.deepEqual(
        [total.summary.requestCount, total.summary.responseCount],
        [3 * (shard + 2), 3 * (shard + 1)],
      );
      assert.deepEqual([total.start, total.end, total.minSessions], [t0, t0 + 4000, 0]);
      assert.equal(total.maxSessions, shard + 1);
      assert.deepEqual(
        series.map(({ startTime, endTime, requestCount }) => [startTime - t0, endTime - t0, requestCount]),
        [0, 1, 3].map((second) => [second * 1000, second * 1000 + 1000, shard + 2]),
      );
      assert.ok(Math.abs((series[0]?.maxResponseTime ?? 0) - (shard + 1) * 1e6) < 20_000);
      assert.equal(histogram.linear.at(-1)?.totalCount, 3);
      assert.equal(histogram.percentiles.at(-1)?.totalCount, 3);
      assert.equal(serviceTime.count, 3);
    }
  }
});

test('The shards together are the run: totals, seconds and sessions add up', () => {
  const { stats, agents, sessions } = runOf();
  for (const entry of stats) {
    const own = agents.flatMap((agent) => agent.stats.filter(({ metric }) => metric === entry.metric));
    const sum = (of: (each: (typeof own)[number]) => number) =>
      own.reduce((total, each) => total + of(each), 0);
    assert.equal(
      sum(({ total }) => total.summary.requestCount),
      entry.total.summary.requestCount,
    );
    for (const second of entry.series)
      assert.equal(
        sum(
          ({ series }) => series.find(({ startTime }) => startTime === second.startTime)?.responseCount ?? 0,
        ),
        second.responseCount,
      );
  }
  const [rows] = sessions;
  assert.deepEqual(
    rows?.sessions
      .slice(0, 4)
      .map(({ timestamp, agent, maxSessions }) => [timestamp - t0, agent, maxSessions]),
    [
      [0, 'shard-0', 1],
      [0, 'shard-1', 2],
      [0, 'shard-2', 3],
      [1000, 'shard-0', 1],
    ],
  );
});

test('Beyond a bound what is finest is left out, of all shards alike, and the document reports it', () => {
  const most = { shardCellsMax: 18, shardTotalsMax: 6, shardSessionsMax: 12 };
  const whole = runOf({ bounds: most });
  assert.deepEqual(whole.notices, []);
  assert.equal(whole.agents[2]?.stats[0]?.series.length, 3);

  const totals = runOf({ bounds: { ...most, shardCellsMax: 17 } });
  assert.deepEqual(
    totals.agents.map(({ stats }) =>
      stats.map(({ series, total }) => [series.length, total.summary.requestCount]),
    ),
    [6, 9, 12].map((requests) => [
      [0, requests],
      [0, requests],
    ]),
  );
  assert.deepEqual(
    totals.notices.map(({ phase, message }) => [phase, message.split(': ')[1]]),
    [['main', 'the shards have totals and no series']],
  );

  const nothing = runOf({ bounds: { ...most, shardCellsMax: 17, shardTotalsMax: 5 } });
  assert.deepEqual(
    nothing.agents.map(({ name, stats }) => [name, stats.length]),
    [0, 1, 2].map((shard) => [`shard-${shard}`, 0]),
  );
  assert.match(nothing.notices[0]?.message ?? '', /shards have no statistics of their own$/);
  assert.deepEqual(
    nothing.stats.map(({ total }) => total.summary.requestCount),
    [27, 27],
  );

  const together = runOf({ bounds: { ...most, shardSessionsMax: 11 } });
  assert.deepEqual(together.sessions[0]?.sessions[0], {
    timestamp: t0,
    agent: 'all',
    minSessions: 0,
    maxSessions: 6,
  });
  assert.equal(together.agents[0]?.stats[0]?.total.maxSessions, null);
  assert.match(together.notices[0]?.message ?? '', /the numbers of sessions are sums over all shards$/);

  // A merge with little time left stores no details of shards. Those of an only shard are those of the run.
  const only = runOf({ shards: 1, bounds: { shardCellsMax: 0, shardTotalsMax: 0, shardSessionsMax: 0 } });
  assert.deepEqual(only.agents[0]?.stats, []);
  assert.deepEqual(only.notices, []);
});

test('With very many shards and metrics the distributions of shards are left out', () => {
  const metrics = Array.from({ length: 100 }, (_, at) => `m${at}`);
  const lengths = (shards: number) =>
    runOf({ shards, metrics, seconds: [0] }).agents.map(
      ({ stats }) => stats[0]?.histogram.percentiles.length ?? 0,
    );
  assert.ok(lengths(10).every((length) => length > 0));
  assert.ok(lengths(11).every((length) => length === 0));
});
