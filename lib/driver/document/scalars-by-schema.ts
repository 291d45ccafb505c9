import schema from '../../../schema/benchmark.schema.json' with { type: 'json' };
import { pointerTo } from './path.ts';
import type { Path } from './problem.ts';

/** The keywords of a JSON Schema that decide the type of a scalar. */
type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly enum?: readonly unknown[];
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly properties?: { readonly [name: string]: Schema };
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
};

type Mapping = { [name: string]: unknown };
type Container = unknown[] | Mapping;

/**
 * Returns the text of a number or boolean in the document, if its value would be written differently, such as
 * `1.10`.
 */
export type WrittenAt = (pointer: string) => string | undefined;

/**
 * Changes the scalars of a document (texts, numbers, booleans) to the types that the schema expects. The
 * document itself is changed, before the check. The format reads every scalar as text, and each key decides
 * what the text means. So `"3"` becomes a number where the schema has a number, and `1.10` the text `1.10`
 * where it has text. Words of a fixed set may be in upper or lower case. A list of mappings becomes one
 * mapping where the schema has no list, as in `GET: [pattern: /]`.
 */
export function readScalars(document: unknown, writtenAt: WrittenAt): void {
  if (isContainer(document)) readMembers(document, root, [], writtenAt);
}

const root = schema as Schema;
const definitions = schema.definitions as { readonly [name: string]: Schema };

function readMembers(container: Container, around: Schema, path: Path, writtenAt: WrittenAt): void {
  const { levels } = meaningOf(around, container);
  const read = <Key extends string | number>(parent: Record<Key, unknown>, key: Key, below: Schema) => {
    const at = [...path, key];
    const value = parent[key];
    if (typeof key === 'string' && isJoinable(value, below)) {
      for (const [index, item] of value.entries()) readMembers(item, below, [...at, index], writtenAt);
      parent[key] = Object.fromEntries(value.flatMap((item) => Object.entries(item)));
    } else if (isContainer(value)) readMembers(value, below, at, writtenAt);
    else if (value !== null && value !== undefined)
      parent[key] = scalar(value, below, () => writtenAt(pointerTo(at)) ?? String(value));
  };
  for (const level of levels) {
    if (Array.isArray(container)) {
      const { items } = level;
      if (items !== undefined) for (const index of container.keys()) read(container, index, items);
    } else
      for (const key of Object.keys(container)) {
        const below = memberOf(level, key);
        if (below !== undefined) read(container, key, below);
      }
  }
}

/**
 * True for a list of mappings that have no name in common, where the schema accepts a mapping and no list.
 */
function isJoinable(value: unknown, schema: Schema): value is Mapping[] {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isMapping)) return false;
  const takesList = meaningOf(schema, value).types.includes('array');
  if (takesList || !meaningOf(schema, {}).types.includes('object')) return false;
  const names = value.flatMap((item) => Object.keys(item));
  return new Set(names).size === names.length;
}

function memberOf({ properties = {}, additionalProperties }: Schema, key: string): Schema | undefined {
  if (Object.hasOwn(properties, key)) return properties[key];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** The rules of a schema for values of one type. */
type Meaning = {
  /**
   * The schemas that apply to the value, including those that `$ref` and the right branch of `if` lead to.
   */
  readonly levels: readonly Schema[];
  readonly types: readonly string[];
  readonly words: readonly unknown[] | undefined;
  readonly isKind: boolean;
};

/**
 * The rules for each schema are kept, because a document of a hundred thousand values uses only a few
 * schemas.
 */
const meanings = new WeakMap<Schema, Map<string, Meaning>>();

function meaningOf(schema: Schema, value: unknown): Meaning {
  const byType = meanings.get(schema) ?? new Map<string, Meaning>();
  const known = byType.get(typeOf(value));
  if (known !== undefined) return known;
  const levels = levelsOf(schema, typeOf(value));
  const meaning = {
    levels,
    types: levels.flatMap(({ type }) => type ?? []),
    words: levels.find((level) => level.enum !== undefined && level.title === undefined)?.enum,
    isKind: levels.some((level) => level.if?.type === 'string'),
  };
  meanings.set(schema, byType.set(typeOf(value), meaning));
  return meaning;
}

function levelsOf({ $ref, ...level }: Schema, type: string): readonly Schema[] {
  const target = $ref === undefined ? undefined : definitions[$ref.replace('#/definitions/', '')];
  const branch = level.if === undefined ? undefined : level[level.if.type === type ? 'then' : 'else'];
  return [level, target, branch].flatMap((each, index) =>
    each === undefined ? [] : index === 0 ? [each] : levelsOf(each, type),
  );
}

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

/**
 * A scalar changed to the type that the schema expects. If it fits no type, it remains unchanged, and the
 * check reports it.
 */
function scalar(value: unknown, around: Schema, text: () => string): unknown {
  const { types, words, isKind } = meaningOf(around, value);
  if (typeof value !== 'string') {
    return isKind || words !== undefined || !isText(types, value) ? value : text();
  }
  if (words !== undefined) return wordOf(value, words);
  return types.includes('string') || types.length === 0 ? value : meantBy(value, types);
}

/**
 * True when a number or boolean is read as text. The field then accepts text but not the type of the value,
 * or it accepts text, numbers and booleans.
 */
function isText(types: readonly string[], value: unknown): boolean {
  if (!types.includes('string')) return false;
  const [numbers, booleans] = [
    types.includes('number') || types.includes('integer'),
    types.includes('boolean'),
  ];
  return (numbers && booleans) || !(typeof value === 'number' ? numbers : booleans);
}

function meantBy(text: string, types: readonly string[]): unknown {
  if (types.includes('boolean') && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  const isNumber = types.includes('integer')
    ? /^[-+]?\d+$/.test(text)
    : types.includes('number') && /^[-+]?(\.\d+|\d+(\.\d*)?)(e[-+]?\d+)?$/i.test(text);
  return isNumber ? Number(text) : text;
}

function wordOf(text: string, words: readonly unknown[]): unknown {
  if (words.includes(text)) return text;
  const same = words.filter((word) => String(word).toLowerCase() === text.toLowerCase());
  return same.length === 1 ? same[0] : text;
}

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

const isMapping = (value: unknown): value is Mapping => isContainer(value) && !Array.isArray(value);
