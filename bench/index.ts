/**
 * What does the index of a run cost at its upload, and what do the queries cost that use it?
 *
 * The documents have 1, 10 and 100 MB: an array of records with nested statistics and histograms, an array of
 * triples, a log, small members. Each figure is the median of some processes that did nothing else, bundled
 * as functions are. Queries read ranges from a file in the page cache. The CPU time "whole" and the memory
 * include the start of Node, which has its own row. JSON.parse with jsonpath-plus is measured for comparison.
 *
 *     node bench/index.ts [megabytes of the largest document = 100] [processes = 3]
 */
import { execFile } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { JSONPath } from 'jsonpath-plus';
import { parseJsonPath } from '../lib/results/query/jsonpath/json-path.ts';
import { planQuery } from '../lib/results/query/planner/plan-query.ts';
import { counted } from '../lib/results/query/planner/range-reader.ts';
import { jsonOf } from '../lib/results/query/planner/rows/raw-values.ts';
import { type Answer, runPlan } from '../lib/results/query/planner/run-plan.ts';
import { jsonPathShape } from '../lib/results/query/planner/shape/json-path-shape.ts';
import { indexRun, isProblem } from '../lib/results/run-index/index-run.ts';
import { isOpen, openIndex, type ReadRange } from '../lib/results/run-index/open-index.ts';
import { machine, median, table } from './table.ts';

const queries = [
  '$.name',
  '$.results[*].value',
  '$.results[9000]',
  '$.results[?(@.value > 990)].name',
  '$.results[?(@.value > 990)]',
  '$.results[*].histogram[*].count',
  '$..p99',
];

/** The figures that a process prints about itself. */
type Cost = {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly wholeCpuMs: number;
  readonly memoryMb: number;
};
type QueryCost = Cost & {
  readonly way: string;
  readonly bytesRead: number;
  readonly reads: number;
  readonly count: number;
};

const tasks: Readonly<Record<string, (...given: string[]) => Promise<object>>> = {
  nothing: async () => ({}),
  index: async (file = '', indexFile = '') => {
    const out = openSync(indexFile, 'w');
    const index = await indexRun(chunksOf(file), { write: (bytes) => void writeSync(out, bytes) });
    if (isProblem(index)) throw new Error(index.reason);
    closeSync(out);
    return {};
  },
  query: async (file = '', indexFile = '', path = '') => {
    const [document, stored] = [ranges(file), ranges(indexFile)];
    const ast = parseJsonPath(path);
    if (ast instanceof Error) throw ast;
    const cost = { bytesRead: 0, reads: 0 };
    const reader = { document: counted(document.read, cost), index: counted(stored.read, cost) };
    const index = await openIndex(reader.index, { documentBytes: document.size });
    if (!isOpen(index)) throw new Error(index.reason);
    const answer = await runPlan(planQuery(jsonPathShape(ast), index), reader);
    const way = answer.kind === 'refused' ? `${answer.strategy}, refused` : answer.strategy;
    return { way, ...cost, count: countOf(answer) };
  },
  parse: async (file = '', _index = '', path = '') => {
    const json = JSON.parse(readFileSync(file, 'utf8')) as object;
    const found: unknown = JSONPath({ path, json, wrap: true });
    const count = Array.isArray(found) && JSON.stringify(found).length > 0 ? found.length : 0;
    return { way: 'jsonpath-plus', reads: 1, bytesRead: ranges(file).size, count };
  },
};

/** Reads a file into one buffer, so that the measurement has no part of a stream. */
function* chunksOf(file: string): Generator<Uint8Array> {
  const descriptor = openSync(file, 'r');
  const buffer = new Uint8Array(256 * 1024);
  for (let bytes = -1; bytes !== 0; ) {
    bytes = readSync(descriptor, buffer);
    yield buffer.subarray(0, bytes);
  }
}

/**
 * Counts the values of an answer. The answer is also written as text, so that the measurement includes this.
 */
function countOf(answer: Answer): number {
  if (answer.kind !== 'values') return 0;
  return jsonOf(answer.values, true).toString().length > 0 ? answer.values.count : 0;
}

function ranges(file: string): { readonly size: number; readonly read: ReadRange } {
  const descriptor = openSync(file, 'r');
  const { size } = fstatSync(descriptor);
  const read: ReadRange = async (start, end = size) => {
    const from = start < 0 ? Math.max(0, size + start) : start;
    const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - from));
    readSync(descriptor, bytes, 0, bytes.length, from);
    return bytes;
  };
  return { size, read };
}

/** Does one task and prints its cost. */
async function work(task: string, given: readonly string[]): Promise<void> {
  const [start, cpuStart] = [performance.now(), process.cpuUsage()];
  const result = await tasks[task]?.(...given);
  const [wallMs, cpu, whole] = [performance.now() - start, process.cpuUsage(cpuStart), process.cpuUsage()];
  const cost = {
    wallMs,
    cpuMs: (cpu.user + cpu.system) / 1000,
    wholeCpuMs: (whole.user + whole.system) / 1000,
  };
  console.log(JSON.stringify({ ...cost, memoryMb: peakMb(), ...result }));
}

/**
 * The maximum memory of this program, from the kernel. getrusage is not used on Linux, because its maximum
 * can include the memory of the parent process.
 */
function peakMb(): number {
  const mark = /VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return (mark === undefined ? process.resourceUsage().maxRSS : Number(mark)) / 1024;
}

