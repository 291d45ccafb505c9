import { noValues, type RawValues } from './raw-values.ts';

const lineFeed = 0x0a;
const comma = 0x2c;

/** Columns as they are stored: a line for each row, empty where it has no value. */
export function lineValues(contents: readonly Uint8Array[]): RawValues {
  const joined = Buffer.allocUnsafe(contents.reduce((sum, content) => sum + content.length, 0));
  let [length, count] = [0, 0];
  for (const content of contents) {
    let isEmpty = true;
    for (let at = 0; at < content.length; at += 1) {
      const code = content[at];
      if (code !== lineFeed) {
        joined[length] = code;
        length += 1;
        isEmpty = false;
      } else if (!isEmpty) {
        joined[length] = comma;
        length += 1;
        count += 1;
        isEmpty = true;
      }
    }
  }
  if (count === 0) return noValues;
  const lines = (): readonly string[] =>
    contents.flatMap((content) => linesOf(content).filter((line) => line !== ''));
  return {
    count,
    bytes: length - 1,
    first: () => firstLine(contents),
    array: () => `[${joined.toString('utf8', 0, length - 1)}]`,
    texts: lines,
  };
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const linesOf = (content: Uint8Array): readonly string[] => bufferOf(content).toString('utf8').split('\n');

function firstLine(contents: readonly Uint8Array[]): string | undefined {
  for (const content of contents) {
    const start = content.findIndex((code) => code !== lineFeed);
    if (start !== -1) return bufferOf(content).toString('utf8', start, content.indexOf(lineFeed, start));
  }
  return undefined;
}

/** Goes down a column: the place of one cell at a time. */
export class Cursor {
  readonly bytes: Uint8Array;
  /** The cell is empty where both are the same. */
  start = 0;
  end = -1;

  /** @param content undefined for a column without values: all cells are empty. */
  constructor(content: Uint8Array | undefined) {
    this.bytes = content ?? new Uint8Array();
    if (content === undefined) this.end = 0;
  }

  next(): void {
    const { bytes } = this;
    if (bytes.length === 0) return;
    let at = this.end + 1;
    this.start = at;
    while (bytes[at] !== lineFeed) at += 1;
    this.end = at;
  }

  /** Over so many cells to the one behind them. */
  skip(cells: number): void {
    const { bytes } = this;
    if (bytes.length === 0) return;
    let left = cells;
    let at = this.end;
    while (left > 0) {
      at += 1;
      if (bytes[at] === lineFeed) left -= 1;
    }
    this.end = at;
    this.next();
  }

  get isEmpty(): boolean {
    return this.start === this.end;
  }

  get text(): string {
    return bufferOf(this.bytes).toString('utf8', this.start, this.end);
  }
}
