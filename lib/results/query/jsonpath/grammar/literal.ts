import type { Cursor, RegexLiteral } from './cursor.ts';

/**
 * The escapes of JSON after their backslash. `\u` has one UTF-16 unit outside the surrogates, or both halves
 * of a surrogate pair.
 */
const escapeAfterBackslash =
  /[bfnrt/\\]|u(?:[\da-cefA-CEF][\da-fA-F]{3}|[dD][0-7][\da-fA-F]{2}|[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2})/y;

/**
 * Reads a string in single or double quotes. RFC 9535 section 2.3.1: escapes as in JSON, and the quote
 * itself.
 */
export function parseString(cursor: Cursor): string {
  const start = cursor.at;
  const quote = cursor.next;
  cursor.at += 1;
  for (let value = ''; ; ) {
    if (cursor.isEnd) cursor.fail(`a closing ${quote} for the string at column ${start + 1}`);
    if (cursor.takes(quote)) return value;
    if (cursor.next < ' ') cursor.fail('an escape such as \\n instead of a control character');
    if (cursor.takes('\\')) value += parseEscape(cursor, quote);
    else {
      value += cursor.next;
      cursor.at += 1;
    }
  }
}

function parseEscape(cursor: Cursor, quote: string): string {
  if (cursor.takes(quote)) return quote;
  const found = cursor.match(escapeAfterBackslash);
  if (found === undefined)
    cursor.fail(`an escape after "\\": b, f, n, r, t, /, \\, ${quote} or u with four hexadecimal digits`);
  return JSON.parse(`"\\${found}"`);
}

/** Reads a number of RFC 9535 filters; undefined for another token. */
export function parseNumber(cursor: Cursor): number | undefined {
  if (!/[-\d]/.test(cursor.next)) return undefined;
  const text = cursor.match(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y);
  return text === undefined ? cursor.fail('a number such as -1.5e3') : Number(text);
}

/** Reads an integer of an index or slice; undefined for another token. */
export function parseInteger(cursor: Cursor): number | undefined {
  const start = cursor.at;
  const text = cursor.match(/-?\d+/y);
  if (text === undefined) return undefined;
  if (!/^(?:0|-?[1-9]\d*)$/.test(text)) cursor.fail('an integer without leading zeros', start);
  if (!Number.isSafeInteger(Number(text))) cursor.fail('an integer between -(2^53-1) and 2^53-1', start);
  return Number(text);
}

/** Reads a regular expression `/.../flags` without compiling it. */
export function parsePattern(cursor: Cursor): RegexLiteral {
  const { at } = cursor;
  const text = cursor.match(/\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//y);
  if (text === undefined) return cursor.fail('a regular expression such as /^a.*z$/i');
  const flags = cursor.match(/[a-zA-Z]*/y) ?? '';
  const pattern: RegexLiteral = { kind: 'pattern', source: text.slice(1, -1), flags, at };
  cursor.patterns.push(pattern);
  return pattern;
}
