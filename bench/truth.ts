/**
 * Does Downpour send the requested load, and are the reported times true?
 *
 * A separate target, in another process and on another core, records the arrival of each request and the time
 * of its answer. Together with the planned arrivals this gives the times that users would see, for a
 * comparison with the reported times. `rates`: the requested and the sent rate, and the distribution of the
 * gaps at the target, by the stamps of the target's kernel (python3). `lateness`: of starts, up to half of
 * the maximum rate. `delays`: reported and true times for known delays, and the reports of other tools about
 * the same target. `merge`: 1,000 shards in comparison with one histogram. `counts`: the requests and
 * responses of both sides in runs with a target that resets connections and is killed.
 *
 *     node bench/truth.ts [--parts rates,lateness,delays,merge,counts] [--seconds 5] [--rates 10,1000,10000]
 * [--highest USERS_PER_SEC] [--runs 20]
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { contenders } from './driver-loopback/contenders.ts';
import type { Task } from './driver-loopback/load.ts';
import { pinned } from './driver-loopback/pinned.ts';
import { machine, table } from './table.ts';
import { countedRun } from './truth/counts.ts';
import type { Driven } from './truth/drive.ts';
import { ascending, distanceToExponential, quantile } from './truth/laws.ts';
import type { Merged } from './truth/merge.ts';
import type { Delay, Report, TargetRequest } from './truth/target.ts';

const { values: options } = parseArgs({
  options: {
    parts: { type: 'string', default: 'rates,lateness,delays,merge,counts' },
    seconds: { type: 'string', default: '5' },
    rates: { type: 'string', default: '10,1000,10000' },
    highest: { type: 'string' },
    runs: { type: 'string', default: '20' },
  },
});
const seconds = Number(options.seconds);
const baseNs = process.hrtime.bigint();
const fileOf = (name: string): string => fileURLToPath(new URL(`truth/${name}`, import.meta.url));
const percents = [50, 90, 99, 99.9, 100] as const;

/** The maximum output of a child process: the times of a million users. */
const maxBuffer = 64 * 1024 * 1024;

class Target {
  readonly #child: ChildProcess;
  port = 0;

