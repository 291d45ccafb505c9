import * as layout from './layout.ts';
import { setWord, wordAt } from './memory.ts';

// Writes tokens for the caller of `scan`.

/**
 * The address of the next token. Then the last address at which `scan` may read further, because two tokens
 * must fit.
 */
let token: i32 = 0;
let last: i32 = 0;

export function beginTokens(): void {
  token = wordAt(layout.orderTokens);
  last = token + (layout.tokensMax - 2) * layout.tokenBytes;
}

export function endTokens(): void {
  setWord(layout.stateTokens, token);
}

/**
 * True when the buffer of tokens is full, so that the caller must take the tokens before the scan continues.
 */
export function isFull(): boolean {
  return token > last;
}

export function put(what: i32, start: i32, end: i32): void {
  setWord(token, what);
  setWord(token + 4, start);
  setWord(token + 8, end);
  token += layout.tokenBytes;
}

/** Reports that the object at this depth repeats a name, at the address of that name. */
export function putRepeated(depth: i32, at: i32): void {
  setWord(layout.stateRepeats, 1);
  if (wordAt(layout.orderMode) !== layout.modePaths) put(layout.tokenRepeated, depth, at);
}
