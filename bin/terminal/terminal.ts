import { createInterface } from 'node:readline/promises';
import { asciiOf, isAsciiOnly } from './ascii.ts';
import { painted } from './harmless.ts';
import { type Paint, paintOf } from './paint.ts';
import { shorten, visibleLength } from './table.ts';

/**
 * A stream that people read: colours and redrawing when it is a terminal, plain lines when it is not. Texts
 * come from documents, targets and other users as well, so the terminal obeys nothing but the paint of this
 * program: all else that it would obey is spelled out, in a file or a pipe too, which somebody may show
 * later.
 */
export class Terminal {
  readonly paint: Paint;
  readonly #stream: NodeJS.WriteStream;
  readonly #live: boolean;
  /** Signs beyond ASCII would be garbage. */
  readonly #isAscii: boolean;
  /** Widths of the lines of the picture. */
  #drawn: readonly number[] = [];

  constructor(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv) {
    this.#stream = stream;
    this.#live = stream.isTTY === true && environment.TERM !== 'dumb';
    this.#isAscii = isAsciiOnly(environment);
    this.paint = paintOf(colourful(this.#live, environment));
  }

  /** True when a picture can be drawn over the last one. */
  get live(): boolean {
    return this.#live;
  }

  /** Characters in a line; undefined when nothing limits it. */
  get width(): number | undefined {
    return this.#live ? this.#stream.columns || undefined : undefined;
  }

  /** Lines of the screen; undefined when nothing limits them. */
  get height(): number | undefined {
    return this.#live ? this.#stream.rows || undefined : undefined;
  }

  /** Each text is one line, whatever it holds. */
  say(...lines: readonly string[]): void {
    this.clear();
    for (const line of lines) this.#stream.write(`${painted(this.#signs(line))}\n`);
  }

  /** A text for programs, such as JSON: byte for byte in a file or a pipe, harmless on a screen. */
  print(text: string): void {
    const whole = text.replace(/\r?\n$/, '');
    if (!this.#stream.isTTY) {
      this.#stream.write(`${whole}\n`);
      return;
    }
    this.clear();
    for (const line of whole.split(/\r?\n/)) this.#stream.write(`${painted(line)}\n`);
  }

  /** Asks a person who types into `input`; the answer is trimmed. */
  async ask(question: string, input: NodeJS.ReadableStream): Promise<string> {
    this.clear();
    const lines = createInterface({ input, output: this.#stream });
    try {
      return (await lines.question(`${painted(this.#signs(question))} `)).trim();
    } finally {
      lines.close();
    }
  }

  /**
   * Draws a picture in place of the last one, cut to the terminal so that no line wraps and none scrolls
   * away.
   */
  draw(lines: readonly string[]): void {
    const shown = lines.slice(0, Math.max(1, (this.#stream.rows || 25) - 1));
    // The sign of a cut has three characters there.
    const room = this.#columns - (this.#isAscii ? 3 : 1);
    const cut = shown.map((line) => this.#signs(shorten(this.#signs(line), room)));
    const picture = cut.map((line) => `${painted(line)}\x1b[K\n`).join('');
    this.#stream.write(`${this.#up()}${picture}\x1b[J`);
    this.#drawn = cut.map(visibleLength);
  }

  /** Removes the picture. */
  clear(): void {
    if (this.#drawn.length > 0) this.#stream.write(`${this.#up()}\x1b[J`);
    this.#drawn = [];
  }

  #signs(text: string): string {
    return this.#isAscii ? asciiOf(text) : text;
  }

  /** A terminal whose size nobody has said, as those of many containers, says 0. */
  get #columns(): number {
    return this.#stream.columns || 80;
  }

  /**
   * To the first line of the picture. In a terminal that became narrower since, a line takes several rows.
   */
  #up(): string {
    const rows = this.#drawn.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / this.#columns)), 0);
    return rows > 0 ? `\x1b[${rows}A\r` : '';
  }
}

/** NO_COLOR (no-color.org) and FORCE_COLOR decide before the terminal does. */
function colourful(live: boolean, environment: NodeJS.ProcessEnv): boolean {
  if (environment.NO_COLOR) return false;
  if (environment.FORCE_COLOR) return environment.FORCE_COLOR !== '0';
  return live;
}