  constructor() {
    const [command, args] = pinned(cpus().length - 1, process.execPath, [fileOf('target.ts'), `${baseNs}`]);
    this.#child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  }

  async open(): Promise<void> {
    this.port = (await this.#nextMessage()) as number;
  }

  async begin(delay: Delay): Promise<void> {
    await this.#ask({ delay });
  }

  report = async (): Promise<Report> => (await this.#ask({ report: true })) as Report;

  close(): void {
    this.#child.disconnect();
  }

  async #ask(request: TargetRequest): Promise<unknown> {
    const answer = this.#nextMessage();
    this.#child.send(request);
    return answer;
  }

  async #nextMessage(): Promise<unknown> {
    const [message] = await once(this.#child, 'message');
    return message;
  }
}

/** A target without delays that reports when the kernel received each request (stamping-target.py). */
class StampingTarget implements Pick<Target, 'port' | 'begin' | 'report'> {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  port = 0;

  constructor() {
    const [command, args] = pinned(cpus().length - 1, 'python3', [fileOf('stamping-target.py'), `${baseNs}`]);
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  async open(): Promise<void> {
    this.port = Number(await this.#nextLine());
  }

  async begin(): Promise<void> {
    this.#child.stdin?.write('begin\n');
    await this.#nextLine();
  }

  async report(): Promise<Report> {
    this.#child.stdin?.write('report\n');
    return { arrivedNs: JSON.parse(await this.#nextLine()) as number[], repliedNs: [] };
  }

  close(): void {
    this.#child.stdin?.end();
  }

  async #nextLine(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error('the target ended; is python3 installed?');
    return value;
  }
}

type Load = { readonly usersPerSec: number; readonly variance: boolean; readonly lastsSeconds: number };

/** A drive with one request for each user, and the record of the target. */
async function drive(
  target: Pick<Target, 'port' | 'begin' | 'report'>,
  delay: Delay,
  { usersPerSec, variance, lastsSeconds }: Load,
): Promise<{ readonly driven: Driven; readonly seen: Report }> {
  const scenario = [{ get: [{ httpRequest: { GET: '/' } }] }];
  // As many connections as requests arrive during a stall of two seconds. Without a stall, a tenth of a
  // second is enough.
  const connections = Math.min(2000, Math.max(100, Math.ceil(usersPerSec * (delay === 'stall' ? 2.2 : 0.1))));
  const maxSessions = Math.max(100, Math.ceil(usersPerSec * 3));
  const document = JSON.stringify({
    name: 'truth',
    http: { host: `http://127.0.0.1:${target.port}`, sharedConnections: connections },
    phases: [
      {
        truth: {
          constantRate: { usersPerSec, variance, duration: `${lastsSeconds}s`, maxSessions, scenario },
        },
      },
    ],
  });
  await target.begin(delay);
  const [command, args] = pinned(0, process.execPath, [fileOf('drive.ts'), document, `${baseNs}`]);
  const { stdout, stderr } = await promisify(execFile)(command, args, { maxBuffer });
  if (stderr !== '') console.error(stderr);
  return { driven: JSON.parse(stdout) as Driven, seen: await target.report() };
}

/**
 * Pairs the n-th request with the n-th planned user. It may be the request of another user, which does not
 * change the distribution of the times.
 */
const paired = (plannedNs: readonly number[], instants: readonly number[]): number[] =>
  ascending(instants.map((ns, at) => ns - (plannedNs[at] ?? Number.NaN)));

const ms = (ns: number): string => (ns / 1e6).toFixed(ns < 10e6 ? 3 : 1);
const inMs = (sorted: readonly number[]): string[] => percents.map((each) => ms(quantile(sorted, each)));

async function ratesTable(target: StampingTarget, rates: readonly number[]): Promise<string> {
  const rows: string[][] = [];
  for (const usersPerSec of rates)
    for (const variance of [true, false]) {
      const lastsSeconds = usersPerSec < 100 ? Math.max(seconds, 20) : seconds;
      const { driven, seen } = await drive(target, 'none', { usersPerSec, variance, lastsSeconds });
      const { plannedNs } = driven;
      const isExponential = (instants: readonly number[]): string =>
        variance ? distanceToExponential(instants, usersPerSec / 1e9).toFixed(4) : '-';
      const off = paired(plannedNs, seen.arrivedNs);
      rows.push([
        `${usersPerSec.toLocaleString('en')} ${variance ? 'random' : 'even'}`,
        `${plannedNs.length}`,
        `${seen.arrivedNs.length}`,
        (seen.arrivedNs.length / lastsSeconds).toFixed(1),
        isExponential(plannedNs),
        isExponential(seen.arrivedNs),
        variance ? (1.95 / Math.sqrt(plannedNs.length)).toFixed(4) : '-',
        ...[50, 99, 99.9].map((each) => ms(quantile(off, each))),
      ]);
    }
  const head = [
    'requested users/s',
    'planned',
    'came',
    'came/s',
    'KS planned',
    'KS at target',
    'KS critical',
  ];
  return table([...head, 'deviation p50 ms', 'p99', 'p99.9'], rows);
}

/**
 * True when all users start and none waits for a session, and at most one start in a hundred is a tenth of a
 * second late.
 */
const isKeptUp = ({ plannedNs, started, waited, latenessNs }: Driven): boolean =>
  started === plannedNs.length && waited === 0 && (latenessNs[2] ?? Infinity) < 100e6;

/** The maximum rate among a few rates, so that the search takes a minute. */
async function highestRate(target: Target): Promise<number> {
  let highest = 0;
  for (const usersPerSec of ladder) {
    const { driven } = await drive(target, 'none', { usersPerSec, variance: true, lastsSeconds: 3 });
    if (!isKeptUp(driven)) break;
    highest = usersPerSec;
  }
  if (highest === 0) throw new Error(`this machine is too busy: it cannot start ${ladder[0]} users/s`);
  return highest;
}

const ladder = [500, 1000, 2500, 5000, 7500, 10_000, 15_000, 20_000, 25_000, 30_000, 40_000, 50_000];

async function latenessTable(target: Target, highest: number): Promise<string> {
  const rows: string[][] = [];
  for (const usersPerSec of new Set([100, 1000, 0.1 * highest, 0.25 * highest, 0.5 * highest, highest])) {
    const { driven } = await drive(target, 'none', { usersPerSec, variance: true, lastsSeconds: seconds });
    const [p50 = 0, , p99 = 0, p999 = 0, max = 0] = driven.latenessNs;
    rows.push([
      Math.round(usersPerSec).toLocaleString('en'),
      `${Math.round((100 * usersPerSec) / highest)} %`,
      ...[p50, p99, p999, max].map(ms),
      `${Math.round(100 * driven.cpuShare)} %`,
    ]);
  }
  return table(['users/s', 'of the highest', 'late p50 ms', 'p99', 'p99.9', 'max', 'CPU'], rows);
}

async function delaysTable(target: Target, home: string): Promise<string> {
  const usersPerSec = 200;
  const rows: string[][] = [];
  for (const delay of ['fixed', 'bimodal', 'stall'] as const) {
    const lastsSeconds = delay === 'stall' ? 10 : Math.max(10, seconds);
    const load = { usersPerSec, variance: true, lastsSeconds };
    const { driven, seen } = await drive(target, delay, load);
    // Pairs requests and answers in the order of arrival.
    const truth = paired(driven.plannedNs, seen.repliedNs);
    const name = { fixed: 'fixed 5 ms', bimodal: '2 ms, 200 ms at 1 %', stall: '2 s stall of 10 s' }[delay];
    const errors = percents.map((each, at) => (driven.latencyNs[at] ?? 0) / quantile(truth, each) - 1);
    rows.push(
      [`${name}: true`, ...inMs(truth)],
      ['  Downpour', ...driven.latencyNs.map(ms)],
      ['  error', ...errors.map((error) => `${(100 * error).toFixed(1)} %`)],
    );
    for (const { name, missing, able, command, latency } of contenders) {
      const task: Task = {
        load: { name: delay, protocol: 'http', connections: 20, responseBytes: 600 },
        url: `http://127.0.0.1:${target.port}/`,
        warmUpSeconds: 0,
        seconds: lastsSeconds - 1,
        home,
      };
      const open = { ...task, load: { ...task.load, connections: 450, ratePerSec: usersPerSec } };
      const given = able(open.load) ? open : task;
      if (!others.includes(name) || missing() !== undefined) continue;
      await target.begin(delay);
      const [file = '', ...parameters] = command(given);
      const { stdout } = await promisify(execFile)(...pinned(0, file, parameters), { maxBuffer });
      const { p50Us, p99Us } = latency(stdout) ?? { p50Us: Number.NaN, p99Us: Number.NaN };
      const how = given === open ? `${usersPerSec}/s` : '20 connections, closed model';
      rows.push([`  ${name} (${how})`, ms(p50Us * 1e3), '-', ms(p99Us * 1e3), '-', '-']);
    }
  }
  return table(['response times in ms', 'p50', 'p90', 'p99', 'p99.9', 'max'], rows);
}

const others = ['autocannon', 'wrk', 'k6', 'reference (JVM)'];

async function mergeTable(): Promise<string> {
  const rows: string[][] = [];
  for (const [shards, lasts, perSecond] of [
    [1, 60, 1000],
    [100, 60, 100],
    [1000, 60, 20],
  ]) {
    const args = [fileOf('merge.ts'), `${shards}`, `${lasts}`, `${perSecond}`];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const merged = JSON.parse(stdout) as Merged;
    rows.push([
      `${shards} shards, ${lasts} s`,
      merged.values.toLocaleString('en'),
      merged.isEqual ? 'yes' : 'NO',
      (merged.partialBytes / 1e6).toFixed(1),
      ((merged.mergeCpuMs + merged.resultCpuMs) / 1e3).toFixed(2),
      merged.peakMb.toFixed(0),
    ]);
  }
  const head = ['merged', 'values', 'equal to one histogram', 'MB of partials', 'CPU s', 'peak MiB'];
  return table(head, rows);
}

/**
 * Compares the counts of both sides. The target may be killed between a response and its mark, so `responses`
 * may exceed `answered` by one for each kill. A response that the kill takes from the connection is missing.
 */
async function countsTable(runs: number): Promise<string> {
  const rows: string[][] = [];
  for (let run = 1; run <= runs; run += 1) {
    const { requests, resent, responses, failed, read, answered, kills } = await countedRun(seconds);
    const numbers = [requests, responses, failed, requests - responses - failed, resent];
    rows.push([run, kills, ...numbers, read, answered, responses - answered].map(String));
  }
  const of = ['run', 'kills', 'requests', 'responses', 'failed', 'without outcome', 'resent'];
  return table([...of, 'read by target', 'answered', 'responses - answered'], rows);
}

async function main(): Promise<void> {
  const parts = options.parts.split(',');
  const home = await mkdtemp(join(tmpdir(), 'downpour-bench-'));
  const target = new Target();
  await target.open();
  console.log(`${machine()}; ${seconds} s each; the generator and the target each have a core`);
  try {
    const wantsHighest = parts.includes('rates') || parts.includes('lateness');
    const highest = Number(options.highest ?? (wantsHighest ? await highestRate(target) : 0));
    const rates = [...new Set([...options.rates.split(',').map(Number), highest])].filter((rate) => rate > 0);
    if (parts.includes('rates')) {
      const stamping = new StampingTarget();
      await stamping.open();
      console.log(`\n${await ratesTable(stamping, rates)}`);
      stamping.close();
    }
    if (parts.includes('lateness')) console.log(`\n${await latenessTable(target, highest)}`);
    if (parts.includes('delays')) console.log(`\n${await delaysTable(target, home)}`);
    if (parts.includes('merge')) console.log(`\n${await mergeTable()}`);
    if (parts.includes('counts')) console.log(`\n${await countsTable(Number(options.runs))}`);
  } finally {
    target.close();
    await rm(home, { recursive: true, force: true });
  }
}

await main();
