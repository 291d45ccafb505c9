import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Recents } from '../../../lib/driver/driving/recent-seconds.ts';
import { phasePlanAt } from '../../../lib/driver/planning/find-phase-plan.ts';
import { assignmentOf } from '../../../lib/driver/planning/sharding/assignment.ts';
import { recents } from '../../../lib/driver/progress/limits.ts';
import { addCoarse } from '../../../lib/driver/statistics/histograms/coarse.ts';
import { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';
import { toLibrary } from '../../../lib/driver/statistics/histograms/to-hdr-histogram.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { atOnce, planFor, Stage, task } from './stage.ts';

/**
 * A drive stores its last seconds every few seconds. A client that reads rarely therefore misses no second.
 */

const steady = 'constantRate:\n      usersPerSec: 7\n      duration: 18s\n      variance: false';

/** A drive of the same plan with this number of shards. */
function staged(shards: number): Stage {
  const stage: Stage = new Stage(steady, {
    plan: async () => ({
      ...stage.plan,
      shards,
      phases: stage.plan.phases.map((phase) => ({ ...phase, shards })),
    }),
  });
  return stage;
}

suite('a drive', () => {
  test('writes every second at least once, the last one with its end', async () => {
    const stage = staged(1);
    assert.equal(await stage.run(), 'completed');
    const written = new Set(stage.recents.flatMap(({ seconds }) => seconds.map(({ second }) => second)));
    const reported = stage.lives.map(({ second }) => second).filter((second) => second >= 0);
    // The last report comes at the beginning of the next second, and describes the second before.
    assert.deepEqual([...written], reported.slice(0, -1).concat(reported.at(-2)! + 1));
    assert.deepEqual(
      stage.recents.map(({ ended }) => ended),
      [...stage.recents.slice(1).map(() => false), true],
    );
    for (const { seconds } of stage.recents) assert.ok(seconds.length <= recents.keptSeconds);
    // When one write is lost, the next one has its seconds as well.
    for (const [index, { seconds }] of stage.recents.slice(2).entries())
      assert.ok((seconds[0]?.second ?? 0) <= (stage.recents[index]?.seconds.at(-1)?.second ?? 0) + 1);
    const requests = stage.recents
      .flatMap(({ seconds }) => seconds)
      .filter(({ second }, index, all) => all.findIndex((each) => each.second === second) === index)
      .reduce((sum, each) => sum + each.requests, 0);
    assert.equal(requests, stage.target.seen.length);
  });

  test('of a later segment writes from its first second, and places its last report by the time that it covers', async () => {
    const stage = new Stage(atOnce);
    await stage.run();
    const assignment = assignmentOf(stage.plan, 0, 0, 0);
    const later = { ...assignment, segment: { ...assignment.segment, startMs: 60_000 } };
    const kept = new Recents(stage.plan, later);
    const live = { ...stage.lives.at(-1)!, coversMs: 1_000 };
    assert.ok(kept.note({ ...live, second: 60, ended: false }), 'the first write of a later segment');
    // The last report was sent when the third second of the load began, so nothing of that second is in it.
    const last = kept.note({ ...live, second: 62, ended: true });
    assert.deepEqual(
      last?.seconds.map(({ second }) => second),
      [60, 61],
    );
    const only = new Recents(stage.plan, later).note({ ...live, second: 61, ended: true });
    assert.deepEqual(
      only?.seconds.map(({ second }) => second),
      [60],
    );
  });

  test('reports a bounded number of metrics', async () => {
    const names = Array.from({ length: 21 }, (_, n) => `m${n}`);
    const steps = names.map((metric) => `httpRequest: { GET: /, metric: ${metric} }`);
    const plan = planFor(atOnce, steps.join('\n        - '));
    const kept = new Recents(plan, assignmentOf(plan, 0, 0, 0));
    const recorder = new Recorder();
    for (const { metric = '', step } of phasePlanAt(plan, 0).requests)
      recorder.metric(metric, step).at(0).counters.requests += 1;
    for (const _ of kept.addingRows(recorder.rows()));
    const stage = new Stage(atOnce);
    await stage.run();
    const metrics = kept.note(stage.lives.at(-1)!)?.metrics?.map(({ metric }) => metric);
    assert.deepEqual(metrics, names.slice(0, -1));
  });

  test('reports a response time without the delay of the generator, also a single one', async () => {
    const plan = planFor(atOnce, "httpRequest: { GET: /, sla: { limits: { '0.9': 50ms } } }");
    const kept = new Recents(plan, assignmentOf(plan, 0, 0, 0));
    const recorder = new Recorder(() => {}, true);
    for (const { metric = '', step } of phasePlanAt(plan, 0).requests)
      recorder.metric(metric, step).time(0, 8e9, true, 1e6);
    for (const _ of kept.addingRows(recorder.rows()));
    const stage = new Stage(atOnce);
    await stage.run();
    const times = new Histogram();
    addCoarse(kept.note(stage.lives.at(-1)!)?.metrics?.[0]?.times ?? '', times);
    assert.equal(times.count, 1);
    assert.ok(toLibrary(times).maxValue < 2e6);
  });

  test('that is alone sends percentiles, and one of several sends histograms', async () => {
    const alone = staged(1);
    await alone.run();
    assert.ok(alone.recents.every(({ seconds }) => seconds.every(({ times }) => times === undefined)));
    const one = staged(3);
    await one.run({ ...task, shard: 1 });
    const last = one.recents.at(-1)?.seconds.filter(({ responses }) => responses > 0) ?? [];
    assert.ok(last.length > 0 && last.every(({ times }) => times !== undefined));
  });

  test('writes in another second than its neighbours', async () => {
    const first = await Promise.all(
      [0, 1, 2].map(async (shard) => {
        const stage = staged(3);
        await stage.run({ ...task, shard });
        return stage.recents[0]?.seconds.at(-1)?.second;
      }),
    );
    assert.equal(new Set(first).size, 3);
  });

  test('reports the requests of each metric that has a limit so far', async () => {
    const stage = staged(1);
    await stage.run();
    const [metric] = stage.recents.at(-1)?.metrics ?? [];
    assert.ok(metric !== undefined);
    // Rows are stored with flushes, so the rows of the last seconds are missing here.
    assert.ok(metric.counters.requests > 0 && metric.counters.requests <= stage.target.seen.length);
  });
});
