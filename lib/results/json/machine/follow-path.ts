import { frameOf } from './frame.ts';
import * as layout from './layout.ts';
import { byteAt, copyBytes, isSame, lowestBit, setByte, setWord, wordAt } from './memory.ts';
import { stringEnd } from './strings.ts';

// Follows the steps of a path through a document. A value has a set of bits: bit n is 1 when the first n
// steps of the path lead to the value. Without a step to any depth, a value has at most one bit before
// `arrived` adds others, so no value is found twice.

// The forms of a JSON value that the steps of a path distinguish.
const formObject: i32 = 0;
const formArray: i32 = 1;
const formScalar: i32 = 2;

/** The number of elements of the array that opens next, if a step counts from its end. */
let counted: i32 = 0;

/**
 * Counts the elements of an array, if a step that leads to it counts from its end.
 * @param depth of the array or object that contains the array.
 * @returns false when the bytes that this call reads (the window) have only a part of the array.
 */
export function hasCount(depth: i32, at: i32, end: i32, isLast: i32): boolean {
  counted = 0;
  const backward = wordAt(layout.orderBackward);
  if (backward === 0 || (arrived(leading(depth, formArray), formArray) & backward) === 0) return true;
  counted = countElements(at, end);
  // The array has no end in the document. That is a mistake, which `scan` reports.
  return counted >= 0 || isLast === 1;
}

/**
 * The number of elements of an array; -1 when the end of the array is not in the bytes that this call reads
 * (the window).
 */
function countElements(start: i32, end: i32): i32 {
  let commas: i32 = 0;
  let level: i32 = 0;
  let isEmpty: boolean = true;
  for (let at = start + 1; at < end; at += 1) {
    const code = byteAt(at);
    if (code <= 0x20) continue;
    if (code === 0x22) {
      const close = stringEnd(at + 1);
      if (close < 0) return -1;
      at = close;
    } else if (code === 0x5b || code === 0x7b) level += 1;
    else if (code === 0x5d || code === 0x7d) {
      if (level === 0) return isEmpty ? 0 : commas + 1;
      level -= 1;
    } else if (code === 0x2c && level === 0) commas += 1;
    isEmpty = false;
  }
  return -1;
}

/**
 * Begins an array or object.
 * @returns true when no step of the path leads to values inside it.
 */
export function openPath(depth: i32, isObject: boolean, at: i32): boolean {
  const bits = next(depth - 1, isObject ? formObject : formArray);
  const frame = frameOf(depth);
  const done = doneBit();
  const from = (bits & done) !== 0 ? keep(at) : 0;
  searchPath(depth, isObject, at);
  if ((bits & done) !== 0) {
    setWord(frame + layout.frameRank, rankIn(depth - 1));
    setWord(frame + layout.frameFrom, from);
    setWord(frame + layout.frameKept, wordAt(layout.stateOpened));
  }
  setWord(frame + layout.frameBits, bits & ~done);
  setWord(frame + layout.frameIsEntered, 0);
  setWord(frame + layout.frameCount, counted);
  return (bits & ~done) === 0;
}

/**
 * Begins an array or object in which the machine searches for only one name of the path. `openPath` replaces
 * the bits that it sets.
 */
export function searchPath(depth: i32, isObject: boolean, at: i32): void {
  const frame = frameOf(depth);
  setWord(frame + layout.frameKept, 0);
  setWord(frame + layout.frameBits, wordAt(layout.orderSearched));
  setWord(frame + layout.frameStart, at + wordAt(layout.orderBase));
  setWord(frame + layout.frameElement, isObject ? -1 : 0);
  setWord(frame + layout.frameFound, wordAt(layout.stateOpened));
  if (isObject && wordAt(layout.orderLabels) !== 0) setWord(labelOf(depth) + layout.labelBytes, -1);
}

/**
 * Ends an array or object.
 * @param isSkipped true when no step led to values inside it.
 */
export function closePath(depth: i32, isObject: boolean, end: i32, isSkipped: boolean): void {
  const frame = frameOf(depth);
  const kept = wordAt(frame + layout.frameKept);
  if (kept > 0) release(kept - 1, wordAt(frame + layout.frameFrom), wordAt(frame + layout.frameRank), end);
  if (isSkipped) return;
  const bits = wordAt(frame + layout.frameBits) & wordAt(layout.orderStrict);
  if (bits !== 0) {
    const isMissing = isObject
      ? wordAt(frame + layout.frameIsEntered) === 0
      : isShort(bits, wordAt(frame + layout.frameElement));
    if (isMissing) setWord(layout.stateIsFailed, 1);
  }
  if (wordAt(layout.orderLabels) !== 0) orderPath(depth);
}

/** Checks the order of members after an array or object at this depth, if values were found in it. */
export function orderPath(depth: i32): void {
  if (wordAt(layout.stateOpened) > wordAt(frameOf(depth) + layout.frameFound)) checkOrder(depth - 1);
}

