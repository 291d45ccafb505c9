import type { Terminal } from './terminal.ts';

/** Milliseconds between two signs. */
const everyMs = 1_000;

/**
 * Signs of life while a command prepares: it says at once what it does, and how long already each second
 * after. A terminal has one line that is drawn again, all else a line for each sign. They end at `end`, or
 * when they are disposed of.
 */
export class Signs implements Disposable {
  readonly #terminal: Terminal;
  #timer: NodeJS.Timeout | undefined;
  #doing = '';
  #begunMs = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** From now on this is what takes the time. */
  say(doing: string): void {
    this.#doing = doing;
    if (this.#timer !== undefined) {
      this.#tick();
      return;
    }
    this.#begunMs = Date.now();
    this.#timer = setInterval(() => this.#tick(), everyMs);
    this.#show(doing);
  }

  end(): void {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#terminal.live) this.#terminal.clear();
  }

  [Symbol.dispose](): void {
    this.end();
  }

  #tick(): void {
    const seconds = Math.round((Date.now() - this.#begunMs) / 1_000);
    this.#show(seconds === 0 ? this.#doing : `${this.#doing}, ${seconds} s`);
  }

  #show(line: string): void {
    if (this.#terminal.live) this.#terminal.draw([this.#terminal.paint.dim(line)]);
    else this.#terminal.say(line);
  }
}
