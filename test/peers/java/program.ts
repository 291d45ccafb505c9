import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { jarsOf } from './jars.ts';

/**
 * A Java program that runs from its source, with the dependencies of the `pom.xml` in its folder. It needs
 * Java 17 and Maven.
 */
export class JavaProgram {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #errors: string[] = [];

  constructor(folder: string, source: string, args: readonly string[]) {
    const java = spawn('java', ['-Xmx512m', '-cp', jarsOf(folder), join(folder, source), ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    java.stderr.on('data', (chunk) => this.#errors.push(String(chunk)));
    this.#process = java;
    this.#lines = createInterface(java.stdout)[Symbol.asyncIterator]();
  }

  tell(line: string): void {
    this.#process.stdin?.write(`${line}\n`);
  }

  /** Waits for a line with this beginning, and skips other lines. */
  async lineFrom(start: string): Promise<string> {
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error(`the program ended: ${this.#errors.join('').slice(-2_000)}`);
      if (value.startsWith(start)) return value;
    }
  }

  /** Closes the input of the program, which ends the program. */
  async end(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.#process.once('exit', () => resolve()));
    this.#process.stdin?.end();
    await ended;
  }
}
