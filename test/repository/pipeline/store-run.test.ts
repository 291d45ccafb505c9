import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import {
  type StoredRun,
  type StoreRunStores,
  storeRun,
} from '../../../lib/repository/pipeline/store/store-run.ts';
import type { RunStore } from '../../../lib/repository/ports/run-store.ts';
import { openExpectations } from '../../../lib/repository/records/alerting/expectations.ts';
import { openRepository } from '../../../lib/repository/repository.ts';
import { listRuns } from '../../../lib/repository/search/list-runs.ts';
import type { Principal } from '../../../lib/results/access.ts';
import type { IndexedRun } from '../../../lib/results/upload/upload.ts';
import { openMemoryTable } from '../memory-table.ts';
import { openQueuedWork } from '../work/queue.ts';

/**
 * A run is visible when all of its data is stored. Its test belongs to a team in which the uploader may
 * upload.
 */

let [repository, bodies, indexes] = [openRepository(openMemoryTable()), new Map(), new Map()];
let { work } = openQueuedWork({}, repository.table);
const metadata = new Map<number, Uint8Array>();
beforeEach(() => {
  [repository, bodies, indexes] = [openRepository(openMemoryTable()), new Map(), new Map()];
  ({ work } = openQueuedWork({}, repository.table));
  metadata.clear();
});
const runs = {
  get: async (id: number) => bodies.get(id),
  put: async (id: number, body: Uint8Array) => !bodies.has(id) && bodies.set(id, body).size > 0,
  putIndex: async (id: number, index: Uint8Array) => void indexes.set(id, index),
  putMetadata: async (id: number, bytes: Uint8Array) => void metadata.set(id, bytes),
} as RunStore;
const ada: Principal = { keyId: 1, user: 'ada', role: 'user' };
const eve: Principal = { keyId: 2, user: 'eve', role: 'user' };
const draft: IndexedRun = {
  test: 'shop',
  start: 1,
  stop: 2,
  owner: 'ada-team',
  access: 'PRIVATE',
  description: null,
  body: Buffer.from('{}'),
  index: Buffer.from('index'),
  schemas: [{ uri: 'urn:a', source: 0, type: 0, key: null }],
};
const store = (
  more: Partial<IndexedRun> = {},
  idempotencyKey?: string,
  caller = ada,
  stores: StoreRunStores = { repository, runs, work, hasBus: true },
) => storeRun(stores, { ...draft, ...more }, { caller, idempotencyKey, now: 3 });
/** A table that records its requests, and a repository over it. */
function counted() {
  const { table } = repository;
  const asked: string[] = [];
  const noting =
    <Parameters extends readonly unknown[], Result>(
      name: string,
      call: (...parameters: Parameters) => Result,
    ) =>
    (...parameters: Parameters): Result => {
      asked.push(name);
      return call(...parameters);
    };
  const { get, getMany, page, write, newIds } = table;
  const noted = {
    get: noting('get', get),
    getMany: noting('getMany', getMany),
    page: noting('page', page),
    write: noting('write', write),
    newIds: noting('newIds', newIds),
  };
  return { asked, stores: { repository: openRepository(noted), runs, work } };
}
const listed = async (): Promise<number> => (await listRuns(repository, ada, {})).total;

test('a stored run has the parameters of its upload, and its test is created with the same owner', async () => {
  const { id } = await store({ description: 'nightly' });
  const test = await repository.tests.byName('shop');
  assert.deepEqual(test, { id: test?.id, name: 'shop', owner: 'ada-team', access: 'PRIVATE' });
  assert.deepEqual(await repository.runs.get(id), {
    id,
    testId: test?.id,
    start: 1,
    stop: 2,
    owner: 'ada-team',
    access: 'PRIVATE',
    description: 'nightly',
    trashed: false,
    sizeBytes: 2,
    storedBytes: 2,
    uploadedAt: 3,
    hasMetadata: false,
    schemas: draft.schemas,
  });
  assert.deepEqual([bodies.get(id), indexes.get(id)], [draft.body, draft.index]);
});

test('a repeat with an idempotency key is the same run; without one it is another', async () => {
  const ids = await Promise.all([store({}, 'k'), store({}, 'k')]);
  assert.equal(ids[0].id, ids[1].id);
  assert.equal((await store({}, 'k')).id, ids[0].id);
  assert.notEqual((await store({ test: 'of eve', owner: 'eve-team' }, 'k', eve)).id, ids[0].id);
  assert.notEqual((await store()).id, (await store()).id);
  await assert.rejects(store({ stop: 9 }, 'k'), { code: 'IDEMPOTENCY_KEY_REUSED', status: 409 });
});

test('a run never gets the document of a run that is newer than the restored tables', async () => {
  const lost = Buffer.from('{"lost":true}');
  for (const id of [1, 2]) bodies.set(id, lost);
  const { id } = await store({}, 'k');
  assert.deepEqual([id, bodies.get(id), bodies.get(1)], [3, draft.body, lost]);
  assert.equal((await store({}, 'k')).id, id, 'a repeat is the same run');
  bodies.set(id + 2, lost);
  assert.equal((await store()).id, id + 3, 'the repeat has used an id');
  assert.equal(await listed(), 2);
});

