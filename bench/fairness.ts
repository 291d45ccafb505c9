/**
 * Does one caller stop a local API for the others? Two calm clients upload small runs, one after another, while another caller
 * attacks: uploads a second, p99, and answers that are no 202, beside those of a calm machine.
 *
 *     node bench/fairness.ts [seconds = 10]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Listening } from './repository/served.ts';
import { machine, table } from './table.ts';

const seconds = Number(process.argv[2] ?? 10);
const schema = 'urn:fairness';
const runs = 400;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'downpour-bench-'));
  const child = fork(join(import.meta.dirname, 'repository/served.ts'), [
    join(import.meta.dirname, '..'),
    'cloud',
    folder,
  ]);
  try {
    const [server] = (await once(child, 'message')) as [Listening];
    const api = apiOf(server);
    const dataset = await prepare(api);
    await during(api, 3);
    const lines: string[][] = [];
    for (const [name, attack] of Object.entries(attacks(server, api, dataset))) {
      const end = new AbortController();
      const attacking = attack(end.signal);
      const { count, p99, others } = await during(api, seconds);
      end.abort();
      await attacking;
      lines.push([name, (count / seconds).toFixed(1), `${p99.toFixed(0)} ms`, others.join(' ') || 'none']);
    }
    console.log(`${machine()}; ${seconds} s each\n`);
    console.log(table(['', 'uploads a second', 'p99', 'no 202'], lines));
  } finally {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  }
}

type Api = (method: string, path: string, body?: unknown, signal?: AbortSignal) => Promise<Response>;

const apiOf =
  ({ url, key }: Listening): Api =>
  (method, path, body, signal) =>
    fetch(url + path, {
      ...{ method, headers: { 'X-Downpour-API-Key': key, 'content-type': 'application/json' } },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });

/** A test of many runs with one label, whose filter of fingerprints never ends; the id of one of its datasets. */
async function prepare(api: Api): Promise<number> {
  const wanted = { name: 'fairness', owner: 'admin-team', access: 'PUBLIC' };
  const id = await (await api('POST', '/api/schema', { ...wanted, uri: schema })).json();
  const extractors = [{ name: 'x', jsonpath: '$.x', isarray: false }];
  const label = { ...wanted, name: 'x', extractors, function: 'x => x', filtering: true, metrics: true };
  await text(api('POST', `/api/schema/${id}/labels`, [label]));
  const filter = { fingerprintLabels: ['x'], fingerprintFilter: 'x => { for(;;); }' };
  await text(api('POST', '/api/test', { ...wanted, name: 'attacked', ...filter }));
  for (let x = 0; x < runs; x += 1) await text(upload(api, 'attacked', { $schema: schema, x }));
  const list = JSON.parse(await text(api('GET', '/api/dataset/list/byRun/1')));
  return list.datasets[0].id;
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
async function during(api: Api, forSeconds: number): Promise<Calm> {
  const until = performance.now() + forSeconds * 1000;
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
  return {
    count: took.length - others.length,
    p99: took[Math.ceil(took.length * 0.99) - 1] ?? Number.NaN,
    others,
  };
}

type Attack = (signal: AbortSignal) => Promise<unknown>;

function attacks(server: Listening, api: Api, dataset: number): Readonly<Record<string, Attack>> {
  const again =
    (atOnce: number, method: string, path: string, body?: unknown): Attack =>
    (signal) =>
      Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (!signal.aborted)
            await api(method, path, body, signal).then(
              (answer) => answer.arrayBuffer(),
              () => undefined,
            );
        }),
      );
  const preview = (code: string): Attack =>
    again(20, 'POST', `/api/dataset/${dataset}/previewLabel`, {
      ...{ name: 'p', extractors: [{ name: 'x', jsonpath: '$.x', isarray: false }], function: code },
    });
  const query = encodeURIComponent('$..[?(@..x[?(@ > 5)])]');
  const phases = Array.from({ length: 3000 }, (_, n) => `  - p${n}: { noop: { duration: 1s } }`).join('\n');
  const document = `name: many\nhttp: { host: 'http://127.0.0.1:1' }\nphases:\n${phases}\n`;
  return {
    calm: async () => undefined,
    'an endless filter of fingerprints': again(6, 'GET', '/api/test/1/fingerprint'),
    'endless functions of labels': preview('x => { for(;;); }'),
    'functions with endless getters': preview('x => ({ get a(){ for(;;); } })'),
    'slow native code': preview('x => "a".repeat(1e6).indexOf("a".repeat(5e5) + "b")'),
    'slow queries of datasets': again(4, 'GET', `/api/sql/${dataset}/querydataset?query=${query}`),
    'plans of 3,000 phases': again(4, 'POST', '/api/burst', { document, dryRun: true }),
    'deeply nested YAML': again(4, 'POST', '/api/burst', {
      ...{ document: `name: ${'['.repeat(50_000)}`, dryRun: true },
    }),
    'wrong passwords': (signal) => wrongPasswords(server, signal),
    'bodies that stay unfinished': (signal) => unfinished(server, signal),
  };
}

/** Of other users each time, for ten wrong ones lock a user. */
function wrongPasswords({ url }: Listening, signal: AbortSignal): Promise<unknown> {
  let tried = 0;
  return Promise.all(
    Array.from({ length: 30 }, async () => {
      while (!signal.aborted) {
        const user = Buffer.from(`nobody${tried++}:wrong password`).toString('base64');
        const headers = { authorization: `Basic ${user}` };
        await fetch(`${url}/api/run/list`, { headers, signal }).then(
          (answer) => answer.arrayBuffer(),
          () => undefined,
        );
      }
    }),
  );
}

/** 200 connections, each with 5 MB of a body of 9 MB. */
async function unfinished({ url }: Listening, signal: AbortSignal): Promise<void> {
  const { hostname, port } = new URL(url);
  const half = Buffer.alloc(5 * 1024 ** 2, 'x');
  const sockets: Socket[] = [];
  for (let count = 0; count < 200 && !signal.aborted; count += 1) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(`POST /api/run/data HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 9437184\r\n\r\n`);
    socket.write(half);
    sockets.push(socket);
  }
  if (!signal.aborted) await once(signal, 'abort');
  for (const socket of sockets) socket.destroy();
}

await main();
