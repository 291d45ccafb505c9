import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
  type ScanCommandOutput,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { RunUpload } from '../../lib/api.generated.ts';
import { readRecord } from '../../lib/local/object-store/object-file.ts';
import { afterwards, clientDefaults, type Scope, scratchDir } from './scratch.ts';

/** Acknowledged data survives a kill -9 at any time, and existing data is complete. */

const rounds = 3;
const writersAtOnce = 4;

test('object store and tables: every acknowledged write is there after a kill', async (t) => {
  const dir = scratchDir(t);
  const acknowledged = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const { child, said } = await started(t, 'stores.ts', dir);
    const { s3, db } = clientsOf(t, said);
    await checkStores(dir, s3, db, acknowledged);
    await writeUntilKilled(child, acknowledged, async (name) => {
      await s3.send(
        new PutObjectCommand({ Bucket: 'runs', Key: name, Body: textOf(name), IfNoneMatch: '*' }),
      );
      await db.send(new PutItemCommand({ TableName: 'runs', Item: itemOf(name) }));
      const Puts = partsOf(name).map((Item) => ({ Put: { TableName: 'runs', Item } }));
      await db.send(new TransactWriteItemsCommand({ TransactItems: Puts }));
      return name;
    });
  }
  const { child, said } = await started(t, 'stores.ts', dir);
  const { s3, db } = clientsOf(t, said);
  await checkStores(dir, s3, db, acknowledged);
  await killed(child);
});

test('the whole cloud: every acknowledged run is there after a kill, and none is there twice', async (t) => {
  const dir = scratchDir(t);
  /** The acknowledged writes, as `<id> <name>`. */
  const acknowledged = new Set<string>();
  const begun = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const { child, said } = await started(t, 'cloud.ts', dir);
    const api = apiOf(said);
    await checkRuns(api, acknowledged);
    await writeUntilKilled(child, acknowledged, async (name) => {
      begun.add(name);
      return upload(api, name);
    });
  }
  const { child, said } = await started(t, 'cloud.ts', dir);
  const api = apiOf(said);
  const names = new Set([...acknowledged].map((entry) => entry.split(' ')[1]));
  // A client that got no answer repeats its request with the same idempotency key.
  for (const name of begun) if (!names.has(name)) acknowledged.add(await upload(api, name));
  await checkRuns(api, acknowledged);
  const { total } = (await (await api('/api/run/list?limit=1')).json()) as { total: number };
  assert.deepEqual([total, acknowledged.size], [begun.size, begun.size]);
  await killed(child);
});

const query = 'test=kill&start=2024-01-01&stop=2024-01-02';

/**
 * Stores the document of a name as a run. The name decides whether one request or an upload in parts is used.
 */
async function upload(api: Api, name: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': name };
  const body = textOf(name);
  if (/[0-7]$/.test(name)) {
    const answer = await api(`/api/run/data?${query}`, { method: 'POST', body, headers });
    return `${await accepted(answer)} ${name}`;
  }
  const size = JSON.stringify({ sizeBytes: Buffer.byteLength(body) });
  const begun = await api('/api/run/upload', { method: 'POST', body: size, headers });
  const { id, missing } = JSON.parse(await accepted(begun, 201)) as RunUpload;
  for (const { url } of missing) await accepted(await fetch(url, { method: 'PUT', body }), 200);
  const done = await api(`/api/run/upload/${id}/complete?${query}`, { method: 'POST' });
  return `${await accepted(done)} ${name}`;
}

async function accepted(answer: Response, status = 202): Promise<string> {
  const text = await answer.text();
  assert.equal(answer.status, status, text);
  return text;
}

type Said = Readonly<Record<string, string>>;

/** Starts a fixture with a data directory, and returns the line that it prints when it is ready. */
async function started(
  scope: Scope,
  fixture: string,
  dir: string,
): Promise<{ child: ChildProcess; said: Said }> {
  const file = join(import.meta.dirname, 'fixtures', fixture);
  const child = spawn(process.execPath, [file, dir], { stdio: ['ignore', 'pipe', 'inherit'] });
  afterwards(scope, () => child.kill('SIGKILL'));
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, said: JSON.parse(line) as Said };
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/**
 * Runs several writers, and kills the process a moment after a write was acknowledged, while other writes are
 * in progress.
 */
