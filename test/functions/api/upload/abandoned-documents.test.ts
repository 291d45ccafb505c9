import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { repository } from '../../../../functions/repository.ts';
import { stores, uploadStore } from '../../../../functions/stores.ts';
import { batchingContext, queues } from '../../../../functions/work-context.ts';
import type { RunUpload } from '../../../../lib/api.generated.ts';
import { documentDays } from '../../../../lib/facts/retention.ts';
import { environment } from '../../../../lib/names/environment.ts';
import { objectKey } from '../../../../lib/names/object-keys.ts';
import { repositoryKey } from '../../../../lib/names/repository-keys.ts';
import { giveUpDocuments } from '../../../../lib/repository/pipeline/store/abandoned-documents.ts';
import { openUploads } from '../../../../lib/repository/pipeline/store/uploads.ts';
import type { Table } from '../../../../lib/repository/ports/table.ts';
import { readObject } from '../../../../lib/store/objects.ts';
import { type Endpoints, openEndpoints } from '../../../store/endpoints.ts';
import { adminKey } from '../admin-key.ts';
import { send } from '../requests.ts';

/**
 * A document without a run is deleted some days after its upload. A document with a run, or with a possible
 * one, remains.
 */

let endpoints: Endpoints;
let key = '';
const document = '{"info":{"start":5}}';
const json = { 'Content-Type': 'application/json' };

before(async () => {
  endpoints = await openEndpoints();
  key = await adminKey();
  mock.method(queues(), 'send', async () => {});
});
after(() => endpoints.close());

const day = 86_400_000;
const soon = (): number => Date.now() + documentDays * day + 1000;

const textOf = async (run: number) => String(Buffer.from((await stores().runs.get(run)) ?? []));

/**
 * Completes a sweep that an earlier test has begun. Then runs a sweep that records the ids that exist now.
 */
async function noted(): Promise<void> {
  const real = { table: repository().table, uploads: uploadStore() };
  const sweep = await real.table.get(repositoryKey.documentSweep());
  if (sweep?.done !== sweep?.until) await giveUpDocuments(real, soon() + 9 * day);
  await giveUpDocuments(real, Date.now());
}

/**
 * Runs two sweeps. The first records the existing ids, and the second deletes abandoned documents days later.
 */
async function swept(table: Table = repository().table, store = uploadStore()): Promise<number> {
  await noted();
  return giveUpDocuments({ table, uploads: store }, soon());
}

async function begin(idempotencyKey?: string): Promise<number> {
  const headers = { ...json, ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }) };
  const body = JSON.stringify({ sizeBytes: document.length });
  const answer = await send('POST /api/run/upload', { key, headers, body });
  assert.equal(answer.status, 201, answer.body);
  const { id, missing }: RunUpload = JSON.parse(answer.body);
  for (const { url } of missing) assert.ok((await fetch(url, { method: 'PUT', body: document })).ok);
  return id;
}

const complete = (id: number, test = 'shop') =>
  send(`POST /api/run/upload/${id}/complete?test=${test}&start=1&stop=2`, { key, headers: json });

/**
 * Makes an upload whose parts are joined, but that was not completed, because its completion was rejected.
 */
async function joined(idempotencyKey?: string): Promise<number> {
  const id = await begin(idempotencyKey);
  const refused = await send(`POST /api/run/upload/${id}/complete?test=shop&start=$.no&stop=2`, {
    key,
    headers: json,
  });
  assert.equal(refused.status, 400, refused.body);
  assert.equal(await uploadStore().bytes(id), document.length);
  return id;
}

async function atOnce(idempotencyKey: string): Promise<number> {
  const headers = { ...json, 'Idempotency-Key': idempotencyKey };
  const answer = await send('POST /api/run/data?test=shop&start=1&stop=2', {
    key,
    headers,
    body: document,
  });
  assert.equal(answer.status, 202, answer.body);
  return Number(answer.body);
}

