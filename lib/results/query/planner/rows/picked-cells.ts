import { truth } from '../shape/path-shape.ts';
import { lineFeed } from './column-lines.ts';
import { joinedValues, noValues, type RawValues } from './raw-values.ts';

const comma = 0x2c;

/**
 * The cells of a column in the rows for which a condition holds. Each loop is a function that is called for each group:
 * V8 compiles those sooner than one loop over all, and a cold process does most of this before it is compiled.
 */
export function pickedCells(
  contents: readonly (Uint8Array | undefined)[],
  truths: readonly Uint8Array[],
): RawValues {
  const places = contents.map((content, group) => (content ? cellPlaces(content, truths[group]) : []));
  const count = places.reduce((sum, { length }) => sum + length / 2, 0);
  if (count === 0) return noValues;
  const size = places.reduce((sum, group) => sum + sizeOf(group), count);
  const [joined, starts, ends] = [new Uint8Array(size).fill(comma), [] as number[], [] as number[]];
  for (const [group, content] of contents.entries())
    if (content !== undefined) copyCells(content, places[group], joined, starts, ends);
  return joinedValues(joined.subarray(0, size - 1), starts, ends);
}

/** Start and end of each cell, one after the other. */
function cellPlaces(content: Uint8Array, truths: Uint8Array): readonly number[] {
  const places: number[] = [];
  const last = truths.lastIndexOf(truth.yes);
  for (let row = 0, at = 0; row <= last; row += 1, at += 1) {
    const start = at;
    while (content[at] !== lineFeed) at += 1;
    if (truths[row] === truth.yes && at > start) places.push(start, at);
  }
  return places;
}

function sizeOf(places: readonly number[]): number {
  let size = 0;
  for (let at = 0; at < places.length; at += 2) size += places[at + 1] - places[at];
  return size;
}

function copyCells(
  content: Uint8Array,
  places: readonly number[],
  joined: Uint8Array,
  starts: number[],
  ends: number[],
): void {
  let to = ends.length === 0 ? 0 : ends[ends.length - 1] + 1;
  for (let place = 0; place < places.length; place += 2) {
    starts.push(to);
    for (let at = places[place]; at < places[place + 1]; at += 1) {
      joined[to] = content[at];
      to += 1;
    }
    ends.push(to);
    to += 1;
  }
}
