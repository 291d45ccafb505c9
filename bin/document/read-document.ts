import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { Problem } from '../../lib/driver/document/problem.ts';
import { type Executor, executors } from '../../lib/driver/model/benchmark.ts';
import type { Files } from '../../lib/driver/model/files.ts';
import type { Plan } from '../../lib/driver/model/plan.ts';
import { type Ceilings, planning } from '../../lib/driver/planning/limits.ts';
import type { Regions } from '../../lib/driver/planning/sharding/regions.ts';
import { DownpourError } from '../../lib/errors.ts';
import { localTasksMax } from '../../lib/facts/fargate.ts';
import { type OtherFormat, otherFormat } from '../../lib/import/other-formats.ts';
import { localRegion, environment as names } from '../../lib/names/environment.ts';
import { counted } from '../../lib/report/units.ts';
import type { Context } from '../cli/context.ts';
import { quoted } from '../cli/shell-command.ts';
import { readText } from '../files/read-file.ts';
import { problemLine } from '../terminal/problems.ts';

export type Parameters = Readonly<Record<string, string>>;

/** Options that change how a document runs. */
export type LoadOptions = {
  readonly param: Parameters;
  readonly shards?: number;
  readonly regions?: Readonly<Record<string, number>>;
  readonly executor?: Executor;
  readonly seed?: number;
  /** The data folder of the local cloud, whose ceilings apply. The command then ignores DOWNPOUR_URL. */
  readonly data?: string;
  /** True when the document may use files whose names begin with a dot, and files in a data folder. */
  readonly allowFiles?: boolean;
};

export type ReadDocument = {
  readonly text: string;
  readonly plan: Plan;
  /** The contents of the files of the document. */
  readonly files: Files;
  /** The warnings that the command has printed for the author. */
  readonly problems: readonly Problem[];
};

/**
 * Reads, checks and plans a document. Warnings and the names of files go to `err`.
 * @throws DownpourError (400) with all problems when the document cannot run.
 */
export async function readDocument(
  file: string,
  options: LoadOptions,
  { err, environment }: Pick<Context, 'err' | 'environment'>,
): Promise<ReadDocument> {
  const text = await readDocumentText(file);
  const { plan, problems, files, named } = await check(file, text, options, environment);
  // Only warnings are printed here, because the exception's message has the errors.
  const reported = plan === undefined ? problems.filter(({ severity }) => severity === 'warning') : problems;
  err.say(
    ...[...reported, ...unset(text, options.param)].map((problem) => problemLine(file, problem, err.paint)),
  );
  err.say(...filesLine(named));
  if (plan === undefined) throw refused(file, problems);
  return { text, plan, files, problems };
}

/**
 * Reads the text of a document.
 * @throws DownpourError (400) for a file that cannot be read, an address, and a file of another tool.
 */
export async function readDocumentText(file: string): Promise<string> {
  if (/^https?:\/\//i.test(file)) throw addressAsDocument(file);
  const text = await readText(file).catch(async (error: unknown) => {
    throw await withNearest(file, error);
  });
  if (/^\s*\{\s*"\$schema"\s*:\s*"urn:downpour:run"/.test(text)) throw runAsDocument(file);
  const other = otherFormat(text);
  if (other !== undefined) throw otherFile(file, other);
  return text;
}

/**
 * Adds to the error of a missing document the name of a similar document in the same folder, or the command
 * for a stored run.
 */
async function withNearest(file: string, error: unknown): Promise<unknown> {
  if (!(error instanceof DownpourError) || (error.cause as NodeJS.ErrnoException)?.code !== 'ENOENT')
    return error;
  const { nearestName } = await import('../../lib/driver/document/nearest.ts');
  const [folder, name] = [dirname(file), basename(file)];
  const entries = await readdir(folder).catch(() => []); // A missing folder has no similar file.
  const documents = entries.filter((entry) => /\.(ya?ml|json)$/.test(entry));
  const stem = (each: string): string => each.replace(/(\.hf)?\.(ya?ml|json)$/, '');
  const near =
    documents.find((entry) => stem(entry) === stem(name)) ??
    documents.find((entry) => entry.startsWith(`${name}.`)) ??
    nearestName(name, documents);
  const isNameOfRun = /^(last|[1-9]\d*)$/.test(file);
  if (near === undefined && !isNameOfRun) return error;
  const hint =
    near === undefined
      ? `for a stored run: \`downpour report ${file}\``
      : `did you mean ${quoted(join(folder, near))}?`;
  const message = `${error.message}; ${hint}`;
  return new DownpourError(error.code, error.status, message, { cause: error.cause });
}

function otherFile(file: string, { name, isImported, next: hint }: OtherFormat): DownpourError {
  const next = isImported
    ? `\`downpour import ${quoted(file)}\` makes a benchmark document from it`
    : `Downpour cannot convert it; ${hint}, and \`downpour import FILE\` makes one from a browser recording (HAR), curl commands, OpenAPI or Postman`;
  return new DownpourError('FILE_UNUSABLE', 400, `${file} is ${name}, not a benchmark document: ${next}`);
}

const runAsDocument = (file: string): DownpourError =>
  new DownpourError(
    'FILE_UNUSABLE',
    400,
    `${file} is the document of a run, not a benchmark document: \`downpour report ${quoted(file)}\` shows the run`,
  );

/**
 * The error for an address in place of a document. The user probably wants a command that takes an address.
 */
const addressAsDocument = (address: string): DownpourError =>
  new DownpourError(
    'FILE_UNUSABLE',
    400,
    `${address} is an address, but this command needs a benchmark document: \`downpour init ${address}\` writes one for the address, \`downpour wrk ${address}\` sends load to the address without a document`,
  );

/**
 * Warnings about secrets of an imported document that have no value. A target rejects requests without them.
 */
function unset(text: string, given: Parameters): Problem[] {
  return [...text.matchAll(/!param\s+([^\s,\]}]+)\s+not-set\b/g)].flatMap(({ 1: name = '', index }) => {
    if (Object.hasOwn(given, name)) return [];
    const before = text.slice(0, index).split('\n');
    const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, path: [] };
    const message = `parameter '${name}' has no value yet, so requests send the text 'not-set' in its place`;
    return [{ ...place, severity: 'warning', message, hint: `give the value with -P ${name}=VALUE` }];
  });
}