/** Runs a task in several processes, one after the other, and returns the median of each figure. */
async function measure<Result extends Cost>(
  script: string,
  count: number,
  given: readonly string[],
): Promise<Result> {
  const costs: Result[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, [script, 'work', ...given]);
    costs.push(JSON.parse(stdout) as Result);
  }
  const of = (figure: keyof Cost): number => median(costs.map((cost) => cost[figure]));
  const figures = {
    wallMs: of('wallMs'),
    cpuMs: of('cpuMs'),
    wholeCpuMs: of('wholeCpuMs'),
    memoryMb: of('memoryMb'),
  };
  return { ...(costs[0] as Result), ...figures };
}

async function main(): Promise<void> {
  const largest = Number(process.argv[2] ?? 100);
  const processes = Number(process.argv[3] ?? 3);
  const home = await mkdtemp(join(tmpdir(), 'downpour-bench-'));
  try {
    const script = await bundled(home);
    console.log(`${machine()}; median of ${processes} processes; MB is 10^6 bytes, memory in MiB\n`);
    const sizes = [1, 10, 100, 200].filter((megabytes) => megabytes <= Math.max(largest, 1));
    const files = sizes.map((megabytes) => join(home, `${megabytes}.json`));
    for (const [at, file] of files.entries()) writeDocument(file, (sizes[at] ?? 0) * 1e6);
    console.log(await indexing(script, processes, files));
    for (const [at, file] of files.entries())
      console.log(`\n${sizes[at]} MB\n${await querying(script, processes, file)}`);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function indexing(script: string, processes: number, files: readonly string[]): Promise<string> {
  const head = ['index at upload', 'CPU ms', 'CPU ms/MB', 'wall ms', 'index bytes', 'peak memory'];
  const rows: string[][] = [];
  for (const file of files) {
    const cost = await measure(script, processes, ['index', file, `${file}.index`]);
    const megabytes = (await stat(file)).size / 1e6;
    const { size } = await stat(`${file}.index`);
    const figures = [cost.cpuMs.toFixed(0), (cost.cpuMs / megabytes).toFixed(1), cost.wallMs.toFixed(0)];
    rows.push([
      `${megabytes.toFixed(0)} MB`,
      ...figures,
      size.toLocaleString('en'),
      cost.memoryMb.toFixed(0),
    ]);
  }
  return table(head, rows);
}

async function querying(script: string, processes: number, file: string): Promise<string> {
  const head = ['', 'way', 'values', 'wall ms', 'CPU ms', 'CPU whole', 'peak memory', 'bytes read', 'reads'];
  const nothing = await measure<QueryCost>(script, processes, ['nothing']);
  const rows = [row('(Node starts)', { ...nothing, way: '-', count: 0, bytesRead: 0, reads: 0 })];
  for (const path of queries)
    rows.push(row(path, await measure(script, processes, ['query', file, `${file}.index`, path])));
  for (const path of ['$.name', '$.results[*].value'])
    rows.push(row(path, await measure(script, processes, ['parse', file, '', path])));
  return table(head, rows);
}

const row = (name: string, cost: QueryCost): string[] => [
  name,
  cost.way,
  cost.count.toLocaleString('en'),
  cost.wallMs.toFixed(1),
  cost.cpuMs.toFixed(1),
  cost.wholeCpuMs.toFixed(0),
  cost.memoryMb.toFixed(0),
  cost.bytesRead.toLocaleString('en'),
  String(cost.reads),
];

/** Bundles this file as functions are bundled, so that no TypeScript is read while it measures. */
async function bundled(home: string): Promise<string> {
  const { build } = await import('esbuild');
  const outfile = join(home, 'index.mjs');
  const banner = {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  };
  const options = { platform: 'node', format: 'esm', target: 'node24' } as const;
  await build({
    entryPoints: [fileURLToPath(import.meta.url)],
    outfile,
    bundle: true,
    banner,
    external: ['esbuild'],
    ...options,
  });
  return outfile;
}

/** Writes a run of about this many bytes, always the same. */
function writeDocument(file: string, bytes: number): void {
  const out = openSync(file, 'w');
  let written = 0;
  const write = (text: string): void => {
    written += writeSync(out, text);
  };
  const random = xorshift(42);
  const log = 'GET /browse?item=7 "200 OK" in 4 ms\n'.repeat(Math.max(1, bytes / 2500));
  write(
    `{"$schema":"urn:downpour:bench","name":"bench","start":1700000000000,"log":${JSON.stringify(log)},"results":[`,
  );
  for (let id = 0; written < bytes * 0.95; ) {
    let batch = '';
    for (const end = id + 200; id < end; id += 1) batch += `${id === 0 ? '' : ','}${record(id, random)}`;
    write(batch);
  }
  write('],"triples":[[0,0,"t"]');
  while (written < bytes)
    write(
      Array.from({ length: 500 }, (_, at) => `,[${at},${Math.floor(random() * 100)},"t${at % 5}"]`).join(''),
    );
  write('],"stop":1700000100000}');
  closeSync(out);
}

function record(id: number, random: () => number): string {
  const value = (): string => (random() * 1000).toFixed(3);
  const bucket = (_: unknown, at: number): string =>
    `{"from":${at * 100},"to":${at * 100 + 100},"count":${Math.floor(random() * 1000)},"share":${random().toFixed(6)}}`;
  const stats = `{"mean":${value()},"p50":${value()},"p90":${value()},"p99":${value()},"max":${value()}}`;
  const histogram = Array.from({ length: 6 }, bucket).join(',');
  const own = `"id":${id},"name":"request-${id % 97}","value":${value()},"failed":${random() < 0.01}`;
  return `{${own},"stats":${stats},"tags":["a${id % 7}","b"],"histogram":[${histogram}],"comment":"phase ${id % 3} of run"}`;
}

/** A generator of random numbers from 0 to less than 1 (xorshift, Marsaglia 2003). */
function xorshift(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const [, , mode, task, ...given] = process.argv;
if (mode === 'work') await work(task ?? '', given);
else await main();
