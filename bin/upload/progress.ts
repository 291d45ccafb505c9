import { bytes } from '../../lib/report/units.ts';
import type { Terminal } from '../terminal/terminal.ts';

const width = 24;

/** Draws the progress of an upload on a terminal. */
export class UploadProgress {
  readonly #terminal: Terminal;
  readonly #files: number;
  readonly #bytes: number;
  readonly #now: () => number;
  readonly #startedAt: number;
  #sent = 0;
  /** The bytes that an earlier attempt has stored. This command need not send them. */
  #found = 0;
  #done = 0;

  constructor(terminal: Terminal, files: number, all: number, now: () => number = () => performance.now()) {
    this.#terminal = terminal;
    this.#files = files;
    this.#bytes = all;
    this.#now = now;
    this.#startedAt = now();
  }

  sent(count: number): void {
    this.#sent = Math.min(this.#sent + count, this.#bytes);
    this.draw();
  }

  /** Counts bytes that the store already had. */
  found(count: number): void {
    this.#found += count;
    this.sent(count);
  }

  /** Counts a finished file, even if it did not become a run. */
  done(): void {
    this.#done += 1;
    this.draw();
  }

  draw(): void {
    if (this.#terminal.live) this.#terminal.draw([this.line]);
  }

  get line(): string {
    const share = this.#bytes === 0 ? 1 : this.#sent / this.#bytes;
    const full = Math.floor(share * width);
    const bar = `${'█'.repeat(full)}${'░'.repeat(width - full)}`;
    const seconds = (this.#now() - this.#startedAt) / 1000;
    const rate = seconds > 0 ? `  ${bytes(Math.max(0, this.#sent - this.#found) / seconds)}/s` : '';
    const files = this.#files === 1 ? '' : `  ${this.#done} of ${this.#files} files`;
    return `${bar}  ${bytes(this.#sent)} of ${bytes(this.#bytes)}${files}${rate}`;
  }
}
