/** A JSON Schema with the keywords that this project uses. */
export type Schema = {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Schemas;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly allOf?: readonly Schema[];
  readonly definitions?: Schemas;
  /** The definition to which `$ref` refers, as an object. It is not written to JSON. */
  readonly [target]?: Definition;
  readonly [keyword: string]: unknown;
};
export type Schemas = { readonly [name: string]: Schema };

/** A schema with a name, to which other schemas refer. */
export type Definition = { readonly name: string; readonly schema: Schema };

export const target: unique symbol = Symbol('target');

type Own = { readonly description: string; readonly examples?: readonly unknown[] };

export const own = (description: string, example: unknown): Own =>
  example === undefined ? { description } : { description, examples: [example] };

export const define = (name: string, schema: Schema): Definition => ({ name, schema });

/**
 * A schema that refers to a definition. If `to` is a text, it names a group of kinds, such as `step`, which
 * the registry defines.
 */
export const referTo = (to: Definition | string, description?: string, example?: unknown): Schema => ({
  $ref: `#/definitions/${typeof to === 'string' ? to : to.name}`,
  ...(typeof to === 'string' ? {} : { [target]: to }),
  ...(description === undefined ? {} : { description }),
  ...(example === undefined ? {} : { examples: [example] }),
});

/** A schema that applies `matching` to values of one type, and `others` to all other values. */
export const byType = (type: string, matching: Schema, others: Schema): Schema => ({
  if: { type },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schemas
  then: matching,
  else: others,
});

/** The schema of one value or a list of values. `fewest` is 0 if the list may be empty. */
export const oneOrList = (item: Schema, fewest: 0 | 1 = 1): Schema =>
  byType('array', { type: 'array', ...(fewest === 0 ? {} : { minItems: fewest }), items: item }, item);
