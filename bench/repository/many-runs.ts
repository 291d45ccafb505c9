/**
 * What do lists and searches of 100,000 runs cost? The program reports milliseconds on this machine and the
 * read units that DynamoDB would charge, for one call of each kind. The items are those of uploads, written
 * directly into the tables. A document comes from memory, and each read counts as one GET.
 *
 *     node bench/repository/many-runs.ts [runs = 100000]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DownpourError } from '../../lib/errors.ts';
import { listTests } from '../../lib/repository/reading/listed-tests.ts';
import { visibleDatasets } from '../../lib/repository/reading/visible-datasets.ts';
import { withValues } from '../../lib/repository/records/labels/read-values.ts';
import type { RunRow } from '../../lib/repository/records/runs/runs.ts';
import { openRepository, type Repository } from '../../lib/repository/repository.ts';
import { searchedRuns } from '../../lib/repository/search/list-matching-runs.ts';
import { listRuns, type RunPage } from '../../lib/repository/search/list-runs.ts';
import { listValues } from '../../lib/repository/search/list-values.ts';
import type { Principal } from '../../lib/results/access.ts';
import type { RunSource } from '../../lib/results/query/query-run.ts';
import { searchTerms } from '../../lib/results/run-search/parse-search.ts';
import { openTable } from '../../lib/store/dynamo-table.ts';
import { machine, table } from '../table.ts';
import { type Charged, chargedTable } from './charged-table.ts';
import { compared, openDirectWrites } from './direct-writes.ts';
import { bodyOf, fill, largeTest, uri } from './filled-table.ts';
import type { Listening } from './served.ts';

const runs = Number(process.argv[2] ?? 100_000);
const caller: Principal = { keyId: 1, user: 'bench', role: 'user' };
/** The milliseconds for which a call is repeated, within a minimum and a maximum number of times. */
const forMs = 4000;
const [timesMin, timesMax] = [3, 200];
/** The number of replies of a search that are requested. The other replies are assumed to cost the same. */
const repliesMax = 20;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'downpour-bench-'));
  const startedAt = performance.now();
  const writes = await openDirectWrites(folder, 'bench');
  await fill(writes, runs);
  const { items, sample } = await writes.end();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(`${machine()}; ${runs} runs; ${items} items were written in ${seconds} s\n`);
  const tree = join(import.meta.dirname, '../..');
  const child = fork(join(import.meta.dirname, 'served.ts'), [tree, 'tables', folder]);
  try {
    const [{ url }] = (await once(child, 'message')) as [Listening];
    const credentials = { accessKeyId: 'bench', secretAccessKey: 'secret' };
    const client = new DynamoDBClient({ region: 'us-east-1', endpoint: url, credentials });
    const options = { marshallOptions: { removeUndefinedValues: true } };
    const dynamo = DynamoDBDocumentClient.from(client, options);
    await compared(client, dynamo, 'bench', sample);
    const { table: charged, charged: cost } = chargedTable(openTable(dynamo, 'bench'));
    const repository = openRepository(charged);
    await lists(repository, cost);
    await searches(repository, cost);
    client.destroy();
  } finally {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function lists(repository: Repository, cost: Charged): Promise<void> {
  const list = (page: RunPage) => () => listRuns(repository, caller, page);
  const deep = Math.floor(runs / 40);
  const middle = await cursorAt(repository, Math.floor(runs / 2));
  const values = (limit: number) => async () => {
    const datasets = visibleDatasets(repository, caller, { testId: largeTest }, true);
    const placed = (async function* () {
      for await (const { dataset } of datasets) yield dataset;
    })();
    const stores = { table: repository.table, runs: { labelValues: async () => undefined } };
    const valued = withValues(stores, placed, largeTest, true);
    const labels = [1, 2, 3].map((id) => ({ id, name: `l${id}`, filtering: true, metrics: true }));
    return listValues(valued, labels, { filter: () => true, limit });
  };
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    'runs, limit=1': list({ limit: 1 }),
    'runs, limit=20': list({ limit: 20 }),
    'runs of a test, limit=20': list({ testId: largeTest, limit: 20 }),
    [`runs, limit=20, page=${deep}`]: list({ limit: 20, page: deep }),
    'runs, limit=20, a cursor in the middle': list({ limit: 20, cursor: middle }),
    'newest runs by id, limit=20': list({ limit: 20, sort: 'id', direction: 'Descending' }),
    'runs by id ascending, limit=20': list({ limit: 20, sort: 'id', direction: 'Ascending' }),
    'runs by stop, limit=20': list({ limit: 20, sort: 'stop' }),
    'runs by name of their test, limit=20': list({ limit: 20, sort: 'testname' }),
    'runs of a test by stop, limit=20': list({ testId: largeTest, limit: 20, sort: 'stop' }),
    'runs that name a schema, limit=20': list({ uri, limit: 20 }),
    'tests, limit=20': () => listTests(repository, caller, { limit: 20 }),
    'label values of a test, limit=20': values(20),
    'label values of a test, all': values(0),
  };
  const rows: string[][] = [];
  for (const [name, ask] of Object.entries(calls)) {
    const refusal = await refusalOf(ask);
    if (refusal !== undefined) {
      rows.push([name, refusal, '', '', '', '']);
      continue;
    }
    const before = { ...cost };
    const { times, p50, p99 } = await timed(ask);
    const each = (what: keyof Charged): string => ((cost[what] - before[what]) / times).toFixed(0);
    rows.push([name, p50.toFixed(1), p99.toFixed(1), each('requests'), each('items'), each('units')]);
  }
  const head = ['one call', 'p50 ms', 'p99 ms', 'requests', 'items', 'read units'];
  console.log(`${table(head, rows)}\n`);
}

