import type { Scanner } from './scanner.ts';

const simpleEscapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '/': '/',
  '\\': '\\',
};

/** One unit that is no surrogate, or both halves of a pair. */
const unicodeEscape =
  /u(?:[\da-cefA-CEF][\da-fA-F]{3}|[dD][0-7][\da-fA-F]{2}|[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2})/y;

/** A string in the quotes that stand here. RFC 9535 section 2.3.1: escapes as in JSON, and the own quote. */
export function parseString(scanner: Scanner): string {
  const start = scanner.at;
  const quote = scanner.next;
  scanner.at += 1;
  for (let value = ''; ; ) {
    if (scanner.isEnd) scanner.fail(`a closing ${quote} for the string at column ${start + 1}`);
    if (scanner.takes(quote)) return value;
    if (scanner.next < ' ') scanner.fail('an escape such as \\n instead of a control character');
    if (scanner.takes('\\')) value += parseEscape(scanner, quote);
    else {
      value += scanner.next;
      scanner.at += 1;
    }
  }
}

function parseEscape(scanner: Scanner, quote: string): string {
  const letter = scanner.next;
  if (letter === quote) {
    scanner.at += 1;
    return quote;
  }
  const simple = Object.hasOwn(simpleEscapes, letter) ? simpleEscapes[letter] : undefined;
  if (simple !== undefined) {
    scanner.at += 1;
    return simple;
  }
  const unit = scanner.match(unicodeEscape);
  if (unit === undefined) {
    scanner.fail(`an escape after "\\": b, f, n, r, t, /, \\, ${quote} or u with four hexadecimal digits`);
  }
  return JSON.parse(`"\\${unit}"`);
}

/** A number of RFC 9535 filters; undefined when none stands here. */
export function parseNumber(scanner: Scanner): number | undefined {
  if (!/[-\d]/.test(scanner.next)) return undefined;
  const text = scanner.match(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y);
  return text === undefined ? scanner.fail('a number such as -1.5e3') : Number(text);
}

/** An integer of an index or slice; undefined when none stands here. */
export function parseInteger(scanner: Scanner): number | undefined {
  const start = scanner.at;
  const text = scanner.match(/-?\d+/y);
  if (text === undefined) return undefined;
  if (!/^(?:0|-?[1-9]\d*)$/.test(text)) scanner.fail('an integer without leading zeros', start);
  if (!Number.isSafeInteger(Number(text))) scanner.fail('an integer between -(2^53-1) and 2^53-1', start);
  return Number(text);
}

/** A regular expression `/.../flags`. */
export function parsePattern(scanner: Scanner): { readonly source: string; readonly flags: string } {
  const start = scanner.at;
  const text = scanner.match(/\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//y);
  if (text === undefined) return scanner.fail('a regular expression such as /^a.*z$/i');
  const source = text.slice(1, -1);
  const flags = scanner.match(/[a-zA-Z]*/y) ?? '';
  const fault = scanner.checkPattern(source, flags);
  if (fault !== undefined)
    scanner.refuse('2201B', `the regular expression /${source}/${flags} ${fault}`, start);
  return { source, flags };
}
