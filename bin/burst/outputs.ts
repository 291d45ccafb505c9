import { existsSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { DownpourError } from '../../lib/errors.ts';
import { junit } from '../../lib/report/formats/junit.ts';
import { markdown } from '../../lib/report/formats/markdown.ts';
import type { Context } from '../cli/context.ts';
import { exit, exitCodeOfError } from '../cli/exit-code.ts';
import { quoted } from '../cli/shell-command.ts';
import { checkOutput, refuseInput, refuseTwice, runDocumentKind } from '../files/output-file.ts';
import { writeText } from '../files/write-file.ts';
import { beforeSignal } from '../terminal/interrupts.ts';
import { unpainted } from '../terminal/paint.ts';
import { problemLine, problemsOf } from '../terminal/problems.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { annotationsOf, annotationsOfNoRun } from './annotations.ts';
import { JsonLines, problemEvent, type Refusal, resultEvent } from './json-lines.ts';
import type { BurstResult } from './run-burst.ts';
import type { Watcher } from './status-watchers.ts';

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
    .option('--junit <out>', 'write the result of each limit as JUnit XML, for test reports of CI')
    .option('--summary <out>', 'write a summary in Markdown')
    .addOption(
      new Option(
        '--json-lines',
        'print each event as a line of JSON and the result as the last line; other output goes to standard error',
      ),
    )
    .option('-q, --quiet', 'print the verdict and errors only');
}

/**
 * Opens the outputs, and rejects unusable ones before any load: files that cannot be written, and two texts
 * for standard output.
 */
export async function openOutputs(file: string, options: OutputOptions, context: Context): Promise<Outputs> {
  const { json, junit, summary, jsonLines } = options;
  const named = [json, junit, summary].filter((name) => name !== undefined);
  const places = [...named, ...(jsonLines ? ['-'] : [])];
  refuseTwice(places);
  const kinds = [
    [json, runDocumentKind],
    [junit, junitKind],
    [summary, summaryKind],
  ] as const;
  for (const [place, kind] of kinds) if (isFile(place)) await checkOutput(place, kind, [file]);
  return new Outputs(file, options, context, places.includes('-'));
}

const isFile = (place: string | undefined): place is string => place !== undefined && place !== '-';

const junitKind = { name: 'the limits', begins: junit.begins };
const summaryKind = { name: 'the summary', begins: markdown.begins };

/** The outputs of a run in addition to the stored run: for people, for programs, and for the CI system. */
export class Outputs {
  /** The output that users read. It is standard error when a program reads standard output. */
  readonly human: Terminal;
  /** The name of the benchmark, or of its file until the document is read. */
  benchmark: string;
  readonly #options: OutputOptions;
  readonly #context: Context;
  readonly #jsonLines: JsonLines | undefined;
  /** True when the burst has started, so that the files of an earlier run are old. */
  #began = false;
  #result: BurstResult | undefined;

  constructor(benchmark: string, options: OutputOptions, context: Context, hasProgram: boolean) {
    this.benchmark = benchmark;
    this.human = hasProgram ? context.err : context.out;
    this.#options = options;
    this.#context = context;
    if (options.jsonLines) this.#jsonLines = new JsonLines((line) => context.out.print(line), Date.now);
  }

