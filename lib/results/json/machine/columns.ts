import { frameOf } from './frame.ts';
import * as layout from './layout.ts';
import { byteAt, copyBytes, isSame, setByte, setWord, wordAt } from './memory.ts';

// Copies the scalars in the rows of a table to columns of text. A column has one line for each row, or for
// each element of an array inside rows. The line is empty where there is no scalar. A further column has the
// length of each of these arrays.

const lineFeed: i32 = 0x0a;
const lineBytes: i32 = layout.chunkBytes - layout.chunkHead - layout.chunkSlack;

/** The results of `nameColumn`. */
export const nameIsNew: i32 = 0;
export const nameIsRepeated: i32 = 1;
export const nameIsUnknown: i32 = 2;

/**
 * True when the caller must take the lines before the scan continues: the buffer of columns is full, or a
 * group of rows or the table has ended.
 */
let waits: boolean = false;
export function isWaiting(): boolean {
  return waits;
}
export function resume(): void {
  waits = false;
}

/** Begins a table: its rows are the elements of the array at this depth. */
export function openTable(depth: i32): void {
  setWord(layout.stateTable, depth);
  setWord(layout.stateNodes, wordAt(layout.orderNodes));
  setWord(layout.stateTexts, wordAt(layout.orderTexts));
  setWord(layout.stateChunk, wordAt(layout.orderChunks));
  setWord(layout.stateColumns, 0);
  setWord(layout.stateColumnBytes, 0);
  setWord(layout.stateIsSchema, 0);
  setWord(layout.stateIsGroup, 0);
  for (let at: i32 = 0; at < layout.columnBytes; at += 4) setWord(layout.stateRows + at, 0);
  const frame = frameOf(depth);
  setWord(frame + layout.frameItems, addNode(0, 0));
  setWord(frame + layout.frameElement, 0);
}

/**
 * Ends the table. Its nodes (the paths below its rows) and its columns remain in memory until the next table
 * begins.
 */
export function closeTable(): void {
  setWord(layout.stateTable, 0);
  waits = true;
}

/** @returns true when no value inside the array or object goes into a column. */
export function openColumn(depth: i32, isObject: boolean, at: i32): boolean {
  if (depth - 1 === wordAt(layout.stateTable)) setWord(layout.stateRowStart, at);
  const node = nodeIn(frameOf(depth - 1));
  const frame = frameOf(depth);
  setWord(frame + layout.frameNode, node);
  if (node === 0) return true;
  count(node, isObject ? layout.tokenObject : layout.tokenArray);
  // A row of a root array may have a `$schema`, even if its names are not followed.
  const isDictionary =
    wordAt(node + layout.nodeIsDictionary) === 1 && (depth > 2 || wordAt(layout.stateTable) !== 1);
  const isFollowed = !isDictionary && wordAt(node + layout.nodeLevel) < bound(layout.boundLevels);
  const items = isObject || !isFollowed ? 0 : itemsOf(node);
  if (!isFollowed || (!isObject && items === 0)) {
    setWord(node + layout.nodeIsIncomplete, 1);
    return true;
  }
  setWord(frame + layout.frameItems, items);
  setWord(frame + layout.frameElement, isObject ? -1 : 0);
  setWord(frame + layout.frameLikely, wordAt(node + layout.nodeFirst));
  const objects = wordAt(layout.stateObjects) + 1;
  setWord(layout.stateObjects, objects);
  setWord(frame + layout.frameObject, objects);
  return false;
}

/**
 * Ends an array or object.
 * @returns true when it was a row of the table.
 */
export function closeColumn(depth: i32, isObject: boolean, isSkipped: boolean): boolean {
  const frame = frameOf(depth);
  if (!isSkipped && !isObject) {
    addNumber(
      wordAt(frame + layout.frameItems) + layout.nodeLengths,
      lineOf(wordAt(frame + layout.frameNode)),
      wordAt(frame + layout.frameElement),
    );
  }
  return endValue(depth - 1);
}

/**
 * Finds the node of a member of the object at this depth by its decoded name.
 * @param length of the name in bytes; -1 for a name that is too long to decode.
 * @param start and end of the name as the document writes it, without quotes.
 */
