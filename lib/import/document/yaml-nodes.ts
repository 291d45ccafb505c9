import { type Alias, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';

/** Nodes of a YAML document. */
export type Node = YAMLMap | YAMLSeq | Scalar;

export function entry(
  key: string,
  value: Node | Alias,
  {
    comment: lines = [],
    blank = false,
  }: { readonly comment?: readonly string[]; readonly blank?: boolean } = {},
): Pair {
  const name = new Scalar(key);
  if (lines.length > 0) name.commentBefore = comment(lines);
  name.spaceBefore = blank;
  return new Pair(name, value);
}

export function map(...pairs: readonly Pair[]): YAMLMap {
  const node = new YAMLMap();
  node.items.push(...pairs);
  return node;
}

export function inline(...pairs: readonly Pair[]): YAMLMap {
  const node = map(...pairs);
  node.flow = true;
  return node;
}

/** An item of a list with a comment above it. */
export function withComment(item: YAMLMap, line: string | undefined): YAMLMap {
  if (line !== undefined) item.commentBefore = comment([line]);
  return item;
}

export function list(...items: readonly Node[]): YAMLSeq {
  const node = new YAMLSeq();
  node.items.push(...items);
  return node;
}

/**
 * The node of a text. A text that consists only of spaces is quoted. The library would write it as a block
 * and lose spaces.
 */
export function text(value: string): Scalar {
  const node = new Scalar(value);
  if (value.trim() === '') node.type = Scalar.QUOTE_DOUBLE;
  return node;
}

export const number = (value: number): Scalar => new Scalar(value);
export const flag = (value: boolean): Scalar => new Scalar(value);

/**
 * The node of a parameter, `!param NAME default`. Quotes keep a default that is empty, or has spaces or
 * quotes at its ends.
 */
export function parameter(name: string, fallback: string): Scalar {
  const bare = fallback !== '' && fallback === fallback.trim() && !/^(["']).*\1$/s.test(fallback);
  const node = new Scalar(`${name} ${bare ? fallback : `"${fallback}"`}`);
  node.tag = '!param';
  return node;
}

/**
 * A comment in the form that the YAML library needs: each line begins with a space, and no character ends a
 * line early.
 */
export const comment = (lines: readonly string[]): string =>
  lines.map((line) => ` ${line.replace(/[\p{Cc}\u2028\u2029\uFFFE\uFEFF]+/gu, ' ')}`).join('\n');
