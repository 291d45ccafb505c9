import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The executed parts of a file: pairs of offsets, each with its start and its end, in rising order. */
export type Ran = readonly (readonly [start: number, end: number])[];

type Report = {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly Range[] }[];
  }[];
};
type Range = { readonly startOffset: number; readonly endOffset: number; readonly count: number };

/**
 * Joins the reports that the processes of one test run have written to the folder of `NODE_V8_COVERAGE`, for
 * the files that `wanted` accepts. The offsets are those of the sources, because Node replaces types by
 * blanks.
 */
export function readCoverage(
  folder: string,
  root: string,
  wanted: (file: string) => boolean,
): ReadonlyMap<string, Ran> {
  const painted = new Map<string, Uint8Array>();
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    for (const { url, functions } of read(join(folder, name))) {
      if (!url.startsWith('file:')) continue;
      const file = relative(root, fileURLToPath(url)).replaceAll('\\', '/');
      if (!wanted(file)) continue;
      const ranges = functions.flatMap((each) => each.ranges);
      const ran = paint(ranges);
      const before = painted.get(file);
      painted.set(file, before === undefined ? ran : union(before, ran));
    }
  }
  return new Map([...painted].map(([file, ran]) => [file, pairs(ran)]));
}

/** A process that was killed may leave an incomplete report. */
function read(path: string): Report['result'] {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as Report).result;
  } catch {
    return [];
  }
}

/** Inner ranges come after the outer ones that they correct. */
function paint(ranges: readonly Range[]): Uint8Array {
  const length = ranges.reduce((most, { endOffset }) => Math.max(most, endOffset), 0);
  const ran = new Uint8Array(length);
  const inOrder = ranges.toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of inOrder)
    ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return ran;
}

function union(a: Uint8Array, b: Uint8Array): Uint8Array {
  const [longer, shorter] = a.length >= b.length ? [a, b] : [b, a];
  for (const [i, ran] of shorter.entries()) if (ran) longer[i] = 1;
  return longer;
}

function pairs(ran: Uint8Array): Ran {
  const found: [number, number][] = [];
  let start = ran.indexOf(1);
  while (start >= 0) {
    const end = ran.indexOf(0, start);
    found.push([start, end < 0 ? ran.length : end]);
    start = end < 0 ? -1 : ran.indexOf(1, end);
  }
  return found;
}

export const hasRun = (ran: Ran | undefined, at: number): boolean =>
  ran?.some(([start, end]) => start <= at && at < end) ?? false;