/** Makes an upload in one request whose function died before it wrote the row of the run. */
async function rowless(idempotencyKey: string): Promise<number> {
  const { table } = repository();
  const { runs } = batchingContext().repository;
  const { insert } = runs;
  runs.insert = async () => {
    throw new Error('the function is dead');
  };
  const last = Number((await table.get(repositoryKey.counter('run')))?.last ?? 0);
  const headers = { ...json, 'Idempotency-Key': idempotencyKey };
  try {
    const answer = await send('POST /api/run/data?test=shop&start=1&stop=2', {
      key,
      headers,
      body: document,
    });
    assert.equal(answer.status, 500, answer.body);
  } finally {
    runs.insert = insert;
  }
  assert.equal(await uploadStore().bytes(last + 1), document.length);
  return last + 1;
}

/** The keys of the objects that the store has for an id. */
async function objectsOf(id: number): Promise<readonly string[]> {
  const keys = [objectKey.run(id), objectKey.index(id), objectKey.metadata(id), objectKey.histograms(id)];
  const location = { s3: endpoints.clients.s3, bucket: process.env[environment.runsBucket] ?? '' };
  const found = await Promise.all(keys.map((each) => readObject(location, each)));
  return keys.filter((_, n) => found[n] !== undefined);
}

const uploadOf = (id: number) => openUploads(repository().table).get(id);

test('an incomplete upload is deleted when its time is over, and not before', async () => {
  const [open, whole, row] = [await begin(), await joined(), await rowless('died once')];
  const { table } = repository();
  const run = await atOnce('lived');
  const done = await begin();
  assert.equal((await complete(done)).status, 202);
  await noted();
  assert.equal(await giveUpDocuments({ table, uploads: uploadStore() }, soon() - 60_000), 0);
  assert.deepEqual(
    [await objectsOf(whole), await objectsOf(row)].map((keys) => keys.length),
    [2, 1],
  );
  const dropped: number[] = [];
  const store = uploadStore();
  const drop: typeof store.drop = async (id, transfer) => {
    dropped.push(id);
    await store.drop(id, transfer);
  };
  assert.equal(await giveUpDocuments({ table, uploads: { ...store, drop } }, soon()), 3);
  assert.deepEqual(dropped, [open, whole], 'their parts are paid for until the transfer is ended');
  for (const id of [open, whole, row]) {
    assert.deepEqual([await objectsOf(id), await uploadOf(id)], [[], undefined]);
    assert.deepEqual([(await complete(id)).status, await uploadStore().bytes(id)], [404, undefined]);
    assert.equal(await repository().runs.get(id), undefined);
  }
  for (const id of [run, done]) {
    assert.ok((await objectsOf(id)).includes(objectKey.run(id)));
    assert.equal((await repository().runs.get(id))?.id, id);
  }
  assert.equal((await complete(done)).body, String(done), 'a repeat of what was done answers the same');
  assert.equal(await swept(), 0);
});

test('a later upload with the same key is another document', async () => {
  const [first, row] = [await joined('again in parts'), await rowless('again at once')];
  assert.equal(await swept(), 2);
  const second = await begin('again in parts');
  assert.notEqual(second, first);
  assert.deepEqual([await begin('again in parts'), (await complete(second)).status], [second, 202]);
  const run = await atOnce('again at once');
  assert.notEqual(run, row);
  assert.equal(await atOnce('again at once'), run);
});

test('an upload whose row arrives while it is given up is stored, under another id when it was too late', async () => {
  const row = await rowless('slow');
  const { table } = repository();
  // The sweep has found no row. Before its next write, the upload is repeated and succeeds.
  const late: Table = {
    ...table,
    write: async (writes) => {
      if (writes.some((write) => 'put' in write && write.put.givenUpAt !== undefined))
        assert.equal(await atOnce('slow'), row);
      return table.write(writes);
    },
  };
  assert.equal(await swept(late), 0);
  assert.equal(await textOf(row), document);
  // Now the sweep ends first, and then the row is written.
  const other = await rowless('slower');
  const { runs } = batchingContext().repository;
  const { insert } = runs;
  runs.insert = async (run, also) => {
    if (run.id === other) assert.equal(await swept(), 1);
    return insert(run, also);
  };
  const run = await atOnce('slower');
  runs.insert = insert;
  assert.notEqual(run, other);
  assert.equal(await textOf(run), document);
});

