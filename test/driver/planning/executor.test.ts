import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { deadlineMs } from '../../../lib/driver/planning/deadline.ts';
import { planning } from '../../../lib/driver/planning/limits.ts';
import { paced } from '../../../lib/driver/planning/pacing/add-lead-time.ts';
import { agents, benchmark, order, phase, planned, steady } from './benchmarks.ts';

/**
 * Functions drive by default. Tasks of Fargate drive if the burst asks for them and the deployment has them.
 */

const tasks = { tasks: 10, cores: 2 };
const fargate = { executor: 'fargate', tasks } as const;
const long = [phase('a', steady(10), { durationMs: 3 * 3_600_000 })];
const wordsOf = (...given: Parameters<typeof order>): string[] =>
  order(...given).findings.map(({ severity, path, message, hint }) =>
    [severity, path.join('.'), message, hint].join(' '),
  );

suite('the executor of each agent', () => {
  test('functions in segments, and tasks for as long as a phase takes', () => {
    assert.equal(planned(benchmark(long)).phases[0]?.segments.length, 15);
    const plan = planned(benchmark(long), fargate);
    assert.deepEqual([plan.fargate, plan.phases[0]?.segments.length], [{ cores: 2 }, 1]);
  });

  test('the agents of the document, unless the order has another word', () => {
    const named = agents(2).map((agent) => ({ ...agent, executor: 'fargate' as const }));
    assert.ok(planned(benchmark(long, { agents: named }), { tasks }).fargate !== undefined);
    const asked = planned(benchmark(long, { agents: named }), { tasks, executor: 'lambda' });
    assert.equal(asked.fargate, undefined);
    const [first, ...others] = named;
    const mixed = benchmark(long, { agents: [{ ...first!, executor: 'lambda' }, ...others] });
    assert.match(
      wordsOf(mixed, { tasks }).join(),
      /error agents.agent-1.executor agent 'agent-1' has another/,
    );
  });

  test('no tasks where the deployment has none, and it explains how to get some', () => {
    const [refused = ''] = wordsOf(benchmark(long), { executor: 'fargate' });
    assert.match(
      refused,
      /^error {2}the benchmark needs Fargate tasks, but this deployment has none deploy the stage with vpc=create and fargate=10/,
    );
  });

  test('not more tasks than the deployment has, nor tasks in other regions', () => {
    const many = wordsOf(benchmark(long), { ...fargate, shards: 10 });
    assert.deepEqual(
      many.filter((words) => words.startsWith('error')),
      [],
    );
    assert.match(many.join(), /so no other run can start during this time deploy with fargate=13/);
    const [more = ''] = wordsOf(benchmark([phase('a', steady(11))]), { ...fargate, shards: 11 });
    assert.match(
      more,
      /error .*needs 11 load generators at once, but the deployment allows 10 Fargate tasks.*fargate=11/,
    );
    const afar = { askedRegions: { 'eu-west-1': 1 }, regions: { home: 'us-east-1', others: ['eu-west-1'] } };
    assert.match(
      wordsOf(benchmark(long), { ...fargate, ...afar }).join(),
      /only in the region of the deployment/,
    );
  });
});

suite('a task', () => {
  test('is trusted with the rate of all its processors, and with more users than a function', () => {
    const fast = benchmark([phase('a', steady(16_000), { maxSessions: 16_000 })], { threads: 2 });
    assert.equal(planned(fast).shards, 19, 'a connection for each user of a function');
    assert.equal(planned(fast, fargate).shards, 2);
  });

  test('is called early, and one after the other', () => {
    const { graph, ...pace } = paced(planned(benchmark(long), fargate), 'large', undefined);
    assert.ok(pace.leadMs >= 90_000 && pace.readyMs >= 240_000 && pace.graceMs >= 60_000);
    assert.deepEqual([graph[0]?.fargate, graph[0]?.turns], [{ cores: 2 }, undefined]);
    const hundred = planned(benchmark([phase('a', steady(100))]), {
      executor: 'fargate',
      shards: 100,
      tasks: { tasks: 100, cores: 1 },
    });
    const [node] = paced(hundred, 'large', undefined).graph;
    assert.deepEqual(node?.turns, { atOnce: 20, everyMs: 50 });
  });

  test('costs less than functions for hours, and more for a few seconds', () => {
    const dollars = (durationMs: number, body: object): number =>
      planned(benchmark([phase('a', steady(10), { durationMs })]), body).estimate.parts?.drives ?? 0;
    assert.ok(dollars(3_600_000, { ...fargate, tasks: { tasks: 9, cores: 1 } }) < dollars(3_600_000, {}) / 2);
    assert.ok(dollars(1_000, { ...fargate, tasks: { tasks: 9, cores: 1 } }) > dollars(1_000, {}));
  });

  test('may outlive its phase, so its burst is overdue only when no burst runs that long', () => {
    assert.ok(deadlineMs(long, { cores: 1 }) > planning.taskMsMax && deadlineMs(long) < planning.taskMsMax);
  });
});

suite('users who stay long', () => {
  const staying = (minutes: number, durationMs: number, maxDurationMs?: number) =>
    benchmark([
      phase('a', steady(1), {
        durationMs,
        leastStayNs: minutes * 60e9,
        maxSessions: 9_999,
        ...(maxDurationMs === undefined ? {} : { maxDurationMs }),
      }),
    ]);
  const onLambda = { onLambda: true };

  test('are refused where a function would end before them, with the way to tasks', () => {
    const stays = staying(20, 60_000);
    assert.match(
      wordsOf(stays, onLambda).join(),
      /error phases.a.scenario phase a: users pause for 1200 s in total.*ends after 875 s.*use Fargate tasks instead of Lambda functions: deploy the stage with/,
    );
    assert.match(wordsOf(stays, { ...onLambda, tasks }).join(), /--executor fargate/);
    for (const fits of [staying(10, 60_000), staying(20, 60_000, 800_000), staying(2, 3_600_000)])
      assert.doesNotMatch(wordsOf(fits, onLambda).join(), /cut off/);
    assert.match(
      wordsOf(staying(4, 3_600_000), onLambda).join(),
      /cut off/,
      'behind a segment of 12 minutes',
    );
  });

  test('get a warning on one machine when they stay longer than any run, and nothing ends them', () => {
    assert.match(
      wordsOf(staying(20_000, 60_000)).join(),
      /warning phases.a.scenario phase a: users pause for 1200000 s in total, and nothing ends them before.*write 'maxDuration', or the step 'breakIfFinished'/,
    );
    for (const ends of [staying(20_000, 60_000, 120_000), staying(20, 60_000)])
      assert.doesNotMatch(wordsOf(ends).join(), /nothing ends them/);
  });

  test('are taken by tasks, and on one machine', () => {
    assert.doesNotMatch(wordsOf(staying(20, 60_000), { ...onLambda, ...fargate }).join(), /cut off/);
    assert.doesNotMatch(wordsOf(staying(20, 60_000)).join(), /cut off/);
  });
});
