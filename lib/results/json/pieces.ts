import { silence } from './listener.ts';
import { notJson } from './parse-json.ts';
import { scanJson } from './scanner.ts';
import { decodeName } from './text.ts';

/** Where a value stands: offsets of bytes, the end excluded. */
export type Span = { readonly start: number; readonly end: number };

/** The value of a document without what stands around it, and the values in it by name or by index. */
export type Pieces = { readonly root: Span; readonly inner: ReadonlyMap<string, Span> };

/**
 * Where the values of a root object or of a root array stand; of members with one name the last one counts.
 * @param keys only these names, or indexes as texts; absent: all.
 * @throws DownpourError NOT_JSON (400).
 */
export function piecesOf(document: Uint8Array, keys?: ReadonlySet<string>): Pieces {
  const inner = new Map<string, Span>();
  let [depth, index, start] = [0, 0, 0];
  let root: Span = { start: 0, end: 0 };
  let isObject = false;
  let name = '';
  const found = (from: number, end: number): void => {
    if (depth === 0) root = { start: from, end };
    if (depth !== 1) return;
    const key = isObject ? name : String(index++);
    if (keys === undefined || keys.has(key)) inner.set(key, { start: from, end });
  };
  const problem = scanJson(document, {
    ...silence,
    open(opensObject, at) {
      if (depth === 0) [root, isObject] = [{ start: at, end: at }, opensObject];
      else if (depth === 1) start = at;
      depth += 1;
    },
    close(end) {
      depth -= 1;
      found(depth === 0 ? root.start : start, end);
    },
    name(at, end) {
      if (depth === 1) name = decodeName(document.subarray(at + 1, end - 1));
    },
    scalar: (_kind, at, end) => found(at, end),
  });
  if (problem !== undefined) throw notJson(problem.reason);
  return { root, inner };
}
