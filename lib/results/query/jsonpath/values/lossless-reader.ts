import { parseJson } from '../../../json/parse-json.ts';
import { byte, isBlank, isNumberStart } from '../../../json/tokens.ts';
import {
  EncodedOffsets,
  endOfNumber,
  endOfString,
  isNumberEncoded,
  isTextEncoded,
} from './lossless-encoding.ts';

/** Bytes in one call of JSON.parse, for a document that is too large to be parsed as a whole. */
const portion = 128 * 1024;
const wholeMax = 16 * 1024 * 1024;

/**
 * Reads a JSON document (RFC 8259, UTF-8) in the lossless encoding, with its members in order: see
 * lossless-value.ts. If a name is repeated, its last value counts, in the place of the first. It is read in
 * portions, so that the text of a large document is never in memory as a whole: reading 100 MB takes at most
 * 490 MB, instead of 550 MB, or 700 MB with every number encoded.
 * @throws DownpourError NOT_JSON (400) with the offset of the first mistake.
 */
export function readLossless(
  bytes: Uint8Array,
  portionBytes = bytes.length > wholeMax ? portion : bytes.length,
): unknown {
  try {
    return new PortionReader(withoutByteOrderMark(bytes), portionBytes).read();
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    // Throws the error with the place of the mistake.
    parseJson(bytes);
    throw new Error('the reader refused a document that is JSON', { cause });
  }
}

function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isMarked ? bytes.subarray(3) : bytes;
}

/**
 * Levels of arrays and objects that are read in portions. Deeper ones are read together with the value that
 * contains them.
 */
const levelsMax = 3;

/** An array or object that is open. */
type Level = {
  readonly isArray: boolean;
  /** Offset of its bracket. */
  readonly start: number;
  /** Offset of its name in an object, else of its bracket. */
  readonly itemStart: number;
  /** Offset of the name of the current member. */
  nameStart: number;
  /** The value read so far. It exists once the level is too large for one portion. */
  value?: unknown[] | Record<string, unknown>;
  /** The token before the current portion. */
  after: 'bracket' | 'comma' | 'value';
};

/**
 * Reads JSON in portions: JSON.parse gets many members or elements of a large array or object at a time. They
 * are encoded before.
 */
class PortionReader {
  readonly #bytes: Uint8Array;
  readonly #portionBytes: number;
  readonly #encoded: EncodedOffsets;
  readonly #levels: Level[] = [];
  /** Offset of the current portion. */
  #start = 0;
  #root: Level['value'];

  constructor(bytes: Uint8Array, portionBytes: number) {
    this.#bytes = bytes;
    this.#portionBytes = portionBytes;
    this.#encoded = new EncodedOffsets(bytes);
  }

