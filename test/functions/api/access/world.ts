import type { Access, TeamRole } from '../../../../lib/results/access.ts';
import type { Answer } from '../invoke.ts';
import { send } from '../requests.ts';

/** The permissions by the table of the specification. This file uses no code of the product. */

export const people = ['ada', 'bo', 'eve'] as const;
export type Person = (typeof people)[number];
/** A person with an API key, or a caller without one where a deployment allows anonymous reading. */
export type Reader = Person | 'anonymous';
export const shared = ['dev-team', 'qa-team'] as const;
export const owners = [...shared, 'ada-team', 'bo-team'] as const;

export type Row = { readonly owner: string; readonly access: Access };
/** The roles that were set last, by person and team. */
export type Roles = ReadonlyMap<string, readonly TeamRole[]>;
export const roleKey = (person: Person, team: string): string => `${person} ${team}`;

export function holdsRole(roles: Roles, person: Person, role: TeamRole, team: string): boolean {
  return team === `${person}-team` || roles.get(roleKey(person, team))?.includes(role) === true;
}

export function mayRead(roles: Roles, reader: Reader, { owner, access }: Row): boolean {
  if (access === 'PUBLIC') return true;
  if (reader === 'anonymous') return false;
  return access === 'PROTECTED' || holdsRole(roles, reader, 'viewer', owner);
}

/** Sends a request to the API as a browser would. `line` has values in place of the path's variables. */
export function ask(line: string, key: string | undefined, body?: unknown): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return send(line, {
    ...(key !== undefined && { key }),
    ...(body !== undefined && { body: text, headers: { 'content-type': 'application/json' } }),
  });
}
