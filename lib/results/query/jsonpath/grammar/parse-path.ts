import { limits } from '../../../limits.ts';
import { QueryError } from '../../query-error.ts';
import { type Ast, type Segment, type Selector, valueTypes } from './ast.ts';
import { parseInteger, parseString } from './literal.ts';
import { parseFilter, parseScript } from './parse-filter.ts';
import { type PatternCheck, Scanner } from './scanner.ts';

/** As parseJsonPath, for whom what is wrong with regular expressions is told by another one. */
export function parsePath(text: string, checkPattern: PatternCheck): Ast | QueryError {
  const scanner = new Scanner(text, checkPattern);
  try {
    if (text.length > limits.expressionLengthMax) {
      scanner.refuse(
        '54001',
        `an expression has at most ${limits.expressionLengthMax} characters, this one has ${text.length}`,
      );
    }
    const half = text.search(/\p{Cs}/u);
    if (half >= 0) scanner.fail('whole characters, not half a surrogate pair', half);
    scanner.expect('$', '"$", the root of the document');
    const segments = parseSegments(scanner, 'path');
    if (!scanner.isEnd) scanner.fail(afterSegment(segments.at(-1)));
    return { segments };
  } catch (fault) {
    if (fault instanceof QueryError) return fault;
    throw fault;
  }
}

const afterSegment = (last: Segment | undefined): string =>
  last?.kind === 'propertyName' || last?.kind === 'type'
    ? 'the end of the expression'
    : '".", "..", "[", "^", "~" or the end of the expression';

/**
 * Names after a dot. A path takes jsonpath-plus's (anything but blanks, control characters and punctuation, so `a-b`,
 * `$schema` and `2xx` too, but no whole number, which would be an index to it); in a filter a hyphen is a minus and a digit
 * begins a number, as in RFC 9535.
 */
const names = {
  path: /(?!-?\d+(?![^\s.[\](){}'"`*?,:;!@#%^&=<>|+~\\/]))[^\s\p{Cc}.[\](){}'"`*?,:;!@#%^&=<>|+~\\/]+/uy,
  filter: /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/y,
} as const;

/** The segments that stand here, as many as there are. In a filter a name before `(` is a method and is left alone. */
export function parseSegments(scanner: Scanner, place: 'path' | 'filter'): readonly Segment[] {
  const segments: Segment[] = [];
  for (;;) {
    const segment = scanner.afterBlank(() => parseSegment(scanner, place));
    if (segment === undefined) return segments;
    segments.push(segment);
    if (segments.length > limits.pathSegmentsMax) {
      scanner.refuse('54001', `a path has at most ${limits.pathSegmentsMax} segments`, segment.at);
    }
    if (segment.kind === 'propertyName' || segment.kind === 'type') return segments;
  }
}

function parseSegment(scanner: Scanner, place: 'path' | 'filter'): Segment | undefined {
  const { at } = scanner;
  scanner.node();
  if (scanner.takes('..')) return { kind: 'descendant', selectors: parseDescendant(scanner, place), at };
  if (scanner.sees('[')) return { kind: 'child', selectors: parseBrackets(scanner), at };
  if (place === 'path' && scanner.takes('^')) return { kind: 'parent', at };
  if (place === 'path' && scanner.takes('~')) return { kind: 'propertyName', at };
  if (place === 'path' && (scanner.sees('@') || scanner.sees('.@'))) return parseType(scanner);
  if (!scanner.sees('.')) return undefined;
  if (place === 'filter' && isMethodCall(scanner)) return undefined;
  scanner.at += 1;
  return { kind: 'child', selectors: [parseDotted(scanner, place, '"."')], at };
}

const isMethodCall = ({ text, at }: Scanner): boolean =>
  /^\.[A-Za-z]+\s*\(/.test(text.slice(at, at + limits.patternLengthMax));

function parseDescendant(scanner: Scanner, place: 'path' | 'filter'): readonly Selector[] {
  return scanner.sees('[') ? parseBrackets(scanner) : [parseDotted(scanner, place, '".."')];
}

function parseDotted(scanner: Scanner, place: 'path' | 'filter', after: string): Selector {
  const { at } = scanner;
  if (scanner.takes('*')) return { kind: 'wildcard', at };
  const name = scanner.match(names[place]);
  if (name !== undefined) return { kind: 'name', name, quoted: false, at };
  const expected = after === '".."' ? 'a name, "*" or "[" after ".."' : 'a name or "*" after "."';
  const number = scanner.match(/-?\d+/y);
  scanner.at = at;
  return scanner.fail(expected, at, number && `write [${number}] for an element, ['${number}'] for a member`);
}

function parseType(scanner: Scanner): Segment {
  const { at } = scanner;
  scanner.takes('.');
  const type = valueTypes.find((one) => scanner.takes(`@${one}()`));
  if (type !== undefined) return { kind: 'type', type, at };
  return scanner.fail(`a type: one of ${valueTypes.map((one) => `@${one}()`).join(', ')}`);
}

function parseBrackets(scanner: Scanner): readonly Selector[] {
  const { at } = scanner;
  scanner.expect('[');
  const selectors: Selector[] = [];
  do {
    scanner.blank();
    selectors.push(scanner.nested(() => parseSelector(scanner)));
    if (selectors.length > limits.unionSelectorsMax) {
      scanner.refuse('54001', `brackets hold at most ${limits.unionSelectorsMax} selectors`, at);
    }
    scanner.blank();
  } while (scanner.takes(','));
  scanner.expect(']', '"," or "]"');
  return selectors;
}

function parseSelector(scanner: Scanner): Selector {
  const { at } = scanner;
  scanner.node();
  if (scanner.takes('*')) return { kind: 'wildcard', at };
  if (scanner.sees("'") || scanner.sees('"'))
    return { kind: 'name', name: parseString(scanner), quoted: true, at };
  if (scanner.takes('?')) return parseFilter(scanner, at);
  if (scanner.sees('(')) return parseScript(scanner, at);
  const start = parseInteger(scanner);
  const slice = scanner.afterBlank(() => (scanner.takes(':') ? parseSlice(scanner, start, at) : undefined));
  if (slice !== undefined) return slice;
  if (start !== undefined) return { kind: 'index', index: start, at };
  return scanner.fail('a selector (a quoted name, an index, a slice, "*", "?" or "(")');
}

/** The rest of `start:end:step`; every part may be left out. */
function parseSlice(scanner: Scanner, start: number | undefined, at: number): Selector {
  const end = scanner.afterBlank(() => parseInteger(scanner));
  const isStep = scanner.afterBlank(() => scanner.takes(':') || undefined);
  const step = isStep && scanner.afterBlank(() => parseInteger(scanner));
  const part = (name: string, value: number | undefined) => (value === undefined ? {} : { [name]: value });
  return { kind: 'slice', ...part('start', start), ...part('end', end), ...part('step', step), at };
}