  /** @throws SyntaxError when the text is not JSON. */
  read(): unknown {
    this.#walk();
    const { length } = this.#bytes;
    if (this.#levels.some(({ value }) => value !== undefined)) throw new SyntaxError('no end');
    if (this.#root === undefined) return JSON.parse(this.#encoded.text(0, length));
    if (!this.#isBlank(this.#start, length)) throw new SyntaxError('two values');
    return this.#root;
  }

  #walk(): void {
    const bytes = this.#bytes;
    const { length } = bytes;
    // Open arrays and objects below the levels.
    let deeper = 0;
    for (let at = 0; at < length; at += 1) {
      const code = bytes[at]!;
      if (code === byte.quote) at = this.#string(at, deeper === 0);
      else if (isNumberStart(code)) at = this.#number(at) - 1;
      else if (code === byte.openBracket || code === byte.openBrace) {
        if (deeper > 0 || this.#levels.length === levelsMax) deeper += 1;
        else this.#begin(at);
      } else if (code === byte.closeBracket || code === byte.closeBrace) {
        if (deeper > 0) deeper -= 1;
        else this.#end(at);
      } else if (code === byte.comma && deeper === 0) this.#comma(at);
    }
  }

  /** Offset of the closing quote. */
  #string(at: number, isShallow: boolean): number {
    const end = endOfString(this.#bytes, at + 1);
    if (isTextEncoded(this.#bytes, at + 1, end)) this.#encoded.add(at + 1);
    const level = isShallow ? this.#levels.at(-1) : undefined;
    // The last text before an array or object is its name. The names of values inside arrays are not needed.
    if (level !== undefined) level.nameStart = at;
    return Math.abs(end);
  }

  /** Offset after the number. */
  #number(at: number): number {
    const end = endOfNumber(this.#bytes, at);
    if (isNumberEncoded(this.#bytes, at, end)) this.#encoded.add(at);
    return end;
  }

  #begin(at: number): void {
    const isArray = this.#bytes[at] === byte.openBracket;
    const parent = this.#levels.at(-1);
    const itemStart = parent === undefined || parent.isArray ? at : parent.nameStart;
    this.#levels.push({
      isArray,
      start: at,
      itemStart,
      nameStart: at,
      after: 'bracket',
    });
  }

  #comma(at: number): void {
    const level = this.#levels.at(-1);
    if (level === undefined) return;
    if (level.value !== undefined && level.after === 'value') {
      if (!this.#isBlank(this.#start, at)) throw new SyntaxError('no comma');
    } else if (at - this.#start > this.#portionBytes) {
      this.#open(this.#levels.length - 1);
      this.#add(level, at);
    } else return;
    level.after = 'comma';
    this.#start = at + 1;
  }

  #end(at: number): void {
    const level = this.#levels.pop();
    if (level?.value === undefined) return;
    if (this.#bytes[at] !== (level.isArray ? byte.closeBracket : byte.closeBrace))
      throw new SyntaxError('other bracket');
    if (!this.#isBlank(this.#start, at)) this.#add(level, at);
    else if (level.after === 'comma') throw new SyntaxError('nothing after a comma');
    this.#start = at + 1;
    const parent = this.#levels.at(-1);
    if (parent === undefined) this.#root = level.value;
    else parent.after = 'value';
  }

  /** Reads a level and all levels around it in portions from now on. */
  #open(index: number): void {
    const level = this.#levels[index]!;
    if (level.value !== undefined) return;
    const value: NonNullable<Level['value']> = level.isArray ? [] : {};
    const parent = this.#levels[index - 1];
    if (parent === undefined) {
      if (this.#root !== undefined || !this.#isBlank(this.#start, level.start))
        throw new SyntaxError('two values');
    } else {
      this.#open(index - 1);
      this.#addUpToComma(parent, level.itemStart);
      put(parent, this.#key(parent, level), value);
    }
    level.value = value;
    this.#start = level.start + 1;
  }

  /** Adds the items before an item that is read by itself. */
  #addUpToComma(level: Level, end: number): void {
    if (this.#isBlank(this.#start, end) && level.after !== 'value') return;
    let last = end - 1;
    while (last > this.#start && isBlank(this.#bytes[last])) last -= 1;
    if (this.#bytes[last] !== byte.comma) throw new SyntaxError('no comma');
    this.#add(level, last);
  }

  #key(parent: Level, { start, itemStart }: Level): string {
    if (parent.isArray) return '';
    const [name, ...others] = Object.keys(
      JSON.parse(`{${this.#encoded.text(itemStart, start)}null}`) as object,
    );
    if (name === undefined || others.length > 0) throw new SyntaxError('no name');
    return name;
  }

  /** Adds a portion with at least one item. */
  #add(level: Level, end: number): void {
    if (level.after === 'value') throw new SyntaxError('no comma');
    const text = this.#encoded.text(this.#start, end);
    if (level.isArray) for (const item of nonEmpty(JSON.parse(`[${text}]`))) put(level, '', item);
    else for (const [key, value] of nonEmpty(Object.entries(JSON.parse(`{${text}}`)))) put(level, key, value);
  }

  #isBlank(from: number, to: number): boolean {
    for (let at = from; at < to; at += 1) if (!isBlank(this.#bytes[at])) return false;
    return true;
  }
}

function nonEmpty<Item>(items: readonly Item[]): readonly Item[] {
  if (items.length === 0) throw new SyntaxError('nothing between commas');
  return items;
}

/** Adds a member or element. A member called __proto__ is an ordinary member. */
function put({ value: holder }: Level, key: string, value: unknown): void {
  if (Array.isArray(holder)) holder.push(value);
  else if (key !== '__proto__') (holder as Record<string, unknown>)[key] = value;
  else Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}
