/**
 * One attacker of fairness.ts, in a process of its own: `attacks.ts NAME TARGET`. Says over IPC that it
 * begins, and goes on until it is ended.
 */
import { connect } from 'node:net';

export type Target = {
  readonly url: string;
  /** Of a user who is none of the calm clients. */
  readonly key: string;
  /** Ids of datasets. */
  readonly small: number;
  readonly large: number;
};

type Attack = (target: Target) => void;

const nested = `name: ${'['.repeat(50_000)}`;
const phases = Array.from({ length: 3000 }, (_, n) => `  - p${n}: { noop: { duration: 1s } }`).join('\n');
const manyPhases = `name: many\nhttp: { host: 'http://127.0.0.1:1' }\nphases:\n${phases}\n`;
const query = encodeURIComponent('$..[?(@..d[?(@ > 5)])]');

const attacks: Readonly<Record<string, Attack>> = {
  nothing: () => undefined,
  'an endless filter of fingerprints': (target) => again(target, 6, 'GET', '/api/test/1/fingerprint'),
  'endless functions of labels': (target) => preview(target, 'x => { for(;;); }'),
  'functions with endless getters': (target) => preview(target, 'x => ({ get a(){ for(;;); } })'),
  'slow native code': (target) => preview(target, 'x => "a".repeat(1e6).indexOf("a".repeat(5e5) + "b")'),
  'slow queries of a dataset of 10 MB': (target) =>
    again(target, 4, 'GET', `/api/sql/${target.large}/querydataset?query=${query}`),
  'plans of 3,000 phases': (target) =>
    again(target, 4, 'POST', '/api/burst', { document: manyPhases, dryRun: true }),
  'deeply nested YAML': (target) =>
    again(target, 4, 'POST', '/api/burst', { document: nested, dryRun: true }),
  'wrong passwords': wrongPasswords,
  'unfinished bodies without a key': ({ url }) => unfinished(url, {}),
  'unfinished bodies with a key': ({ url, key }) => unfinished(url, { 'X-Downpour-API-Key': key }),
};

export const attackNames = Object.keys(attacks);

function again({ url, key }: Target, atOnce: number, method: string, path: string, body?: unknown): void {
  const headers = { 'X-Downpour-API-Key': key, 'content-type': 'application/json' };
  const call = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  repeat(atOnce, () => fetch(url + path, call));
}

const preview = (target: Target, code: string): void =>
  again(target, 20, 'POST', `/api/dataset/${target.small}/previewLabel`, {
    ...{ name: 'p', extractors: [{ name: 'x', jsonpath: '$.x', isarray: false }], function: code },
  });

/** Of other users each time, for ten wrong ones lock a user. */
function wrongPasswords({ url }: Target): void {
  let tried = 0;
  repeat(30, () => {
    const user = Buffer.from(`nobody${tried++}:wrong password`).toString('base64');
    return fetch(`${url}/api/run/list`, { headers: { authorization: `Basic ${user}` } });
  });
}

/** Until the process is ended. */
function repeat(atOnce: number, call: () => Promise<Response>): void {
  for (let client = 0; client < atOnce; client += 1)
    void (async () => {
      for (;;)
        await call().then(
          (answer) => answer.arrayBuffer(),
          () => undefined,
        );
    })();
}

/** 200 connections, each with 5 MB of a body of 9 MB. */
function unfinished(url: string, headers: Readonly<Record<string, string>>): void {
  const { hostname, port } = new URL(url);
  const half = Buffer.alloc(5 * 1024 ** 2, 'x');
  const lines = Object.entries({ Host: hostname, 'Content-Length': 9 * 1024 ** 2, ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  for (let count = 0; count < 200; count += 1) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.resume();
    socket.write(`POST /api/run/data?test=attacked HTTP/1.1\r\n${head}\r\n`);
    socket.write(half);
  }
}

const [, , name = '', target] = process.argv;
if (target !== undefined && process.send) {
  attacks[name]?.(JSON.parse(target) as Target);
  process.send('begun');
  // Without an attack there is nothing else to wait for.
  process.on('message', () => undefined);
}
