import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { handler as recalculation } from '../../../functions/api/recalculation.ts';
import { repository } from '../../../functions/repository.ts';
import { makeKey } from '../../../lib/results/api-key.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import { type Answer, invoke } from './invoke.ts';

/** Datasets are made anew behind the reply. */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
const admin = adminKey();
beforeEach(() => {
  memory.table.items.clear();
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

function ask(line: string, key?: string): Promise<Answer> {
  const [, id] = /\/test\/(\d+)/.exec(line) ?? [];
  const routeKey = line.replace(/\?.*/, '').replace(/\/test\/\d+/, '/test/{id}');
  return invoke(recalculation, line, { ...(key && { key }), routeKey, ...(id && { path: { id } }) });
}
const refused = ({ status, body }: Answer) => [status, JSON.parse(body).code];

async function testOf(owner: string, access: 'PUBLIC' | 'PRIVATE' = 'PUBLIC'): Promise<number> {
  const made = await repository().tests.create({ name: `t of ${owner}`, owner, access });
  return made?.id ?? assert.fail('the name is taken');
}

async function runsOf(testId: number, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await repository().runs.insert({
      ...{ id: testId * 100 + n, testId, start: 1000 + n, stop: 2000, owner: 'ada-team', access: 'PUBLIC' },
      ...{ description: null, trashed: false, sizeBytes: 2, uploadedAt: 0 },
    });
}

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
