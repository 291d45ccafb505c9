import { relative } from 'node:path';
import type { WriteStream } from 'node:tty';
import { root } from './files.ts';
import type { Group } from './groups.ts';
import type { Ended } from './processes.ts';

const signEveryMs = 1_000;

/**
 * Shows a run of tests while it goes on: a line for each process that ended, all output of those that failed,
 * and in between a sign each second, which a terminal redraws. The last line is `N passed, N failed`, with
 * the skipped where there are any.
 */
export class Report {
  failed = 0;
  readonly #out: WriteStream;
  readonly #dearest: number;
  readonly #startedMs = performance.now();
  readonly #running = new Set<Group>();
  readonly #ended: Ended[] = [];
  readonly #reasons: string[] = [];
  #passed = 0;
  #skipped = 0;
  #filesDone = 0;
  #filesAll = 0;
  #shownMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(out: WriteStream, dearest: number) {
    this.#out = out;
    this.#dearest = dearest;
  }

  begin(words: string, files: number): void {
    this.#filesAll = files;
    this.#print(words);
    this.#timer = setInterval(() => this.#sign(), signEveryMs);
  }

  started(files: Group): void {
    this.#running.add(files);
  }

  ended(process: Ended): void {
    this.#running.delete(process.files);
    this.#ended.push(process);
    this.#filesDone += process.files.length;
    const count = (outcome: string): number =>
      process.tests.filter((test) => test.outcome === outcome).length;
    // A process that dies has failed, also when none of its tests has.
    const failed = count('failed') + (process.death === undefined ? 0 : 1);
    this.#passed += count('passed');
    this.#skipped += count('skipped');
    this.failed += failed;
    const tests = `${count('passed')} passed${failed > 0 ? `, ${failed} failed` : ''}`;
    this.#print(
      `${failed > 0 ? 'FAILED' : 'ok    '} ${seconds(process.seconds)}  ${tests}  ${nameOf(process.files)}`,
    );
    for (const { name, outcome } of process.tests)
      if (outcome === 'skipped') this.#print(`       skipped: ${name}`);
    if (failed > 0) this.#print(process.output.trimEnd());
    if (process.death !== undefined) this.#print(`the process ended with ${process.death}`);
  }

  /** Counts a failure that is no test. */
  fail(reason: string): void {
    this.failed += 1;
    this.#reasons.push(reason);
    this.#print(`FAILED ${reason}`);
  }

  /** @param note a line ahead of the closing one */
  end(note: string | undefined): void {
    clearInterval(this.#timer);
    const dear = this.#ended.toSorted((a, b) => b.seconds - a.seconds).slice(0, this.#dearest);
    this.#print(`\nthe dearest files, by seconds (and seconds of CPU):`);
    for (const { seconds: wall, cpuSeconds, files } of dear)
      this.#print(`${seconds(wall)}  (${cpuSeconds?.toFixed(1) ?? '?'})  ${nameOf(files)}`);
    const bad = this.#ended.filter(
      ({ death, tests }) => death !== undefined || tests.some(({ outcome }) => outcome === 'failed'),
    );
    if (bad.length + this.#reasons.length > 0) this.#print('\nfailed:');
    for (const reason of this.#reasons) this.#print(`  ${reason}`);
    for (const { files, tests, death } of bad) {
      for (const { file, name, outcome } of tests)
        if (outcome === 'failed') this.#print(`  ${relative(root, file)}: ${name}`);
      if (death !== undefined) this.#print(`  ${nameOf(files)}: ended with ${death}`);
    }
    const cpu = this.#ended.reduce((sum, { cpuSeconds = 0 }) => sum + cpuSeconds, 0);
    const wall = seconds((performance.now() - this.#startedMs) / 1_000).trim();
    this.#print(`\n${wall} altogether, ${seconds(cpu).trim()} of CPU`);
    if (note !== undefined) this.#print(note);
    this.#print(
      `\n${this.#passed} passed, ${this.failed} failed${this.#skipped > 0 ? `, ${this.#skipped} skipped` : ''}`,
    );
  }

  #sign(): void {
    if (!this.#out.isTTY && performance.now() - this.#shownMs < signEveryMs) return;
    const running = [...this.#running].map(nameOf).join(', ');
    const at = seconds((performance.now() - this.#startedMs) / 1_000);
    const line = `${at}  ${this.#filesDone} of ${this.#filesAll} files, ${this.#passed} passed, ${this.failed} failed; running ${running}`;
    if (this.#out.isTTY) this.#out.write(`\r\u001b[K${line.slice(0, this.#out.columns - 1)}`);
    else this.#print(line);
  }

  #print(line: string): void {
    this.#shownMs = performance.now();
    this.#out.write(`${this.#out.isTTY ? '\r\u001b[K' : ''}${line}\n`);
  }
}

const seconds = (value: number): string => `${value.toFixed(1)} s`.padStart(8);

const nameOf = (files: Group): string =>
  files.length === 1 ? (files[0] ?? '') : `${files.length} files from ${files[0]}`;