test('metadata is stored with the document, and the same document with other metadata is another upload', async () => {
  const { id } = await store({ metadata: Buffer.from('[1]') }, 'm');
  assert.deepEqual(
    [metadata.get(id), (await repository.runs.get(id))?.hasMetadata],
    [Buffer.from('[1]'), true],
  );
  assert.equal((await store({ metadata: Buffer.from('[1]') }, 'm')).id, id);
  await assert.rejects(store({ metadata: Buffer.from('[2]') }, 'm'), { code: 'IDEMPOTENCY_KEY_REUSED' });
  await assert.rejects(store({}, 'm'), { code: 'IDEMPOTENCY_KEY_REUSED' });
});

test('a run is written together with the note of the work that it makes due, or not at all', async () => {
  const note = (run: number) => ({ pk: 'due', sk: String(run) });
  const context = {
    caller: ada,
    now: 3,
    also: (run: number) => [{ put: note(run), when: 'absent' as const }],
  };
  const { id } = await storeRun({ repository, runs, work }, draft, context);
  assert.deepEqual(await repository.table.get(note(id)), note(id));
  await repository.table.write([{ put: note(id + 1) }]);
  await storeRun({ repository, runs, work }, draft, context);
  assert.equal(await listed(), 1);
});

test('a run is not visible before its document is stored, and a repeat completes what was interrupted', async () => {
  const cut = () => Promise.reject(new Error('the power went out'));
  await assert.rejects(store({}, 'cut', ada, { repository, runs: { ...runs, put: cut }, work }), /power/);
  const rowless = { ...repository, runs: { ...repository.runs, insert: cut } };
  await assert.rejects(store({}, 'cut', ada, { repository: rowless, runs, work }), /power/);
  assert.equal(await listed(), 0);
  const { id } = await store({}, 'cut');
  assert.deepEqual([bodies.get(id), await listed()], [draft.body, 1]);
});

test('a user cannot upload into the test of another team (row 127)', async () => {
  await store();
  const refused = {
    code: 'TEST_FORBIDDEN',
    status: 400,
    message: /either it does not exist or user is not an uploader/,
  };
  await assert.rejects(store({ owner: 'eve-team' }, undefined, eve), refused);
  const viewer: Principal = { ...eve, teams: { 'ada-team': ['viewer'] } };
  await assert.rejects(store({}, undefined, viewer), refused);
  await store({}, undefined, { ...eve, teams: { 'ada-team': ['uploader'] } });
  await storeRun({ repository, runs, work }, draft, { caller: eve, now: 3, judged: true });
});

test('a run that names a schema has its datasets as work, written with it; any other has its empty one at once', async () => {
  const { id, due } = await store({}, 'named');
  assert.deepEqual(
    due.map(({ task, priority }) => [task.kind, priority]),
    [
      ['event', 'now'],
      ['datasets', 'now'],
    ],
  );
  for (const { item } of due) assert.ok(await repository.table.get(item));
  assert.equal((await repository.runs.get(id))?.datasets, undefined);
  const bare = await store({ schemas: [] });
  assert.deepEqual(kindsOf(bare), ['event']);
  const [dataset = 0] = (await repository.runs.get(bare.id))?.datasets ?? [];
  const row = await repository.datasets.get(dataset);
  assert.deepEqual([row?.runId, row?.ordinal, row?.isBare, row?.schemas], [bare.id, 0, true, []]);
});

test('an upload without an index writes none, and one into a known test asks the table six times', async () => {
  const { asked, stores } = counted();
  const bare = { schemas: [], index: undefined };
  for (let n = 0; n < 2; n += 1) await store(bare, undefined, ada, stores);
  indexes.clear();
  asked.length = 0;
  const { id } = await store(bare, undefined, ada, stores);
  assert.deepEqual(asked, ['get', 'newIds', 'newIds', 'getMany', 'write', 'get']);
  assert.deepEqual([bodies.has(id), indexes.size], [true, 0]);
  asked.length = 0;
  await store({ index: undefined }, undefined, ada, stores);
  const forSchemas = ['get', 'newIds', 'getMany', 'write', 'get'];
  assert.deepEqual(asked, forSchemas, 'a run with schemas: its datasets are work');
});

test('a run whose test is deleted during the upload is in the trash, as the other runs of the test', async () => {
  await store();
  const shop = (await repository.tests.byName('shop')) ?? assert.fail();
  const late = { ...runs, put: () => repository.tests.remove(shop.id) };
  const { id } = await store({}, undefined, ada, { repository, runs: late, work });
  assert.equal((await repository.runs.get(id))?.trashed, true);
  assert.equal(await listed(), 0);
});

test('a repeat returns the tasks that the first upload did not do, and adds none', async () => {
  const first = await store({}, 'died');
  const again = await store({}, 'died');
  assert.deepEqual(
    again.due.map(({ item, task }) => [item, task]),
    first.due.map(({ item, task }) => [item, task]),
  );
  for (const due of again.due) await work.done(due);
  assert.deepEqual((await store({}, 'died')).due, []);
});

