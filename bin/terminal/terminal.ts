import { stripVTControlCharacters } from 'node:util';
import pico from 'picocolors';
import { shorten } from './table.ts';

export type Paint = ReturnType<typeof pico.createColors>;

/** A stream that people read: colours and redrawing when it is a terminal, plain lines when it is not. */
export class Terminal {
  readonly paint: Paint;
  readonly #stream: NodeJS.WriteStream;
  readonly #live: boolean;
  #drawn = 0;

  constructor(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv) {
    this.#stream = stream;
    this.#live = stream.isTTY === true && environment.TERM !== 'dumb';
    this.paint = pico.createColors(colourful(this.#live, environment));
  }

  /** True when a picture can be drawn over the last one. */
  get live(): boolean {
    return this.#live;
  }

  /** Characters in a line; undefined when nothing limits it. */
  get width(): number | undefined {
    return this.#live ? this.#stream.columns : undefined;
  }

  say(...lines: readonly string[]): void {
    this.clear();
    for (const line of lines) this.#stream.write(`${line}\n`);
  }

  /** Draws a picture in place of the last one, cut to the terminal so that no line wraps and none scrolls away. */
  draw(lines: readonly string[]): void {
    const shown = lines.slice(0, Math.max(1, (this.#stream.rows ?? 25) - 1));
    const picture = shown
      .map((line) => `${shorten(line, (this.#stream.columns ?? 80) - 1)}\x1b[K\n`)
      .join('');
    this.#stream.write(`${this.#up()}${picture}\x1b[J`);
    this.#drawn = shown.length;
  }

  /** Removes the picture. */
  clear(): void {
    if (this.#drawn > 0) this.#stream.write(`${this.#up()}\x1b[J`);
    this.#drawn = 0;
  }

  #up(): string {
    return this.#drawn > 0 ? `\x1b[${this.#drawn}A\r` : '';
  }
}

/** NO_COLOR (no-color.org) and FORCE_COLOR decide before the terminal does. */
function colourful(live: boolean, environment: NodeJS.ProcessEnv): boolean {
  if (environment.NO_COLOR) return false;
  if (environment.FORCE_COLOR) return environment.FORCE_COLOR !== '0';
  return live;
}

/** A text without its colours. */
export const plain = stripVTControlCharacters;
