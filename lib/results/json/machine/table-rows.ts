import {
  addPlace,
  closeColumn,
  closeTable,
  forget,
  nameColumn,
  nameIsRepeated,
  nameIsUnknown,
  openColumn,
  openTable,
  rowsInGroup,
  scalarColumn,
} from './columns.ts';
import { frameOf } from './frame.ts';
import * as layout from './layout.ts';
import { setWord, wordAt } from './memory.ts';
import { isRepeated } from './repeated-names.ts';
import { put, putRepeated } from './write-tokens.ts';

// Follows the rows of tables: the elements of an array at the root, or in a member of the root. Their scalars
// go to columns.

/** @inline */
export function isInTable(): boolean {
  return wordAt(layout.stateTable) !== 0;
}

/**
 * True when the array or object at this depth is a row or inside a row.
 * @inline
 */
export function isInRow(depth: i32): boolean {
  return isInTable() && depth > wordAt(layout.stateTable);
}

/**
 * Begins an array or object, in a table or outside of tables.
 * @returns true when its content is neither reported nor in columns.
 */
export function enterTable(depth: i32, isObject: boolean, at: i32): boolean {
  const kind = isObject ? layout.tokenObject : layout.tokenArray;
  if (isInTable()) {
    if (depth === 3) putSchema(kind, at, at);
    return openColumn(depth, isObject, at);
  }
  put(kind, at, at);
  if (isObject || depth > 2) return depth > 2;
  openTable(depth);
  return false;
}

/**
 * Ends an array or object, in a table or outside of tables, or the table itself.
 * @param isSkipped true when its content was neither reported nor in columns.
 */
export function leaveTable(depth: i32, isObject: boolean, isSkipped: boolean, end: i32): void {
  if (isInRow(depth)) {
    if (closeColumn(depth, isObject, isSkipped)) row(end);
    return;
  }
  put(layout.tokenClose, end, end);
  if (isInTable()) closeTable();
}

export function scalarInTable(depth: i32, kinds: i32, start: i32, end: i32): void {
  if (depth === 2) putSchema(kinds, start, end);
  if (scalarColumn(depth, kinds & 15, start, end)) row(end);
}

/**
 * Ends a row of a table: stores its position, and before every 512th row a token with which later readers
 * jump to this row.
 */
function row(end: i32): void {
  const start = wordAt(layout.stateRowStart);
  const number = rowsInGroup() - 1;
  const before = number === 0 ? start : wordAt(layout.stateRowEnd);
  if (number % layout.markRows === 0)
    put(layout.tokenMark, before, wordAt(layout.stateRows + layout.columnRows));
  addPlace(before, start, end);
}

/** Reports the value of a `$schema` in a row of a table, with the number of the row. */
function putSchema(kinds: i32, start: i32, end: i32): void {
  if (wordAt(layout.stateIsSchema) === 0) return;
  setWord(layout.stateIsSchema, 0);
  put(layout.tokenRow, rowsInGroup(), 0);
  put(layout.tokenSchema | kinds, start, end);
}

/**
 * Handles a name in a table. Nodes detect most repeated names. In objects without nodes hashes detect them.
 */
export function nameInTable(depth: i32, at: i32, length: i32, start: i32, end: i32): void {
  const found = nameColumn(depth, at, length, start + 1, end - 1);
  if (found === nameIsRepeated) putRepeated(depth, start);
  if (found !== nameIsUnknown) return;
  const frame = frameOf(depth);
  const node = wordAt(frame + layout.frameNode);
  const object = wordAt(frame + layout.frameObject);
  for (let child = wordAt(node + layout.nodeFirst); child !== 0; child = wordAt(child + layout.nodeSibling))
    if (wordAt(child + layout.nodeObject) === object)
      isRepeated(depth, wordAt(child + layout.nodeName), wordAt(child + layout.nodeNameBytes));
  forget(node);
  if (isRepeated(depth, at, length)) putRepeated(depth, start);
}
