import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { repository } from '../../../functions/repository.ts';
import { workContext } from '../../../functions/work-context.ts';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import type { Task } from '../../../lib/repository/work/task.ts';
import { makeKey } from '../../../lib/results/identity/api-key.ts';
import { runRow } from '../../repository/run-row.ts';
import { drainWork, keyOfUser, openMemory } from '../memory.ts';
import type { Answer } from './invoke.ts';
import { send } from './requests.ts';

/** A recalculation makes datasets again after its reply. */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
const admin = adminKey();
beforeEach(() => {
  memory.table.clear();
  memory.queued.length = 0;
});

function adminKey(): string {
  const made = makeKey(
    3,
    { name: 'root', user: 'root', role: 'admin' },
    new Uint8Array(32).fill(3),
    Date.now(),
  );
  memory.keys.set(3, made.key);
  return made.text;
}

const ask = (line: string, key?: string): Promise<Answer> => send(line, { ...(key && { key }) });
const refused = ({ status, body }: Answer) => [status, JSON.parse(body).code];

async function testOf(owner: string, access: 'PUBLIC' | 'PRIVATE' = 'PUBLIC'): Promise<number> {
  const made = await repository().tests.create({ name: `t of ${owner}`, owner, access });
  return made?.id ?? assert.fail('the name is taken');
}

async function runsOf(testId: number, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await repository().runs.insert(runRow(testId * 100 + n, { testId, access: 'PUBLIC' }));
}

suite('a dead letter', () => {
  test('is listed for administrators and tried again by them', async () => {
    const { work } = workContext();
    const due = work.entry({ kind: 'revision', run: 8, revision: 1 }, 'later');
    await repository().table.write([due.write]);
    await work.giveUp(due, 'the bucket is gone');
    assert.deepEqual(refused(await ask('GET /api/work/failures', ada)), [403, 'FORBIDDEN']);
    assert.deepEqual(refused(await ask('POST /api/work/failures/again', ada)), [403, 'FORBIDDEN']);
    const list = async () => JSON.parse((await ask('GET /api/work/failures?limit=5', admin)).body).failures;
    const [failure, ...rest] = await list();
    assert.deepEqual(
      [failure.what, failure.runId, failure.reason, rest],
      ['removal', 8, 'the bucket is gone', []],
    );
    assert.deepEqual(JSON.parse((await ask('POST /api/work/failures/again', admin)).body), {
      sent: 1,
      isAll: true,
    });
    assert.deepEqual(
      memory.queued.map(({ task }) => task),
      [due.task],
    );
    assert.deepEqual(await list(), []);
  });

  test('is listed in pages, whose cursor only the list makes', async () => {
    const { work } = workContext();
    for (const run of [1, 2, 3]) {
      const due = work.entry({ kind: 'revision', run, revision: 1 }, 'later');
      await repository().table.write([due.write]);
      await work.giveUp(due, 'the bucket is gone');
    }
    const page = async (query: string) =>
      JSON.parse((await ask(`GET /api/work/failures?${query}`, admin)).body);
    const first = await page('limit=2');
    assert.deepEqual([first.failures.length, (await page(`cursor=${first.next}`)).failures.length], [2, 1]);
    assert.deepEqual(
      (await page('cursor=nope')).message,
      "the parameter 'cursor' must be the value of 'next' in the answer for the previous page",
    );
  });
});

suite('the recalculation of a test', () => {
  test('begins behind the reply, with what it goes through (row 131)', async () => {
    const id = await testOf('ada-team');
    await runsOf(id, 5);
    assert.equal((await ask(`POST /api/test/${id}/recalculate`, ada)).status, 204);
    assert.deepEqual(
      memory.queued.map(({ task, priority }) => [task.kind, priority]),
      [['job', 'later']],
    );
    const status = JSON.parse((await ask(`GET /api/test/${id}/recalculate`, ada)).body);
    assert.deepEqual({ ...status, timestamp: 0 }, { timestamp: 0, totalRuns: 5, finished: 0, datasets: 0 });
    assert.ok(Math.abs(status.timestamp - Date.now()) < 600_000);
  });

  test('that never was has nothing left to do', async () => {
    const id = await testOf('ada-team');
    await runsOf(id, 2);
    const status = JSON.parse((await ask(`GET /api/test/${id}/recalculate`, ada)).body);
    assert.deepEqual([status.totalRuns, status.finished], [2, 2]);
  });

  test('has the total of its work for all callers, and without work the number of runs that the caller may see', async () => {
    const id = await testOf('ada-team');
    await runsOf(id, 3);
    await repository().runs.change(id * 100, (run) => ({ ...run, access: 'PRIVATE' }));
    const totalFor = async (key: string) =>
      JSON.parse((await ask(`GET /api/test/${id}/recalculate`, key)).body).totalRuns;
    assert.deepEqual([await totalFor(ada), await totalFor(eve)], [3, 2]);
    await ask(`POST /api/test/${id}/recalculate`, ada);
    await drainWork(memory);
    assert.deepEqual([await totalFor(ada), await totalFor(eve)], [3, 3]);
  });

  test('is for testers of the team, and a hidden test is missing', async () => {
    const open = await testOf('ada-team');
    const hidden = await testOf('ada-team-2', 'PRIVATE');
    assert.deepEqual(refused(await ask(`POST /api/test/${open}/recalculate`, eve)), [403, 'FORBIDDEN']);
    for (const method of ['GET', 'POST'])
      assert.deepEqual(refused(await ask(`${method} /api/test/${hidden}/recalculate`, eve)), [
        404,
        'TEST_NOT_FOUND',
      ]);
    assert.deepEqual(refused(await ask('POST /api/test/999/recalculate', ada)), [404, 'TEST_NOT_FOUND']);
    assert.deepEqual(memory.queued, []);
  });
});

