import { Argument, InvalidArgumentError, Option } from 'commander';
import type { Benchmark } from '../../lib/driver/benchmark.ts';
import type { Problem } from '../../lib/driver/document/problem.ts';
import { DownpourError } from '../../lib/errors.ts';
import { problemLine } from '../terminal/problems.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { counted } from '../terminal/units.ts';
import { readText } from './file.ts';

export type Parameters = Readonly<Record<string, string>>;

export type ReadDocument = { readonly text: string; readonly benchmark: Benchmark };

/** Reads and checks a document. Warnings and problems go to `err`; throws DownpourError 400 when it cannot be run. */
export async function readDocument(
  file: string,
  parameters: Parameters,
  err: Terminal,
): Promise<ReadDocument> {
  const text = await readText(file);
  const { benchmark, problems } = await check(text, parameters);
  err.say(...problems.map((problem) => problemLine(file, problem, err.paint)));
  if (benchmark === undefined) throw refused(file, problems);
  return { text, benchmark };
}

export type Checked = { readonly benchmark?: Benchmark; readonly problems: readonly Problem[] };

/** Everything wrong with a text. The parser is loaded late: most commands need none. */
export async function check(text: string, parameters: Parameters): Promise<Checked> {
  const { parseBenchmark } = await import('../../lib/driver/benchmark.ts');
  return parseBenchmark(text, { parameters });
}

function refused(file: string, problems: readonly Problem[]): DownpourError {
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  return new DownpourError(
    'DOCUMENT_INVALID',
    400,
    `${file} has ${counted(errors, 'problem')}; nothing was started`,
  );
}

export function documentArgument(): Argument {
  return new Argument('<file>', 'benchmark document, YAML or JSON');
}

export function parameterOption(): Option {
  return new Option('-P, --param <name=value>', 'value of a !param of the document; repeatable')
    .argParser(addParameter)
    .default({}, 'none');
}

export function shardsOption(): Option {
  return new Option('--shards <n>', 'functions that pour at once (default: what the plan needs)').argParser(
    wholeNumber(1),
  );
}

export function seedOption(): Option {
  return new Option('--seed <n>', 'repeat the arrivals and random choices of an earlier run').argParser(
    wholeNumber(0),
  );
}

function addParameter(text: string, before: Parameters): Parameters {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Expected name=value.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

/** Parses a whole number of at least `least`. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least) {
      throw new InvalidArgumentError(`Expected a whole number, at least ${least}.`);
    }
    return value;
  };
}