async function writeUntilKilled(
  child: ChildProcess,
  acknowledged: Set<string>,
  write: (name: string) => Promise<string>,
): Promise<void> {
  const isLast = acknowledged.size + 1 + Math.floor(Math.random() * 40);
  let isOver = false;
  let killing: Promise<void> | undefined;
  const writer = async (): Promise<void> => {
    while (!isOver) {
      try {
        acknowledged.add(await write(`w-${crypto.randomUUID()}`));
      } catch (error) {
        // A write may fail only after the kill has begun.
        if (!killing) throw error;
        isOver = true;
      }
      if (acknowledged.size >= isLast) {
        killing ??= new Promise((resolve) => setTimeout(resolve, Math.random() * 8)).then(() =>
          killed(child),
        );
      }
    }
  };
  await Promise.all(Array.from({ length: writersAtOnce }, writer));
  await killing;
}

/** A text of a few kilobytes that only this name has. */
const textOf = (name: string): string => JSON.stringify({ name, filler: name.repeat(100) });

const itemOf = (name: string) => ({ pk: { S: name }, sk: { S: '1' }, text: { S: textOf(name) } });

/** The parts that one transaction writes for a name. */
const partsOf = (name: string) =>
  Array.from({ length: 40 }, (_, n) => ({
    pk: { S: `part-${n}` },
    sk: { S: name },
    text: { S: textOf(name) },
  }));

function clientsOf(scope: Scope, { s3: endpoint, dynamodb }: Said): { s3: S3Client; db: DynamoDBClient } {
  const s3 = new S3Client({ ...clientDefaults, endpoint });
  const db = new DynamoDBClient({ ...clientDefaults, endpoint: dynamodb });
  afterwards(scope, () => s3.destroy());
  afterwards(scope, () => db.destroy());
  return { s3, db };
}

async function checkStores(
  dir: string,
  s3: S3Client,
  db: DynamoDBClient,
  acknowledged: ReadonlySet<string>,
): Promise<void> {
  const objects = join(dir, 'objects/runs/objects');
  const present = new Set(readdirSync(objects).map((file) => readRecord(join(objects, file))?.key ?? file));
  for (const name of acknowledged) assert.ok(present.has(name), `${name} is lost`);
  for (const Key of present) {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'runs', Key }));
    assert.equal(await Body?.transformToString(), textOf(Key));
  }
  for (const name of acknowledged) {
    const { Item } = await db.send(
      new GetItemCommand({ TableName: 'runs', Key: { pk: { S: name }, sk: { S: '1' } } }),
    );
    assert.deepEqual(Item, itemOf(name));
  }
  const parts = await countParts(db);
  for (const name of acknowledged) assert.equal(parts.get(name), 40, `${name} is lost`);
  for (const [name, count] of parts) assert.equal(count, 40, `a part of ${name} is lost`);
}

async function countParts(db: DynamoDBClient): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  let ExclusiveStartKey: ScanCommandOutput['LastEvaluatedKey'];
  do {
    const page = await db.send(
      new ScanCommand({ TableName: 'runs', ProjectionExpression: 'pk, sk', ExclusiveStartKey }),
    );
    for (const { pk, sk } of page.Items ?? [])
      if (pk?.S?.startsWith('part-')) counts.set(sk?.S ?? '', (counts.get(sk?.S ?? '') ?? 0) + 1);
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  return counts;
}

type Api = (path: string, init?: { method?: string; body?: string; headers?: object }) => Promise<Response>;

function apiOf({ url = '', adminKeyFile = '' }: Said): Api {
  const key = readFileSync(adminKeyFile, 'utf8').trim();
  return (path, init = {}) =>
    fetch(url + path, { ...init, headers: { ...init.headers, 'X-Downpour-API-Key': key } });
}

async function checkRuns(api: Api, acknowledged: ReadonlySet<string>): Promise<void> {
  for (const entry of acknowledged) {
    const [id, name = ''] = entry.split(' ');
    const answer = await api(`/api/run/${id}/data`);
    assert.deepEqual([answer.status, await answer.text()], [200, textOf(name)], entry);
  }
  const listed = (await (await api('/api/run/list?limit=1000')).json()) as { runs?: { id: number }[] };
  assert.ok(
    (listed.runs ?? []).length >= Math.min(acknowledged.size, 1),
    JSON.stringify(listed).slice(0, 200),
  );
  for (const { id } of listed.runs ?? []) {
    const answer = await api(`/api/run/${id}/data`);
    assert.deepEqual(
      [answer.status, ((await answer.json()) as { name: string }).name.slice(0, 2)],
      [200, 'w-'],
    );
  }
}