export function nameColumn(depth: i32, at: i32, length: i32, start: i32, end: i32): i32 {
  const frame = frameOf(depth);
  const parent = wordAt(frame + layout.frameNode);
  if (depth === 2 && wordAt(layout.stateTable) === 1)
    setWord(layout.stateIsSchema, isSchema(at, length) ? 1 : 0);
  setWord(layout.stateNode, 0);
  if (length < 0) {
    setWord(parent + layout.nodeIsIncomplete, 1);
    return nameIsRepeated;
  }
  let node = wordAt(frame + layout.frameLikely);
  if (node === 0 || !isNamed(node, at, length)) {
    node = memberOf(parent, at, length);
    if (node === 0) node = addMember(parent, at, length, start, end);
    if (node === 0) return nameIsUnknown;
  }
  setWord(frame + layout.frameLikely, wordAt(node + layout.nodeSibling));
  setWord(layout.stateNode, node);
  const object = wordAt(frame + layout.frameObject);
  if (wordAt(node + layout.nodeObject) === object) return nameIsRepeated;
  setWord(node + layout.nodeObject, object);
  return nameIsNew;
}

/** True when the name of this node, in its quotes and with a colon behind it, is at this address. */
export function isLikely(node: i32, at: i32): boolean {
  return isSame(at, wordAt(node + layout.nodeWritten) - 1, wordAt(node + layout.nodeWrittenBytes) + 3);
}

/**
 * The number of the line for a new value of this node: the row of the table, or the element of the array. A
 * node is a path below the rows. @inline
 */
export function lineOf(node: i32): i32 {
  return wordAt(wordAt(node + layout.nodeScope) + layout.nodeRows);
}

/** Adds a scalar to the column of a node, a path below the rows of a table. @inline */
export function addCell(node: i32, row: i32, kinds: i32, start: i32, end: i32): void {
  count(node, kinds);
  if (end - start > bound(layout.boundCellBytes)) giveUp(node + layout.nodeValues);
  else addLine(node + layout.nodeValues, row, start, end - start);
}

/**
 * Adds a scalar in the array or object at this depth to its column. A start of 0 means a string that is
 * longer than the part of the document in memory.
 * @returns true when the scalar was a row of the table.
 */
export function scalarColumn(depth: i32, kinds: i32, start: i32, end: i32): boolean {
  const node = nodeIn(frameOf(depth));
  if (start !== 0 && depth === wordAt(layout.stateTable)) setWord(layout.stateRowStart, start);
  if (node !== 0) {
    // A string that is longer than the window (the part of the document in memory) is longer than a cell may
    // be.
    addCell(node, lineOf(node), kinds, start, start === 0 ? start + bound(layout.boundCellBytes) + 1 : end);
  }
  return endValue(depth);
}

/**
 * Removes the paths below a dictionary, an object whose names differ from row to row. Columns for its names
 * would not be complete.
 */
export function forget(node: i32): void {
  for (let child = wordAt(node + layout.nodeFirst); child !== 0; child = wordAt(child + layout.nodeSibling))
    forgetValues(child);
  setWord(node + layout.nodeFirst, 0);
  setWord(node + layout.nodeIsDictionary, 1);
  setWord(node + layout.nodeIsIncomplete, 1);
}

function forgetValues(node: i32): void {
  giveUp(node + layout.nodeValues);
  giveUp(node + layout.nodeLengths);
  forget(node);
  const items = wordAt(node + layout.nodeItems);
  if (items !== 0) forgetValues(items);
}

/** The number of rows in the current group so far. */
export function rowsInGroup(): i32 {
  return wordAt(wordAt(layout.orderNodes) + layout.nodeRows);
}

/**
 * Adds the position of a row as two LEB128 numbers (of variable length): the bytes between the earlier row
 * and this row, and the bytes of this row.
 */
export function addPlace(before: i32, start: i32, end: i32): void {
  addLeb(start - before);
  addLeb(end - start);
  setWord(layout.stateRowEnd, end);
}

function addLeb(number: i32): void {
  let rest = number;
  for (; rest >= 0x80; rest >>= 7) addPlaceByte((rest & 0x7f) | 0x80);
  addPlaceByte(rest);
}

function addPlaceByte(code: i32): void {
  putByte(layout.stateRows, code);
  const bytes = layout.stateRows + layout.columnRows;
  setWord(bytes, wordAt(bytes) + 1);
}