/** The error code of a call, or undefined. */
async function refusalOf(ask: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await ask();
    return undefined;
  } catch (error) {
    if (error instanceof DownpourError) return error.code;
    throw error;
  }
}

async function cursorAt(repository: Repository, place: number): Promise<string | undefined> {
  let [cursor, looked]: [string | undefined, number] = ['', 0];
  while (cursor !== undefined && looked < place) {
    const { next, runs: some } = await listRuns(repository, caller, { cursor, limit: 10_000 });
    [cursor, looked] = [next, looked + some.length];
  }
  return cursor;
}

async function timed(ask: () => Promise<unknown>) {
  const took: number[] = [];
  for (const until = performance.now() + forMs; took.length < timesMax; ) {
    if (took.length >= timesMin && performance.now() > until) break;
    const startedAt = performance.now();
    await ask();
    took.push(performance.now() - startedAt);
  }
  took.sort((a, b) => a - b);
  const at = (share: number): number => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
  return { times: took.length, p50: at(0.5), p99: at(0.99) };
}

/** Runs searches to their ends, or until their cost is known. */
async function searches(repository: Repository, cost: Charged): Promise<void> {
  const queries = ['nobody', 'rare', '@.branch == "branch-3"', '$.info ? (@.build == 499)', '@.p99 > 1000'];
  const rows: string[][] = [];
  for (const query of queries) {
    const terms = searchTerms(query, { now: () => performance.now() });
    if ('valid' in terms) throw new Error(`${query}: ${terms.reason}`);
    const read = { gets: 0, bytes: 0 };
    const search = { terms, matchAll: false, sourceOf: sourceOf(read), now: () => performance.now() };
    const before = { ...cost };
    const used = process.cpuUsage();
    const took: number[] = [];
    let [cursor, looked, found]: [string | undefined, number, number] = ['', 0, 0];
    while (cursor !== undefined && took.length < repliesMax) {
      const startedAt = performance.now();
      const reply = await searchedRuns(repository, caller, { cursor }, search);
      took.push(performance.now() - startedAt);
      [cursor, looked, found] = [reply.next, reply.looked ?? 0, found + reply.total];
    }
    const { user, system } = process.cpuUsage(used);
    const all = (count: number): string => Math.round((count * runs) / looked).toLocaleString('en-US');
    const seconds = took.reduce((sum, ms) => sum + ms, 0) / 1000;
    rows.push([
      ...[query, looked.toLocaleString('en-US'), found.toLocaleString('en-US'), all(took.length)],
      ...[all(seconds), (Math.max(...took) / 1000).toFixed(1), all((user + system) / 1e6)],
      ...[all(read.gets), all(read.bytes / 1e6), all(cost.units - before.units)],
    ]);
  }
  const head = [
    'a search',
    'runs examined',
    'found',
    'replies',
    'seconds',
    'longest reply',
    'CPU s',
    'GETs',
    'MB',
    'read units',
  ];
  console.log(`all replies of a search through ${runs} runs\n\n${table(head, rows)}`);
}

const sourceOf =
  (read: { gets: number; bytes: number }) =>
  ({ id }: RunRow): RunSource => {
    const body = bodyOf(id);
    const never = (): never => {
      throw new Error('the document is too small: it is read as a whole');
    };
    return {
      documentBytes: body.length,
      index: never,
      openIndex: never,
      kept: () => undefined,
      keep: () => {},
      async document(start, end) {
        read.gets += 1;
        read.bytes += body.length;
        return body.subarray(start, end);
      },
    };
  };

await main();
