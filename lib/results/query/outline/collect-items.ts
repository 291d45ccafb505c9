import type { Outline, OutlineItem } from '../../../api.generated.ts';
import { decodeName, decodeUtf8 } from '../../json/decode-utf8.ts';
import { kind } from '../../json/kind.ts';
import type { Listener } from '../../json/listener.ts';
import type { Scanner } from '../../json/scanner.ts';
import { outlineLimits } from './limits.ts';
import type { Step } from './place.ts';

export type Type = Outline['type'];

const types: readonly (readonly [kind: number, type: Type])[] = [
  [kind.null, 'null'],
  [kind.boolean, 'boolean'],
  [kind.number, 'number'],
  [kind.string, 'string'],
  [kind.object, 'object'],
  [kind.array, 'array'],
];

/**
 * The type of a value from its kinds, the bits that the index has. Undefined when the bits name several
 * kinds.
 */
export const typeOf = (kinds: number): Type | undefined => types.find(([bit]) => bit === kinds)?.[1];

/** A value of a document. Offsets count bytes of the document. */
export type Found = {
  readonly type: Type;
  readonly start: number;
  /** The offset after the value. Absent when the scanner stopped before the end of the value. */
  end?: number;
  count?: number;
  value?: string;
};

export type FoundItem = Found & { readonly end: number; readonly step: Step };

export type ItemsOptions = {
  /** The path from the scanned value to the listed array or object. */
  readonly steps: readonly Step[];
  readonly limit: number;
  /** The offset in the document of the first byte that is scanned. */
  readonly base: number;
  /**
   * True when an object may repeat a name. Then the last member counts, so the whole value must be scanned.
   */
  readonly mayRepeat: boolean;
  /**
   * For a scan that continues after an earlier page: the index of the next item. A placeholder in the scanned
   * text replaces the earlier items.
   */
  readonly position?: number;
};

/**
 * Listens to the tokens of a value and collects the items of one array or object in it, the "place": a page
 * of items, each with its type, size and count. It keeps nothing of other values.
 */
export class Items implements Listener {
  place: Found | undefined;
  readonly items: FoundItem[] = [];
  /** True when the listed array or object has more items than the page. */
  hasMore = false;
  /** The offset after the last item of the page, where the next page begins. */
  end: number | undefined;
  readonly #scanner: Scanner;
  readonly #options: ItemsOptions;
  /**
   * The number of open arrays and objects on the path to the listed array or object (the place), including
   * the place.
   */
  #open = 0;
  #isInPlace = false;
  /**
   * For each open array or object on the path, by depth: the index of its current element, and -1 in an
   * object.
   */
  readonly #indexes: number[] = [];
  readonly #isArray: boolean[] = [];
  #name: string | undefined;
  #isRepeated = false;
  #longStart = 0;
  #count = 0;
  /** The array or object that is an item of the listed value and was not read to its end. */
  #item: { readonly type: Type; readonly start: number; count: number } | undefined;
  #placeholders: number;

  constructor(scanner: Scanner, options: ItemsOptions) {
    this.#scanner = scanner;
    this.#options = options;
    this.#placeholders = options.position === undefined ? 0 : 1;
  }

  /** True when the rest of the document cannot change the result. */
  get isDone(): boolean {
    return !this.#options.mayRepeat && (this.place?.end !== undefined || this.hasMore);
  }