suite('the events of a run', () => {
  const metrics = { requests: 5, requestsPerSec: 1, latencyNsP99: null };
  const outcome = { state: 'failed', benchmark: 'shop', ...metrics } as const;

  test('report a new run once, and also a run with broken limits', async () => {
    const { id, due } = await store({}, 'k');
    const test = await repository.tests.byName('shop');
    const about = { testId: test?.id, testName: 'shop' };
    const reported = { id, start: 1, stop: 2, owner: 'ada-team' };
    assert.deepEqual(eventsOf({ due }), [{ kind: 'run/new', ...about, run: reported }]);
    const again = await store({}, 'k');
    assert.deepEqual(
      again.due.map(({ item }) => item),
      due.map(({ item }) => item),
      'a repeat reports each unreported event once',
    );
    for (const each of due) await work.done(each);
    assert.deepEqual((await store({}, 'k')).due, []);
    for (const schemas of [[], draft.schemas]) {
      const failed = await store({ outcome, ...(schemas && { schemas }) });
      const run = { ...reported, id: failed.id, outcome };
      assert.deepEqual(eventsOf(failed), [
        { kind: 'run/new', ...about, run },
        { kind: 'run/failed', ...about, run },
      ]);
      for (const { item } of failed.due) assert.ok(await repository.table.get(item));
    }
    const passed = await store({ outcome: { ...outcome, state: 'passed' } });
    assert.deepEqual(
      eventsOf(passed).map(({ kind }) => kind),
      ['run/new'],
    );
  });

  test('are not written when no bus and no action receives them', async () => {
    const stores = { repository, runs, work };
    const outcome = { state: 'failed', benchmark: 'shop', ...metrics } as const;
    const heardOf = async (key?: string) =>
      eventsOf(await store({ outcome }, key, ada, stores)).map(({ kind }) => kind);
    const unheard = await store({ outcome }, 'unheard', ada, stores);
    assert.deepEqual(kindsOf(unheard), ['datasets']);
    assert.deepEqual(kindsOf(await store({ outcome }, 'unheard', ada, stores)), ['datasets']);
    const testId = (await repository.tests.byName('shop'))?.id ?? 0;
    const action = { id: 1, event: 'run/failed', url: 'https://example.com', secret: 'whsec_' } as const;
    const put = (more: object) =>
      repository.actions.put({ ...action, active: true, runAlways: false, ...more });
    for (const other of [{ testId: testId + 1 }, { active: false }, { event: 'change/new' }]) {
      await put(other);
      assert.deepEqual(await heardOf(), [], JSON.stringify(other));
    }
    await put({});
    assert.deepEqual(await heardOf('heard'), ['run/failed']);
    assert.deepEqual(await heardOf('heard'), ['run/failed'], 'a repeat finds it');
    await repository.tests.change(testId, (each) => ({ ...each, notificationsEnabled: false }));
    assert.deepEqual(await heardOf(), []);
    await put({ runAlways: true });
    assert.deepEqual(await heardOf(), ['run/failed']);
    // A change that another process makes has effect at once.
    const { actions } = openRepository(repository.table);
    await actions.switchOff(action.id);
    assert.deepEqual(await heardOf(), []);
    await actions.put({ ...action, active: true, runAlways: true });
    assert.deepEqual(await heardOf(), ['run/failed']);
    assert.equal(await actions.remove(action.id), true);
    assert.deepEqual(await heardOf(), []);
  });
});

suite('a run that is expected', () => {
  const wait = { expectedBy: 'nightly' };
  const expecting = async (...times: readonly number[]) => {
    const expectations = openExpectations(repository.table);
    const testId = (await repository.tests.byName('shop'))?.id ?? assert.fail();
    for (const expectedBefore of times) await expectations.add({ testId, expectedBefore, ...wait });
    await expectations.add({ testId: testId + 1, expectedBefore: 100, ...wait });
    return async () => (await expectations.list()).map(({ expectedBefore }) => expectedBefore);
  };

  test('takes back the one expectation of its test that is due first', async () => {
    await store();
    const left = await expecting(900, 500);
    await store({ schemas: [] }, 'k');
    assert.deepEqual(await left(), [100, 900]);
    await store({ schemas: [] }, 'k');
    assert.deepEqual(await left(), [100, 900], 'a repeat meets nothing');
    await store();
    assert.deepEqual(await left(), [100]);
    await store();
  });

  test('takes back one each, however many come at the same moment', async () => {
    await store();
    const left = await expecting(300, 500, 700, 900);
    await Promise.all([store(), store({}, 'k'), store({ schemas: [] }), store({}, 'k')]);
    assert.deepEqual(await left(), [100, 900]);
  });
});

const kindsOf = ({ due }: Pick<StoredRun, 'due'>) => due.map(({ task }) => task.kind);
const eventsOf = ({ due }: Pick<StoredRun, 'due'>) =>
  due.flatMap(({ task }) => (task.kind === 'event' ? [task.event] : []));
