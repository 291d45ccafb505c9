import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { repository } from '../../../functions/repository.ts';
import { workContext } from '../../../functions/work-context.ts';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import { datasetLimits } from '../../../lib/repository/pipeline/datasets/limits.ts';
import { lastPoints } from '../../../lib/repository/pipeline/series/datapoint-edits.ts';
import { seriesOf } from '../../../lib/repository/records/alerting/fingerprint.ts';
import { sweep } from '../../../lib/repository/work/sweep.ts';
import { drainWork, emptyTable, keyOfUser, openMemory } from '../memory.ts';
import { send } from './requests.ts';

/**
 * Datasets and label values are made with the upload of a run, after it, and again when a schema or a label
 * changes.
 */

const memory = openMemory();
const key = keyOfUser(memory, 1, 'ada');
beforeEach(() => {
  emptyTable(memory);
  memory.bodies.clear();
  memory.queued.length = 0;
});

const json = { 'content-type': 'application/json' };

async function uploaded(document: unknown): Promise<number> {
  const line = 'POST /api/run/data?test=t&start=1&stop=2&owner=ada-team&access=PUBLIC';
  const answer = await send(line, { key, headers: json, body: JSON.stringify(document) });
  assert.equal(answer.status, 202, answer.body);
  return Number(answer.body);
}

async function request(line: string, body: unknown): Promise<string> {
  const answer = await send(line, { key, headers: json, body: JSON.stringify(body) });
  assert.ok(answer.status < 300, answer.body);
  return answer.body;
}

const schemaOf = async (uri: string): Promise<number> =>
  Number(await request('POST /api/schema', { name: uri, uri, owner: 'ada-team', access: 'PUBLIC' }));

const labelOf = (jsonpath: string, more = {}) => ({
  name: 'value',
  extractors: [{ name: 'v', jsonpath, isarray: false }],
  function: null,
  owner: 'ada-team',
  access: 'PUBLIC',
  ...more,
});

const datasetsOf = async (run: number) => (await repository().runs.get(run))?.datasets ?? [];

/** The label values of the first dataset of a run. */
async function valuesOf(run: number): Promise<unknown> {
  const { testId = 0 } = (await repository().runs.get(run)) ?? {};
  const item = await memory.table.get(repositoryKey.values(testId, 1, run, 0));
  return Object.values(item?.values ?? {});
}

/** The pending work of a run, as its summary and its document report it. */
async function pendingOf(run: number): Promise<unknown> {
  const summary = await send(`GET /api/run/${run}/summary`, { key });
  const whole = await send(`GET /api/run/${run}`, { key });
  assert.deepEqual(JSON.parse(whole.body).pending, JSON.parse(summary.body).pending);
  return JSON.parse(summary.body).pending;
}

suite('pending work of a run', () => {
  const large = 'x'.repeat(datasetLimits.datasetsAtOnceBytesMax);

  test('is shown with it: its datasets first, then their label values, then nothing', async () => {
    await request(`POST /api/schema/${await schemaOf('urn:a')}/labels`, [labelOf('$.value')]);
    await drainWork(memory);
    const small = await uploaded({ $schema: 'urn:a', value: 42 });
    assert.deepEqual(await pendingOf(small), { datasets: false, labels: 1 });
    await drainWork(memory);
    assert.equal(await pendingOf(small), undefined);
    const run = await uploaded({ $schema: 'urn:a', value: 42, large });
    assert.deepEqual(await pendingOf(run), { datasets: true, labels: 0 });
    const [made] = memory.queued.splice(0);
    assert.ok(made);
    await repository().runs.change(run, (row) => ({ ...row, trashed: true }));
    assert.equal(await pendingOf(run), undefined, 'in the trash nothing is awaited');
    await repository().runs.change(run, (row) => ({ ...row, trashed: false }));
    memory.queued.push(made);
    await drainWork(memory);
    assert.equal(await pendingOf(run), undefined);
    assert.equal(await pendingOf(await uploaded({ value: 1 })), undefined, 'it names no schema');
  });

  test('is not what was given up', async () => {
    await schemaOf('urn:a');
    await drainWork(memory);
    const run = await uploaded({ $schema: 'urn:a', large });
    const { work } = workContext();
    const [message] = memory.queued;
    assert.ok(message);
    await work.giveUp(message, 'no such script');
    assert.equal(await pendingOf(run), undefined);
    const other = await uploaded({ $schema: 'urn:a' });
    const labelsOf = memory.queued.at(-1);
    assert.equal(labelsOf?.task.kind, 'labels');
    await work.giveUp(labelsOf, 'no such script');
    assert.equal(await pendingOf(other), undefined);
  });
});

