import {
  frameBits,
  frameBytes,
  frameCount,
  frameElement,
  frameFound,
  frameFrom,
  frameIsEntered,
  frameKept,
  frameRank,
  frameStart,
  labelBytes,
  noEnd,
  orderBackward,
  orderBase,
  orderDeepAt,
  orderFound,
  orderFrames,
  orderLabels,
  orderRule,
  orderStepCount,
  orderSteps,
  orderStrict,
  recordBytes,
  recordsMax,
  ruleJsonPath,
  ruleLax,
  stateFound,
  stateFresh,
  stateFrom,
  stateHeld,
  stateIsFailed,
  stateLongFrom,
  stateLongKept,
  stateLongRank,
  stateNamed,
  stateOpened,
  stateRecords,
  stepBytes,
  stepEnd,
  stepIsDeep,
  stepKind,
  stepMember,
  stepName,
  stepNameBytes,
  stepSlice,
  stepStart,
  stepWildcard,
} from './layout.ts';
import { byteAt, copyBytes, isSame, lowestBit, setByte, setWord, wordAt } from './memory.ts';
import { stringEnd } from './strings.ts';

// Follows the steps of a path through a value. Bit n of a value means that n steps lead to the value. Without
// a deep step a value has at most one bit before `arrived` adds others, so no value is found twice.

// The forms of a value, as far as steps need them.
const formObject: i32 = 0;
const formArray: i32 = 1;
const formScalar: i32 = 2;

/** The elements of the array that is about to be opened, if a step counts from its end. */
let counted: i32 = 0;

/**
 * Counts the elements of an array in a container of this depth, if a step counts from its end.
 * @returns false when the window has only a part of the array.
 */
export function hasCount(depth: i32, at: i32, end: i32, isLast: i32): boolean {
  counted = 0;
  const backward = wordAt(orderBackward);
  if (backward === 0 || (arrived(leading(depth, formArray), formArray) & backward) === 0) return true;
  counted = countElements(at, end);
  // The scan reports the mistake of an array without an end.
  return counted >= 0 || isLast === 1;
}

/** The elements of an array; -1 when its end is not in the window. */
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

/** @returns true when no step leads into the array or object. */
export function openPath(depth: i32, isObject: boolean, at: i32): boolean {
  const bits = next(depth - 1, isObject ? formObject : formArray);
  const frame = frameOf(depth);
  const done = doneBit();
  setWord(frame + frameKept, 0);
  if ((bits & done) !== 0) {
    setWord(frame + frameRank, rankIn(depth - 1));
    setWord(frame + frameFrom, keep(at));
    setWord(frame + frameKept, wordAt(stateOpened));
  }
  setWord(frame + frameFound, wordAt(stateOpened));
  const rest = bits & ~done;
  if (rest === 0) return true;
  setWord(frame + frameBits, rest);
  setWord(frame + frameStart, at + wordAt(orderBase));
  setWord(frame + frameElement, isObject ? -1 : 0);
  setWord(frame + frameIsEntered, 0);
  setWord(frame + frameCount, counted);
  if (isObject && wordAt(orderLabels) !== 0) setWord(labelOf(depth) + labelBytes, -1);
  return false;
}

/** @param isSkipped true when no step led into the array or object. */
export function closePath(depth: i32, isObject: boolean, end: i32, isSkipped: boolean): void {
  const frame = frameOf(depth);
  const kept = wordAt(frame + frameKept);
  if (kept > 0) release(kept - 1, wordAt(frame + frameFrom), wordAt(frame + frameRank), end);
  if (isSkipped) return;
  const bits = wordAt(frame + frameBits) & wordAt(orderStrict);
  if (bits !== 0) {
    const isMissing = isObject
      ? wordAt(frame + frameIsEntered) === 0
      : isShort(bits, wordAt(frame + frameElement));
    if (isMissing) setWord(stateIsFailed, 1);
  }
  if (wordAt(orderLabels) !== 0 && wordAt(stateOpened) > wordAt(frame + frameFound)) checkOrder(depth - 1);
}

