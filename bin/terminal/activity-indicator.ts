import type { Terminal } from './terminal.ts';

/** The milliseconds between two messages. */
const everyMs = 1_000;

/**
 * Shows that a command is working while it prepares. The first message comes at once, and then one each
 * second with the elapsed time. A terminal redraws one line; other outputs get a line for each message. The
 * messages end at `end` or with the disposal.
 */
export class Signs implements Disposable {
  readonly #terminal: Terminal;
  #timer: NodeJS.Timeout | undefined;
  #doing = '';
  #begunMs = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Sets the text that the indicator shows: what the command prepares now. */
  say(doing: string): void {
    this.#doing = doing;
    if (this.#timer !== undefined) {
      this.#tick();
      return;
    }
    this.#begunMs = performance.now();
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
    const seconds = Math.round((performance.now() - this.#begunMs) / 1_000);
    this.#show(seconds === 0 ? this.#doing : `${this.#doing}, ${seconds} s`);
  }

  #show(line: string): void {
    if (this.#terminal.live) this.#terminal.draw([this.#terminal.paint.dim(line)]);
    else this.#terminal.say(line);
  }
}