suite('a change of a schema', () => {
  test('measures the datasets that an interrupted attempt of its job has made', async (t) => {
    const schema = await schemaOf('urn:a');
    await request(`POST /api/schema/${schema}/labels`, [labelOf('$.value')]);
    const run = await uploaded({ $schema: 'urn:a', value: 42 });
    const { testId } = (await repository().runs.get(run)) ?? assert.fail();
    const variables = [{ name: 'v', labels: ['value'], changeDetection: [] }];
    await request(`POST /api/alerting/variables?test=${testId}`, variables);
    const points = () =>
      [...memory.table.items].flatMap(([pk, items]) => (pk.startsWith('datapoints#') ? [...items] : []));
    const change = async (uri: string): Promise<void> => {
      const body = JSON.stringify({ id: schema, name: 'urn:a', uri, owner: 'ada-team', access: 'PUBLIC' });
      const { status } = await send('PUT /api/schema', { key, headers: json, body });
      assert.ok(status < 300);
    };
    await change('urn:b');
    await drainWork(memory);
    assert.equal(points().length, 0);
    await change('urn:a');
    // The process dies when the datasets are written and are to be measured: no later call succeeds.
    const { prototype } = DynamoDBDocumentClient;
    const sent = prototype.send;
    let isDead = false;
    const dying = t.mock.method(prototype, 'send', async (command: { input: object }) => {
      isDead ||= JSON.stringify(command.input).includes('"sk":"measured#');
      if (isDead) throw new Error('the process is dead');
      return Reflect.apply(sent, prototype, [command]);
    });
    for (const method of ['error', 'warn'] as const) t.mock.method(console, method, () => undefined);
    await assert.rejects(drainWork(memory), assert.AssertionError);
    assert.ok(isDead);
    dying.mock.restore();
    await sweep(repository().table, workContext().work, Date.now() + 86_400_000);
    await drainWork(memory);
    assert.equal(points().length, 1);
  });
});

suite('an upload', () => {
  test('without a schema has one empty dataset at once, and leaves it to the queue to tell of it who wants to hear', async () => {
    const unheard = await uploaded({ value: 41 });
    assert.equal((await datasetsOf(unheard)).length, 1);
    assert.deepEqual([memory.queued.length, due()], [0, 0]);
    const action = { id: 1, event: 'run/new', url: 'https://example.com', secret: 'whsec_' } as const;
    await repository().actions.put({ ...action, active: true, runAlways: false });
    const run = await uploaded({ value: 42 });
    assert.equal((await datasetsOf(run)).length, 1);
    assert.deepEqual(
      memory.queued.map(({ task }) => task.kind === 'event' && task.event.kind),
      ['run/new'],
    );
  });

  test('with a schema has its datasets when it is answered, and its labels behind that', async () => {
    const schema = await schemaOf('urn:a');
    await request(`POST /api/schema/${schema}/labels`, [labelOf('$.value')]);
    await drainWork(memory);
    const run = await uploaded({ $schema: 'urn:a', value: 42 });
    assert.equal((await datasetsOf(run)).length, 1);
    assert.deepEqual(
      memory.queued.map(({ task, priority }) => [task.kind, priority]),
      [['labels', 'now']],
    );
    await drainWork(memory);
    assert.deepEqual(await valuesOf(run), ['42']);
    assert.equal(due(), 0);
  });

  test('that is repeated under its idempotency key makes nothing again', async () => {
    await schemaOf('urn:a');
    await drainWork(memory);
    const again = async () => {
      const line = 'POST /api/run/data?test=t&start=1&stop=2&owner=ada-team';
      const headers = { ...json, 'idempotency-key': 'once' };
      return send(line, { key, headers, body: '{"$schema":"urn:a"}' });
    };
    const { body: id } = await again();
    const before = await datasetsOf(Number(id));
    await again();
    assert.deepEqual(await datasetsOf(Number(id)), before);
  });
});

