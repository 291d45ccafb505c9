import { type Defaulted, type Fields, isGroup, type ReadOf } from '../declaration/field.ts';
import type { Schema } from '../declaration/schema.ts';
import type { Path } from '../document/problem.ts';
import type { Checking } from './valid-part.ts';

/**
 * A member that is read part by part, so that a mistake in one part does not hide a mistake in another.
 * `read` is always called. It reads from the document only the parts that are valid.
 */
export const inParts = <T extends NonNullable<unknown>>(
  schema: Schema,
  read: (at: Path, checking: Checking) => T,
): Defaulted<T, Checking> => ({
  schema,
  always: true,
  // The value of an absent or wrong member. It is not used, because `read` reads from the document.
  fallback: {},
  parse: (_raw, at, checking) => read(at, checking),
});

/** Reads the members of a mapping. A member that its schema or its parser has rejected counts as absent. */
export function readMembers<F extends Fields<Checking>>(fields: F, at: Path, checking: Checking): ReadOf<F> {
  const placeOf = (key: string): Path => [...at, key];
  const values = Object.entries<Fields<Checking>[string]>(fields).flatMap(([key, member]) => {
    const value = isGroup(member)
      ? member.parse(readBody(Object.keys(member.members), at, checking), at, checking, placeOf)
      : readMember(member, placeOf(key), checking);
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(values) as ReadOf<F>;
}

function readMember(
  { parse, fallback }: Exclude<Fields<Checking>[string], { readonly members: unknown }>,
  at: Path,
  checking: Checking,
): unknown {
  const raw = checking.document.read(at);
  const value = raw === undefined ? undefined : parse(raw, at, checking);
  return value === undefined && fallback !== undefined ? parse(fallback, at, checking) : value;
}

/** The members with these names, as far as they are valid. */
const readBody = (keys: readonly string[], at: Path, { document }: Checking) =>
  Object.fromEntries(keys.map((key) => [key, document.read([...at, key])]));