/** Compares the name of a member with the steps that apply to the object at this depth. */
export function namePath(depth: i32, at: i32, length: i32): void {
  const frame = frameOf(depth);
  let named: i32 = 0;
  for (let rest = wordAt(frame + layout.frameBits); rest !== 0; rest &= rest - 1) {
    const bit = lowestBit(rest);
    const step = stepAt(bit);
    const kind = wordAt(step + layout.stepKind);
    if (wordAt(step + layout.stepIsDeep) === 1) named |= 1 << bit;
    if (
      kind === layout.stepMember
        ? isNamed(step, at, length)
        : kind === layout.stepWildcard && wordAt(layout.orderRule) === layout.ruleJsonPath
    )
      named |= 2 << bit;
  }
  setWord(layout.stateNamed, named);
  if (named === 0) return;
  setWord(frame + layout.frameIsEntered, 1);
  if (wordAt(layout.orderLabels) !== 0) labelPath(depth, at, length);
}

/**
 * Remembers the name of a member, to check the order of members later.
 * @param length -1 for a name that is too long.
 */
export function labelPath(depth: i32, at: i32, length: i32): void {
  const label = labelOf(depth);
  setWord(label, length);
  for (let place: i32 = 0; place < labelLength(length); place += 1)
    setByte(label + 4 + place, byteAt(at + place));
}

export function scalarPath(depth: i32, start: i32, end: i32): void {
  if (isPassed(depth)) return;
  if ((next(depth, formScalar) & doneBit()) === 0) return;
  const from = keep(start);
  release(wordAt(layout.stateOpened) - 1, from, rankIn(depth), end);
}

/** True for a member whose value no step leads to, which is most members. */
function isPassed(depth: i32): boolean {
  if (depth === 0 || wordAt(layout.orderRule) === layout.ruleLax) return false;
  if ((wordAt(layout.stateNamed) & (doneBit() | wordAt(layout.orderStrict))) !== 0) return false;
  return wordAt(frameOf(depth) + layout.frameElement) < 0;
}

/** Begins a string that is longer than the window, the part of the document in memory. */
export function longPath(depth: i32, start: i32): void {
  setWord(layout.stateLongKept, 0);
  if ((next(depth, formScalar) & doneBit()) === 0) return;
  setWord(layout.stateLongRank, rankIn(depth));
  setWord(layout.stateLongFrom, keep(start));
  setWord(layout.stateLongKept, wordAt(layout.stateOpened));
}

export function endLongPath(end: i32): void {
  const kept = wordAt(layout.stateLongKept);
  if (kept > 0) release(kept - 1, wordAt(layout.stateLongFrom), wordAt(layout.stateLongRank), end);
}

/**
 * Copies the bytes of found values whose end was not read yet, because the next part of the document replaces
 * them in memory.
 * @param upTo address of the first byte that stays in memory.
 * @param start new address of this byte.
 */
export function passPath(upTo: i32, start: i32): void {
  if (wordAt(layout.stateHeld) === 0) return;
  copyFound(upTo);
  setWord(layout.stateFrom, start);
}

/**
 * The set of bits of the value that comes next in the array or object at this depth. Bit n means that the
 * first n steps of the path lead to the value.
 */
function next(depth: i32, form: i32): i32 {
  const bits = arrived(leading(depth, form), form);
  if (depth > 0) {
    const element = frameOf(depth) + layout.frameElement;
    if (wordAt(element) >= 0) setWord(element, wordAt(element) + 1);
  }
  for (let rest = bits & wordAt(layout.orderStrict); rest !== 0; rest &= rest - 1) {
    const isMember = wordAt(stepAt(lowestBit(rest)) + layout.stepKind) === layout.stepMember;
    if (form !== (isMember ? formObject : formArray)) setWord(layout.stateIsFailed, 1);
  }
  return bits;
}

function leading(depth: i32, form: i32): i32 {
  if (depth === 0) return 1;
  const frame = frameOf(depth);
  const element = wordAt(frame + layout.frameElement);
  if (element < 0) return wordAt(layout.stateNamed);
  const isLax = wordAt(layout.orderRule) === layout.ruleLax;
  let bits: i32 = 0;
  for (let rest = wordAt(frame + layout.frameBits); rest !== 0; rest &= rest - 1) {
    const bit = lowestBit(rest);
    const step = stepAt(bit);
    if (wordAt(step + layout.stepIsDeep) === 1) bits |= 1 << bit;
    if (isOfElement(step, element, wordAt(frame + layout.frameCount))) bits |= 2 << bit;
    // In lax mode a step to a member applies to the elements of an array, but not to arrays among the
    // elements.
    if (isLax && form !== formArray && wordAt(step + layout.stepKind) === layout.stepMember) bits |= 1 << bit;
  }
  return bits;
}

/**
 * Adds the bits of steps to elements, because lax mode treats any value but an array as an array with this
 * one element.
 */
