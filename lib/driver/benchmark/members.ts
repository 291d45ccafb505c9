import { type Fields, isGroup, type ReadOf } from '../declaration/field.ts';
import type { Path } from '../document/problem.ts';
import type { Checking } from './valid-part.ts';

/**
 * The members of a mapping of the document. A member that the schema or its parser has refused counts as
 * absent.
 */
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

/** The valid ones of these members. */
const readBody = (keys: readonly string[], at: Path, { document }: Checking) =>
  Object.fromEntries(keys.map((key) => [key, document.read([...at, key])]));