test('an upload that is completed while it is given up is deleted, and leaves nothing', async () => {
  const id = await joined();
  const { insert } = repository().runs;
  repository().runs.insert = async (run, also) => {
    assert.equal(await swept(), 1);
    return insert(run, also);
  };
  const answer = await complete(id);
  repository().runs.insert = insert;
  assert.deepEqual([answer.status, JSON.parse(answer.body).code], [404, 'UPLOAD_GONE']);
  assert.deepEqual([await objectsOf(id), await uploadOf(id)], [[], undefined]);
});

test('an upload that began again, or whose index is being made, is in use', async () => {
  const { table } = repository();
  for (const used of ['createdAt', 'indexing'] as const) {
    const [id, behind] = [await joined(), await joined()];
    await noted();
    await table.write([{ update: repositoryKey.upload(id), set: { [used]: soon() - day } }]);
    assert.equal(await giveUpDocuments({ table, uploads: uploadStore() }, soon()), 0);
    assert.deepEqual([(await objectsOf(id)).length, (await objectsOf(behind)).length], [2, 2]);
    assert.equal(await giveUpDocuments({ table, uploads: uploadStore() }, soon() + 2 * day), 2);
    assert.deepEqual([await objectsOf(id), await objectsOf(behind)], [[], []]);
  }
  // The index of the upload is requested during the sweep.
  const id = await joined();
  const late: Table = {
    ...table,
    write: async (writes) => {
      const upload = await uploadOf(id);
      if (
        upload?.indexing === undefined &&
        writes.some((write) => 'put' in write && write.put.givenUpAt !== undefined)
      )
        await table.write([{ update: repositoryKey.upload(id), set: { indexing: soon() } }]);
      return table.write(writes);
    },
  };
  assert.equal(await swept(late), 0);
  assert.equal((await objectsOf(id)).length, 2);
  assert.equal(await giveUpDocuments({ table, uploads: uploadStore() }, soon() + 2 * day), 1);
});

test('a sweep that ends anywhere is gone on with, and two at a time do what one does', async () => {
  const dead = new Error('the function is dead');
  for (let calls = 0; ; calls += 1) {
    const [whole, row, run] = [
      await joined(),
      await rowless(`died ${calls}`),
      await atOnce(`lived ${calls}`),
    ];
    await noted();
    let left = calls;
    const mortal = <Stores extends object>(real: Stores): Stores =>
      new Proxy(real, {
        get: (target, name) =>
          Reflect.get(target, name) instanceof Function ? mortally(target, name) : Reflect.get(target, name),
      });
    const mortally =
      (target: object, name: string | symbol) =>
      async (...given: readonly unknown[]) => {
        // The process dies after the call had its effect, but before it returned.
        const answer = await Reflect.get(target, name).apply(target, given);
        left -= 1;
        if (left < 0) throw dead;
        return answer;
      };
    const stores = { table: mortal(repository().table), uploads: mortal(uploadStore()) };
    const isWhole = await giveUpDocuments(stores, soon()).then(
      () => true,
      (error) => assert.equal(error, dead) ?? false,
    );
    const again = { table: repository().table, uploads: uploadStore() };
    await Promise.all([giveUpDocuments(again, soon()), giveUpDocuments(again, soon())]);
    assert.deepEqual(
      [await objectsOf(whole), await objectsOf(row), await uploadOf(whole)],
      [[], [], undefined],
    );
    assert.equal((await objectsOf(run)).length, 1);
    if (isWhole) return assert.ok(calls > 8, `${calls} calls`);
  }
});
