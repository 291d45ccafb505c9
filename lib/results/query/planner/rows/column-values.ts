import { lineFeed } from '../shape/cells.ts';

import { bounds, type Slice, truth } from '../shape/path-shape.ts';
import { noValues, type RawValues } from './raw-values.ts';

const comma = 0x2c;

/**
 * The values of stored columns. A column has one line for each row, which is empty if the row has no value.
 */
export function lineValues(contents: readonly Uint8Array[]): RawValues {
  const { joined, count } = joinedLines(Buffer.concat(contents));
  if (count === 0) return noValues;
  return { count, joined, firstBytes: firstLineBytes(contents) };
}

/**
 * Joins the lines of a column: replaces line ends by commas and removes empty lines. It changes the given
 * buffer, because most columns have a value in every row.
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

function firstLineBytes(contents: readonly Uint8Array[]): number {
  for (const content of contents) {
    const start = content.findIndex((code) => code !== lineFeed);
    if (start !== -1) return content.indexOf(lineFeed, start) - start;
  }
  return 0;
}

/**
 * The values of a column in the rows for which a condition holds. Each loop is a function that is called for
 * each group of rows. V8 compiles such functions sooner than one loop over all groups. In a process that has
 * just started, most of this work is done before V8 compiles it.
 */
export function pickedCells(
  contents: readonly (Uint8Array | undefined)[],
  truths: readonly Uint8Array[],
): RawValues {
  const bounds = contents.map((content, group) => (content ? cellBounds(content, truths[group]!) : []));
  const count = bounds.reduce((sum, { length }) => sum + length / 2, 0);
  if (count === 0) return noValues;
  const size = bounds.reduce((sum, group) => sum + sizeOf(group), count);
  const joined = new Uint8Array(size).fill(comma);
  let to = 0;
  for (const [group, content] of contents.entries())
    if (content !== undefined) to = copyCells(content, bounds[group]!, joined, to);
  const [start, end] = bounds.find(({ length }) => length > 0)!;
  return { count, joined: joined.subarray(0, size - 1), firstBytes: end! - start! };
}

/** The start and the end of each line of a column whose row meets the condition, alternating. */
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

/**
 * Copies values of a column.
 * @returns the position after the copied values.
 */
function copyCells(
  content: Uint8Array,
  bounds: readonly number[],
  joined: Uint8Array,
  start: number,
): number {
  let to = start;
  for (let place = 0; place < bounds.length; place += 2) {
    const end = bounds[place + 1]!;
    for (let at = bounds[place]!; at < end; at += 1) {
      joined[to] = content[at]!;
      to += 1;
    }
    to += 1;
  }
  return to;
}

/**
 * Marks the elements of arrays that a slice selects: a `truth` for each element of a group.
 * @param lengths the number of elements of each array, one in a line.
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