/**
 * Counts a value as read. In an array this advances the index.
 * @returns true when the value was a row of the table.
 */
function endValue(depth: i32): boolean {
  const frame = frameOf(depth);
  const element = wordAt(frame + layout.frameElement);
  if (element < 0) return false;
  setWord(frame + layout.frameElement, element + 1);
  const items = wordAt(frame + layout.frameItems);
  const rows = wordAt(items + layout.nodeRows) + 1;
  setWord(items + layout.nodeRows, rows);
  const bytes = wordAt(layout.stateColumnBytes);
  if (depth !== wordAt(layout.stateTable)) {
    setWord(layout.stateColumnBytes, bytes + 1);
    return false;
  }
  if (rows === bound(layout.boundGroupRows) || bytes > bound(layout.boundGroupBytes)) {
    setWord(layout.stateIsGroup, 1);
    waits = true;
  }
  return true;
}

/**
 * The node (path of the table) of the value that comes next in the array or object of a frame. 0 when no
 * column follows the value.
 */
function nodeIn(frame: i32): i32 {
  return wordAt(frame + layout.frameElement) < 0
    ? wordAt(layout.stateNode)
    : wordAt(frame + layout.frameItems);
}

/** @inline */
function count(node: i32, kinds: i32): void {
  setWord(node + layout.nodeKinds, wordAt(node + layout.nodeKinds) | kinds);
  setWord(node + layout.nodeCount, wordAt(node + layout.nodeCount) + 1);
}

function itemsOf(node: i32): i32 {
  const known = wordAt(node + layout.nodeItems);
  if (known !== 0) return known;
  const items = addNode(wordAt(node + layout.nodeLevel) + 1, 0);
  setWord(node + layout.nodeItems, items);
  return items;
}

function memberOf(parent: i32, at: i32, length: i32): i32 {
  let node = wordAt(parent + layout.nodeFirst);
  while (node !== 0 && !isNamed(node, at, length)) node = wordAt(node + layout.nodeSibling);
  return node;
}

function isNamed(node: i32, at: i32, length: i32): boolean {
  return length === wordAt(node + layout.nodeNameBytes) && isSame(at, wordAt(node + layout.nodeName), length);
}

/**
 * Adds the node of a member: the path to its values.
 * @returns 0 when this object has too many names, or when all nodes together take too much memory.
 */
function addMember(parent: i32, at: i32, length: i32, start: i32, end: i32): i32 {
  const members = wordAt(parent + layout.nodeMembers);
  const isFull = wordAt(layout.stateTexts) + length + end - start + 32 > wordAt(layout.orderTextsEnd);
  if (isFull || members === bound(layout.boundRowMembers) || wordAt(parent + layout.nodeIsDictionary) === 1)
    return 0;
  const node = addNode(wordAt(parent + layout.nodeLevel) + 1, wordAt(parent + layout.nodeScope));
  if (node === 0) return 0;
  setWord(parent + layout.nodeMembers, members + 1);
  setWord(node + layout.nodeName, addText(at, length));
  setWord(node + layout.nodeNameBytes, length);
  setWord(node + layout.nodeWritten, addText(start - 1, end - start + 3) + 1);
  setByte(wordAt(layout.stateTexts) - 1, 0x3a);
  setWord(node + layout.nodeWrittenBytes, end - start);
  const last = wordAt(parent + layout.nodeLast);
  setWord(
    wordAt(parent + layout.nodeFirst) === 0 ? parent + layout.nodeFirst : last + layout.nodeSibling,
    node,
  );
  setWord(parent + layout.nodeLast, node);
  return node;
}

/**
 * Adds a node, a path below the rows of a table.
 * @param scope the node whose rows or elements number the lines; 0 for a node that numbers its own lines.
 * @returns 0 when there is no room.
 */
function addNode(level: i32, scope: i32): i32 {
  const node = wordAt(layout.stateNodes);
  if (node === wordAt(layout.orderNodesEnd)) return 0;
  setWord(layout.stateNodes, node + layout.nodeBytes);
  for (let at: i32 = 0; at < layout.nodeBytes; at += 4) setWord(node + at, 0);
  setWord(node + layout.nodeLevel, level);
  setWord(node + layout.nodeScope, scope === 0 ? node : scope);
  return node;
}

