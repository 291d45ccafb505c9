import { QueryError } from '../../query-error.ts';

/** The characters of an escape, or the error message of PostgreSQL's scanner. */
export type Escape =
  | { readonly value: string; readonly length: number }
  | { readonly complaint: string; readonly fragment: string };

const unicodeRun = /(?:\\u(?:[0-9A-Fa-f]{4}|\{[0-9A-Fa-f]{1,6}\}))+/y;
const brokenUnicode =
  /(?:\\u(?:[0-9A-Fa-f]{4}|\{[0-9A-Fa-f]{1,6}\}))*\\u(?:\{[0-9A-Fa-f]{0,6}|[0-9A-Fa-f]{0,3})/y;
const unicodeEscape = /\\u\{?([0-9A-Fa-f]+)\}?/g;
const hexadecimal = /\\x([0-9A-Fa-f]{2})/y;
const brokenHexadecimal = /\\x[0-9A-Fa-f]?/y;

const controls: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/**
 * Reads the escape whose backslash is at an offset. Consecutive Unicode escapes are read together, so that
 * the halves of a surrogate pair are joined.
 * @throws QueryError 22P02 for half a pair, 22P05 for NUL, 42601 for a number that is no code point.
 */
export function readEscape(text: string, at: number): Escape {
  const next = text[at + 1];
  if (next === 'u') return readUnicode(text, at);
  if (next === 'x') return readHexadecimal(text, at);
  // PostgreSQL's scanner has no rule for a line feed after a backslash. It reports the end of the text there.
  if (next === undefined || next === '\n')
    return { complaint: 'unexpected end after backslash', fragment: '\\' };
  const character = String.fromCodePoint(text.codePointAt(at + 1) ?? 0);
  return { value: controls[character] ?? character, length: 1 + character.length };
}

function readUnicode(text: string, at: number): Escape {
  const run = matchAt(unicodeRun, text, at);
  const broken = matchAt(brokenUnicode, text, at);
  if (broken.length > run.length) return { complaint: 'invalid unicode sequence', fragment: broken };
  const units = [...run.matchAll(unicodeEscape)].map(([, digits = '']) => Number.parseInt(digits, 16));
  return { value: decodeUnits(units, at), length: run.length };
}

function readHexadecimal(text: string, at: number): Escape {
  const found = matchAt(hexadecimal, text, at);
  if (found === '')
    return { complaint: 'invalid hex character sequence', fragment: matchAt(brokenHexadecimal, text, at) };
  return { value: characterOf(Number.parseInt(found.slice(2), 16), at), length: found.length };
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** Decodes UTF-16 units or code points. Surrogates must come in pairs. */
function decodeUnits(units: readonly number[], position: number): string {
  let text = '';
  let high: number | undefined;
  for (const unit of units) {
    if (isHighSurrogate(unit)) {
      if (high !== undefined) throw notUnicode('high surrogate must not follow a high surrogate', position);
      high = unit;
    } else {
      if (isLowSurrogate(unit) !== (high !== undefined)) throw loneSurrogate(position);
      text += high === undefined ? characterOf(unit, position) : String.fromCharCode(high, unit);
      high = undefined;
    }
  }
  if (high !== undefined) throw loneSurrogate(position);
  return text;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

const loneSurrogate = (position: number): QueryError =>
  notUnicode('low surrogate must follow a high surrogate', position);

const notUnicode = (rule: string, position: number): QueryError =>
  new QueryError('22P02', 'invalid input syntax for type jsonpath', {
    position,
    detail: `Unicode ${rule}.`,
  });

function characterOf(codePoint: number, position: number): string {
  if (codePoint === 0) {
    throw new QueryError('22P05', 'unsupported Unicode escape sequence', {
      position,
      detail: '\\u0000 cannot be converted to text.',
    });
  }
  if (codePoint > 0x10ffff) throw new QueryError('42601', 'invalid Unicode code point', { position });
  return String.fromCodePoint(codePoint);
}
