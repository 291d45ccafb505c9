import { relative } from 'node:path';
import type { WriteStream } from 'node:tty';
import { root } from './files.ts';
import type { Group } from './groups.ts';
import type { TestLine } from './lines.ts';
import { type Ended, failuresOf } from './processes.ts';

const signEveryMs = 1_000;

/**
 * Shows the progress of a test run: a line for each process that has ended, the whole output of failed ones,
 * and a sign of progress each second, which a terminal redraws. The last line is `N passed, N failed`, and
 * the number of skipped tests if there are any.
 */
export class Report {
  readonly #out: WriteStream;
  readonly #slowest: number;
  readonly #startedMs = performance.now();
  readonly #running = new Set<Group>();
  /** The result of the last attempt of each process. */
  readonly #ended = new Map<Group, Ended>();
  readonly #reasons: string[] = [];
  #filesAll = 0;
  #shownMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(out: WriteStream, slowest: number) {
    this.#out = out;
    this.#slowest = slowest;
  }

  begin(words: string, files: number): void {
    this.#filesAll = files;
    this.#print(words);
    this.#timer = setInterval(() => this.#sign(), signEveryMs);
  }

  started(files: Group): void {
    this.#running.add(files);
  }

  get failed(): number {
    const failures = this.#ended.values().reduce((sum, ended) => sum + failuresOf(ended), 0);
    return failures + this.#reasons.length;
  }

  ended(process: Ended): void {
    const { files, tests, death } = process;
    this.#running.delete(files);
    this.#ended.set(files, process);
    const failed = failuresOf(process);
    const counts = `${countOf(process, 'passed')} passed${failed > 0 ? `, ${failed} failed` : ''}`;
    const state = failed > 0 ? 'FAILED' : 'ok    ';
    const second = process.first === undefined ? '' : ' (second try, alone)';
    this.#print(`${state} ${seconds(process.seconds)}  ${counts}  ${nameOf(files)}${second}`);
    for (const { name, outcome } of tests) if (outcome === 'skipped') this.#print(`       skipped: ${name}`);
    if (failed > 0) this.#print(process.output.trimEnd());
    if (death !== undefined) this.#print(`the process ended with ${death}`);
  }

  /** Counts a failure that does not belong to a test. */
  fail(reason: string): void {
    this.#reasons.push(reason);
    this.#print(`FAILED ${reason}`);
  }

  /** @param note a line to print before the last line. */
  end(note: string | undefined): void {
    clearInterval(this.#timer);
    const all = [...this.#ended.values()];
    const slow = all.toSorted((a, b) => b.seconds - a.seconds).slice(0, this.#slowest);
    this.#print(`\nthe slowest files, by seconds (and seconds of CPU):`);
    for (const { seconds: wall, cpuSeconds, files } of slow)
      this.#print(`${seconds(wall)}  (${cpuSeconds?.toFixed(1) ?? '?'})  ${nameOf(files)}`);
    const recovered = all.filter((ended) => ended.first !== undefined && failuresOf(ended) === 0);
    if (recovered.length > 0) this.#print('\nfailed at the same time as other processes, and passed alone:');
    for (const { first } of recovered) if (first !== undefined) this.#failures(first);
    const bad = all.filter((ended) => failuresOf(ended) > 0);
    if (bad.length + this.#reasons.length > 0) this.#print('\nfailed:');
    for (const reason of this.#reasons) this.#print(`  ${reason}`);
    for (const ended of bad) this.#failures(ended);
    const cpu = all.reduce((sum, { cpuSeconds = 0 }) => sum + cpuSeconds, 0);
    const wall = seconds((performance.now() - this.#startedMs) / 1_000).trim();
    this.#print(`\n${wall} in total, ${seconds(cpu).trim()} of CPU`);
    if (note !== undefined) this.#print(note);
    const skipped = this.#count('skipped');
    const skips = skipped > 0 ? `, ${skipped} skipped` : '';
    this.#print(`\n${this.#count('passed')} passed, ${this.failed} failed${skips}`);
  }

  #failures({ files, tests, death }: Ended): void {
    for (const { file, name, outcome } of tests)
      if (outcome === 'failed') this.#print(`  ${relative(root, file)}: ${name}`);
    if (death !== undefined) this.#print(`  ${nameOf(files)}: ended with ${death}`);
  }

  #count(outcome: TestLine['outcome']): number {
    return this.#ended.values().reduce((sum, ended) => sum + countOf(ended, outcome), 0);
  }

  #sign(): void {
    if (!this.#out.isTTY && performance.now() - this.#shownMs < signEveryMs) return;
    const running = [...this.#running].map(nameOf).join(', ');
    const at = seconds((performance.now() - this.#startedMs) / 1_000);
    const done = this.#ended.keys().reduce((sum, { length }) => sum + length, 0);
    const line = `${at}  ${done} of ${this.#filesAll} files, ${this.#count('passed')} passed, ${this.failed} failed; running ${running}`;
    if (this.#out.isTTY) this.#out.write(`\r\u001b[K${line.slice(0, this.#out.columns - 1)}`);
    else this.#print(line);
  }

  #print(line: string): void {
    this.#shownMs = performance.now();
    this.#out.write(`${this.#out.isTTY ? '\r\u001b[K' : ''}${line}\n`);
  }
}

const seconds = (value: number): string => `${value.toFixed(1)} s`.padStart(8);

const countOf = ({ tests }: Ended, outcome: TestLine['outcome']): number =>
  tests.filter((test) => test.outcome === outcome).length;

const nameOf = (files: Group): string =>
  files.length === 1 ? (files[0] ?? '') : `${files.length} files from ${files[0]}`;