/** A member of the object at this depth. */
export function namePath(depth: i32, at: i32, length: i32): void {
  const frame = frameOf(depth);
  let named: i32 = 0;
  for (let rest = wordAt(frame + frameBits); rest !== 0; rest &= rest - 1) {
    const bit = lowestBit(rest);
    const step = stepAt(bit);
    const kind = wordAt(step + stepKind);
    if (wordAt(step + stepIsDeep) === 1) named |= 1 << bit;
    if (
      kind === stepMember
        ? isNamed(step, at, length)
        : kind === stepWildcard && wordAt(orderRule) === ruleJsonPath
    )
      named |= 2 << bit;
  }
  setWord(stateNamed, named);
  if (named === 0) return;
  setWord(frame + frameIsEntered, 1);
  if (wordAt(orderLabels) === 0) return;
  const label = labelOf(depth);
  setWord(label, length);
  for (let place: i32 = 0; place < labelLength(length); place += 1)
    setByte(label + 4 + place, byteAt(at + place));
}

export function scalarPath(depth: i32, start: i32, end: i32): void {
  if ((next(depth, formScalar) & doneBit()) === 0) return;
  const from = keep(start);
  release(wordAt(stateOpened) - 1, from, rankIn(depth), end);
}

/** A string without its end in the window. */
export function longPath(depth: i32, start: i32): void {
  setWord(stateLongKept, 0);
  if ((next(depth, formScalar) & doneBit()) === 0) return;
  setWord(stateLongRank, rankIn(depth));
  setWord(stateLongFrom, keep(start));
  setWord(stateLongKept, wordAt(stateOpened));
}

export function endLongPath(end: i32): void {
  const kept = wordAt(stateLongKept);
  if (kept > 0) release(kept - 1, wordAt(stateLongFrom), wordAt(stateLongRank), end);
}

/** Copies the bytes of open values up to an address, which becomes the start of the window. */
export function passPath(upTo: i32, start: i32): void {
  if (wordAt(stateHeld) === 0) return;
  copyFound(upTo);
  setWord(stateFrom, start);
}

/** The bits of the value that begins now in a container of this depth. */
function next(depth: i32, form: i32): i32 {
  const bits = arrived(leading(depth, form), form);
  if (depth > 0) {
    const element = frameOf(depth) + frameElement;
    if (wordAt(element) >= 0) setWord(element, wordAt(element) + 1);
  }
  for (let rest = bits & wordAt(orderStrict); rest !== 0; rest &= rest - 1) {
    const isMember = wordAt(stepAt(lowestBit(rest)) + stepKind) === stepMember;
    if (form !== (isMember ? formObject : formArray)) setWord(stateIsFailed, 1);
  }
  return bits;
}

function leading(depth: i32, form: i32): i32 {
  if (depth === 0) return 1;
  const frame = frameOf(depth);
  const element = wordAt(frame + frameElement);
  if (element < 0) return wordAt(stateNamed);
  const isLax = wordAt(orderRule) === ruleLax;
  let bits: i32 = 0;
  for (let rest = wordAt(frame + frameBits); rest !== 0; rest &= rest - 1) {
    const bit = lowestBit(rest);
    const step = stepAt(bit);
    if (wordAt(step + stepIsDeep) === 1) bits |= 1 << bit;
    if (isOfElement(step, element, wordAt(frame + frameCount))) bits |= 2 << bit;
    // Lax mode replaces an array by its elements once. An array among the elements stays an array.
    if (isLax && form !== formArray && wordAt(step + stepKind) === stepMember) bits |= 1 << bit;
  }
  return bits;
}

/** Adds the steps for which lax mode treats any value but an array as an array of itself. */
function arrived(bits: i32, form: i32): i32 {
  if (wordAt(orderRule) !== ruleLax || form === formArray) return bits;
  let all = bits;
  const count = wordAt(orderStepCount);
  for (let bit: i32 = 0; bit < count; bit += 1)
    if ((all & (1 << bit)) !== 0 && isOfElement(stepAt(bit), 0, 1)) all |= 2 << bit;
  return all;
}

