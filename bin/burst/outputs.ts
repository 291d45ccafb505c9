import { appendFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { DownpourError } from '../../lib/errors.ts';
import type { Context } from '../cli/context.ts';
import { exitCodeOfError } from '../cli/exit-code.ts';
import { checkWritable, writeText } from '../document/file.ts';
import { problemLine, problemsOf } from '../terminal/problems.ts';
import { plain, type Terminal } from '../terminal/terminal.ts';
import { annotationsOf, annotationsOfNoRun } from './annotations.ts';
import { JsonLines, told } from './json-lines.ts';
import type { BurstResult } from './run-burst.ts';
import type { Watcher } from './watching.ts';

export type OutputOptions = {
  readonly json?: string;
  readonly jsonLines?: boolean;
  readonly junit?: string;
  readonly summary?: string;
  readonly quiet?: boolean;
};

export function addOutputOptions(command: Command): Command {
  return command
    .option('--json <out>', 'write the run document to a file, or to standard output with -')
    .option('--junit <out>', 'write the limits as JUnit XML, for test reports of CI')
    .option('--summary <out>', 'write a summary in Markdown')
    .addOption(
      new Option(
        '--json-lines',
        'print events as lines of JSON, the result last, and all else to standard error',
      ),
    )
    .option('-q, --quiet', 'print the verdict and errors only');
}

/** Refuses, before any load, what could not be written after it, and two texts on one standard output. */
export async function openOutputs(file: string, options: OutputOptions, context: Context): Promise<Outputs> {
  const { json, junit, summary, jsonLines } = options;
  const named = [json, junit, summary].filter((name) => name !== undefined);
  const places = [...named.map((name) => (name === '-' ? name : resolve(name))), ...(jsonLines ? ['-'] : [])];
  const twice = places.find((place, at) => places.indexOf(place) < at);
  if (twice !== undefined) {
    const where = twice === '-' ? 'standard output' : twice;
    throw new DownpourError('OUTPUT_TWICE', 400, `Two outputs go to ${where}: give each a place of its own`);
  }
  for (const name of named) if (name !== '-') await checkWritable(name);
  return new Outputs(file, options, context, places.includes('-'));
}

/** What a run writes besides the run that is kept: for people, for programs, and for the CI that it runs in. */
export class Outputs {
  /** For people: standard output unless a program reads that. */
  readonly human: Terminal;
  /** Of the document, once it is known; its file before that. */
  benchmark: string;
  readonly #options: OutputOptions;
  readonly #context: Context;
  readonly #jsonLines: JsonLines | undefined;
  #result: BurstResult | undefined;

  constructor(benchmark: string, options: OutputOptions, context: Context, hasProgram: boolean) {
    this.benchmark = benchmark;
    this.human = hasProgram ? context.err : context.out;
    this.#options = options;
    this.#context = context;
    if (options.jsonLines) this.#jsonLines = new JsonLines((line) => context.out.say(line), Date.now);
  }

  /** What watches the burst besides people. */
  get watchers(): readonly Watcher[] {
    return this.#jsonLines === undefined ? [] : [this.#jsonLines.watch];
  }

  /** Whatever becomes of a run, it is written: here what keeps it from its end. */
  async around(run: () => Promise<number>): Promise<number> {
    try {
      const code = await run();
      this.#jsonLines?.end(code, this.#result);
      return code;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const code = error instanceof DownpourError ? error.code : 'INTERNAL';
      const problems = problemsOf(error);
      const lines = problems.map(({ file, problem }) =>
        plain(problemLine(file, problem, this.#context.err.paint)),
      );
      if (this.#result === undefined) await this.#keepReason(message, lines).catch(this.#complain);
      const refusal = { code, message, ...(problems.length > 0 && { problems: problems.map(told) }) };
      this.#jsonLines?.end(exitCodeOfError(error), this.#result, refusal);
      throw error;
    }
  }

  /** Writes the files of a burst that is over, all of them, even when one cannot be written. */
  async keep(result: BurstResult): Promise<void> {
    this.#result = result;
    const { run, text, status, left } = result;
    if (run === undefined || text === undefined) {
      const failed = status.phases.find((phase) => phase.failure !== undefined);
      const reason = left ? 'left before its end' : (status.reason ?? failed?.failure);
      return this.#keepReason(reason ?? 'no run was stored');
    }
    const { json, junit, summary } = this.#options;
    const [{ junitXml }, { markdownSummary }] = await formats();
    const inMarkdown = markdownSummary(run, status.runId);
    this.#annotate(annotationsOf(run));
    await all([
      this.#write(json, () => `${text}\n`, 'the run document'),
      this.#write(junit, () => junitXml(run), 'the limits'),
      this.#write(summary, () => inMarkdown, 'the summary'),
      this.#appendToJob(inMarkdown),
    ]);
  }

  /** There is no run document: its file is left empty, so that nobody takes that of an earlier run for this one's. */
  async #keepReason(reason: string, details: readonly string[] = []): Promise<void> {
    const { json, junit, summary } = this.#options;
    const [{ junitXmlOfNoRun }, { markdownOfNoRun }] = await formats();
    const inMarkdown = markdownOfNoRun(this.benchmark, reason, details);
    this.#annotate(annotationsOfNoRun(this.benchmark, [reason, ...details]));
    await all([
      json === undefined || json === '-' ? Promise.resolve() : writeText(json, ''),
      this.#write(junit, () => junitXmlOfNoRun(this.benchmark, reason, details), 'the reason'),
      this.#write(summary, () => inMarkdown, 'the reason'),
      this.#appendToJob(inMarkdown),
    ]);
  }

  async #write(place: string | undefined, text: () => string, what: string): Promise<void> {
    if (place === undefined) return;
    if (place === '-') return this.#context.out.say(text().replace(/\n$/, ''));
    await writeText(place, text());
    if (!this.#options.quiet) this.#context.err.say(`Wrote ${what} to ${place}`);
  }

  /** Nobody asked for it, so a file that GitHub names and nobody can write is a warning only. */
  async #appendToJob(text: string): Promise<void> {
    const { GITHUB_STEP_SUMMARY: file } = this.#context.environment;
    if (!file) return;
    await appendFile(file, `${text}\n`).catch(this.#complain);
  }

  readonly #complain = (error: unknown): void => {
    const { err } = this.#context;
    const why = error instanceof Error ? error.message : String(error);
    err.say(`${err.paint.yellow('warning')} an output could not be written: ${why}`);
  };

  #annotate(lines: readonly string[]): void {
    if (this.#context.environment.GITHUB_ACTIONS === 'true') this.human.say(...lines);
  }
}

const formats = () =>
  Promise.all([
    import('../../lib/report/formats/junit/xml.ts'),
    import('../../lib/report/formats/markdown/summary.ts'),
  ]);

/** Fails with the first failure, after everything else was done. */
async function all(writing: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(writing)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
