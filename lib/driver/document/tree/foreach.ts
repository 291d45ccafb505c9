import { RE2JS } from 're2js';
import type { Node, Pair } from 'yaml';
import { hintAt, nearestName } from '../nearest.ts';
import type { Path } from '../problem.ts';
import type { Bounds } from './bounds.ts';
import { compileSeparator, splitItems } from './separator.ts';
import type { Record } from './source-places.ts';

/** The items of a `!foreach`, and the node (`do`) that is copied for each item. */
export type Loop = {
  readonly items: readonly string[];
  /** The name of the parameter that each item replaces in its copy. */
  readonly param: string;
  readonly body: unknown;
};

/** The functions of the reader of the document that a `!foreach` needs. */
export type LoopReader = {
  /** Returns the text of a scalar, after templates in it are expanded. Undefined after a reported problem. */
  readonly text: (node: unknown, path: Path, what: string) => string | undefined;
  /**
   * Returns the texts of a list of scalars, or the text of one scalar. Undefined after a reported problem.
   */
  readonly texts: (node: unknown, path: Path, what: string) => string | readonly string[] | undefined;
  readonly record: Record;
  readonly bounds: Bounds;
};

/**
 * Reads the members `items`, `separator`, `param` and `do` of a `!foreach`. Reports all problems and then
 * returns undefined. An empty list of items is valid and gives an empty list.
 */
export function readLoop(
  node: Node,
  members: ReadonlyMap<string, Pair>,
  path: Path,
  reader: LoopReader,
): Loop | undefined {
  const isKnown = checkMembers(node, members, path, reader.record);
  const param = parameterName(members.get('param'), path, reader);
  const separator = separatorOf(members.get('separator'), path, reader);
  const items = members.get('items');
  const written = items && reader.texts(items.value, [...path, 'items'], "'items' of !foreach");
  if (!isKnown || param === undefined || separator === undefined || written === undefined) return undefined;
  const texts = typeof written === 'string' ? split(written, separator, members, path, reader) : written;
  return texts && { items: texts, param, body: members.get('do')?.value };
}

const known = ['items', 'separator', 'param', 'do'];

/**
 * Reports unknown and missing members. In `itmes: a, b` the only mistake is the name, so `items` is not
 * reported as missing.
 */
function checkMembers(node: Node, members: ReadonlyMap<string, Pair>, path: Path, record: Record): boolean {
  const unknown = [...members].filter(([name]) => !known.includes(name));
  for (const [name, { key }] of unknown)
    record.problem(key, [...path, name], `unknown property '${name}' of !foreach`, hintAt(name, known));
  const meant = unknown.map(([name]) => nearestName(name, known));
  const lacks = (name: string): boolean => !members.has(name) && !meant.includes(name);
  if (lacks('items'))
    record.problem(
      node,
      path,
      "!foreach has no 'items'",
      "for an empty list, write 'items:' without a value",
    );
  if (lacks('do')) record.problem(node, path, "!foreach has no 'do'", "write the part to repeat below 'do'");
  return unknown.length === 0 && members.has('items') && members.has('do');
}

function parameterName(pair: Pair | undefined, path: Path, reader: LoopReader): string | undefined {
  if (pair === undefined) return 'ITEM';
  const at = [...path, 'param'];
  const name = reader.text(pair.value, at, "'param' of !foreach");
  if (name === undefined || /^\S+$/.test(name)) return name;
  const message = `'${name}' is not the name of a parameter`;
  reader.record.problem(pair.value ?? pair.key, at, message, 'write one word, as in !param NAME');
  return undefined;
}

function separatorOf(pair: Pair | undefined, path: Path, reader: LoopReader): RE2JS | undefined {
  if (pair === undefined) return comma;
  const at = [...path, 'separator'];
  const separator = reader.text(pair.value, at, "'separator' of !foreach");
  if (separator === undefined) return undefined;
  const pattern = compileSeparator(separator);
  if (!('wrong' in pattern)) return pattern;
  reader.record.problem(pair.value ?? pair.key, at, pattern.wrong, pattern.hint);
  return undefined;
}

const comma = RE2JS.compile(',');

function split(
  text: string,
  separator: RE2JS,
  members: ReadonlyMap<string, Pair>,
  path: Path,
  { record, bounds }: LoopReader,
): readonly string[] | undefined {
  const result = splitItems(text, separator, bounds);
  if ('parts' in result) return result.parts;
  const node = members.get('separator')?.value ?? members.get('items')?.value;
  record.problem(node, path, result.wrong, result.hint);
  return undefined;
}