function arrived(bits: i32, form: i32): i32 {
  if (wordAt(layout.orderRule) !== layout.ruleLax || form === formArray) return bits;
  let all = bits;
  const count = wordAt(layout.orderStepCount);
  for (let bit: i32 = 0; bit < count; bit += 1)
    if ((all & (1 << bit)) !== 0 && isOfElement(stepAt(bit), 0, 1)) all |= 2 << bit;
  return all;
}

function isOfElement(step: i32, element: i32, count: i32): boolean {
  const kind = wordAt(step + layout.stepKind);
  if (kind !== layout.stepSlice) return kind === layout.stepWildcard;
  const start = wordAt(step + layout.stepStart);
  const end = wordAt(step + layout.stepEnd);
  return element >= (start < 0 ? start + count : start) && element < (end < 0 ? end + count : end);
}

/** True when strict mode requires elements that an array with `count` elements does not have. */
function isShort(bits: i32, count: i32): boolean {
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    const step = stepAt(lowestBit(rest));
    if (wordAt(step + layout.stepKind) !== layout.stepSlice) continue;
    let start = wordAt(step + layout.stepStart);
    let end = wordAt(step + layout.stepEnd);
    if (end === layout.noEnd) end = count;
    if (start < 0) start += count;
    if (end < 0) end += count;
    if (start < 0 || start >= end || end > count) return true;
  }
  return false;
}

function isNamed(step: i32, at: i32, length: i32): boolean {
  return length === wordAt(step + layout.stepNameBytes) && isSame(at, wordAt(step + layout.stepName), length);
}

/**
 * The sort key of a found value: the document offset of the array or object in which the step `..` matched.
 */
function rankIn(depth: i32): i32 {
  const deepAt = wordAt(layout.orderDeepAt);
  if (deepAt < 0) return 0;
  const level = depth - wordAt(layout.orderStepCount) + deepAt + 1;
  return level < 1 ? 0 : wordAt(frameOf(level) + layout.frameStart);
}

/**
 * Begins to collect a found value.
 * @returns the start of the value among the found bytes.
 */
function keep(at: i32): i32 {
  const held = wordAt(layout.stateHeld);
  if (held === 0) setWord(layout.stateFrom, at);
  setWord(layout.stateHeld, held + 1);
  setWord(layout.stateOpened, wordAt(layout.stateOpened) + 1);
  return wordAt(layout.stateFound) + at - wordAt(layout.stateFrom);
}

function release(number: i32, from: i32, rank: i32, end: i32): void {
  const held = wordAt(layout.stateHeld) - 1;
  const count = wordAt(layout.stateRecords);
  const record = wordAt(layout.orderFound) + count * layout.recordBytes;
  setWord(record, number);
  setWord(record + 4, from);
  setWord(record + 8, wordAt(layout.stateFound) + end - wordAt(layout.stateFrom));
  setWord(record + 12, rank);
  setWord(layout.stateRecords, count + 1);
  setWord(layout.stateHeld, held);
  if (held > 0) return;
  copyFound(end);
  setByte(
    wordAt(layout.orderFound) + layout.recordsMax * layout.recordBytes + wordAt(layout.stateFresh),
    0x2c,
  );
  setWord(layout.stateFresh, wordAt(layout.stateFresh) + 1);
  setWord(layout.stateFound, wordAt(layout.stateFound) + 1);
}

function copyFound(end: i32): void {
  const from = wordAt(layout.stateFrom);
  const fresh = wordAt(layout.stateFresh);
  copyBytes(wordAt(layout.orderFound) + layout.recordsMax * layout.recordBytes + fresh, from, end - from);
  setWord(layout.stateFresh, fresh + end - from);
  setWord(layout.stateFound, wordAt(layout.stateFound) + end - from);
}

/**
 * Checks the order of a member with found values against earlier members of the same object. SQL/JSON path
 * wants the order of `jsonb`: shorter names first, and names of equal length by their bytes.
 */
function checkOrder(depth: i32): void {
  if (depth === 0 || wordAt(frameOf(depth) + layout.frameElement) >= 0) return;
  const label = labelOf(depth);
  const before = label + layout.labelBytes;
  if (!isAfter(label, before)) setWord(layout.stateIsFailed, 1);
  for (let at: i32 = 0; at < layout.labelBytes; at += 4) setWord(before + at, wordAt(label + at));
}

function isAfter(label: i32, before: i32): boolean {
  const length = wordAt(label);
  if (length !== wordAt(before)) return length > wordAt(before);
  for (let at: i32 = 4; at < 4 + labelLength(length); at += 1)
    if (byteAt(label + at) !== byteAt(before + at)) return byteAt(label + at) > byteAt(before + at);
  return false;
}

function labelLength(length: i32): i32 {
  return length < layout.labelBytes - 4 ? length : layout.labelBytes - 4;
}

function labelOf(depth: i32): i32 {
  return wordAt(layout.orderLabels) + 2 * depth * layout.labelBytes;
}

function doneBit(): i32 {
  return 1 << wordAt(layout.orderStepCount);
}

function stepAt(at: i32): i32 {
  return wordAt(layout.orderSteps) + at * layout.stepBytes;
}
