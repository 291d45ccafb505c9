import type { Findings, Path } from '../document/problem.ts';
import { define, referTo, type Schema, type Schemas } from './schema.ts';

export type Mapping = Readonly<Record<string, unknown>>;

/**
 * Returns the place of a member in the document. If the body has its short form, it is the place of the whole
 * body.
 */
export type PlaceOf = (key: string) => Path;

/**
 * The objects that the parser of a field receives besides the value. Fields of scenarios need a `Scope` as
 * well.
 */
export type Around = { readonly findings: Findings };

/**
 * One member of a body: how a document writes it, and how its value is read. `Always` is true when the body
 * always has a value, because the member is required or has a default.
 */
export type Field<T, Always extends boolean = boolean, A = Around> = {
  readonly schema: Schema;
  readonly always: Always;
  /** The value to read when the member is absent. */
  readonly fallback?: unknown;
  /**
   * Reads the value of the member. Undefined when it is wrong. If the parser does not report the problem, its
   * caller must.
   */
  readonly parse: (raw: unknown, at: Path, around: A) => T | undefined;
};

/** Several members of a body that together give one value, with one parser. */
export type Group<T, Always extends boolean = boolean, A = Around> = {
  readonly members: Schemas;
  readonly always: Always;
  /** The members of this group that every body must have. */
  readonly required?: readonly string[];
  /** The members that the group needs, in words, for the message about a body without them. */
  readonly needs?: string;
  /**
   * False when the body does not have the members from which `parse` makes a value. Then `parse` is not
   * called.
   */
  readonly isGiven: (body: Mapping) => boolean;
  /** Reads the value of the group. `at` is the place of the body in the document. */
  readonly parse: (body: Mapping, at: Path, around: A, placeOf: PlaceOf) => T | undefined;
};

/** The members of a body by their names. A group of members also has a name. */
export type Fields<A = never> = {
  readonly [name: string]: Field<unknown, boolean, A> | Group<unknown, boolean, A>;
};

type ValueOf<F> =
  F extends Field<infer T, boolean, never> ? T : F extends Group<infer T, boolean, never> ? T : never;
/** The objects that the parsers of all these fields need besides the value. */
export type AroundOf<F extends Fields> = Around &
  (F[keyof F]['parse'] extends (raw: never, at: never, around: infer A, placeOf: never) => unknown
    ? A
    : never);

/**
 * The values of the members of a mapping. Some may be wrong in the document. A member without a default may
 * be absent.
 */
export type ReadOf<F extends Fields> = Flat<
  {
    readonly [K in keyof F as F[K] extends { fallback: NonNullable<unknown> } ? K : never]: ValueOf<F[K]>;
  } & {
    readonly [K in keyof F as F[K] extends { fallback: NonNullable<unknown> } ? never : K]?: ValueOf<F[K]>;
  }
>;
type Flat<T> = { readonly [K in keyof T]: T[K] };

/** The value of a body after reading. It is plain JSON, because the plan contains it. */
export type BodyOf<F extends Fields> = Flat<
  { readonly [K in keyof F as F[K] extends { always: true } ? K : never]: ValueOf<F[K]> } & {
    readonly [K in keyof F as F[K] extends { always: true } ? never : K]?: ValueOf<F[K]>;
  }
>;

export const required = <T, A>(field: Field<T, false, A>): Field<T, true, A> => ({ ...field, always: true });

/** A field that has a default. */
export type Defaulted<T, A = Around> = Field<T, true, A> & { readonly fallback: NonNullable<unknown> };

/** Gives a field a default. `value` is written as in a document. */
export const withDefault = <T, A>(
  value: NonNullable<unknown>,
  field: Field<T, false, A>,
): Defaulted<T, A> => ({
  ...field,
  schema: { ...field.schema, default: value },
  always: true,
  fallback: value,
});

/** Gives a field a default that only the docs show. If the member is absent, the parser leaves it absent. */
export const shownDefault = <T, A>(value: unknown, field: Field<T, false, A>): Field<T, false, A> => ({
  ...field,
  schema: { ...field.schema, default: value },
});

