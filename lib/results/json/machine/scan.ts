import {
  addCell,
  isLikely,
  isSchemaNode,
  isWaiting,
  lineOf,
  nameColumn,
  resume,
  scalarColumn,
} from './columns.ts';
import {
  closePath,
  endLongPath,
  hasCount,
  labelPath,
  longPath,
  namePath,
  openPath,
  orderPath,
  passPath,
  scalarPath,
  searchPath,
} from './follow-path.ts';
import { frameOf } from './frame.ts';
import * as layout from './layout.ts';
import {
  byteAt,
  findEvents,
  isSame,
  lowestBit,
  nextEvent,
  passOver,
  quoteBefore,
  setWord,
  wordAt,
} from './memory.ts';
import { isRepeated } from './repeated-names.ts';
import { isDigit, numberEnd, wordEnd } from './scalars.ts';
import { decode, hasEscape, stringEnd } from './strings.ts';
import { enterTable, isInRow, isInTable, leaveTable, nameInTable, scalarInTable } from './table-rows.ts';
import { beginTokens, endTokens, isFull, put, putRepeated } from './write-tokens.ts';

export { decode, longPath, namePath, passPath };

// The tokens that the grammar allows next, with the numbers of `state` in tokens.ts.
const value: i32 = 0;
const items: i32 = 1;
const members: i32 = 2;
const name: i32 = 3;
const colon: i32 = 4;
const afterMember: i32 = 5;
const afterItem: i32 = 6;
const last: i32 = 7;

const kindNull: i32 = 1;
const kindBoolean: i32 = 2;
const kindNumber: i32 = 4;
const kindString: i32 = 8;

/** A depth that no document reaches, for a search that does not apply. */
const never: i32 = 0x40000000;

let mode: i32 = 0;
let depth: i32 = 0;
let quiet: i32 = 0;
let isObject: boolean = false;
let searched: i32 = 0;
/**
 * Results of `search`: the tokens that the grammar allows next, and true when the bytes in memory end inside
 * a possible name.
 */
let afterSearch: i32 = 0;
let isCut: boolean = false;
/**
 * Results of `passMembers` or `passElements`: the tokens that the grammar allows next, and the kind of the
 * last scalar.
 */
let afterPass: i32 = 0;
let passedKind: i32 = 0;

/**
 * Reads JSON from the address in `stateAt`, and writes the output that `orderMode` selects: tokens, the
 * values that a path finds, or tables. It checks every byte, except in a search and in skipped parts of a
 * document that was validated before.
 * @param end address behind the last byte. The byte there is 0.
 * @param isLast 1 when the document has no more bytes.
 * @returns one of the results in layout.ts. `resultEnd` means the end, or a byte that the grammar does not
 * allow.
 */
