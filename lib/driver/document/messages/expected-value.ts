import schema from '../../../../schema/benchmark.schema.json' with { type: 'json' };

/**
 * A part of the schema whose keyword is violated. If it has a title, messages write the title after the words
 * "must be".
 */
export type Around = {
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly maxProperties?: number;
  readonly exclusiveMinimum?: number;
  readonly pattern?: string;
  readonly else?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly oneOf?: readonly { readonly required?: readonly string[] }[];
  readonly anyOf?: readonly { readonly required?: readonly string[] }[];
};

/** The value that the schema expects, in words that follow "must be". */
export function expectedValue(around: Around): string {
  if (around.title !== undefined && around.else !== undefined && around.type !== undefined) {
    return `${/^[aeiou]/.test(around.title) ? 'an' : 'a'} ${around.title}`;
  }
  if (around.title !== undefined) {
    return around.maxProperties === 1 ? `a mapping with one ${around.title}` : around.title;
  }
  if (around.enum !== undefined) return oneOf(around.enum.map(String));
  const types = [around.type ?? []].flat().map((type) => typeWords[type] ?? type);
  return types.length > 1
    ? `${types.slice(0, -1).join(', ')} or ${types.at(-1)}`
    : (types[0] ?? 'something else');
}

/** The types of JSON Schema in words for people. */
export const typeWords: Readonly<Record<string, string>> = {
  object: 'a mapping',
  array: 'a list',
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'nothing',
};

export const oneOf = (values: readonly string[]): string =>
  values.length > 1 ? `${values.slice(0, -1).join(', ')} or ${values.at(-1)}` : (values[0] ?? 'nothing');

/** A value in a few words or characters, so that a message fits on one line. */
export function shown(data: unknown): string {
  if (data === null || data === undefined) return 'nothing';
  if (Array.isArray(data)) return data.length === 0 ? 'an empty list' : 'a list';
  if (typeof data === 'object') return 'a mapping';
  if (typeof data !== 'string') return String(data);
  const line = data.replace(/\s+/g, ' ');
  return line.length > 40 ? `'${line.slice(0, 37)}...'` : `'${line}'`;
}

export const isMapping = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

type Group = {
  readonly title?: string;
  readonly else?: { readonly properties?: object };
  readonly maxProperties?: number;
  readonly properties?: object;
};

const definitions = schema.definitions as Readonly<Record<string, Group>>;

/**
 * The names of the kinds of each group by its title, such as all steps or all kinds of phases. If two groups
 * have the same title, the first counts.
 */
const kinds: ReadonlyMap<string | undefined, readonly string[]> = new Map(
  Object.values(definitions)
    .reverse()
    .flatMap(({ title, else: others, maxProperties, properties }) => {
      const members = others?.properties ?? (maxProperties === 1 ? properties : undefined);
      return members === undefined ? [] : [[title, Object.keys(members)] as const];
    }),
);

export const membersOf = (title: string): readonly string[] => kinds.get(title) ?? [];

/** The name of the whole document among the definitions of the schema. */
export const documentItself = 'document';

/** The definitions of the schema that have a property of this name. */
export const ownersOf = (name: string): readonly string[] =>
  Object.entries<Group>({ [documentItself]: { properties: schema.properties }, ...definitions })
    .filter(([, { properties }]) => properties !== undefined && Object.hasOwn(properties, name))
    .map(([owner]) => owner);
