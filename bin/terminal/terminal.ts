import { createInterface } from 'node:readline/promises';
import { asciiOf, isAsciiOnly } from './ascii.ts';
import { painted } from './control-characters.ts';
import { type Paint, paintOf } from './paint.ts';
import { shorten, visibleLength } from './table.ts';

/**
 * An output stream for people: with colours and redrawing on a terminal, and with plain lines elsewhere.
 * Texts also come from documents, targets and other users, so the terminal obeys only the colours of this
 * program. All other control characters are escaped, even in a file or a pipe, because a person may show it
 * later.
 */
export class Terminal {
  readonly paint: Paint;
  readonly #stream: NodeJS.WriteStream;
  readonly #live: boolean;
  /** True when the terminal can only show ASCII. */
  readonly #isAscii: boolean;
  /** The widths of the lines that `draw` has drawn last. */
  #drawn: readonly number[] = [];

  constructor(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv) {
    this.#stream = stream;
    this.#live = stream.isTTY === true && environment.TERM !== 'dumb';
    this.#isAscii = isAsciiOnly(environment);
    this.paint = paintOf(colourful(this.#live, environment), this.#live && hasLinks(environment));
  }

  /** True when the output is a terminal on which lines can be drawn again in the same place. */
  get live(): boolean {
    return this.#live;
  }

  /** The number of characters in a line. Undefined: no limit. */
  get width(): number | undefined {
    return this.#live ? this.#stream.columns || undefined : undefined;
  }

  /** The number of lines of the screen. Undefined: no limit. */
  get height(): number | undefined {
    return this.#live ? this.#stream.rows || undefined : undefined;
  }

  /** Prints each text as one line. Line breaks in a text are spelled out. */
  say(...lines: readonly string[]): void {
    this.clear();
    for (const line of lines) this.#stream.write(`${painted(this.#signs(line))}\n`);
  }

  /**
   * Prints a text for programs, such as JSON: unchanged in a file or a pipe, and without control characters
   * on a screen.
   */
  print(text: string): void {
    const whole = text.replace(/\r?\n$/, '');
    if (!this.#stream.isTTY) {
      this.#stream.write(`${whole}\n`);
      return;
    }
    this.clear();
    for (const line of whole.split(/\r?\n/)) this.#stream.write(`${painted(line)}\n`);
  }

  /** Asks a person who types into `input`, and returns the trimmed answer. */
  async prompt(question: string, input: NodeJS.ReadableStream): Promise<string> {
    this.clear();
    const lines = createInterface({ input, output: this.#stream });
    try {
      return (await lines.question(`${painted(this.#signs(question))} `)).trim();
    } finally {
      lines.close();
    }
  }

  /**
   * Draws lines in place of the lines that were drawn last. They are cut to the size of the terminal, so that
   * no line wraps or scrolls away.
   */
  draw(lines: readonly string[]): void {
    const visible = lines.slice(0, Math.max(1, (this.#stream.rows || 25) - 1));
    // The width of a line that is cut. In ASCII, the sign for a cut has three characters.
    const room = this.#columns - (this.#isAscii ? 3 : 1);
    const cut = visible.map((line) => this.#signs(shorten(this.#signs(line), room)));
    const picture = cut.map((line) => `${painted(line)}\x1b[K\n`).join('');
    this.#stream.write(`${this.#up()}${picture}\x1b[J`);
    this.#drawn = cut.map(visibleLength);
  }

  /** Removes the drawn lines. */
  clear(): void {
    if (this.#drawn.length > 0) this.#stream.write(`${this.#up()}\x1b[J`);
    this.#drawn = [];
  }

  #signs(text: string): string {
    return this.#isAscii ? asciiOf(text) : text;
  }

  /** The width of a terminal. A terminal without a known size, as in many containers, reports 0. */
  get #columns(): number {
    return this.#stream.columns || 80;
  }

  /**
   * Moves the cursor to the first drawn line. In a terminal that became narrower, a line may take several
   * rows.
   */
  #up(): string {
    const rows = this.#drawn.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / this.#columns)), 0);
    return rows > 0 ? `\x1b[${rows}A\r` : '';
  }
}

/**
 * Whether the terminal supports links (OSC 8). Some terminals would print the escapes, so an unknown terminal
 * gets none.
 */
function hasLinks({ FORCE_HYPERLINK, TERM = '', ...environment }: NodeJS.ProcessEnv): boolean {
  if (FORCE_HYPERLINK) return FORCE_HYPERLINK !== '0';
  const { TERM_PROGRAM = '', VTE_VERSION, KONSOLE_VERSION } = environment;
  return (
    /^(?:iTerm\.app|WezTerm|vscode|ghostty|Hyper|rio|WarpTerminal)$/.test(TERM_PROGRAM) ||
    /kitty|alacritty|foot|ghostty/.test(TERM) ||
    environment.WT_SESSION !== undefined ||
    Number(VTE_VERSION ?? 0) >= 5_000 ||
    Number(KONSOLE_VERSION ?? 0) >= 201_200
  );
}

/**
 * Whether the output has colours. NO_COLOR (no-color.org) and FORCE_COLOR have priority over the kind of
 * terminal.
 */
function colourful(live: boolean, environment: NodeJS.ProcessEnv): boolean {
  if (environment.NO_COLOR) return false;
  if (environment.FORCE_COLOR) return environment.FORCE_COLOR !== '0';
  return live;
}
