/**
 * How many requests does a CPU second of the whole engine send, beside undici alone, autocannon and wrk?
 *
 * All four load the same nginx on loopback over 16 connections, closed model, in turn for several rounds; each in a
 * process of its own whose CPU time is read at its end. The engine runs a real scenario: a random item, an int that
 * counts, one GET, three histograms. Run: `node bench/driver-loopback.ts [seconds] [rounds]`.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { machine, median, table } from './table.ts';

const run = promisify(execFile);
const connections = 16;

type Measured = { readonly requests: number; readonly seconds: number; readonly cpuSeconds: number };
type Contender = { readonly name: string; measure(url: string, seconds: number): Promise<Measured> };

const script = (name: string): string => fileURLToPath(new URL(`./contenders/${name}.ts`, import.meta.url));

/** A contender of ours prints its own figures as JSON. */
const inNode = (name: string, label: string): Contender => ({
  name: label,
  measure: async (url, seconds) => {
    const { stdout } = await run(process.execPath, [script(name), url, String(seconds), String(connections)]);
    return JSON.parse(stdout) as Measured;
  },
});

/** The shell's own `time` reads the CPU of a finished program, children included. */
async function timed(
  command: string,
  args: readonly string[],
): Promise<{ output: string; cpuSeconds: number }> {
  const line = 'TIMEFORMAT="%U %S"; time "$0" "$@"';
  const { stdout, stderr } = await run('bash', ['-c', line, command, ...args], {
    env: { ...process.env, LC_ALL: 'C' },
  });
  const [user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return { output: stdout, cpuSeconds: user + system };
}

const wrk: Contender = {
  name: 'wrk',
  measure: async (url, seconds) => {
    const { output, cpuSeconds } = await timed('wrk', ['-t1', `-c${connections}`, `-d${seconds}`, `${url}/`]);
    const requests = Number(/(\d+) requests in/.exec(output)?.[1]);
    return { requests, seconds, cpuSeconds };
  },
};

const contenders: readonly Contender[] = [
  inNode('engine', 'downpour engine'),
  inNode('undici', 'undici alone'),
  inNode('autocannon', 'autocannon'),
  wrk,
];

async function main(): Promise<void> {
  const seconds = Number(process.argv[2] ?? 3);
  const rounds = Number(process.argv[3] ?? 5);
  const target = await startNginx();
  try {
    const results = new Map<string, Measured[]>(contenders.map((contender) => [contender.name, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const contender of contenders)
        results.get(contender.name)?.push(await contender.measure(target.url, seconds));
    }
    report(results, seconds, rounds);
  } finally {
    await target.close();
  }
}

function report(results: ReadonlyMap<string, readonly Measured[]>, seconds: number, rounds: number): void {
  const cpuOf = (name: string) =>
    median((results.get(name) ?? []).map((one) => (one.cpuSeconds / one.requests) * 1e6));
  const rateOf = (name: string) => median((results.get(name) ?? []).map((one) => one.requests / one.seconds));
  const rows = [...results.keys()].map((name) => [
    name,
    Math.round(rateOf(name)).toLocaleString('en'),
    cpuOf(name).toFixed(2),
    Math.round(1e6 / cpuOf(name)).toLocaleString('en'),
    (cpuOf(name) / cpuOf('undici alone')).toFixed(2),
    (rateOf(name) / rateOf('autocannon')).toFixed(2),
  ]);
  console.log(
    `${machine()}; ${connections} connections, ${seconds} s, median of ${rounds} rounds, nginx on loopback`,
  );
  const head = ['', 'requests/s', 'CPU µs/request', 'requests/CPU s', 'CPU ÷ undici', 'rate ÷ autocannon'];
  console.log(table(head, rows));
}

/** nginx with one worker that answers two bytes. */
async function startNginx(): Promise<{ url: string; close: () => Promise<void> }> {
  const port = await freePort();
  const home = await mkdtemp(join(tmpdir(), 'downpour-bench-'));
  const config = `
    daemon off; worker_processes 1; pid ${home}/pid; error_log ${home}/error.log;
    events { worker_connections 512; }
    http { access_log off; keepalive_requests 100000000; client_body_temp_path ${home}/body; proxy_temp_path ${home}/proxy;
      fastcgi_temp_path ${home}/f; uwsgi_temp_path ${home}/u; scgi_temp_path ${home}/s;
      server { listen 127.0.0.1:${port}; location / { return 200 "ok"; } } }`;
  await writeFile(join(home, 'nginx.conf'), config);
  const nginx = spawn('nginx', ['-c', join(home, 'nginx.conf')], { stdio: 'inherit' });
  const ended = new Promise<void>((resolve) => nginx.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await answering(url);
  return {
    url,
    close: async () => {
      nginx.kill('SIGTERM');
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await (await fetch(url)).text();
      return;
    } catch (error) {
      if (tries === 100) throw new Error('nginx does not answer; is it installed?', { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

await main();
