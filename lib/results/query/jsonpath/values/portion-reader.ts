import {
  beginsNumber,
  endOfNumber,
  endOfString,
  Marks,
  needsNumberMark,
  needsTextMark,
  quote,
} from './lossless-encoding.ts';

const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Arrays and objects inside one another that can be read in portions; what is deeper is read with what holds it. */
const levelsMax = 3;

/** An array or object that has begun and not ended. */
type Level = {
  readonly isArray: boolean;
  /** Offset of its bracket. */
  readonly start: number;
  /** Offset of its name in an object, else of its bracket. */
  readonly itemStart: number;
  /** Whether a string would be a name. */
  expectsName: boolean;
  /** Offset of the name of the member that is being read. */
  nameStart: number;
  /** What has been read of it. It exists once the level is too large for one portion. */
  value?: unknown[] | Record<string, unknown>;
  /** What stands before the portion that is being read. */
  after: 'bracket' | 'comma' | 'value';
};

/**
 * Reads JSON in portions: JSON.parse is given members and elements of large arrays and objects, many at once. Texts are
 * marked on the way.
 */
export class PortionReader {
  readonly #bytes: Uint8Array;
  readonly #portionBytes: number;
  readonly #marks: Marks;
  readonly #levels: Level[] = [];
  /** Where the portion begins that is being read. */
  #start = 0;
  #root: Level['value'];

  constructor(bytes: Uint8Array, portionBytes: number) {
    this.#bytes = bytes;
    this.#portionBytes = portionBytes;
    this.#marks = new Marks(bytes);
  }

  /** @throws SyntaxError for what is no JSON. */
  read(): unknown {
    this.#walk();
    const { length } = this.#bytes;
    if (this.#levels.some(({ value }) => value !== undefined)) throw new SyntaxError('no end');
    if (this.#root === undefined) return JSON.parse(this.#marks.text(0, length));
    if (!this.#isBlank(this.#start, length)) throw new SyntaxError('two values');
    return this.#root;
  }

  #walk(): void {
    const bytes = this.#bytes;
    const { length } = bytes;
    // Arrays and objects below the levels that are looked at.
    let deeper = 0;
    for (let at = 0; at < length; at += 1) {
      const byte = bytes[at]!;
      if (byte === quote) at = this.#string(at, deeper === 0);
      else if (beginsNumber(byte)) at = this.#number(at) - 1;
      else if (byte === openBracket || byte === openBrace) {
        if (deeper > 0 || this.#levels.length === levelsMax) deeper += 1;
        else this.#begin(at);
      } else if (byte === closeBracket || byte === closeBrace) {
        if (deeper > 0) deeper -= 1;
        else this.#end(at);
      } else if (byte === comma && deeper === 0) this.#comma(at);
    }
  }

  /** Offset of the closing quote. */
  #string(at: number, isShallow: boolean): number {
    const end = endOfString(this.#bytes, at + 1);
    if (needsTextMark(this.#bytes, at + 1, end)) this.#marks.add(at + 1);
    const level = isShallow ? this.#levels.at(-1) : undefined;
    if (level?.expectsName) {
      level.nameStart = at;
      level.expectsName = false;
    }
    return Math.abs(end);
  }

  /** Offset behind the number. */
  #number(at: number): number {
    const end = endOfNumber(this.#bytes, at);
    if (needsNumberMark(this.#bytes, at, end)) this.#marks.add(at);
    return end;
  }

  #begin(at: number): void {
    const isArray = this.#bytes[at] === openBracket;
    const parent = this.#levels.at(-1);
    const itemStart = parent === undefined || parent.isArray ? at : parent.nameStart;
    this.#levels.push({
      isArray,
      start: at,
      itemStart,
      expectsName: !isArray,
      nameStart: at,
      after: 'bracket',
    });
  }

  #comma(at: number): void {
    const level = this.#levels.at(-1);
    if (level === undefined) return;
    level.expectsName = !level.isArray;
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
    if (this.#bytes[at] !== (level.isArray ? closeBracket : closeBrace))
      throw new SyntaxError('other bracket');
    if (!this.#isBlank(this.#start, at)) this.#add(level, at);
    else if (level.after === 'comma') throw new SyntaxError('nothing after a comma');
    this.#start = at + 1;
    const parent = this.#levels.at(-1);
    if (parent === undefined) this.#root = level.value;
    else parent.after = 'value';
  }

  /** From now on a level, and all around it, are read in portions. */
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

  /** What stands before an item that is read by itself. */
  #addUpToComma(level: Level, end: number): void {
    if (this.#isBlank(this.#start, end) && level.after !== 'value') return;
    let last = end - 1;
    while (last > this.#start && isBlank(this.#bytes[last]!)) last -= 1;
    if (this.#bytes[last] !== comma) throw new SyntaxError('no comma');
    this.#add(level, last);
  }

  #key(parent: Level, { start, itemStart }: Level): string {
    if (parent.isArray) return '';
    const [name, ...others] = Object.keys(
      JSON.parse(`{${this.#marks.text(itemStart, start)}null}`) as object,
    );
    if (name === undefined || others.length > 0) throw new SyntaxError('no name');
    return name;
  }

  /** A portion with one item at least. */
  #add(level: Level, end: number): void {
    if (level.after === 'value') throw new SyntaxError('no comma');
    const text = this.#marks.text(this.#start, end);
    if (level.isArray) for (const item of nonEmpty(JSON.parse(`[${text}]`))) put(level, '', item);
    else for (const [key, value] of nonEmpty(Object.entries(JSON.parse(`{${text}}`)))) put(level, key, value);
  }

  #isBlank(from: number, to: number): boolean {
    for (let at = from; at < to; at += 1) if (!isBlank(this.#bytes[at]!)) return false;
    return true;
  }
}

const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

function nonEmpty<Item>(items: readonly Item[]): readonly Item[] {
  if (items.length === 0) throw new SyntaxError('nothing between commas');
  return items;
}

/** A member or element. A member called __proto__ is one like any other. */
function put({ value: holder }: Level, key: string, value: unknown): void {
  if (Array.isArray(holder)) holder.push(value);
  else if (key !== '__proto__') (holder as Record<string, unknown>)[key] = value;
  else Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}