  open(isObject: boolean, start: number): void {
    const { depth } = this.#scanner;
    const type = isObject ? 'object' : 'array';
    if (this.#isInPlace) this.#openInPlace(type, start, depth);
    else if (this.#isOnTheWay(depth - 1)) this.#openOnTheWay(type, start, depth);
    else this.#scanner.skip();
  }

  close(end: number): void {
    const { depth } = this.#scanner;
    if (this.#isInPlace && depth === this.#open + 1) this.#closeItem(end);
    if (depth !== this.#open) return;
    if (this.#isInPlace && this.place !== undefined) {
      this.place.end = this.#place(end);
      if (this.#options.position === undefined) this.place.count = this.#count;
    }
    this.#isInPlace = false;
    this.#open -= 1;
  }

  name(start: number, end: number): void {
    if (this.#scanner.depth !== this.#open) return;
    const { bytes } = this.#scanner.window;
    this.#name = start < 0 ? undefined : decodeName(bytes.subarray(start + 1, end - 1));
  }

  scalar(kinds: number, start: number, end: number): void {
    const { depth } = this.#scanner;
    const type = typeOf(kinds) ?? 'null';
    if (this.#isInPlace && depth === this.#open + 1) {
      if (this.#item !== undefined) this.#item.count += 1;
    } else if (depth === this.#open) {
      const found = { type, ...this.#scalar(start, end) };
      if (this.#isInPlace) this.#add(found);
      else if (this.#isOnTheWay(depth))
        this.#arrive(depth === this.#options.steps.length ? found : undefined);
    }
  }

  long(isName: boolean, start: number): void {
    if (!isName && this.#scanner.depth <= this.#open) this.#longStart = this.#place(start);
  }

  repeated(): void {
    const { depth } = this.#scanner;
    if (!this.#isInPlace) return;
    if (depth === this.#open) this.#isRepeated = true;
    else if (depth === this.#open + 1 && this.#item !== undefined) this.#item.count -= 1;
  }

  #openOnTheWay(type: Type, start: number, depth: number): void {
    const isPlace = depth - 1 === this.#options.steps.length;
    this.#arrive(isPlace ? { type, start: this.#place(start) } : undefined);
    this.#isInPlace = isPlace;
    this.#open = depth;
    this.#isArray[depth] = type === 'array';
    this.#indexes[depth] = (isPlace ? (this.#options.position ?? 0) - this.#placeholders : 0) - 1;
  }

  #openInPlace(type: Type, start: number, depth: number): void {
    if (depth === this.#open + 1) {
      this.#item = { type, start: this.#place(start), count: 0 };
      return;
    }
    if (this.#item !== undefined) this.#item.count += 1;
    this.#scanner.skip();
  }

  #closeItem(end: number): void {
    const item = this.#item;
    this.#item = undefined;
    if (item !== undefined) this.#add({ ...item, end: this.#place(end) });
  }

  /**
   * Begins the listed array or object (the place). If a name is repeated, the later member replaces the
   * earlier one.
   */
  #arrive(place: Found | undefined): void {
    this.place = place;
    this.items.length = 0;
    this.hasMore = false;
    this.#count = 0;
  }

  /**
   * True when the value at a depth is on the path to the listed array or object. Each call counts an element
   * of an array.
   */
  #isOnTheWay(depth: number): boolean {
    if (depth !== this.#open) return false;
    return depth === 0 || this.#step(depth) === this.#options.steps[depth - 1];
  }

  /** The name or index of the value that begins. */
  #step(depth: number): Step | undefined {
    if (this.#isArray[depth] !== true) return this.#name;
    this.#indexes[depth] = (this.#indexes[depth] ?? -1) + 1;
    return this.#indexes[depth];
  }

  #add(found: Omit<FoundItem, 'step'>): void {
    const step = this.#step(this.#open);
    const isAgain = this.#isRepeated;
    this.#isRepeated = false;
    if (this.#placeholders > 0) {
      this.#placeholders -= 1;
      return;
    }
    const known = isAgain ? this.items.findIndex((item) => item.step === step) : -1;
    if (!isAgain) this.#count += 1;
    if (step === undefined) return;
    if (known >= 0) this.items[known] = { ...found, step };
    else if (this.items.length < this.#options.limit) {
      this.items.push({ ...found, step });
      this.end = found.end;
    } else this.hasMore = true;
  }

  #scalar(start: number, end: number): { start: number; end: number; value?: string } {
    const span = { start: start < 0 ? this.#longStart : this.#place(start), end: this.#place(end) };
    if (start < 0 || end - start > outlineLimits.valueBytesMax) return span;
    return { ...span, value: decodeUtf8(this.#scanner.window.bytes.subarray(start, end)) };
  }

  #place(at: number): number {
    return this.#options.base + this.#scanner.window.base + at;
  }
}

/** An item in the form of a reply of the API. */
export const presentItem = ({ step, type, start, end, count, value }: FoundItem): OutlineItem => ({
  ...(typeof step === 'number' ? { index: step } : { name: step }),
  type,
  bytes: end - start,
  ...(count !== undefined && { count }),
  ...(value !== undefined && { value }),
});
