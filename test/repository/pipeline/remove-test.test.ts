import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import { handlers } from '../../../lib/repository/pipeline/handlers.ts';
import { remove } from '../../../lib/repository/pipeline/removal/perform-removal.ts';
import type { Table } from '../../../lib/repository/ports/table.ts';
import { openExpectations } from '../../../lib/repository/records/alerting/expectations.ts';
import { seriesOf } from '../../../lib/repository/records/alerting/fingerprint.ts';
import type { openRepository } from '../../../lib/repository/repository.ts';
import type { Principal } from '../../../lib/results/access.ts';
import { openMemoryTable } from '../memory-table.ts';
import { runRow } from '../run-row.ts';
import { openQueuedWork } from '../work/queue.ts';

/** The parts of a test are deleted with it. The work after requests finishes an interrupted deletion. */

/** Makes two tests that have a record of every kind, and a table whose writer stops after some writes. */
async function open() {
  const memory = openMemoryTable();
  let left = Number.POSITIVE_INFINITY;
  let written = 0;
  const table: Table = {
    ...memory,
    write: async (writes) => {
      if (left === 0) throw new Error('the power went out');
      left -= 1;
      written += 1;
      return memory.write(writes);
    },
  };
  const queue = openQueuedWork(handlers, table);
  const { repository } = queue.context;
  const tests = [];
  for (const name of ['goes', 'stays']) {
    const made = await repository.tests.create({ name, owner: 'ada-team', access: 'PUBLIC' });
    assert.ok(made);
    tests.push(made);
    await belongings(repository, made.id);
  }
  await repository.actions.put({ ...action, id: 99 });
  const [goes, stays] = tests;
  return {
    ...queue,
    memory,
    repository,
    goes: goes ?? assert.fail(),
    stays: stays ?? assert.fail(),
    writes: () => written,
    dieAfter: (writes: number) => {
      left = writes;
    },
  };
}

const ada: Principal = { keyId: 1, user: 'ada', role: 'user', teams: { 'ada-team': ['viewer'] } };

const action = {
  event: 'run/new' as const,
  url: 'https://example.com',
  secret: 'whsec_',
  active: true,
  runAlways: false,
};

async function belongings(
  { alerting, actions, views, parts, table }: ReturnType<typeof openRepository>,
  testId: number,
) {
  const id = testId * 10;
  const variable = { id, testId, name: 'v', order: 0, labels: [], changeDetection: [] };
  await alerting.replace(testId, [variable], []);
  await alerting.putRule({ id, testId, labels: [], maxStaleness: 1 });
  await table.write([
    { put: { ...repositoryKey.series(id, seriesOf('{}')), fingerprint: '{}' } },
    { put: repositoryKey.datapoint(id, seriesOf('{}'), 777, 777, 0) },
    { put: { ...repositoryKey.change(id, id), id, variableId: id } },
    { put: { ...repositoryKey.changePlace(id), variableId: id } },
    { put: repositoryKey.ruleMatch(id, 777, 777, 0) },
  ]);
  for (const expectedBefore of [5, 6])
    await openExpectations(table).add({ testId, expectedBefore, expectedBy: 'ada' });
  await actions.put({ ...action, id, testId });
  await views.ofTest(testId);
  await parts.put('experiments', { id, testId });
}

function isOf(test: number) {
  const texts = [String(test), String(test * 10)].map((id) => id.padStart(10, '0'));
  return ({ pk, sk, testId }: { pk: string; sk: string; testId?: unknown }) =>
    testId === test || texts.some((text) => pk.includes(text) || sk.includes(text));
}

test('leaves nothing of the test and all of others, after an interruption at any write', async () => {
  const whole = await open();
  const itemsOf = ({ memory }: typeof whole) =>
    [...memory.items].flatMap(([pk, items]) => [...items].map(([sk, item]) => ({ ...item, pk, sk })));
  const before = itemsOf(whole);
  const own = before.filter(isOf(whole.goes.id));
  const others = before.filter((item) => !isOf(whole.goes.id)(item) && isOf(whole.stays.id)(item));
  assert.ok(own.length >= 15, 'there is one of everything');
  let isWhole = false;
  for (let writes = 0; !isWhole; writes += 1) {
    const world = await open();
    world.dieAfter(writes);
    isWhole = await remove(world.context, { of: 'test', id: world.goes.id }, 'team ada-team').then(
      () => true,
      () => false,
    );
    world.dieAfter(Number.POSITIVE_INFINITY);
    if (writes === 0) {
      assert.deepEqual(itemsOf(world), before, 'the deletion has not begun');
      continue;
    }
    world.time.now += 61_000;
    await world.sweep();
    await world.drain();
    const after = itemsOf(world);
    assert.deepEqual(after.filter(isOf(world.goes.id)), [], `after ${writes} writes`);
    assert.deepEqual(after.filter(isOf(world.stays.id)), others);
    assert.ok(await world.repository.actions.find(99));
  }
});

test('a test with very many runs is gone at once, and its runs go into the trash in steps', async () => {
  const world = await open();
  const { repository, goes, stays } = world;
  const own = Array.from({ length: 2500 }, (_, at) => runRow(at + 1, { testId: goes.id }));
  for (const row of [...own, runRow(9000, { testId: stays.id })]) await repository.runs.insert(row);
  const active = (testId: number) => repository.runs.count(ada, { testId });
  const before = world.writes();
  await remove(world.context, { of: 'test', id: goes.id }, 'team ada-team');
  assert.equal(await repository.tests.byId(goes.id), undefined);
  assert.equal(await active(goes.id), 1500);
  const writes = world.writes() - before;
  assert.ok(writes < 100, `${writes} writes of the first step`);
  await world.drain();
  assert.deepEqual([await active(goes.id), await active(stays.id)], [0, 1]);
  assert.deepEqual((await repository.alerting.ofTest(goes.id)).variables, []);
});

test('variables and rules that a request removes are deleted after an interruption', async () => {
  for (const kind of ['variables', 'rules'] as const) {
    const world = await open();
    const { alerting } = world.repository;
    const test = world.goes.id;
    world.dieAfter(2);
    await assert.rejects(
      remove(world.context, { of: kind, test, ids: [test * 10] }, 'team ada-team'),
      /power/,
    );
    world.dieAfter(Number.POSITIVE_INFINITY);
    assert.equal((await alerting.ofTest(test))[kind].length, 1);
    world.time.now += 61_000;
    await world.sweep();
    await world.drain();
    assert.equal((await alerting.ofTest(test))[kind].length, 0);
    assert.equal((await alerting.ofTest(world.stays.id))[kind].length, 1);
  }
});