suite('a schema', () => {
  test('that comes later makes the datasets of its runs again, and a label fills the value (row 62)', async () => {
    const run = await uploaded({ $schema: 'urn:a', value: 42 });
    const [before] = await datasetsOf(run);
    const schema = await schemaOf('urn:a');
    await drainWork(memory);
    const [after] = await datasetsOf(run);
    assert.notEqual(after, before);
    const dataset = await repository().datasets.get(after ?? 0);
    assert.deepEqual(dataset?.schemas, [{ uri: 'urn:a', index: 0 }]);
    await request(`POST /api/schema/${schema}/labels`, [labelOf('$.value')]);
    await drainWork(memory);
    assert.deepEqual(await valuesOf(run), ['42']);
  });

  test('leaves the datasets alone that were made with it, before it has gone through its runs', async () => {
    const old = await uploaded({ $schema: 'urn:a', value: 41 });
    const [before] = await datasetsOf(old);
    await schemaOf('urn:a');
    const run = await uploaded({ $schema: 'urn:a', value: 42 });
    const made = await datasetsOf(run);
    await drainWork(memory);
    assert.deepEqual(await datasetsOf(run), made);
    assert.notEqual((await datasetsOf(old))[0], before);
  });

  test('that gets another URI is of no run of the old one any more (row 112)', async () => {
    const schema = await schemaOf('urn:a');
    await request(`POST /api/schema/${schema}/labels`, [labelOf('$.value')]);
    const run = await uploaded({ $schema: 'urn:a', value: 42 });
    await drainWork(memory);
    const body = { id: schema, name: 'urn:a', uri: 'urn:b', owner: 'ada-team', access: 'PUBLIC' };
    await request('PUT /api/schema', body);
    await drainWork(memory);
    const [after] = await datasetsOf(run);
    assert.deepEqual((await repository().datasets.get(after ?? 0))?.schemas, []);
    assert.deepEqual(await valuesOf(run), []);
    await request('PUT /api/schema', { ...body, uri: 'urn:a' });
    await drainWork(memory);
    assert.deepEqual(await valuesOf(run), ['42']);
  });

  test('that is deleted takes the label values and datapoints of its datasets along', async () => {
    const schema = await schemaOf('urn:a');
    await request(`POST /api/schema/${schema}/labels`, [labelOf('$.value')]);
    const test = await repository().tests.create({ name: 't', owner: 'ada-team', access: 'PUBLIC' });
    const variable = {
      id: 1,
      testId: test?.id ?? 0,
      name: 'v',
      order: 0,
      labels: ['value'],
      changeDetection: [],
    };
    await repository().alerting.replace(variable.testId, [variable], []);
    const run = await uploaded({ $schema: 'urn:a', value: 42 });
    await drainWork(memory);
    const points = async () => (await lastPoints(memory.table, 1, seriesOf('{}'))).map(({ value }) => value);
    assert.deepEqual([await valuesOf(run), await points()], [['42'], [42]]);
    const datasets = await datasetsOf(run);
    await request(`DELETE /api/schema/${schema}`, undefined);
    await drainWork(memory);
    assert.deepEqual([await valuesOf(run), await points()], [[], []]);
    assert.deepEqual(await datasetsOf(run), datasets);
  });

  test('that only gets another name makes nothing again', async () => {
    const schema = await schemaOf('urn:a');
    await drainWork(memory);
    await request('PUT /api/schema', { id: schema, name: 'other', uri: 'urn:a', owner: 'ada-team' });
    assert.deepEqual(memory.queued, []);
  });
});

suite('a label', () => {
  test('that is changed gives other values, and a deleted label gives none (row 61)', async () => {
    const schema = await schemaOf('urn:a');
    const run = await uploaded({ $schema: 'urn:a', value: 24 });
    const path = `/api/schema/${schema}/labels`;
    const [id] = JSON.parse(await request(`POST ${path}`, [labelOf('$.value')]));
    await drainWork(memory);
    assert.deepEqual(await valuesOf(run), ['24']);
    const isarray = { extractors: [{ name: 'v', jsonpath: '$.value', isarray: true }] };
    await request(`PUT ${path}`, [labelOf('$.value', { id, ...isarray })]);
    await drainWork(memory);
    assert.deepEqual(await valuesOf(run), ['[24]']);
    await request(`PUT ${path}`, [labelOf('$.value', { id, function: 'v => v + 60' })]);
    await drainWork(memory);
    assert.deepEqual(await valuesOf(run), ['84']);
    await request(`DELETE ${path}/${id}`, undefined);
    await drainWork(memory);
    assert.deepEqual(await valuesOf(run), []);
    assert.equal(due(), 0);
  });
});

/** The number of pending outbox entries. */
const due = (): number =>
  [...memory.table.items].reduce((sum, [pk, part]) => sum + (pk.startsWith('work#') ? part.size : 0), 0);
