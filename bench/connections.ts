/**
 * Do many connections open, and does each request count once? This number of users arrives at once, each with
 * its own connection, at a target that answers after two seconds. All connections are then open at the same
 * time, with one request each. A row has the counts of the run and of the target. Exit code 1 when they
 * differ.
 *
 * Each process needs as many file descriptors as connections: `ulimit -n`.
 *
 *     node bench/connections.ts [connections = 1000,5000,10000]
 */
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RunDocument } from '../lib/driver/run/document.ts';
import type { Seen } from './connections/target.ts';
import { machine, table } from './table.ts';

const numbers = (process.argv[2] ?? '1000,5000,10000').split(',').map(Number);
const commandLine = join(import.meta.dirname, '../bin/downpour');

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'downpour-bench-'));
  const target = fork(join(import.meta.dirname, 'connections/target.ts'));
  try {
    const [port] = (await once(target, 'message')) as [number];
    const rows: string[][] = [];
    for (const connections of numbers) {
      const { took, run } = await drive(folder, port, connections);
      const reply = once(target, 'message');
      target.send('tell');
      const [seen] = (await reply) as [Seen];
      const { requests, resent } = sumsOf(run);
      const isEqual = requests + resent === seen.requests && requests === connections;
      if (!isEqual) process.exitCode = 1;
      rows.push([
        ...[connections, seen.connectionsAtOnce, requests, resent, seen.requests].map(String),
        ...[isEqual ? 'yes' : 'no', `${(took / 1000).toFixed(1)} s`],
      ]);
    }
    console.log(`${machine()}\n`);
    console.log(
      table(['connections', 'open at once', 'in the run', 'resent', 'at the target', 'equal', 'time'], rows),
    );
  } finally {
    target.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function drive(folder: string, port: number, connections: number) {
  const [file, out] = [join(folder, 'connections.hf.yaml'), join(folder, `${connections}.json`)];
  writeFileSync(file, documentFor(port, connections));
  const at = performance.now();
  // The run may exit with 1 (a limit is broken) or 4 (this machine was too busy). The counts of its document
  // are compared nevertheless.
  await promisify(execFile)(commandLine, ['run', file, '--json', out, '--data', join(folder, 'data')]).catch(
    () => undefined,
  );
  const run = JSON.parse(readFileSync(out, 'utf8')) as RunDocument;
  return { took: performance.now() - at, run };
}

const documentFor = (port: number, connections: number): string => `
name: connections
http: { host: 'http://127.0.0.1:${port}', sharedConnections: ${connections} }
phases:
- wave:
    atOnce:
      users: ${connections}
      duration: 1s
      maxDuration: 120s
      scenario: [ { get: [ { httpRequest: { GET: /, timeout: 60s } } ] } ]
`;

function sumsOf({ stats }: RunDocument): { requests: number; resent: number } {
  const summaries = stats.map(({ total }) => total.summary);
  const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0);
  return {
    requests: sum(summaries.map(({ requestCount }) => requestCount)),
    resent: sum(summaries.map(({ extensions }) => extensions.http.resent)),
  };
}

await main();
