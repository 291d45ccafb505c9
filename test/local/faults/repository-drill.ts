import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { readRecord } from '../../../lib/local/object-store/object-file.ts';
import { bucket, tables } from '../../../lib/local/variables.ts';
import type { DrilledCloud } from './drill.ts';

/**
 * The test definitions in the repository of a cloud, the documents that clients upload, and the contents of
 * the repository afterwards.
 */

const json = { 'content-type': 'application/json' };

export type Answer = { readonly status: number; readonly text: string };
type Asked = { readonly body?: string; readonly headers?: Readonly<Record<string, string>> };

/**
 * Sends a request.
 * @throws TypeError when the server does not answer.
 */
export async function ask(
  { url, apiKey }: Pick<DrilledCloud, 'url' | 'apiKey'>,
  line: string,
  { body, headers = {} }: Asked = {},
): Promise<Answer> {
  const [method = '', path = ''] = line.split(' ');
  const all = { ...json, ...headers, 'X-Downpour-API-Key': apiKey };
  const reply = await fetch(url + path, { method, headers: all, ...(body !== undefined && { body }) });
  return { status: reply.status, text: await reply.text() };
}

async function made<T>(cloud: DrilledCloud, line: string, body: unknown): Promise<T> {
  const { status, text } = await ask(cloud, line, { body: JSON.stringify(body) });
  assert.ok(status >= 200 && status < 300, `${line}: ${status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/**
 * Defines a transformer that makes a dataset of each item of a document, labels of the datasets (one label
 * with a value that is too large for the table), and two variables with change detection.
 */
export async function define(cloud: DrilledCloud): Promise<number> {
  const [runs, items] = [
    await made<number>(cloud, 'POST /api/schema', { name: 'drill', uri: 'urn:drill' }),
    await made<number>(cloud, 'POST /api/schema', { name: 'item', uri: 'urn:drill-item' }),
  ];
  const label = (name: string) => ({ name, extractors: [{ name, jsonpath: `$.${name}` }] });
  await made(cloud, `POST /api/schema/${items}/labels`, [label('value'), label('branch'), label('text')]);
  const transformer = await made<number>(cloud, `POST /api/schema/${runs}/transformers`, {
    name: 'items',
    extractors: [{ name: 'items', jsonpath: '$.items[*]', isarray: true }],
    targetSchemaUri: 'urn:drill-item',
    function: 'items => items',
  });
  const { id } = await made<{ id: number }>(cloud, 'POST /api/test', {
    name: 'drill',
    access: 'PUBLIC',
    fingerprintLabels: ['branch'],
  });
  await made(cloud, `POST /api/test/${id}/transformers`, [transformer]);
  const limits = { min: { enabled: false }, max: { enabled: true, inclusive: true, value: 90 } };
  await made(cloud, `POST /api/alerting/variables?test=${id}`, [
    { name: 'bounded', labels: ['value'], changeDetection: [{ model: 'fixedThreshold', config: limits }] },
    { name: 'plain', labels: ['value'] },
  ]);
  return id;
}

/**
 * The n-th document: two or three items, some with a value out of bounds. Every third document is a single
 * item, which no transformer reads, with a text that is too large for the table.
 */
export function documentOf(n: number): string {
  const item = (k: number) => ({ value: (n * 37 + k * 11) % 100, branch: `b${k}`, text: 'short' });
  const own = { $schema: 'urn:drill-item', ...item(0), text: 'x'.repeat(310_000) };
  const items = { $schema: 'urn:drill', items: Array.from({ length: 2 + (n % 2) }, (_, k) => item(k)) };
  return JSON.stringify({ name: nameOf(n), ...(n % 3 === 0 ? own : items) });
}

export const nameOf = (n: number): string => `run ${n}`;

/** Uploads the n-th document in one request. When a client repeats the request, it has no further effect. */
export async function uploadWhole(cloud: DrilledCloud, n: number): Promise<Answer> {
  return ask(cloud, `POST /api/run/data?${parametersOf(n)}`, { body: documentOf(n), headers: keyOf(n) });
}

/** Uploads the n-th document in parts. When a client repeats the requests, they have no further effect. */
export async function uploadInParts(cloud: DrilledCloud, n: number): Promise<Answer> {
  const body = documentOf(n);
  const size = JSON.stringify({ sizeBytes: Buffer.byteLength(body) });
  const begun = await ask(cloud, 'POST /api/run/upload', { body: size, headers: keyOf(n) });
  if (begun.status !== 201) return begun;
  const { id, missing } = JSON.parse(begun.text) as { id: number; missing: { url: string }[] };
  for (const { url } of missing) {
    const reply = await fetch(url, { method: 'PUT', body });
    if (!reply.ok) return { status: reply.status, text: await reply.text() };
  }
  return ask(cloud, `POST /api/run/upload/${id}/complete?${parametersOf(n)}`);
}

const keyOf = (n: number) => ({ 'idempotency-key': `drill-${n}` });
const parametersOf = (n: number): string => `test=drill&start=${1000 * n}&stop=${1000 * n + 1}&access=PUBLIC`;

type Item = Readonly<Record<string, unknown>> & { readonly pk: string; readonly sk: string };

/** All items in the table of the repository. */
export async function itemsOf({ environment }: DrilledCloud): Promise<readonly Item[]> {
  const { AWS_REGION: region = '', AWS_ENDPOINT_URL_DYNAMODB: endpoint = '' } = environment;
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = environment;
  const client = new DynamoDBClient({ region, endpoint, credentials: { accessKeyId, secretAccessKey } });
  const db = DynamoDBDocumentClient.from(client);
  const items: Item[] = [];
  try {
    let from: Record<string, unknown> | undefined;
    do {
      const page = await db.send(
        new ScanCommand({ TableName: tables.repository, ConsistentRead: true, ExclusiveStartKey: from }),
      );
      items.push(...((page.Items ?? []) as Item[]));
      from = page.LastEvaluatedKey;
    } while (from !== undefined);
    return items;
  } finally {
    client.destroy();
  }
}

export const isDue = ({ pk }: Item): boolean => pk.startsWith('work#');

/** The contents of a repository without the ids that depend on the order of events. */
export async function contents(cloud: DrilledCloud) {
  const items = await itemsOf(cloud);
  const of = (kind: string) => items.filter(({ pk }) => pk.startsWith(`${kind}#`));
  const rows = items.filter(({ pk }) => pk === 'runs');
  const runs = new Map(rows.map(({ id, start }) => [Number(id), nameOf(Number(start) / 1000)]));
  const measured = (kind: string) =>
    of(kind)
      .map(({ pk, runId, ordinal, value }) => [
        ...[pk.replace(/^(\w+#\d+).*/, '$1'), runs.get(Number(runId)) ?? `gone: ${runId}`],
        ...[ordinal, value],
      ])
      .sort(byText);
  const live = new Map(
    rows.flatMap(({ id, datasets = [] }) =>
      (datasets as number[]).map((each) => [each, Number(id)] as const),
    ),
  );
  const idsIn = (kind: string, name: string) => idsOf(of(kind), name);
  const datasets = [...live.keys()].sort((a, b) => a - b);
  const displayed = await Promise.all(rows.map(async (row) => shownRun(cloud, row)));
  return {
    names: [...runs.values()].sort(),
    runs: displayed.sort(byText),
    points: measured('datapoints'),
    changes: measured('changes'),
    /**
     * The lists of the repository. After the same work they must have the same ids. A record of an object
     * with label values may remain when the server ends during a task that another process has done already,
     * so it does not count.
     */
    lists: {
      datasets,
      rows: idsOf(
        of('dataset').filter(({ sk }) => sk === 'dataset'),
        'id',
      ),
      ofTest: idsIn('test-datasets', 'id'),
      ofSchema: idsIn('schema-datasets', 'id'),
      values: idsIn('values', 'dataset'),
    },
    /** Objects of datasets that belong to no run, and that no item refers to. */
    orphans: orphansOf(cloud, new Set(datasets), of('run')),
  };
}

async function shownRun(cloud: DrilledCloud, { id, datasets = [] }: Item) {
  const texts = async (path: string) => (await ask(cloud, `GET ${path}`)).text;
  const values = JSON.parse(await texts(`/api/run/${id}/labelValues`)) as { values: object }[];
  return {
    document: await texts(`/api/run/${id}/data`),
    datasets: await Promise.all((datasets as number[]).map((each) => dataOf(cloud, each))),
    values: values.map((each) => each.values),
  };
}

async function dataOf(cloud: DrilledCloud, dataset: number): Promise<unknown> {
  const { text } = await ask(cloud, `GET /api/dataset/${dataset}`);
  return (JSON.parse(text) as { data?: unknown }).data;
}

function orphansOf({ dataDir }: DrilledCloud, live: ReadonlySet<number>, ofRuns: readonly Item[]) {
  const noted = new Set(
    ofRuns
      .filter(({ sk }) => sk.startsWith('datasets#'))
      .flatMap(({ first, count }) => Array.from({ length: Number(count) }, (_, n) => Number(first) + n)),
  );
  const dir = join(dataDir, 'objects', bucket, 'objects');
  const keys = readdirSync(dir).map((file) => readRecord(join(dir, file))?.key ?? file);
  return keys.filter((key) => {
    const [, dataset] = /^runs\/\d+\/datasets\/(\d+)/.exec(key) ?? [];
    return dataset !== undefined && !live.has(Number(dataset)) && !noted.has(Number(dataset));
  });
}

const idsOf = (items: readonly Item[], name: string): readonly number[] =>
  items.map((item) => Number(item[name])).sort((a, b) => a - b);

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