export function scan(end: i32, isLast: i32): i32 {
  begin();
  let at = wordAt(layout.stateAt);
  let next = wordAt(layout.stateNext);
  const tokenBytesMax = wordAt(layout.orderTokenBytesMax);
  const depthMax = wordAt(layout.orderDepthMax);
  const isTrusted = wordAt(layout.orderIsTrusted) === 1;
  if (wordAt(layout.stateIsLong) === 1) {
    const close = stringEnd(at);
    if (close < 0) return pause(at, next, layout.resultLong, -1 - close);
    at = close + 1;
    setWord(layout.stateIsLong, 0);
    if (depth < quiet) endLong(next === colon, at);
  }
  if (wordAt(layout.statePassing) > 0) {
    at = passOver(at, end, layout.statePassing);
    if (wordAt(layout.statePassing) > 0) return pause(at, next, layout.resultEnd, at);
    leave(at);
    next = afterValue();
  }
  while (true) {
    if (isFull() || isWaiting() || wordAt(layout.stateRecords) === layout.recordsMax)
      return pause(at, next, layout.resultFull, at);
    if (searched !== 0 && isSearched(next)) {
      at = search(at, end, isLast);
      next = afterSearch;
      if (at === end || isCut) return pause(at, next, isCut ? layout.resultName : layout.resultEnd, at);
    }
    let code = byteAt(at);
    if (isInRow(depth) && depth < quiet) {
      afterPass = next;
      if (code === 0x22 && (next === name || next === members)) at = passMembers(at);
      else if (next <= items && !isObject) at = passElements(at);
      next = afterPass;
      code = byteAt(at);
    }
    if (code <= 0x20) {
      if (at < end && depth > 0) setWord(layout.stateHasBlanks, 1);
      do {
        if (code === 0x0a) {
          setWord(layout.stateLines, wordAt(layout.stateLines) + 1);
          setWord(layout.stateLineStart, at + 1);
        } else if (code !== 0x20 && code !== 0x09 && code !== 0x0d)
          return pause(at, next, layout.resultEnd, at);
        at += 1;
        code = byteAt(at);
      } while (code <= 0x20);
    }
    if (next <= items) {
      if (code === 0x22) {
        const close = stringEnd(at + 1);
        if (close < 0) return pause(at, next, layout.resultString, -1 - close);
        if (depth < quiet) scalar(escaped(kindString), at, close + 1);
        at = close + 1;
      } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
        const stop = numberEnd(at);
        if (stop < 0 || (stop === end && isLast === 0) || stop - at > tokenBytesMax)
          return pause(at, next, layout.resultNumber, stop);
        if (depth < quiet) scalar(kindNumber, at, stop);
        at = stop;
      } else if (code === 0x7b || code === 0x5b) {
        if (depth === depthMax) return pause(at, next, layout.resultDeep, at);
        isObject = code === 0x7b;
        if (mode === layout.modePaths && !isObject && depth < quiet && !hasCount(depth, at, end, isLast))
          return pause(at, next, layout.resultArray, at);
        depth += 1;
        openFrame();
        if (depth <= quiet) enter(at);
        at += 1;
        if (depth < quiet || !isTrusted) {
          next = isObject ? members : items;
          continue;
        }
        setWord(layout.statePassing, 1);
        at = passOver(at, end, layout.statePassing);
        if (wordAt(layout.statePassing) > 0) return pause(at, next, layout.resultEnd, at);
        leave(at);
      } else if (code === 0x74 || code === 0x66 || code === 0x6e) {
        const stop = wordEnd(at, code);
        if (stop < 0) return pause(at, next, layout.resultWord, -1 - stop);
        if (depth < quiet) scalar(code === 0x6e ? kindNull : kindBoolean, at, stop);
        at = stop;
      } else if (code === 0x5d && next === items) {
        at += 1;
        leave(at);
      } else return pause(at, next, layout.resultEnd, at);
      if (isComma(at)) {
        at += 1;
        next = isObject ? name : value;
      } else next = afterValue();
    } else if (next === afterMember || next === afterItem) {
      if (code === 0x2c) {
        at += 1;
        next = next === afterMember ? name : value;
      } else if (code === (next === afterMember ? 0x7d : 0x5d)) {
        at += 1;
        leave(at);
        if (isComma(at)) {
          at += 1;
          next = isObject ? name : value;
        } else next = afterValue();
      } else return pause(at, next, layout.resultEnd, at);
    } else if (next === colon) {
      if (code !== 0x3a) return pause(at, next, layout.resultEnd, at);
      at += 1;
      next = value;
    } else if (next !== last && code === 0x22) {
      const close = stringEnd(at + 1);
      if (close < 0) return pause(at, next, layout.resultString, -1 - close);
      named(at, close + 1);
      at = close + 1;
      // Most documents have no blank before a colon, so reading it here saves one pass through the loop.
      if (byteAt(at) === 0x3a) {
        at += 1;
        next = value;
      } else next = colon;
    } else if (next === members && code === 0x7d) {
      at += 1;
      leave(at);
      next = afterValue();
    } else return pause(at, next, layout.resultEnd, at);
  }
}

/**
 * Reads members of a row quickly, as long as they have the same names as in the row before, scalar values and
 * no blanks.
 * @returns the address at which `scan` continues: a name, a value, or the end of the object.
 */
function passMembers(from: i32): i32 {
  const frame = frameOf(depth);
  const object = wordAt(frame + layout.frameObject);
  const mayBeSchema = depth === 2 && wordAt(layout.stateTable) === 1;
  let node = wordAt(frame + layout.frameLikely);
  let at = from;
  if (node === 0) return at;
  const row = lineOf(node);
  while (node !== 0 && wordAt(node + layout.nodeObject) !== object && isLikely(node, at) && !isWaiting()) {
    if (mayBeSchema && isSchemaNode(node)) break;
    const start = at + 3 + wordAt(node + layout.nodeWrittenBytes);
    const stop = passedEnd(start, 0x7d);
    setWord(node + layout.nodeObject, object);
    setWord(layout.stateNode, node);
    setWord(frame + layout.frameLikely, wordAt(node + layout.nodeSibling));
    if (stop === 0) {
      afterPass = value;
      return start;
    }
    addCell(node, row, passedKind, start, stop);
    if (byteAt(stop) !== 0x2c) {
      afterPass = afterMember;
      return stop;
    }
    node = wordAt(node + layout.nodeSibling);
    afterPass = name;
    at = stop + 1;
  }
  return at;
}

/**
 * Reads consecutive scalars of an array quickly.
 * @returns the address at which `scan` continues: an element or the end.
 */