function isOfElement(step: i32, element: i32, count: i32): boolean {
  const kind = wordAt(step + stepKind);
  if (kind !== stepSlice) return kind === stepWildcard;
  const start = wordAt(step + stepStart);
  const end = wordAt(step + stepEnd);
  return element >= (start < 0 ? start + count : start) && element < (end < 0 ? end + count : end);
}

/** Returns true when strict mode requires elements that an array of this length lacks. */
function isShort(bits: i32, count: i32): boolean {
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    const step = stepAt(lowestBit(rest));
    if (wordAt(step + stepKind) !== stepSlice) continue;
    let start = wordAt(step + stepStart);
    let end = wordAt(step + stepEnd);
    if (end === noEnd) end = count;
    if (start < 0) start += count;
    if (end < 0) end += count;
    if (start < 0 || start >= end || end > count) return true;
  }
  return false;
}

function isNamed(step: i32, at: i32, length: i32): boolean {
  return length === wordAt(step + stepNameBytes) && isSame(at, wordAt(step + stepName), length);
}

/** The start of the object or array in which the deep step found a value. */
function rankIn(depth: i32): i32 {
  const deepAt = wordAt(orderDeepAt);
  if (deepAt < 0) return 0;
  const level = depth - wordAt(orderStepCount) + deepAt + 1;
  return level < 1 ? 0 : wordAt(frameOf(level) + frameStart);
}

/** @returns the start of the value in what was found. */
function keep(at: i32): i32 {
  const held = wordAt(stateHeld);
  if (held === 0) setWord(stateFrom, at);
  setWord(stateHeld, held + 1);
  setWord(stateOpened, wordAt(stateOpened) + 1);
  return wordAt(stateFound) + at - wordAt(stateFrom);
}

function release(number: i32, from: i32, rank: i32, end: i32): void {
  const held = wordAt(stateHeld) - 1;
  const count = wordAt(stateRecords);
  const record = wordAt(orderFound) + count * recordBytes;
  setWord(record, number);
  setWord(record + 4, from);
  setWord(record + 8, wordAt(stateFound) + end - wordAt(stateFrom));
  setWord(record + 12, rank);
  setWord(stateRecords, count + 1);
  setWord(stateHeld, held);
  if (held > 0) return;
  copyFound(end);
  setByte(wordAt(orderFound) + recordsMax * recordBytes + wordAt(stateFresh), 0x2c);
  setWord(stateFresh, wordAt(stateFresh) + 1);
  setWord(stateFound, wordAt(stateFound) + 1);
}

function copyFound(end: i32): void {
  const from = wordAt(stateFrom);
  const fresh = wordAt(stateFresh);
  copyBytes(wordAt(orderFound) + recordsMax * recordBytes + fresh, from, end - from);
  setWord(stateFresh, fresh + end - from);
  setWord(stateFound, wordAt(stateFound) + end - from);
}

/**
 * A member of the object at this depth has values. Their order is that of `jsonb` if no later name is shorter,
 * or before an earlier one of the same length.
 */
function checkOrder(depth: i32): void {
  if (depth === 0 || wordAt(frameOf(depth) + frameElement) >= 0) return;
  const label = labelOf(depth);
  const before = label + labelBytes;
  if (!isAfter(label, before)) setWord(stateIsFailed, 1);
  for (let at: i32 = 0; at < labelBytes; at += 4) setWord(before + at, wordAt(label + at));
}

function isAfter(label: i32, before: i32): boolean {
  const length = wordAt(label);
  if (length !== wordAt(before)) return length > wordAt(before);
  for (let at: i32 = 4; at < 4 + labelLength(length); at += 1)
    if (byteAt(label + at) !== byteAt(before + at)) return byteAt(label + at) > byteAt(before + at);
  return false;
}

function labelLength(length: i32): i32 {
  return length < labelBytes - 4 ? length : labelBytes - 4;
}

function labelOf(depth: i32): i32 {
  return wordAt(orderLabels) + 2 * depth * labelBytes;
}

function doneBit(): i32 {
  return 1 << wordAt(orderStepCount);
}

function stepAt(at: i32): i32 {
  return wordAt(orderSteps) + at * stepBytes;
}

function frameOf(level: i32): i32 {
  return wordAt(orderFrames) + level * frameBytes;
}
