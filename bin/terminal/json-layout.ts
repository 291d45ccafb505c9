import { kind } from '../../lib/results/json/kind.ts';
import { type Listener, silence } from '../../lib/results/json/listener.ts';
import { scanJson } from '../../lib/results/json/scanner.ts';
import type { Paint } from './paint.ts';
import type { Terminal } from './terminal.ts';

/** Levels of nested arrays and objects. No answer of the API has more. */
const depthMax = 100_000;

/** Prints JSON: with lines and colours on a terminal, and unchanged for programs. */
export function printJson(json: string, out: Terminal): void {
  out.print(out.live ? laidOut(json, out.paint) : json);
}

/**
 * Breaks JSON text into lines without parsing its values. Numbers, the order of members and repeated members
 * remain as stored. The text must be valid JSON.
 */
export function laidOut(json: string, paint?: Paint): string {
  const layout = new Layout(Buffer.from(json), paint === undefined ? asWritten : painted(paint));
  const problem = scanJson(layout.bytes, layout, depthMax);
  if (problem !== undefined) throw new Error(problem.reason);
  return layout.text;
}

class Layout implements Listener {
  readonly long = silence.long;
  readonly bytes: Buffer;
  text = '';
  readonly #show: Show;
  /** The closing brackets of the objects and arrays that are still open. */
  readonly #open: string[] = [];
  /** The kind of the previous token. */
  #before: 'bracket' | 'name' | 'value' = 'name';

  constructor(bytes: Buffer, show: Show) {
    this.bytes = bytes;
    this.#show = show;
  }

  open(isObject: boolean): void {
    this.#separate();
    this.text += isObject ? '{' : '[';
    this.#open.push(isObject ? '}' : ']');
    this.#before = 'bracket';
  }

  close(): void {
    const bracket = this.#open.pop() ?? '';
    if (this.#before === 'value') this.#newLine();
    this.text += bracket;
    this.#before = 'value';
  }

  name(start: number, end: number): void {
    this.#separate();
    this.text += `${this.#show.name(this.#token(start, end))}: `;
    this.#before = 'name';
  }

  scalar(kinds: number, start: number, end: number): void {
    this.#separate();
    const show = kinds === kind.string ? this.#show.string : this.#show.word;
    this.text += show(this.#token(start, end));
    this.#before = 'value';
  }

  #separate(): void {
    if (this.#before === 'name') return;
    if (this.#before === 'value') this.text += ',';
    this.#newLine();
  }

  #newLine(): void {
    this.text += `\n${'  '.repeat(this.#open.length)}`;
  }

  #token(start: number, end: number): string {
    return this.bytes.toString('utf8', start, end);
  }
}

type Show = Readonly<Record<'name' | 'string' | 'word', (text: string) => string>>;

const asWritten: Show = { name: String, string: String, word: String };

/**
 * The colours of JSON: names are cyan, values have a colour for their type, and punctuation has no colour.
 */
const painted = (paint: Paint): Show => ({
  name: paint.cyan,
  string: paint.green,
  word: (text) => (/^[-\d]/.test(text) ? paint.yellow(text) : paint.magenta(text)),
});
