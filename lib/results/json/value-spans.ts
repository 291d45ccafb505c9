import { decodeName } from './decode-utf8.ts';
import { scanLimits } from './limits.ts';
import type { Listener } from './listener.ts';
import { notJson } from './parse-json.ts';
import { Scanner, scanJson } from './scanner.ts';
import type { Window } from './window.ts';

/** The offsets of a value in bytes. The end is excluded. */
export type Span = { readonly start: number; readonly end: number };

/**
 * The offsets of a document's value without surrounding blanks, and those of the values in it, by name or by
 * index.
 */
export type Pieces = { readonly root: Span; readonly inner: ReadonlyMap<string, Span> };

/**
 * Finds the values of a root object or of a root array. If a name is repeated, its last value counts.
 * @param keys only these names, or indexes as texts; absent: all.
 * @throws DownpourError NOT_JSON (400).
 */
export function piecesOf(document: Uint8Array, keys?: ReadonlySet<string>): Pieces {
  const finder = new Finder({ base: 0, bytes: document }, keys);
  const problem = scanJson(document, finder);
  if (problem !== undefined) throw notJson(problem.reason);
  return finder.pieces;
}

/**
 * Does the same as `piecesOf` for a document that is never in memory as a whole.
 * @throws DownpourError NOT_JSON (400).
 */
export async function piecesIn(
  chunks: AsyncIterable<Uint8Array>,
  keys: ReadonlySet<string>,
): Promise<Pieces> {
  const scanner = new Scanner(scanLimits);
  const finder = new Finder(scanner.window, keys);
  scanner.listener = finder;
  for await (const chunk of chunks) {
    const problem = scanner.push(chunk);
    if (problem !== undefined) throw notJson(problem.reason);
  }
  const problem = scanner.end();
  if (problem !== undefined) throw notJson(problem.reason);
  return finder.pieces;
}

/** Listens to a document and collects the offsets of its values. */
class Finder implements Listener {
  readonly #window: Pick<Window, 'base' | 'bytes'>;
  readonly #keys: ReadonlySet<string> | undefined;
  readonly #inner = new Map<string, Span>();
  #root: Span = { start: 0, end: 0 };
  #isObject = false;
  #depth = 0;
  #index = 0;
  #start = 0;
  /**
   * The name of the member that is being read. Undefined for a name that is longer than the part of the
   * document in memory: no caller asks for such a name.
   */
  #name: string | undefined;

  constructor(window: Pick<Window, 'base' | 'bytes'>, keys: ReadonlySet<string> | undefined) {
    this.#window = window;
    this.#keys = keys;
  }

  get pieces(): Pieces {
    return { root: this.#root, inner: this.#inner };
  }

  open(isObject: boolean, at: number): void {
    const start = this.#window.base + at;
    if (this.#depth === 0) {
      this.#root = { start, end: start };
      this.#isObject = isObject;
    } else if (this.#depth === 1) this.#start = start;
    this.#depth += 1;
  }

  close(end: number): void {
    this.#depth -= 1;
    this.#found(this.#depth === 0 ? this.#root.start : this.#start, end);
  }

  name(start: number, end: number): void {
    if (this.#depth !== 1) return;
    this.#name = start < 0 ? undefined : decodeName(this.#window.bytes.subarray(start + 1, end - 1));
  }

  scalar(_kind: number, start: number, end: number): void {
    this.#found(start < 0 ? this.#start : this.#window.base + start, end);
  }

  long(_isName: boolean, start: number): void {
    if (this.#depth <= 1) this.#start = this.#window.base + start;
  }

  #found(start: number, endInWindow: number): void {
    const span = { start, end: this.#window.base + endInWindow };
    if (this.#depth === 0) this.#root = span;
    if (this.#depth !== 1) return;
    const key = this.#isObject ? this.#name : String(this.#index++);
    if (key !== undefined && (this.#keys === undefined || this.#keys.has(key))) this.#inner.set(key, span);
  }
}