export type Checked = {
  readonly plan?: Plan;
  readonly problems: readonly Problem[];
  readonly files: Files;
  /** The descriptions of the document's files, for people. */
  readonly named: readonly string[];
};

/** A line about the files that are read and may be sent. Empty without files. */
export const filesLine = (named: readonly string[]): string[] =>
  named.length === 0 ? [] : [`The document reads ${counted(named.length, 'file')}: ${named.join(', ')}`];

/**
 * Finds all problems of a document, and its plan when it can run here. An API at DOWNPOUR_URL checks its own
 * ceilings and allowed targets. A first parse finds the files of the document, which are then read from its
 * folder. The parser is loaded late, because most commands do not need it.
 */
export async function check(
  file: string,
  text: string,
  options: LoadOptions,
  environment: NodeJS.ProcessEnv = {},
): Promise<Checked> {
  const [{ judgePlan }, { parseCeilings }, { randomInt }] = await Promise.all([
    import('../../lib/driver/planning/plan-with-stores.ts'),
    import('../../lib/driver/planning/parse-ceilings.ts'),
    import('node:crypto'),
  ]);
  const order = {
    burst: 'plan',
    text,
    file,
    parameters: options.param,
    shards: options.shards,
    executor: options.executor,
    tasks: isElsewhere(environment, options.data) ? ('any' as const) : here,
    askedRegions: options.regions,
    regions: regionsOf(environment, options.data),
    seed: options.seed ?? randomInt(2 ** 32),
    segmentMsMax: planning.segmentMsMax,
    plannedAt: Date.now(),
    coresShard: isElsewhere(environment, options.data) ? planning.coresShard : availableParallelism(),
    limits: ceilingsOf(environment, options.data, parseCeilings),
    allowList: { allowed: ['*'], onLambda: false },
  };
  const trial = await judgePlan(order);
  if (trial.files.length === 0) return { ...trial, files: new Map(), named: [] };
  const { documentFiles } = await import('./document-files.ts');
  const { contents, problems, refs, named } = await documentFiles(file, trial.files, options.allowFiles);
  const judged = await judgePlan({ ...order, files: contents, fileProblems: problems, fileRefs: refs });
  return { ...judged, files: contents, named };
}

/** The limits of Fargate tasks for the check. The local cloud runs a process in place of each task. */
const here = { tasks: localTasksMax, cores: planning.coresTask };

const isElsewhere = ({ DOWNPOUR_URL }: NodeJS.ProcessEnv, data: string | undefined): boolean =>
  Boolean(DOWNPOUR_URL) && data === undefined;

/**
 * The regions for the check. An API at DOWNPOUR_URL has its own regions. The local cloud has the regions of
 * this environment.
 */
function regionsOf(environment: NodeJS.ProcessEnv, data: string | undefined): Regions | 'any' | undefined {
  if (isElsewhere(environment, data)) return 'any';
  const others = (environment[names.regions] ?? '').split(',').filter(Boolean);
  return others.length === 0 ? undefined : { home: localRegion, others };
}

/**
 * The ceilings for the check. An API at DOWNPOUR_URL checks its own ceilings, and its errors have places too.
 * The local cloud has the ceilings of this environment.
 */
function ceilingsOf(
  environment: NodeJS.ProcessEnv,
  data: string | undefined,
  parse: (text: string) => Ceilings,
): Ceilings {
  if (isElsewhere(environment, data)) return unlimited;
  try {
    return parse(environment[names.ceilings] ?? '');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DownpourError('CEILINGS_INVALID', 400, `${names.ceilings}: ${why}`, { cause });
  }
}

