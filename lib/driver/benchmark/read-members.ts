import { type Defaulted, type Fields, isGroup, type ReadOf } from '../declaration/field.ts';
import type { Schema } from '../declaration/schema.ts';
import type { Path } from '../document/problem.ts';
import type { Checking } from './valid-part.ts';

/**
 * A member that is read part by part, so that a mistake in one part hides no mistake in another. `read` is
 * always called, and asks the document which parts are valid.
 */
export const inParts = <T extends NonNullable<unknown>>(
  schema: Schema,
  read: (at: Path, checking: Checking) => T,
): Defaulted<T, Checking> => ({
  schema,
  always: true,
  // The value in place of an absent or wrong member. Any value would do, because `read` asks the document.
  fallback: {},
  parse: (_raw, at, checking) => read(at, checking),
});

/** Reads the members of a mapping. A member that the schema or its parser refused counts as absent. */
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

/** The members with these names, without those that are not valid. */
const readBody = (keys: readonly string[], at: Path, { document }: Checking) =>
  Object.fromEntries(keys.map((key) => [key, document.read([...at, key])]));