/** Gives a field a default that the docs do not show. `value` is used when the member is absent. */
export const orElse = <T, A>(value: NonNullable<unknown>, field: Field<T, false, A>): Defaulted<T, A> => ({
  ...field,
  always: true,
  fallback: value,
});

/** Gives a field with a list the default of an empty list. */
export const orNone = <T, A>(field: Field<readonly T[], false, A>): Defaulted<readonly T[], A> =>
  orElse([], field);

/**
 * Makes a parser for one value or a list of values. `parse` receives each value with its own place. The
 * result is undefined when one value is wrong.
 */
export const oneOrMany =
  <T, A>(parse: Field<T, boolean, A>['parse']): Field<readonly T[], false, A>['parse'] =>
  (raw, at, around) => {
    const items: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
    const values = items.flatMap(
      (item, index) => parse(item, Array.isArray(raw) ? [...at, index] : at, around) ?? [],
    );
    return values.length < items.length ? undefined : values;
  };

/** Makes a field whose name in the result differs from its name in the document. */
export const under = <T, Always extends boolean, A>(
  key: string,
  { schema, always, fallback, parse }: Field<T, Always, A>,
): Group<T, Always, A> => ({
  members: { [key]: schema },
  always,
  ...(always && fallback === undefined ? { required: [key], needs: key } : {}),
  isGiven: (body) => (body[key] ?? fallback) !== undefined,
  parse: (body, _at, around, placeOf) => parse(body[key] ?? fallback, placeOf(key), around),
});

/**
 * A required member that the schema does not require, because only the parser knows whether another part of
 * the document gives its value. `needs` is the end of the message about a body without it.
 */
export const needed = <T, A>(key: string, field: Field<T, false, A>, needs: string): Group<T, true, A> => ({
  ...under(key, required(field)),
  required: [],
  needs,
});

/** Gives the schema of a field a name, so that several bodies can refer to it. */
export const named = <F extends Field<unknown, boolean, never>>(name: string, field: F): F => ({
  ...field,
  schema: referTo(define(name, field.schema)),
});

export const isGroup = <A>(
  member: Field<unknown, boolean, A> | Group<unknown, boolean, A>,
): member is Group<unknown, boolean, A> => 'members' in member;

/** The names of the members that a body must have. */
export const requiredOf = (fields: Fields): readonly string[] =>
  Object.entries<Field<unknown, boolean, never> | Group<unknown, boolean, never>>(fields).flatMap(
    ([name, member]) => {
      if (isGroup(member)) return member.required ?? [];
      return member.always && member.fallback === undefined ? [name] : [];
    },
  );

/** Joins words for a sentence: `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '');

/** The names of those `fields` that are members of a mapping in the document. */
export const given = (fields: object, body: Mapping): readonly string[] =>
  Object.keys(fields).filter((key) => body[key] !== undefined);

type Alternatives = { readonly [name: string]: Field<unknown, false, never> };
type OneOf<F extends Alternatives> = {
  readonly [K in keyof F]: { readonly [Key in K]: ValueOf<F[K]> };
}[keyof F];

/**
 * A group with several members, but a body must have exactly one. Its value is the name and the value of that
 * member.
 */
export const exactlyOne = <F extends Alternatives>(fields: F): Group<OneOf<F>, true, AroundOf<F>> => ({
  members: schemasOf(fields),
  always: true,
  needs: `exactly one of ${listed(Object.keys(fields))}`,
  isGiven: (body) => given(fields, body).length === 1,
  parse(body, _at, around, placeOf) {
    const [key = ''] = given(fields, body);
    const value = fields[key]?.parse(body[key], placeOf(key), around as never);
    return value === undefined ? undefined : ({ [key]: value } as OneOf<F>);
  },
});

export const schemasOf = (fields: { readonly [name: string]: { readonly schema: Schema } }): Schemas =>
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));
