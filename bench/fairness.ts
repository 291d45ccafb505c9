/**
 * Does one caller stop a local API for the others? Two calm clients upload small runs, one after another, while another caller
 * attacks from a process of its own: uploads a second, their share of what the same clients did just before, p99, and
 * answers that are no 202.
 *
 *     node bench/fairness.ts [seconds = 10] [words of the attacks to try = all]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { attackNames, type Target } from './fairness/attacks.ts';
import type { Listening } from './repository/served.ts';
import { machine, table } from './table.ts';

const seconds = Number(process.argv[2] ?? 10);
const wanted = process.argv[3] ?? '';
const schema = 'urn:fairness';
const runs = 400;
const largeBytes = 10 * 1024 ** 2;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'downpour-bench-'));
  const tree = join(import.meta.dirname, '..');
  const server = fork(join(import.meta.dirname, 'repository/served.ts'), [tree, 'cloud', folder]);
  try {
    const [{ url, key }] = (await once(server, 'message')) as [Listening];
    const api = apiOf(url, key);
    const target = { url, ...(await prepare(api)) };
    const lines: string[][] = [];
    for (const name of attackNames.filter((each) => each.includes(wanted))) {
      const before = await during(api);
      const attacker = fork(join(import.meta.dirname, 'fairness/attacks.ts'), [name, JSON.stringify(target)]);
      await once(attacker, 'message');
      const { count, p99, others } = await during(api);
      const gone = once(attacker, 'exit');
      attacker.kill();
      await gone;
      const share = `${((100 * count) / before.count).toFixed(0)} %`;
      lines.push([name, perSecond(before.count), perSecond(count), share, ms(p99), counts(others)]);
      await settled(api);
    }
    console.log(`${machine()}; ${seconds} s each\n`);
    console.log(table(['', 'calm: uploads/s', 'attacked', 'share', 'p99', 'no 202'], lines));
  } finally {
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  }
}

const perSecond = (count: number): string => (count / seconds).toFixed(1);
const ms = (value: number): string => `${value.toFixed(0)} ms`;

function counts(statuses: readonly number[]): string {
  const each = [...new Set(statuses)].map(
    (status) => `${statuses.filter((other) => other === status).length} x ${status}`,
  );
  return each.join(', ') || 'none';
}

type Api = (method: string, path: string, body?: unknown) => Promise<Response>;

const apiOf =
  (url: string, key: string): Api =>
  (method, path, body) => {
    const isBytes = body instanceof Uint8Array;
    const headers = {
      ...{ 'X-Downpour-API-Key': key, 'content-type': 'application/json' },
      ...(isBytes && { 'content-encoding': 'gzip' }),
    };
    const sent = isBytes ? Buffer.from(body) : JSON.stringify(body);
    return fetch(url + path, { method, headers, ...(body !== undefined && { body: sent }) });
  };

/**
 * A test of many runs with one label, whose filter of fingerprints never ends; a small dataset, a large one,
 * another key.
 */
async function prepare(api: Api): Promise<Omit<Target, 'url'>> {
  const open = { name: 'fairness', owner: 'admin-team', access: 'PUBLIC' };
  const id = await (await api('POST', '/api/schema', { ...open, uri: schema })).json();
  const extractors = [{ name: 'x', jsonpath: '$.x', isarray: false }];
  const label = { ...open, name: 'x', extractors, function: 'x => x', filtering: true, metrics: true };
  await text(api('POST', `/api/schema/${id}/labels`, [label]));
  const filter = { fingerprintLabels: ['x'], fingerprintFilter: 'x => { for(;;); }' };
  await text(api('POST', '/api/test', { ...open, name: 'attacked', ...filter }));
  for (let x = 0; x < runs; x += 1) await text(upload(api, 'attacked', { $schema: schema, x }));
  const small = await datasetOf(api, 1);
  const item = JSON.stringify({ d: [1, 2, 3, 4, 5, 6, 7, 8, 9], name: 'an item of a large dataset' });
  const items = `${item},`.repeat(largeBytes / (item.length + 1)).slice(0, -1);
  const large = `{"$schema":"urn:large","items":[${items}]}`;
  const run = JSON.parse(await text(upload(api, 'large', gzipSync(large))));
  const key = await text(api('POST', '/api/user/apikey', { name: 'attacker', user: 'attacker' }));
  return { key, small, large: await datasetOf(api, run.id ?? run[0] ?? run) };
}

/** Datasets are made behind the reply to an upload. */
async function datasetOf(api: Api, run: number): Promise<number> {
  for (;;) {
    const { datasets } = JSON.parse(await text(api('GET', `/api/dataset/list/byRun/${run}`)));
    if (datasets.length > 0) return datasets[0].id;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const upload = (api: Api, test: string, body: unknown): Promise<Response> =>
  api('POST', `/api/run/data?test=${test}&start=2026-01-01&stop=2026-01-02&access=PUBLIC`, body);

async function text(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  const body = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${body}`);
  return body;
}

type Calm = { readonly count: number; readonly p99: number; readonly others: readonly number[] };

/** What two calm clients get done. */
async function during(api: Api): Promise<Calm> {
  const until = performance.now() + seconds * 1000;
  const took: number[] = [];
  const others: number[] = [];
  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      const at = performance.now();
      const answer = await upload(api, 'calm', { x: 1 });
      await answer.arrayBuffer();
      took.push(performance.now() - at);
      if (answer.status !== 202) others.push(answer.status);
    }
  };
  await Promise.all([client(), client()]);
  took.sort((one, other) => one - other);
  const p99 = took[Math.ceil(took.length * 0.99) - 1] ?? Number.NaN;
  return { count: took.length - others.length, p99, others };
}

/** Work that an attack has left does not count against the next one: a slow query lasts 29 s at most. */
async function settled(api: Api): Promise<void> {
  const until = performance.now() + 30_000;
  for (let calm = 0; calm < 20 && performance.now() < until; ) {
    const at = performance.now();
    await text(api('GET', '/api/run/list?limit=1'));
    calm = performance.now() - at < 100 ? calm + 1 : 0;
  }
}

await main();