suite('work that was given up', () => {
  const summary = async (id: number, key = ada) =>
    JSON.parse((await send(`GET /api/run/${id}/summary`, { key })).body);
  const list = async (test: number, query = '', key = ada) =>
    JSON.parse((await ask(`GET /api/test/${test}/failures${query}`, key)).body);

  async function giveUp(task: Task): Promise<void> {
    const { work } = workContext();
    const due = work.entry(task, 'now');
    await repository().table.write([due.write]);
    await work.giveUp(due, 'no such script');
  }

  test('is listed with its run and its test, for the team alone, until it is done', async () => {
    const test = await testOf('ada-team');
    await runsOf(test, 2);
    const run = test * 100;
    await giveUp({ kind: 'datasets', run });
    const { failures } = await summary(run);
    assert.deepEqual(
      failures.map(({ failedAt: _, ...rest }: { failedAt: number }) => rest),
      [{ what: 'datasets', reason: 'no such script', runId: run, again: `POST /api/run/${run}/recalculate` }],
    );
    assert.deepEqual(await list(test), { failures });
    assert.equal((await summary(run + 1)).failures, undefined);
    assert.equal((await summary(run, eve)).failures, undefined);
    assert.deepEqual(await list(test, '', eve), { failures: [] });
    const again = await send(`POST /api/run/${run}/recalculate`, { key: ada });
    assert.equal(again.status, 200);
    assert.equal((await summary(run)).failures, undefined);
    assert.deepEqual(await list(test), { failures: [] });
    assert.deepEqual(
      [...memory.table.items].filter(([pk, of]) => /failure|work#/.test(pk) && of.size > 0),
      [],
      'nothing of it is left',
    );
  });

  test('is read in pages', async () => {
    const test = await testOf('ada-team');
    await runsOf(test, 3);
    for (const n of [0, 1, 2]) await giveUp({ kind: 'datasets', run: test * 100 + n });
    const first = await list(test, '?limit=2');
    const second = await list(test, `?limit=2&cursor=${first.next}`);
    const ids = [first, second].map(({ failures }) => failures.map(({ runId }: { runId: number }) => runId));
    assert.deepEqual(ids, [[test * 100, test * 100 + 1], [test * 100 + 2]]);
    assert.equal(second.next, undefined);
    for (const cursor of ['x', '7-run', `${first.next}0`])
      assert.equal((await ask(`GET /api/test/${test}/failures?cursor=${cursor}`, ada)).status, 400, cursor);
  });

  test('is not listed when its dataset no longer exists', async () => {
    const test = await testOf('ada-team');
    await runsOf(test, 1);
    const run = test * 100;
    const { pk, sk } = repositoryKey.dataset(9);
    await repository().table.write([{ put: { pk, sk, id: 9, runId: run, testId: test } }]);
    await giveUp({ kind: 'labels', dataset: 9 });
    assert.deepEqual(await list(test), { failures: [] });
    await repository().runs.change(run, (row) => ({ ...row, datasets: [9] }));
    const { failures } = await list(test);
    assert.deepEqual([failures[0].what, failures[0].datasetId], ['labels', 9]);
    assert.deepEqual((await summary(run)).failures, failures);
  });

  test('is listed with its recalculation until the next one, even when another part succeeds', async () => {
    const test = await testOf('ada-team');
    await runsOf(test, 1);
    await ask(`POST /api/test/${test}/recalculate`, ada);
    const [job] = memory.queued;
    const task = job?.task;
    assert.ok(task?.kind === 'job');
    await giveUp({ kind: 'page', scope: task.scope, job: task.job, ids: [test * 100] });
    await drainWork(memory);
    const again = `POST /api/test/${test}/recalculate`;
    const { failure } = JSON.parse((await ask(`GET /api/test/${test}/recalculate`, ada)).body);
    assert.deepEqual(failure, {
      what: 'recalculation',
      failedAt: failure.failedAt,
      reason: 'no such script',
      again,
    });
    assert.deepEqual(await list(test), { failures: [failure] });
    const others = JSON.parse((await ask(`GET /api/test/${test}/recalculate`, eve)).body);
    assert.equal(others.failure, undefined);
    await ask(again, ada);
    assert.deepEqual(await list(test), { failures: [] });
  });

  test('is gone when a recalculation of the test makes it', async () => {
    const test = await testOf('ada-team');
    await runsOf(test, 1);
    await giveUp({ kind: 'datasets', run: test * 100 });
    await ask(`POST /api/test/${test}/recalculate`, ada);
    await drainWork(memory);
    assert.deepEqual(await list(test), { failures: [] });
  });
});

suite('the recalculation of a stretch of time', () => {
  const line = (from: string, to: string): string =>
    `POST /api/run/recalculateAll?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`;

  test('takes milliseconds and ISO times', async () => {
    assert.equal((await ask(line('1000', '1970-01-01T00:00:02Z'), admin)).status, 204);
    assert.deepEqual(
      memory.queued.map(({ task }) => 'scope' in task && task.scope),
      [{ kind: 'time', from: 1000, to: 2000 }],
    );
  });

  test('is for administrators, and has two ends in order', async () => {
    assert.deepEqual(refused(await ask(line('1', '2'), ada)), [403, 'FORBIDDEN']);
    assert.deepEqual(refused(await ask(line('yesterday', '2'), admin)), [400, 'TIME_INVALID']);
    assert.deepEqual(refused(await ask(line('3', '2'), admin)), [400, 'TIME_INVALID']);
    assert.equal((await ask('POST /api/run/recalculateAll?from=1', admin)).status, 400);
    assert.deepEqual(memory.queued, []);
  });
});
