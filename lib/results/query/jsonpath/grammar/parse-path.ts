import { queryLimits } from '../../limits.ts';
import { QueryError } from '../../query-error.ts';
import { type Ast, type Segment, type Selector, valueTypes } from './ast.ts';
import { Cursor, type RegexLiteral } from './cursor.ts';
import { parseInteger, parseString } from './literal.ts';
import { parseFilter, parseScript } from './parse-filter.ts';

/** The result of parsing a text. Its regular expressions are not compiled yet. */
export type ParsedPath = {
  readonly text: string;
  /** The abstract syntax tree of the path, or the first mistake in its syntax. */
  readonly ast: Ast | QueryError;
  /** The regular expressions of the path in the order of the text. */
  readonly patterns: readonly RegexLiteral[];
};

export function parsePath(text: string): ParsedPath {
  const cursor = new Cursor(text);
  const { patterns } = cursor;
  try {
    return { text, ast: parseRoot(cursor), patterns };
  } catch (error) {
    if (error instanceof QueryError) return { text, ast: error, patterns };
    throw error;
  }
}

function parseRoot(cursor: Cursor): Ast {
  const { length } = cursor.text;
  const { expressionLengthMax } = queryLimits;
  if (length > expressionLengthMax) {
    const excess = `an expression has at most ${expressionLengthMax} characters, and this expression has ${length}`;
    cursor.refuse('54001', excess);
  }
  const half = cursor.text.search(/\p{Cs}/u);
  if (half >= 0) cursor.fail('whole Unicode characters, not half of a surrogate pair', half);
  const root = '"$", the root of the document';
  if (cursor.sees('^'))
    cursor.fail(root, cursor.at, '"^" means the parent of the path before it, and the root has no parent');
  cursor.expect('$', root);
  const segments = parseSegments(cursor, 'path');
  if (!cursor.isEnd) cursor.fail(afterSegment(segments.at(-1)));
  return { segments };
}

const afterSegment = (last: Segment | undefined): string =>
  last?.kind === 'propertyName' || last?.kind === 'type'
    ? 'the end of the expression'
    : '".", "..", "[", "^", "~" or the end of the expression';

/**
 * Names after a dot. A path accepts jsonpath-plus's names: all characters except blanks, control characters
 * and punctuation, so also `a-b`, `$schema` and `2xx`, but no whole number, which would be an index. In a
 * filter a hyphen is a minus and a digit begins a number, as in RFC 9535.
 */
const names = {
  path: /(?!-?\d+(?![^\s.[\](){}'"`*?,:;!@#%^&=<>|+~\\/]))[^\s\p{Cc}.[\](){}'"`*?,:;!@#%^&=<>|+~\\/]+/uy,
  filter: /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/y,
} as const;

/** Reads all segments. In a filter, a name before `(` is a method and is not read. */
export function parseSegments(cursor: Cursor, place: 'path' | 'filter'): readonly Segment[] {
  const segments: Segment[] = [];
  for (;;) {
    const segment = cursor.afterBlank(() => parseSegment(cursor, place));
    if (segment === undefined) return segments;
    segments.push(segment);
    if (segments.length > queryLimits.pathSegmentsMax) {
      cursor.refuse('54001', `a path has at most ${queryLimits.pathSegmentsMax} segments`, segment.at);
    }
    if (segment.kind === 'propertyName' || segment.kind === 'type') return segments;
  }
}

function parseSegment(cursor: Cursor, place: 'path' | 'filter'): Segment | undefined {
  const { at } = cursor;
  cursor.node();
  if (cursor.takes('..')) return { kind: 'descendant', selectors: parseDescendant(cursor, place), at };
  if (cursor.sees('[')) return { kind: 'child', selectors: parseBrackets(cursor), at };
  if (place === 'path' && cursor.takes('^')) return { kind: 'parent', at };
  if (place === 'path' && cursor.takes('~')) return { kind: 'propertyName', at };
  if (place === 'path' && (cursor.sees('@') || cursor.sees('.@'))) return parseType(cursor);
  if (!cursor.sees('.')) return undefined;
  if (place === 'filter' && isMethodCall(cursor)) return undefined;
  cursor.at += 1;
  return { kind: 'child', selectors: [parseDotted(cursor, place, '"."')], at };
}

const isMethodCall = ({ text, at }: Cursor): boolean =>
  /^\.[A-Za-z]+\s*\(/.test(text.slice(at, at + queryLimits.patternLengthMax));

function parseDescendant(cursor: Cursor, place: 'path' | 'filter'): readonly Selector[] {
  return cursor.sees('[') ? parseBrackets(cursor) : [parseDotted(cursor, place, '".."')];
}

function parseDotted(cursor: Cursor, place: 'path' | 'filter', after: string): Selector {
  const { at } = cursor;
  if (cursor.takes('*')) return { kind: 'wildcard' };
  const name = cursor.match(names[place]);
  if (name !== undefined) return { kind: 'name', name, quoted: false };
  const expected = after === '".."' ? 'a name, "*" or "[" after ".."' : 'a name or "*" after "."';
  const number = cursor.match(/-?\d+/y);
  cursor.at = at;
  return cursor.fail(expected, at, number && `write [${number}] for an element, ['${number}'] for a member`);
}

function parseType(cursor: Cursor): Segment {
  const { at } = cursor;
  cursor.takes('.');
  const type = valueTypes.find((one) => cursor.takes(`@${one}()`));
  if (type !== undefined) return { kind: 'type', type, at };
  return cursor.fail(`a type: one of ${valueTypes.map((one) => `@${one}()`).join(', ')}`);
}

function parseBrackets(cursor: Cursor): readonly Selector[] {
  const { at } = cursor;
  cursor.expect('[');
  const selectors: Selector[] = [];
  do {
    cursor.blank();
    selectors.push(cursor.nested(() => parseSelector(cursor)));
    if (selectors.length > queryLimits.unionSelectorsMax) {
      cursor.refuse('54001', `brackets may have at most ${queryLimits.unionSelectorsMax} selectors`, at);
    }
    cursor.blank();
  } while (cursor.takes(','));
  cursor.expect(']', '"," or "]"');
  return selectors;
}

function parseSelector(cursor: Cursor): Selector {
  cursor.node();
  if (cursor.takes('*')) return { kind: 'wildcard' };
  if (cursor.sees("'") || cursor.sees('"')) return { kind: 'name', name: parseString(cursor), quoted: true };
  if (cursor.takes('?')) return parseFilter(cursor);
  if (cursor.sees('(')) return parseScript(cursor);
  const start = parseInteger(cursor);
  const slice = cursor.afterBlank(() => (cursor.takes(':') ? parseSlice(cursor, start) : undefined));
  if (slice !== undefined) return slice;
  if (start !== undefined) return { kind: 'index', index: start };
  return cursor.fail('a selector (a quoted name, an index, a slice, "*", "?" or "(")');
}

/** Reads the rest of `start:end:step`. Every part is optional. */
function parseSlice(cursor: Cursor, start: number | undefined): Selector {
  const end = cursor.afterBlank(() => parseInteger(cursor));
  const isStep = cursor.afterBlank(() => cursor.takes(':') || undefined);
  const step = isStep && cursor.afterBlank(() => parseInteger(cursor));
  const part = (name: string, value: number | undefined) => (value === undefined ? {} : { [name]: value });
  return { kind: 'slice', ...part('start', start), ...part('end', end), ...part('step', step) };
}
