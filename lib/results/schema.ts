import { type Token, tokens } from './json/json-text.ts';

const member = '$schema';

/**
 * The text of a document with `$schema` set: in a root object, in place of one that is there; in the objects of a
 * root array that have none. Everything else stays as it is written, digit for digit. Reference section 4.2.
 */
export function withSchema(text: string, document: unknown, uri: string): string {
  if (typeof document !== 'object' || document === null) return text;
  let [done, at] = ['', 0];
  for (const object of objects(text)) {
    for (const { start, end, put } of edits(object, uri, !Array.isArray(document))) {
      done += text.slice(at, start) + put;
      at = end;
    }
  }
  return done + text.slice(at);
}

type Edit = { readonly start: number; readonly end: number; readonly put: string };

/** An object: where its inside begins, whether there is anything in it, and the spans of its `$schema` values. */
type Place = { readonly inside: number; readonly isEmpty: boolean; readonly values: readonly Span[] };
type Span = { readonly start: number; readonly end: number };

function edits(object: Place, uri: string, replace: boolean): readonly Edit[] {
  const put = JSON.stringify(uri);
  if (object.values.length > 0) return replace ? object.values.map((span) => ({ ...span, put })) : [];
  return [
    { start: object.inside, end: object.inside, put: `"${member}":${put}${object.isEmpty ? '' : ','}` },
  ];
}

/** The root object, or the objects in a root array, in the order of the text, which must be JSON. */
function* objects(text: string): Generator<Place> {
  const stream = tokens(text);
  const root = next(stream);
  if (root.kind === '{') return yield readObject(text, stream, root.end);
  for (let item = next(stream); item.kind !== ']' && item.kind !== 'end'; item = next(stream)) {
    if (item.kind === '{') yield readObject(text, stream, item.end);
    else skipValue(stream, item);
  }
}

/** Reads on to the closing brace. */
function readObject(text: string, stream: Generator<Token>, inside: number): Place {
  const values: Span[] = [];
  let key = next(stream);
  const isEmpty = key.kind === '}';
  while (key.kind === 'string') {
    next(stream);
    const value = skipValue(stream, next(stream));
    if (JSON.parse(text.slice(key.start, key.end)) === member) values.push(value);
    key = next(stream).kind === ',' ? next(stream) : { ...key, kind: '}' };
  }
  return { inside, isEmpty, values };
}

function skipValue(stream: Generator<Token>, first: Token): Span {
  let last = first;
  let depth = step(first);
  while (depth > 0) {
    last = next(stream);
    depth += step(last);
  }
  return { start: first.start, end: last.end };
}

const step = ({ kind }: Token): number =>
  kind === '{' || kind === '[' ? 1 : kind === '}' || kind === ']' ? -1 : 0;

function next(stream: Generator<Token>): Token {
  const { value } = stream.next();
  if (value === undefined || value.kind === '?')
    throw new Error('the tokens of a document that was parsed do not fit together');
  return value;
}
