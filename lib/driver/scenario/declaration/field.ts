import type { Path } from '../../document/problem.ts';
import type { Scope } from '../scope.ts';

/** A JSON schema as far as this project writes them. */
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
  readonly [keyword: string]: unknown;
};
export type Schemas = { readonly [name: string]: Schema };

export type Mapping = Readonly<Record<string, unknown>>;

/** The place of a member in the document. In a short form every member has the place of the whole body. */
export type PlaceOf = (key: string) => Path;

/**
 * One member of a body: how a document writes it, and the value that it becomes. `Always` is true when the
 * body has a value in any case: the member is required or has a default.
 */
export type Field<T, Always extends boolean = boolean> = {
  readonly schema: Schema;
  readonly always: Always;
  /** Read in place of a member that is absent. */
  readonly fallback?: unknown;
  /** Undefined: the member is not valid. A parser that reports nothing leaves that to its caller. */
  parse(raw: unknown, at: Path, scope: Scope): T | undefined;
};

/** Several members of a body that have one value together. */
export type Group<T, Always extends boolean = boolean> = {
  readonly members: Schemas;
  readonly always: Always;
  /** The members that the group needs, for the message about a body without them. */
  readonly needs?: string;
  /** False: the body has no value of this group, and `parse` is not called. */
  isGiven(body: Mapping): boolean;
  /** `at` is the place of the body. */
  parse(body: Mapping, at: Path, scope: Scope, placeOf: PlaceOf): T | undefined;
};

/** The members of a body by their names. A group has a name of its own. */
export type Fields = { readonly [name: string]: Field<unknown> | Group<unknown> };

type ValueOf<F> = F extends Field<infer T> | Group<infer T> ? T : never;
type Flat<T> = { readonly [K in keyof T]: T[K] };

/** The value of a body: plain JSON, which travels in the plan. */
export type BodyOf<F extends Fields> = Flat<
  { readonly [K in keyof F as F[K] extends { always: true } ? K : never]: ValueOf<F[K]> } & {
    readonly [K in keyof F as F[K] extends { always: true } ? never : K]?: ValueOf<F[K]>;
  }
>;

export const required = <T>(field: Field<T, false>): Field<T, true> => ({ ...field, always: true });

/** `value` is written as in a document. */
export const withDefault = <T>(value: unknown, field: Field<T, false>): Field<T, true> => ({
  ...field,
  schema: { ...field.schema, default: value },
  always: true,
  fallback: value,
});

/** A default that the docs show, and that a body does without. */
export const shownDefault = <T>(value: unknown, field: Field<T, false>): Field<T, false> => ({
  ...field,
  schema: { ...field.schema, default: value },
});

export const isGroup = (member: Field<unknown> | Group<unknown>): member is Group<unknown> =>
  'members' in member;

export const isRequired = (member: Field<unknown> | Group<unknown>): boolean =>
  !isGroup(member) && member.always && member.fallback === undefined;

/** `a, b and c` */
export const listed = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '');

/** Exactly one of several members: its name and value are the value of the group. */
export function exactlyOne<F extends { readonly [name: string]: Field<unknown, false> }>(
  fields: F,
): Group<{ readonly [K in keyof F]: { readonly [Key in K]: ValueOf<F[K]> } }[keyof F], true> {
  type Value = { readonly [K in keyof F]: { readonly [Key in K]: ValueOf<F[K]> } }[keyof F];
  const keys = Object.keys(fields);
  const given = (body: Mapping): readonly string[] => keys.filter((key) => body[key] !== undefined);
  return {
    members: schemasOf(fields),
    always: true,
    needs: `exactly one of ${listed(keys)}`,
    isGiven: (body) => given(body).length === 1,
    parse(body, _at, scope, placeOf) {
      const [key = ''] = given(body);
      const value = fields[key]?.parse(body[key], placeOf(key), scope);
      return value === undefined ? undefined : ({ [key]: value } as Value);
    },
  };
}

const schemasOf = (fields: { readonly [name: string]: Field<unknown> }): Schemas =>
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));

/** One schema for values of a type, another for all others. */
export const byType = (type: string, matching: Schema, others: Schema): Schema => ({
  if: { type },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schemas
  then: matching,
  else: others,
});

/** One value, or a list of such values. */
export const oneOrList = (item: Schema): Schema =>
  byType('array', { type: 'array', minItems: 1, items: item }, item);