function passElements(from: i32): i32 {
  let at = from;
  while (!isWaiting()) {
    const stop = passedEnd(at, 0x5d);
    if (stop === 0) return at;
    scalarColumn(depth, passedKind, at, stop);
    if (byteAt(stop) !== 0x2c) {
      afterPass = afterItem;
      return stop;
    }
    afterPass = value;
    at = stop + 1;
  }
  return at;
}

/**
 * The address behind a scalar, if a comma or this bracket follows the scalar; 0 otherwise, also when the
 * bytes in memory do not show what follows. @inline
 */
function passedEnd(start: i32, bracket: i32): i32 {
  const code = byteAt(start);
  let stop: i32 = 0;
  if (code === 0x22) {
    stop = stringEnd(start + 1) + 1;
    passedKind = kindString;
  } else if (code === 0x2d || isDigit(code)) {
    stop = numberEnd(start);
    passedKind = kindNumber;
  } else if (code === 0x74 || code === 0x66 || code === 0x6e) {
    stop = wordEnd(start, code);
    passedKind = code === 0x6e ? kindNull : kindBoolean;
  }
  if (stop <= 0 || stop - start > wordAt(layout.orderTokenBytesMax)) return 0;
  const after = byteAt(stop);
  return after === 0x2c || after === bracket ? stop : 0;
}

/**
 * True when a comma follows, so that the grammar continues with the next value. False in a search, which
 * needs the comma.
 */
function isComma(at: i32): boolean {
  return byteAt(at) === 0x2c && depth > 0 && searched === 0;
}

function begin(): void {
  searched = wordAt(layout.orderSearched);
  resume();
  mode = wordAt(layout.orderMode);
  depth = wordAt(layout.stateDepth);
  quiet = wordAt(layout.stateQuiet);
  isObject = depth > 0 && wordAt(frameOf(depth) + layout.frameIsObject) === 1;
  beginTokens();
}

/** True between two members or elements of an array or object in which only one name is searched for. */
function isSearched(next: i32): boolean {
  if (next === value || next === name || next === colon || next === last || depth >= quiet) return false;
  return wordAt(frameOf(depth) + layout.frameBits) === searched;
}

/**
 * Searches for the name of a step without reading other tokens.
 * @returns the address of the name, of another byte that `scan` must read, or of the end.
 */
function search(from: i32, end: i32, isLast: i32): i32 {
  const step = wordAt(layout.orderSteps) + lowestBit(searched) * layout.stepBytes;
  const wanted = wordAt(step + layout.stepName);
  const length = wordAt(step + layout.stepNameBytes);
  const hasLabels = wordAt(layout.orderLabels) !== 0;
  isCut = false;
  findEvents(from, end, length === 0 ? 0x22 : byteAt(wanted), layout.statePassingString);
  while (true) {
    const at = nextEvent();
    if (at === end) {
      afterSearch = afterValue();
      return hasLabels && isLast === 0 ? heldName(end) : end;
    }
    const code = byteAt(at);
    if (code === 0x22) {
      if (!isName(at, end, wanted, length, isLast)) continue;
      afterSearch = isCut ? afterValue() : name;
      return leaveSearch(at);
    }
    if (code === 0x7b || code === 0x5b) {
      if (depth === wordAt(layout.orderDepthMax)) {
        afterSearch = value;
        return leaveSearch(at);
      }
      if (hasLabels && isObject) labelMember(quoteBefore(at));
      isObject = code === 0x7b;
      depth += 1;
      openFrame();
      searchPath(depth, isObject, at);
    } else {
      const isKept = wordAt(frameOf(depth) + layout.frameKept) > 0;
      if (isKept || depth === 1 || wordAt(frameOf(depth - 1) + layout.frameBits) !== searched) {
        afterSearch = afterValue();
        return leaveSearch(at);
      }
      if (hasLabels) orderPath(depth);
      depth -= 1;
      isObject = wordAt(frameOf(depth) + layout.frameIsObject) === 1;
    }
  }
}

/**
 * Remembers the name of the member whose value opens. Its quote has no address when the name is longer than a
 * token.
 */
function labelMember(quote: i32): void {
  const length = quote === 0 ? -1 : stringEnd(quote + 1) - quote - 1;
  if (length > 0 && hasEscape())
    labelPath(depth, wordAt(layout.orderScratch), decode(quote + 1, quote + 1 + length));
  else labelPath(depth, quote + 1, length);
}

/** The address at which the next search begins: before the last name, so that this name stays in memory. */
function heldName(end: i32): i32 {
  const quote = quoteBefore(end);
  if (quote === 0 || end - quote > wordAt(layout.orderTokenBytesMax)) return end;
  if (wordAt(layout.statePassingString) === 0) {
    let at = stringEnd(quote + 1) + 1;
    while (at < end && (byteAt(at) <= 0x20 || byteAt(at) === 0x3a)) at += 1;
    if (at < end) return end;
  }
  isCut = true;
  return leaveSearch(quote);
}