function addText(from: i32, length: i32): i32 {
  const text = wordAt(layout.stateTexts);
  copyBytes(text, from, length);
  setWord(layout.stateTexts, text + length);
  return text;
}

/** Adds a line with a number. The digits are written backwards, from the last to the first. */
function addNumber(column: i32, row: i32, number: i32): void {
  const end = wordAt(layout.orderScratch) + 16;
  let at = end;
  let rest = number;
  do {
    at -= 1;
    setByte(at, 0x30 + (rest % 10));
    rest = (rest / 10) | 0;
  } while (rest > 0);
  addLine(column, row, at, end - at);
}

function giveUp(column: i32): void {
  setWord(column + layout.columnFirst, -1);
  setWord(column + layout.columnAt, 0);
  setWord(column + layout.columnEnd, 0);
}

/** @inline */
function addLine(column: i32, row: i32, from: i32, length: i32): void {
  const at = wordAt(column + layout.columnAt);
  const bytes = wordAt(layout.stateColumnBytes);
  if (wordAt(column + layout.columnEnd) - at <= length || wordAt(column + layout.columnRows) !== row) {
    addLineSlowly(column, row, from, length);
    return;
  }
  copyBytes(at, from, length);
  setByte(at + length, lineFeed);
  setWord(column + layout.columnAt, at + length + 1);
  setWord(column + layout.columnRows, row + 1);
  setWord(layout.stateColumnBytes, bytes + length + 1);
}

function addLineSlowly(column: i32, row: i32, from: i32, length: i32): void {
  const first = wordAt(column + layout.columnFirst);
  const gap = row - wordAt(column + layout.columnRows);
  // If an object repeats a name, its row has a line in this column already. The first one is kept.
  if (first < 0 || gap < 0) return;
  const columns = wordAt(layout.stateColumns);
  const bytes = wordAt(layout.stateColumnBytes);
  const isTooMuch = gap > layout.gapMax || bytes > 2 * bound(layout.boundGroupBytes);
  if (isTooMuch || (first === 0 && columns === bound(layout.boundColumns))) {
    giveUp(column);
    return;
  }
  if (first === 0) setWord(layout.stateColumns, columns + 1);
  setWord(layout.stateColumnBytes, bytes + gap + length + 1);
  setWord(column + layout.columnRows, row + 1);
  for (let line: i32 = 0; line < gap; line += 1) putByte(column, lineFeed);
  for (let place: i32 = 0; place < length; place += 1) putByte(column, byteAt(from + place));
  putByte(column, lineFeed);
}

function putByte(column: i32, code: i32): void {
  if (wordAt(column + layout.columnAt) === wordAt(column + layout.columnEnd)) addChunk(column);
  const at = wordAt(column + layout.columnAt);
  setByte(at, code);
  setWord(column + layout.columnAt, at + 1);
}

function addChunk(column: i32): void {
  const chunk = wordAt(layout.stateChunk);
  const next = chunk + layout.chunkBytes;
  setWord(layout.stateChunk, next);
  if (next > wordAt(layout.orderChunksEnd)) waits = true;
  const end = wordAt(column + layout.columnEnd);
  setWord(end === 0 ? column + layout.columnFirst : end - lineBytes - layout.chunkHead, chunk);
  setWord(column + layout.columnAt, chunk + layout.chunkHead);
  setWord(column + layout.columnEnd, chunk + layout.chunkHead + lineBytes);
}

export function isSchemaNode(node: i32): boolean {
  return isSchema(wordAt(node + layout.nodeName), wordAt(node + layout.nodeNameBytes));
}

/** True for the name `$schema`, which refers to a schema. */
function isSchema(at: i32, length: i32): boolean {
  if (length !== 7 || byteAt(at) !== 0x24 || byteAt(at + 1) !== 0x73 || byteAt(at + 2) !== 0x63) return false;
  return (
    byteAt(at + 3) === 0x68 && byteAt(at + 4) === 0x65 && byteAt(at + 5) === 0x6d && byteAt(at + 6) === 0x61
  );
}

function bound(at: i32): i32 {
  return wordAt(layout.orderBounds + at);
}
