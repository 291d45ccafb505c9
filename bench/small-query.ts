/**
 * What does a small query cost on one machine, and how much of it in each layer?
 *
 * A separate server (`downpour serve`) has some runs of a few kilobytes. One client and sixteen clients send
 * requests over persistent connections. The CPU time is that of the server's process with all its threads, so
 * it is meaningful on a busy machine too. `x` is the ratio to a request for the version, which needs neither
 * key nor store. Rounds in turn, medians.
 *
 *     node bench/small-query.ts [--requests 2000] [--rounds 3]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { project } from '../lib/project.ts';
import { machine, median, table } from './table.ts';

const { values: options } = parseArgs({
  options: { requests: { type: 'string', default: '2000' }, rounds: { type: 'string', default: '3' } },
});
const [requests, rounds] = [Number(options.requests), Number(options.rounds)];
const clockTicksPerSec = 100;

type Served = { readonly url: string; readonly apiKey: string; readonly process: ChildProcess };
type Measured = { readonly cpuMs: number; readonly perSec: number };

async function main(): Promise<void> {
  if (!(requests >= 1) || !(rounds >= 1)) throw new Error('--requests and --rounds must be numbers above 0');
  const data = await mkdtemp(join(tmpdir(), 'downpour-bench-'));
  const served = await serve(data);
  try {
    const runs = [];
    for (let n = 0; n < 10; n += 1) runs.push(await upload(served, n));
    console.log(`${machine()}; ${requests} requests, ${rounds} rounds, medians\n`);
    console.log(await measured(served, questionsAbout(runs)));
  } finally {
    served.process.kill('SIGINT');
    await once(served.process, 'exit');
    await rm(data, { recursive: true, force: true });
  }
}

/** Paths by their purpose. Each purpose has several paths, so that consecutive answers differ. */
const questionsAbout = (runs: readonly string[]): Readonly<Record<string, readonly string[]>> => ({
  version: ['/api/config/version'],
  'a key': [`/api/sql/testjsonpath?query=${encodeURIComponent('$.name')}`],
  'a member': runs.map((id) => `/api/sql/${id}/queryrun?query=${encodeURIComponent('$.name')}`),
  'a filter': runs.map(
    (id) => `/api/sql/${id}/queryrun?array=true&query=${encodeURIComponent('$.results[?(@.p99 > 900)].n')}`,
  ),
});

async function measured(
  served: Served,
  questions: Readonly<Record<string, readonly string[]>>,
): Promise<string> {
  const found = new Map<string, Measured[]>();
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, paths] of Object.entries(questions))
      for (const clients of [1, 16]) {
        const one = await ask(served, paths, clients);
        // The first round is a warm-up.
        if (round > 0) found.set(`${name}, ${clients}`, [...(found.get(`${name}, ${clients}`) ?? []), one]);
      }
  const cpu = (name: string): number => median((found.get(name) ?? []).map(({ cpuMs }) => cpuMs));
  const rows = [...found].map(([name, all]) => [
    name,
    cpu(name).toFixed(2),
    (cpu(name) / cpu('version, 1')).toFixed(1),
    median(all.map(({ perSec }) => perSec)).toFixed(0),
    (1000 / cpu(name)).toFixed(0),
  ]);
  return table(['question, clients', 'CPU ms each', 'x', 'a second', 'a second and core'], rows);
}

async function ask(
  { url, apiKey, process }: Served,
  paths: readonly string[],
  clients: number,
): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const [cpu, start] = [cpuMsOf(process), performance.now()];
  let left = requests;
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await get(`${url}${paths[left % paths.length]}`, apiKey, agent);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return { cpuMs: (cpuMsOf(process) - cpu) / requests, perSec: requests / seconds };
}

function get(url: string, apiKey: string, agent: Agent): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const asking = request(url, { agent, headers: { 'x-downpour-api-key': apiKey } }, (answer) => {
    answer.resume();
    if (answer.statusCode === 200) answer.on('end', resolve);
    else reject(new Error(`${url} returned status ${answer.statusCode}`));
  });
  asking.on('error', reject);
  asking.end();
  return promise;
}

/** User and system time of a process with all its threads, as the kernel counts it. */
function cpuMsOf({ pid }: ChildProcess): number {
  const [, counted = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = counted.split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / clockTicksPerSec;
}

async function serve(data: string): Promise<Served> {
  const launch = [join(project, 'bin', 'downpour.ts'), 'serve', '--port', '0', '--json', '--data', data];
  const child = spawn(process.execPath, launch, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(child.stdout)) {
    const { url, apiKey } = JSON.parse(line) as { readonly url: string; readonly apiKey: string };
    return { url, apiKey, process: child };
  }
  throw new Error('the server did not start');
}

async function upload({ url, apiKey }: Served, n: number): Promise<string> {
  const results = Array.from({ length: 40 }, (_, row) => ({
    n: row,
    p99: (row * 37 + n) % 1000,
    name: `row ${row}`,
  }));
  const answer = await fetch(`${url}/api/run/data?test=bench&start=1&stop=2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-downpour-api-key': apiKey },
    body: JSON.stringify({ name: `run ${n}`, results }),
  });
  if (answer.status !== 202) throw new Error(`the upload returned status ${answer.status}`);
  return (await answer.text()).trim();
}

await main();