  /** The functions that receive each status, except the display for people. */
  get watchers(): readonly Watcher[] {
    const began: Watcher = () => {
      this.#began = true;
    };
    return [began, ...(this.#jsonLines === undefined ? [] : [this.#jsonLines.watch])];
  }

  /**
   * Rejects an output that is a file of the document.
   * @throws DownpourError (400)
   */
  async refuseInputs(paths: readonly string[]): Promise<void> {
    const { json, junit, summary } = this.#options;
    for (const place of [json, junit, summary])
      if (isFile(place)) await refuseInput(place, { name: 'an output' }, paths);
  }

  /** Runs `run`, and writes the output files afterwards, even after an error. */
  async around(run: () => Promise<number>): Promise<number> {
    // A signal may end the process before the burst has started. The output files are written first then.
    using _ = beforeSignal(async () => {
      if (this.#result === undefined) await this.#endUnbegun(exit.stopped).catch(this.#complain);
    });
    try {
      const code = await run();
      if (this.#result === undefined) await this.#endUnbegun(code);
      else this.#jsonLines?.end(code, this.#result);
      return code;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const code = error instanceof DownpourError ? error.code : 'INTERNAL';
      const exitCode = exitCodeOfError(error);
      const problems = problemsOf(error);
      const lines = problems.map(({ file, problem }) => problemLine(file, problem, unpainted));
      const refusal = { code, message, ...(problems.length > 0 && { problems: problems.map(problemEvent) }) };
      if (this.#result === undefined) {
        // After a mistake in the document or on the command line, nothing has run. The result of an earlier
        // run is then kept.
        const isMistake = !this.#began && exitCode === exit.refused && code !== 'HOOK_FAILED';
        const why = { reason: message, details: lines, refusal, sparesOld: isMistake };
        await this.#keepReason(exitCode, why).catch(this.#complain);
      }
      this.#jsonLines?.end(exitCode, this.#result, refusal);
      throw error;
    }
  }

  async #endUnbegun(code: number): Promise<void> {
    this.#jsonLines?.end(code, undefined);
    await this.#keepReason(code, { reason: 'the run was stopped before it began' });
  }

  /** Writes all files of a finished burst. A file that cannot be written does not prevent the others. */
  async keep(result: BurstResult): Promise<void> {
    this.#result = result;
    const { run, text, status } = result;
    if (run === undefined || text === undefined)
      return this.#keepReason(result.code, { reason: reasonOf(result), result });
    const { json, junit, summary } = this.#options;
    const [{ junitXml }, { markdownSummary }] = await formats();
    // Readers of a job's summary cannot reach the data folder of the machine that ran it.
    const isLocal = !this.#context.environment.DOWNPOUR_URL;
    const inMarkdown = markdownSummary(run, status.runId, isLocal && isFile(json) ? quoted(json) : undefined);
    this.#annotate(annotationsOf(run));
    await all([
      this.#write(json, () => `${text}\n`, 'the run document'),
      this.#write(junit, () => junitXml(run), 'the limits'),
      this.#write(summary, () => inMarkdown, 'the summary'),
      this.#appendToJob(inMarkdown),
    ]);
  }

  /**
   * Writes the reason why there is no run document into the output files. Otherwise programs would read files
   * of an earlier run as those of this run.
   */
  async #keepReason(exitCode: number, why: WhyNoRun): Promise<void> {
    const { json, junit, summary } = this.#options;
    const { reason, details = [] } = why;
    const [{ junitXmlOfNoRun }, { markdownOfNoRun }] = await formats();
    const inMarkdown = markdownOfNoRun(this.benchmark, reason, details);
    this.#annotate(annotationsOfNoRun(this.benchmark, [reason, ...details]));
    const write = (place: string | undefined, text: () => string): Promise<void> =>
      why.sparesOld && isFile(place) && existsSync(place)
        ? Promise.resolve()
        : this.#write(place, text, 'the reason why no run exists');
    await all([
      write(json, () => `${noRunText(this.benchmark, exitCode, why)}\n`),
      write(junit, () => junitXmlOfNoRun(this.benchmark, reason, details)),
      write(summary, () => inMarkdown),
      this.#appendToJob(inMarkdown),
    ]);
  }

  async #write(place: string | undefined, text: () => string, what: string): Promise<void> {
    if (place === undefined) return;
    if (place === '-') return this.#context.out.print(text());
    await writeText(place, text());
    if (!this.#options.quiet) this.#context.err.say(`Wrote ${what} to ${place}`);
  }

  /**
   * Appends a text to the summary of the job that GitHub shows. The file is chosen by GitHub and not by the
   * user, so a failed write is only a warning.
   */
  async #appendToJob(text: string): Promise<void> {
    const { GITHUB_STEP_SUMMARY: file } = this.#context.environment;
    if (!file) return;
    await appendFile(file, `${text}\n`).catch(this.#complain);
  }

  readonly #complain = (error: unknown): void => {
    const { err } = this.#context;
    const why = error instanceof Error ? error.message : String(error);
    err.say(`${err.paint.yellow('warning')} an output file could not be written: ${why}`);
  };

  #annotate(lines: readonly string[]): void {
    if (this.#context.environment.GITHUB_ACTIONS === 'true') this.human.say(...lines);
  }
}

type WhyNoRun = {
  readonly reason: string;
  readonly details?: readonly string[];
  /** The result of a burst that ended without a run. */
  readonly result?: BurstResult;
  readonly refusal?: Refusal;
  /** True when the output files of an earlier run remain, because nothing was run. */
  readonly sparesOld?: boolean;
};

/** The reason why a finished burst has no run document. */
export function reasonOf({ status, left }: BurstResult): string {
  if (left) return 'you left the command before the end of the run';
  const failed = status.phases.find((phase) => phase.failure !== undefined);
  return status.reason ?? failed?.failure ?? 'no run was stored';
}

/** The JSON for a burst without a run document. It is the object of the last line of `--json-lines`. */
export function noRunText(
  benchmark: string,
  exitCode: number,
  { reason, result, refusal }: WhyNoRun,
): string {
  const state =
    exitCode === exit.stopped ? 'stopped' : exitCode === exit.incomplete ? 'incomplete' : 'failed';
  const event = resultEvent(Date.now(), exitCode, result, refusal);
  return JSON.stringify({ ...event, state: event.state ?? state, reason, benchmark });
}

const formats = () =>
  Promise.all([
    import('../../lib/report/formats/junit/xml.ts'),
    import('../../lib/report/formats/markdown/summary.ts'),
  ]);

/** Waits for all writes, and then throws the first failure. */
async function all(writing: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(writing)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