/** Ends a search at an address outside strings. `scan` continues there. */
function leaveSearch(at: i32): i32 {
  setWord(layout.statePassingString, 0);
  setWord(layout.statePassingEscape, 0);
  return at;
}

/**
 * True for a string that is the searched name, or may be it. Sets `isCut` when the bytes in memory end inside
 * the string.
 */
function isName(at: i32, end: i32, wanted: i32, length: i32, isLast: i32): boolean {
  let close = at + 1 + length;
  if (close >= end || byteAt(close) !== 0x22 || !isSame(at + 1, wanted, length)) {
    close = stringEnd(at + 1);
    if (close < 0) {
      isCut = isLast === 0 && end - at <= wordAt(layout.orderTokenBytesMax);
      return isCut;
    }
    if (!hasEscape()) return false;
  }
  let after = close + 1;
  while (byteAt(after) <= 0x20 && after < end) after += 1;
  if (after < end) return byteAt(after) === 0x3a;
  isCut = isLast === 0;
  return isCut;
}

function pause(at: i32, next: i32, result: i32, stop: i32): i32 {
  setWord(layout.stateAt, at);
  setWord(layout.stateNext, next);
  setWord(layout.stateDepth, depth);
  setWord(layout.stateQuiet, quiet);
  setWord(layout.stateStop, stop);
  endTokens();
  if (result === layout.resultString && depth === wordAt(layout.stateTable))
    setWord(layout.stateRowStart, at);
  return result;
}

function afterValue(): i32 {
  if (depth === 0) return last;
  return isObject ? afterMember : afterItem;
}

function openFrame(): void {
  const frame = frameOf(depth);
  setWord(frame + layout.frameIsObject, isObject ? 1 : 0);
  setWord(frame + layout.frameNames, wordAt(layout.stateTop));
  setWord(frame + layout.frameNameCount, 0);
}

function enter(at: i32): void {
  if (mode === layout.modeTokens) put(isObject ? layout.tokenObject : layout.tokenArray, at, at);
  else if (mode === layout.modePaths) {
    if (openPath(depth, isObject, at)) quiet = depth;
  } else if (mode === layout.modeTables && enterTable(depth, isObject, at)) quiet = depth;
}

function leave(end: i32): void {
  setWord(layout.stateTop, wordAt(frameOf(depth) + layout.frameNames));
  if (depth <= quiet) {
    if (mode === layout.modeTokens) put(layout.tokenClose, end, end);
    else if (mode === layout.modePaths) closePath(depth, isObject, end, quiet === depth);
    else if (mode === layout.modeTables) leaveTable(depth, isObject, quiet === depth, end);
    quiet = never;
  }
  depth -= 1;
  isObject = depth > 0 && wordAt(frameOf(depth) + layout.frameIsObject) === 1;
}

function scalar(kinds: i32, start: i32, end: i32): void {
  if (mode === layout.modeTokens) put(kinds, start, end);
  else if (mode === layout.modePaths) scalarPath(depth, start, end);
  else if (!isInTable()) put(kinds, start, end);
  else scalarInTable(depth, kinds, start, end);
}

/** Handles a name. Start and end include the quotes. */
function named(start: i32, end: i32): void {
  const isHeard = depth < quiet && mode !== layout.modeTokens;
  const isOfTable = isInTable() && isHeard;
  const isChecked = wordAt(layout.orderChecksNames) === 1;
  if (isHeard || isChecked) {
    let at = start + 1;
    let length = end - 2 - start;
    if (hasEscape()) {
      at = wordAt(layout.orderScratch);
      length = decode(start + 1, end - 1);
    }
    if (isOfTable) nameInTable(depth, at, length, start, end);
    else if (isChecked && isRepeated(depth, at, length)) putRepeated(depth, start);
    if (isHeard && mode === layout.modePaths) namePath(depth, at, length);
  }
  if (depth < quiet && mode !== layout.modePaths && !isOfTable) put(escaped(layout.tokenName), start, end);
}

function endLong(isName: boolean, end: i32): void {
  if (mode === layout.modePaths) {
    if (!isName) endLongPath(end);
  } else if (isInTable()) {
    if (isName) nameColumn(depth, 0, -1, 0, 0);
    else scalarInTable(depth, kindString, 0, end);
  } else put(layout.tokenEscaped | (isName ? layout.tokenName : kindString), 0, end);
}

/** Adds the bit `tokenEscaped` to a token if the string that was just read has an escape. */
function escaped(what: i32): i32 {
  return hasEscape() ? what | layout.tokenEscaped : what;
}
