import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { endOf, evenLoad, requestsOf, startDrilledCloud, startTarget, until } from './faults/drill.ts';
import { suiteScope } from './scratch.ts';

/** In place of Fargate tasks, the local cloud starts processes. They run the same file as the containers. */
suite('tasks of Fargate', () => {
  const scope = suiteScope();
  let cloud: Awaited<ReturnType<typeof startDrilledCloud>>;
  before(async () => {
    cloud = await startDrilledCloud(scope);
  });

  test('drive where agents ask for them, and the target counts what the run reports', async () => {
    const target = await startTarget(scope);
    const document = `agents: { default: { executor: fargate }, a: {}, b: {} }${evenLoad(target, { seconds: 2 })}`;
    const { state, run } = await endOf(cloud.api, await cloud.api.startBurst({ document }));
    assert.match(state, /^(passed|inconclusive)$/);
    assert.deepEqual([requestsOf(run), target.count()], [100, 100]);
    const { usage } = run?.cost ?? {};
    assert.ok(usage?.taskCoreHours !== undefined && usage.gbSeconds === 0, 'its price is that of tasks');
  });

  test('end with a stop, and report the load until then', async () => {
    const target = await startTarget(scope);
    const document = evenLoad(target, { seconds: 60 });
    const burst = await cloud.api.startBurst({ document, executor: 'fargate', shards: 2 });
    await until(() => target.count() > 50);
    await cloud.api.stopBurst(burst);
    const { state, run } = await endOf(cloud.api, burst);
    assert.deepEqual([state, requestsOf(run)], ['stopped', target.count()]);
  });

  test('are lost shards when they are killed, as functions are', async () => {
    const target = await startTarget(scope);
    const known = new Set(cloud.drivers());
    const document = evenLoad(target, { seconds: 60 });
    const burst = await cloud.api.startBurst({ document, executor: 'fargate', shards: 1 });
    await until(() => target.count() > 300);
    const [task, ...others] = cloud.drivers().filter((pid) => !known.has(pid));
    assert.ok(task !== undefined && others.length === 0);
    process.kill(task, 'SIGKILL');
    const { state, reason, run } = await endOf(cloud.api, burst);
    assert.equal(state, 'incomplete');
    assert.match(reason, /1 shard was lost|the task ended: SIGKILL/);
    assert.ok(requestsOf(run) > 0 && requestsOf(run) <= target.count());
  });
});
