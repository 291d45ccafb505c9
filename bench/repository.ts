/**
 * What does the results repository cost on one machine? The program measures the CPU time of the tables and
 * of the client for one operation of each kind, uploads of 41 kB from 16 clients, one upload of 200 MB, small
 * queries, the recalculation of labels, and the memory of the server at the end. It measures the parent
 * commit in turn. The server runs in another process.
 *
 *     node bench/repository.ts [rounds = 3] [commit = HEAD~1]
 */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { largeUpload } from './repository/large-upload.ts';
import { recalculation } from './repository/recalculation.ts';
import type { Listening, Used } from './repository/served.ts';
import { machine, median, table } from './table.ts';

const [rounds, commit = 'HEAD~1'] = [Number(process.argv[2] ?? 3), process.argv[3]];
const clients = 16;
const uploads = 1500;
const queries = 800;
const operations = 1000;
/** An idle thread returns unused heap after 13 seconds, because V8 keeps its pages for 8 of them. */
const restMs = 20_000;
/** The wait before a request is repeated that a busy machine refused. */
const busyMs = 1000;
const largeMb = 200;

/** The figures of one round, by their names. */
type Figures = Readonly<Record<string, number>>;

async function main(): Promise<void> {
  const project = join(import.meta.dirname, '..');
  const folder = mkdtempSync(join(tmpdir(), 'downpour-bench-'));
  const before = join(folder, 'before');
  try {
    execFileSync('git', ['worktree', 'add', '--quiet', '--detach', before, commit], { cwd: project });
    symlinkSync(join(project, 'node_modules'), join(before, 'node_modules'));
    console.log(`${machine()}; ${rounds} rounds, medians\n`);
    const found: Figures[][] = [[], []];
    for (let round = 0; round < rounds; round += 1)
      for (const [side, tree] of [project, before].entries())
        found[side]?.push({
          ...(await served(tree, 'tables', join(folder, `tables-${side}-${round}`), tableFigures)),
          ...(await served(tree, 'cloud', join(folder, `cloud-${side}-${round}`), cloudFigures)),
        });
    console.log(table(['', 'now', 'before', 'ratio'], rowsOf(found)));
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', before], { cwd: project });
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowsOf([now = [], then = []]: readonly (readonly Figures[])[]): string[][] {
  return Object.keys(now[0] ?? {}).map((name) => {
    const [ours, theirs] = [now, then].map((side) => median(side.map((figures) => figures[name] ?? 0)));
    const ratio = (ours ?? 0) / (theirs ?? 1);
    return [name, (ours ?? 0).toPrecision(3), (theirs ?? 0).toPrecision(3), ratio.toFixed(2)];
  });
}

type Server = Listening & { readonly used: () => Promise<Used> };

async function served(
  tree: string,
  kind: 'tables' | 'cloud',
  dir: string,
  measure: (server: Server) => Promise<Figures>,
): Promise<Figures> {
  const child = fork(join(import.meta.dirname, 'repository/served.ts'), [tree, kind, dir]);
  try {
    const [listening] = (await once(child, 'message')) as [Listening];
    const used = async (): Promise<Used> => {
      const answer = once(child, 'message');
      child.send('used');
      return (await answer)[0];
    };
    return await measure({ ...listening, used });
  } finally {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
}

async function tableFigures(server: Server): Promise<Figures> {
  const credentials = { accessKeyId: 'bench', secretAccessKey: 'secret' };
  const client = new DynamoDBClient({ region: 'us-east-1', endpoint: server.url, credentials });
  const dynamo = DynamoDBDocumentClient.from(client);
  const TableName = 'bench';
  const item = (n: number) => ({
    pk: `p${n % 50}`,
    sk: `s${n}`,
    name: 'a run',
    owner: 'team',
    n,
    tags: ['a', 'b'],
  });
  const calls: Readonly<Record<string, (n: number) => Promise<unknown>>> = {
    'put an item': (n) => dynamo.send(new PutCommand({ TableName, Item: item(n) })),
    'read an item': (n) => dynamo.send(new GetCommand({ TableName, Key: { pk: `p${n % 50}`, sk: `s${n}` } })),
    'list 20 items': (n) =>
      dynamo.send(
        new QueryCommand({
          TableName,
          Limit: 20,
          KeyConditionExpression: 'pk = :p',
          ScanIndexForward: false,
          ExpressionAttributeValues: { ':p': `p${n % 50}` },
        }),
      ),
    'transaction of 5 writes': (n) =>
      dynamo.send(
        new TransactWriteCommand({
          TransactItems: Array.from({ length: 5 }, (_, i) => ({ Put: { TableName, Item: item(5 * n + i) } })),
        }),
      ),
  };
  const figures: Record<string, number> = {};
  for (const [name, ask] of Object.entries(calls)) {
    await together(operations / 5, ask);
    const { serverMs, ownMs } = await measured(server, operations, ask);
    figures[`${name}: CPU ms of the tables`] = serverMs;
    figures[`${name}: CPU ms of the client`] = ownMs;
  }
  client.destroy();
  return figures;
}

async function cloudFigures(server: Server): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const send = (path: string, body?: Buffer): Promise<string> => fetched(server, agent, path, body);
  const document = (n: number): Buffer => Buffer.from(JSON.stringify(runOf(n)));
  const upload = (n: number) =>
    send('/api/run/data?test=bench&start=2026-01-01&stop=2026-01-02', document(n));
  const ids: string[] = [];
  await together(300, async (n) => ids.push(await upload(n)));
  const uploading = await measured(server, uploads, async (n) => ids.push(await upload(300 + n)));
  const query = (n: number) =>
    send(`/api/sql/${ids[n % 20]}/queryrun?query=${encodeURIComponent('$.results[7].value')}`);
  await together(200, query);
  const querying = await measured(server, queries, query);
  const recalculated = await recalculation(server);
  const large = await largeUpload(server, largeMb);
  const loaded = await server.used();
  await pause(restMs);
  const rested = await server.used();
  agent.destroy();
  return {
    ...large,
    ...recalculated,
    'uploads of 41 kB a second': uploads / uploading.seconds,
    'an upload: CPU ms of the server': uploading.serverMs,
    'small queries a second': queries / querying.seconds,
    'a small query: CPU ms of the server': querying.serverMs,
    'memory after the load, MB': loaded.rssMb,
    'memory at rest, MB': rested.rssMb,
  };
}

type Measured = { readonly seconds: number; readonly serverMs: number; readonly ownMs: number };

/** The wall time of all operations, and the CPU time of one. */
async function measured(
  server: Server,
  count: number,
  ask: (n: number) => Promise<unknown>,
): Promise<Measured> {
  const before = await server.used();
  const own = process.cpuUsage();
  const started = performance.now();
  await together(count, ask);
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(own);
  const { cpuMs } = await server.used();
  return { seconds, serverMs: (cpuMs - before.cpuMs) / count, ownMs: (user + system) / 1000 / count };
}

/** All clients together make this number of requests. */
async function together(count: number, ask: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const client = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) await ask(n);
  };
  await Promise.all(Array.from({ length: clients }, client));
}

async function fetched({ url, key }: Listening, agent: Agent, path: string, body?: Buffer): Promise<string> {
  const headers = {
    'X-Downpour-API-Key': key,
    ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
  };
  const sent = request(url + path, { agent, method: body ? 'POST' : 'GET', headers });
  sent.end(body);
  const [response] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  if (response.statusCode === 503) {
    await pause(busyMs);
    return fetched({ url, key }, agent, path, body);
  }
  if (response.statusCode >= 300) throw new Error(`${path}: ${response.statusCode} ${text}`);
  return text;
}

/** A run of about 41 kB. */
const runOf = (n: number): object => ({
  name: `run ${n}`,
  results: Array.from({ length: 330 }, (_, id) => ({
    id,
    name: `request-${id % 7}`,
    value: (id * 37 + n) % 1000,
    tags: ['a', 'b'],
    percentiles: { p50: id / 3, p90: id / 2, p99: id, p999: id * 2.5 },
  })),
});

await main();
