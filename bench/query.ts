/**
 * How much does a filter query of a stored run cost, in comparison with JSON.parse with jsonpath-plus, jq and
 * PostgreSQL's jsonb functions?
 *
 * The runs have 0.1, 1, 10 and 100 MB (10^6 bytes). Each contender answers each question in a new process, in
 * turn for some rounds; the figures are medians. "Cold" is the first answer of a process with the start of
 * the process, which a function pays for its first request. "Warm" is the second answer, for which Downpour's
 * engine has kept the same as a warm function: the index, and a small run. Files are in the page cache.
 * Before the measurement, all contenders must agree about a run of 6.5 MB.
 *
 *     node bench/query.ts [--sizes 0.1,1,10,100] [--large] [--rounds 3] [--skip-peers] [--duckdb PYTHON]
 *
 * `--large` adds 200 MB; `--skip-peers` leaves out jq and PostgreSQL, which Debian has as jq, time and
 * postgresql. `--duckdb` adds DuckDB: the path of a Python that has its package.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleFunctions, bundlePath } from '../lib/bundle.ts';
import { type Contender, checkAgreement, type Measured } from './query/contender.ts';
import { type StoredDocument, writeDocument } from './query/document.ts';
import { duckdb } from './query/duckdb.ts';
import { nodeContender, type Whole, wholeProcess } from './query/in-node.ts';
import { jq } from './query/jq.ts';
import { postgres } from './query/postgres.ts';
import { questions } from './query/question.ts';
import { costs, type Rounds } from './query/report.ts';
import { machine, median, table } from './table.ts';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '0.1,1,10,100' },
    large: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    'skip-peers': { type: 'boolean', default: false },
    duckdb: { type: 'string' },
  },
});

async function main(): Promise<void> {
  const sizes = [...options.sizes.split(',').map(Number), ...(options.large ? [200] : [])];
  const rounds = Number(options.rounds);
  if (!(rounds >= 1) || !sizes.every((size) => size > 0))
    throw new Error('--sizes and --rounds must be numbers above 0');
  await using ends = new AsyncDisposableStack();
  const home = await mkdtemp(join(tmpdir(), 'downpour-bench-'));
  ends.defer(() => rm(home, { recursive: true, force: true }));
  const script = await bundled(home);
  const contenders: Contender[] = [
    nodeContender('downpour', script('engine'), ({ jsonPath }) => jsonPath),
    nodeContender(
      baseline,
      script('json-parse'),
      ({ jsonPath, jsonPathPlus = jsonPath }) => jsonPathPlus,
      512,
    ),
  ];
  if (!options['skip-peers']) {
    const server = await postgres(home);
    ends.defer(server.close);
    contenders.push(await jq(home), server.contender);
    if (options.duckdb !== undefined) contenders.push(await duckdb(options.duckdb));
  }
  console.log(`${machine()}; ${rounds} rounds, medians; MB is 10^6 bytes, memory in MiB\n`);
  console.log(`${await starting(script, rounds)}\n`);
  const sample = written(home, sampleMegabytes);
  await indexing(script('indexing'), [sample], 1);
  await checkAgreement((await load(contenders, sample)).able, questions, sample);
  const documents = sizes.map((megabytes) => written(home, megabytes));
  console.log(`${await indexing(script('indexing'), documents, rounds)}\n`);
  for (const document of documents) {
    const { able, notes } = await load(contenders, document);
    const measured = await askAll(able, document, rounds);
    console.log([`${document.megabytes} MB`, costs(measured, baseline), ...notes, ''].join('\n'));
  }
}

/**
 * The size of a sample document. Queries use the index of a run of this size, and no answer is too large. No
 * measured document has this size.
 */
const sampleMegabytes = 6.5;

function written(home: string, megabytes: number): StoredDocument {
  const file = join(home, `${megabytes}.json`);
  writeDocument(file, megabytes * 1e6);
  return { megabytes, file, indexFile: `${file}.index` };
}

const baseline = 'JSON.parse + jsonpath-plus';

/** The children of the benchmark and the function that answers queries, as they are deployed. */
async function bundled(home: string): Promise<(name: string) => string> {
  const outDir = join(home, 'bundles');
  await bundleFunctions(outDir, ['engine', 'engine-module', 'json-parse', 'indexing', 'start'], {
    source: children,
  });
  await bundleFunctions(outDir, ['api/queryrun']);
  return (name) => bundlePath(outDir, name);
}

const children = join(import.meta.dirname, 'query');

/** The milliseconds to start a process, which every cold answer includes. */
async function starting(script: (name: string) => string, rounds: number): Promise<string> {
  const engine = join(import.meta.dirname, '../lib/results/query/query-run.ts');
  const modules: readonly (readonly [string, ...string[]])[] = [
    ['Node alone'],
    ['and the engine, bundled', script('engine-module')],
    ['and the engine, from its .ts files', engine],
    ['and the function api/queryrun, bundled', script('api/queryrun')],
  ];
  const rows: string[][] = [];
  for (const [name, ...module] of modules)
    rows.push([name, ...figures(await repeated(rounds, () => wholeProcess(script('start'), module)))]);
  return table(['start', 'CPU ms', 'wall ms', 'memory'], rows);
}

async function indexing(
  script: string,
  documents: readonly StoredDocument[],
  rounds: number,
): Promise<string> {
  const rows: string[][] = [];
  for (const { megabytes, file, indexFile } of documents) {
    const whole = await repeated(rounds, () => wholeProcess(script, [file, indexFile]));
    const perMb = (whole.cpuMs / ((await stat(file)).size / 1e6)).toFixed(1);
    const indexBytes = (await stat(indexFile)).size.toLocaleString('en');
    rows.push([`${megabytes} MB`, ...figures(whole), perMb, indexBytes]);
  }
  return table(['index at upload', 'CPU ms', 'wall ms', 'memory', 'CPU ms/MB', 'index bytes'], rows);
}

async function repeated(rounds: number, call: () => Promise<Whole>): Promise<Whole> {
  const all: Whole[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await call());
  const of = (figure: keyof Whole): number => median(all.map((one) => one[figure]));
  return { cpuMs: of('cpuMs'), wallMs: of('wallMs'), memoryMb: of('memoryMb') };
}

const figures = ({ cpuMs, wallMs, memoryMb }: Whole): string[] => [
  cpuMs.toFixed(0),
  wallMs.toFixed(0),
  memoryMb.toFixed(0),
];

/** The contenders that can store a document, and notes with the reasons why the others cannot. */
async function load(
  contenders: readonly Contender[],
  document: StoredDocument,
): Promise<{ readonly able: readonly Contender[]; readonly notes: readonly string[] }> {
  const [able, notes]: [Contender[], string[]] = [[], []];
  for (const contender of contenders) {
    const reason = await contender.load(document);
    if (reason === undefined) able.push(contender);
    else notes.push(`${contender.name} cannot hold this document: ${reason}`);
  }
  return { able, notes };
}

/** Asks the contenders in turn, so that a busy minute of the machine affects all of them. */
async function askAll(
  contenders: readonly Contender[],
  document: StoredDocument,
  rounds: number,
): Promise<Rounds> {
  const measured = questions.map(({ jsonPath }) => ({
    question: jsonPath,
    answers: contenders.map(({ name }) => ({ name, rounds: [] as Measured[] })),
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [row, question] of questions.entries())
      for (const [at, contender] of contenders.entries())
        measured[row]?.answers[at]?.rounds.push(await contender.measure(question, document));
  }
  return measured;
}

await main();