const unlimited: Ceilings = {
  usersPerSecMax: Number.POSITIVE_INFINITY,
  sessionsMax: Number.POSITIVE_INFINITY,
  durationMsMax: Number.POSITIVE_INFINITY,
  shardsMax: Number.POSITIVE_INFINITY,
  dollarsMax: Number.POSITIVE_INFINITY,
  connectionsMax: Number.POSITIVE_INFINITY,
  connectionsShardMax: Number.POSITIVE_INFINITY,
};

function refused(file: string, problems: readonly Problem[]): DownpourError {
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  return new DownpourError(
    'DOCUMENT_INVALID',
    400,
    `${file === '-' ? 'the document on standard input' : file} has ${counted(errors, 'problem')}, so nothing was started`,
    { details: { file, problems } },
  );
}

/** Adds to a command the argument for the document, and the options that change how the document runs. */
export const addLoadOptions = (command: Command, environment: NodeJS.ProcessEnv): Command =>
  command
    .addArgument(documentArgument())
    .addOption(parameterOption(environment))
    .addOption(filesOption())
    .addOption(shardsOption())
    .addOption(executorOption())
    .addOption(regionsOption())
    .addOption(seedOption());

export function documentArgument(): Argument {
  return new Argument('<file>', 'benchmark document, YAML or JSON; - for standard input');
}

export function documentsArgument(): Argument {
  return new Argument('<file...>', 'benchmark documents, YAML or JSON; - for standard input');
}

export function parameterOption(environment: NodeJS.ProcessEnv): Option {
  return new Option(
    '-P, --param <name=value>',
    'value for a !param of the document; a name alone takes the value of this environment variable; can be repeated',
  )
    .argParser((text, before: Parameters) => ({ ...before, ...parameterOf(text, environment) }))
    .default({}, 'none');
}

export function filesOption(): Option {
  return new Option(
    '--allow-files',
    'also use files of the document whose names begin with a dot, or that are in a data folder of Downpour',
  );
}

export function shardsOption(): Option {
  return new Option(
    '--shards <n>',
    'number of load generators of each phase (default: as many as the plan needs)',
  ).argParser(wholeNumber(1, planning.drivesPhaseMax));
}

function regionsOption(): Option {
  return new Option(
    '--regions <name=weight,...>',
    'AWS regions that share the load generators of each phase, such as eu-west-1=2,us-east-1 (default: the regions of the agents in the document, or the region of the deployment)',
  ).argParser(weights);
}

function executorOption(): Option {
  return new Option(
    '--executor <name>',
    'AWS service that runs the load generators (default: the executor of the agents in the document, or lambda)',
  ).choices(executors);
}

function weights(text: string): Readonly<Record<string, number>> {
  const parts = text
    .split(',')
    .map((part) => /^([a-z]{2}(?:-[a-z]+)+-\d)(?:=([1-9]\d{0,2}))?$/.exec(part.trim()));
  if (parts.some((part) => part === null))
    throw new InvalidArgumentError(
      'Expected names of regions with weights, such as eu-west-1=2,us-east-1=1.',
    );
  return Object.fromEntries(parts.map((part) => [part?.[1], Number(part?.[2] ?? 1)]));
}

export function seedOption(): Option {
  return new Option(
    '--seed <n>',
    'seed of an earlier run, to repeat its arrivals and random choices',
  ).argParser(wholeNumber(0));
}

/**
 * Reads one parameter. A name alone takes the value from the environment, because other users of a machine
 * can see the arguments of its programs.
 */
function parameterOf(text: string, environment: NodeJS.ProcessEnv): Parameters {
  const at = text.indexOf('=');
  const name = at < 0 ? text : text.slice(0, at);
  const value = at < 0 ? environment[name] : text.slice(at + 1);
  if (name === '' || (value === undefined && !/^\w+$/.test(name)))
    throw new InvalidArgumentError('Expected name=value, or the name of an environment variable.');
  if (value === undefined)
    throw new InvalidArgumentError(
      `There is no environment variable ${name}: set it, or write -P ${name}=VALUE.`,
    );
  // A job of CI without access to a secret, such as that of a fork, has an empty variable.
  if (at < 0 && value === '')
    throw new InvalidArgumentError(
      `The environment variable ${name} is empty: set it, or write -P ${name}= for an empty value.`,
    );
  return { [name]: value };
}

/** Returns a parser for a whole number from `least` to `most`. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least || value > most) {
      const isLarge = most < Number.MAX_SAFE_INTEGER || value > most;
      const bounds = isLarge ? `from ${least} to ${most}` : `at least ${least}`;
      throw new InvalidArgumentError(`Expected a whole number, ${bounds}.`);
    }
    return value;
  };
}
