import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentOf } from './document.ts';
import { durationSeconds, type Latency, type Load, type Task } from './load.ts';

export type Contender = {
  readonly name: string;
  /** The seconds after which the contender runs at its usual speed. */
  readonly warmUpSeconds: number;
  readonly able: (load: Load) => boolean;
  readonly command: (task: Task) => readonly string[];
  /** The reported latencies, or undefined without a report. */
  readonly latency: (output: string) => Latency | undefined;
  /** The reason why the contender cannot run on this machine, or undefined. */
  readonly missing: () => string | undefined;
};

const fileOf = (name: string): string => fileURLToPath(new URL(`../contenders/${name}`, import.meta.url));
const lastLine = (output: string): Latency => JSON.parse(output.trim().split('\n').at(-1) ?? '') as Latency;
const installed =
  (command: string, hint: string, ...args: string[]) =>
  (): string | undefined =>
    spawnSync(command, args).error === undefined ? undefined : hint;

const inNode = (
  name: string,
  program: string,
  able: (load: Load) => boolean,
  warmUpSeconds = 2,
): Contender => ({
  name,
  warmUpSeconds,
  able,
  command: (task) => [process.execPath, fileOf(program), JSON.stringify(task)],
  latency: lastLine,
  missing: () => undefined,
});

const wrk: Contender = {
  name: 'wrk',
  warmUpSeconds: 0.5,
  able: ({ protocol, ratePerSec }) => protocol !== 'h2' && ratePerSec === undefined,
  command: (task) => {
    const { connections, bodyBytes } = task.load;
    const script = join(task.home, 'post.lua');
    if (bodyBytes !== undefined)
      writeFileSync(script, `wrk.method = "POST"\nwrk.body = string.rep("x", ${bodyBytes})\n`);
    const post = bodyBytes === undefined ? [] : ['-s', script];
    const duration = `-d${Math.ceil(durationSeconds(task))}`;
    return ['wrk', '-t1', `-c${connections}`, duration, '--latency', ...post, `${task.url}a`];
  },
  latency: (output) => {
    const us = (percent: number): number => {
      const [, value = '', unit = ''] =
        new RegExp(`^ +${percent}% +([\\d.]+)(us|ms|s)$`, 'm').exec(output) ?? [];
      return Number(value) * (unit === 'us' ? 1 : unit === 'ms' ? 1e3 : 1e6);
    };
    return { p50Us: us(50), p99Us: us(99) };
  },
  missing: installed('wrk', 'Debian has it as wrk', '-v'),
};

const h2load: Contender = {
  name: 'h2load',
  warmUpSeconds: 0.5,
  able: () => true,
  command: (task) => {
    const { connections, protocol, ratePerSec, bodyBytes } = task.load;
    const body = join(task.home, 'posted');
    if (bodyBytes !== undefined) writeFileSync(body, 'x'.repeat(bodyBytes));
    return [
      ...['h2load', `-c${connections}`, '-t1', '-m1', `-D${Math.ceil(durationSeconds(task))}`],
      ...(protocol === 'h2' ? [] : ['--h1']),
      ...(ratePerSec === undefined ? [] : [`--rps=${ratePerSec / connections}`]),
      ...(bodyBytes === undefined ? [] : ['-d', body]),
      `${task.url}a`,
    ];
  },
  // h2load reports only the mean and the extremes of latencies.
  latency: () => undefined,
  missing: installed('h2load', 'Debian has it as nghttp2-client', '--version'),
};

const k6Binary = process.env.K6 ?? 'k6';

const k6: Contender = {
  name: 'k6',
  warmUpSeconds: 3,
  able: () => true,
  command: (task) => [
    ...[k6Binary, 'run', '--quiet', '--no-usage-report', '--address='],
    ...['-e', `TASK=${JSON.stringify(task)}`, '-e', `SECONDS=${durationSeconds(task)}`, fileOf('k6.js')],
  ],
  latency: lastLine,
  missing: installed(
    k6Binary,
    '`go install go.k6.io/k6@v1.8.1` builds k6; set K6 to the path of the binary',
    'version',
  ),
};

const jvmHome = process.env.REFERENCE_JARS;

/** The original engine of the document format, in Java. It runs the same document. */
const jvm: Contender = {
  name: 'reference (JVM)',
  warmUpSeconds: 8,
  able: () => true,
  command: (task) => {
    const document = join(task.home, 'document.json');
    writeFileSync(document, documentOf(task));
    const program = ['-cp', `${jvmHome}/*`, fileOf('jvm/Reference.java')];
    return ['java', ...program, document, String(task.warmUpSeconds)];
  },
  latency: lastLine,
  missing: () =>
    jvmHome === undefined
      ? '`mvn dependency:copy-dependencies -DoutputDirectory=DIR -f bench/contenders/jvm` fetches its jars; set REFERENCE_JARS to DIR'
      : undefined,
};

export const contenders: readonly Contender[] = [
  // Downpour's engine first loads and compiles several hundred modules. On a slow machine that takes more
  // than two seconds.
  inNode('downpour engine', 'engine.ts', () => true, 6),
  inNode(
    'only HTTP/1.1 client of downpour',
    'http1.ts',
    ({ protocol, ratePerSec }) => protocol !== 'h2' && ratePerSec === undefined,
  ),
  inNode('only undici', 'undici.ts', ({ ratePerSec }) => ratePerSec === undefined),
  inNode('autocannon', 'autocannon.ts', ({ protocol }) => protocol !== 'h2'),
  wrk,
  h2load,
  k6,
  jvm,
];
