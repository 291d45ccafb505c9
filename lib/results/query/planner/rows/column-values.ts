import { lineFeed } from '../shape/cells.ts';
import { bounds, type Slice, truth } from '../shape/path-shape.ts';
import { joinedValues, noValues, type RawValues } from './raw-values.ts';

const comma = 0x2c;

/** The values of stored columns: one line for each row, empty if the row has no value. */
export function lineValues(contents: readonly Uint8Array[]): RawValues {
  const { joined, count } = joinedLines(Buffer.concat(contents));
  if (count === 0) return noValues;
  return {
    count,
    bytes: joined.length,
    hasEscapes: joined.includes(0x5c),
    first: () => firstLine(contents),
    array: () => `[${joined.toString('utf8')}]`,
    texts: () => contents.flatMap((content) => linesOf(content).filter((line) => line !== '')),
  };
}

/**
 * Replaces line ends by commas and removes empty lines. It works in place, because most columns have a value
 * in all rows.
 */
function joinedLines(lines: Buffer): { readonly joined: Buffer; readonly count: number } {
  const { length } = lines;
  let [start, count] = [0, 0];
  while (lines[start] === lineFeed) start += 1;
  let at = start;
  for (; at < length; at += 1) {
    if (lines[at] !== lineFeed) continue;
    if (lines[at - 1] === comma) break;
    lines[at] = comma;
    count += 1;
  }
  let to = at;
  for (; at < length; at += 1) {
    const code = lines[at]!;
    if (code === lineFeed && lines[to - 1] === comma) continue;
    if (code === lineFeed) count += 1;
    lines[to] = code === lineFeed ? comma : code;
    to += 1;
  }
  return { joined: lines.subarray(start, Math.max(start, to - 1)), count };
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

/**
 * The cells of a column in the rows for which a condition holds. Each loop is a function that is called for
 * each group: V8 compiles such functions sooner than one loop over all groups, and a cold process does most
 * of this work before V8 compiles it.
 */
export function pickedCells(
  contents: readonly (Uint8Array | undefined)[],
  truths: readonly Uint8Array[],
): RawValues {
  const bounds = contents.map((content, group) => (content ? cellBounds(content, truths[group]!) : []));
  const count = bounds.reduce((sum, { length }) => sum + length / 2, 0);
  if (count === 0) return noValues;
  const size = bounds.reduce((sum, group) => sum + sizeOf(group), count);
  const [joined, starts, ends] = [new Uint8Array(size).fill(comma), [] as number[], [] as number[]];
  for (const [group, content] of contents.entries())
    if (content !== undefined) copyCells(content, bounds[group]!, joined, starts, ends);
  return joinedValues(joined.subarray(0, size - 1), starts, ends);
}

/** Start and end of each cell, alternating. */
function cellBounds(content: Uint8Array, truths: Uint8Array): readonly number[] {
  const bounds: number[] = [];
  const last = truths.lastIndexOf(truth.yes);
  for (let row = 0, at = 0; row <= last; row += 1, at += 1) {
    const start = at;
    while (content[at] !== lineFeed) at += 1;
    if (truths[row] === truth.yes && at > start) bounds.push(start, at);
  }
  return bounds;
}

function sizeOf(bounds: readonly number[]): number {
  let size = 0;
  for (let at = 0; at < bounds.length; at += 2) size += bounds[at + 1]! - bounds[at]!;
  return size;
}

function copyCells(
  content: Uint8Array,
  bounds: readonly number[],
  joined: Uint8Array,
  starts: number[],
  ends: number[],
): void {
  let to = (ends.at(-1) ?? -1) + 1;
  for (let place = 0; place < bounds.length; place += 2) {
    starts.push(to);
    const end = bounds[place + 1]!;
    for (let at = bounds[place]!; at < end; at += 1) {
      joined[to] = content[at]!;
      to += 1;
    }
    ends.push(to);
    to += 1;
  }
}

/**
 * The elements of arrays that a slice selects, as a `truth` for each of all elements of a group.
 * @param lengths the number of elements of each array in a line of its own.
 */
export function slicedElements(lengths: Uint8Array | undefined, elements: number, slice: Slice): Uint8Array {
  const truths = new Uint8Array(elements);
  let first = 0;
  let length = 0;
  for (const code of lengths ?? []) {
    if (code !== lineFeed) {
      length = 10 * length + code - 0x30;
      continue;
    }
    const { start, end } = bounds(slice, length);
    if (start < end) truths.fill(truth.yes, first + start, first + end);
    first += length;
    length = 0;
  }
  return truths;
}
