import { DownpourError } from '../errors.ts';

/** Who may read a run. PUBLIC and PROTECTED: every key; PRIVATE: the owning team and administrators. */
export type Access = 'PUBLIC' | 'PROTECTED' | 'PRIVATE';

const levels = ['PUBLIC', 'PROTECTED', 'PRIVATE'] as const satisfies readonly Access[];

/** Whoever an API key acts for. */
export type Principal = {
  readonly keyId: number;
  readonly user: string;
  readonly role: 'admin' | 'user';
};

/** What decides about the visibility of a record. */
export type Owned = { readonly owner: string; readonly access: Access };

/** Every user is a team of one; teams with several members may follow without a change to stored records. */
export const teamOf = (user: string): string => `${user}-team`;

export const isMember = (principal: Principal, team: string): boolean => team === teamOf(principal.user);

/** @throws DownpourError FORBIDDEN (403). */
export function refuseUnlessAdmin({ role }: Principal): void {
  if (role !== 'admin') throw new DownpourError('FORBIDDEN', 403, "only an administrator's key may do this");
}

export function maySee(principal: Principal, record: Owned): boolean {
  if (record.access !== 'PRIVATE' || principal.role === 'admin') return true;
  return isMember(principal, record.owner);
}

/** `PUBLIC`, `PROTECTED`, `PRIVATE` or `0`, `1`, `2`; undefined for anything else. */
export function parseAccess(text: string): Access | undefined {
  return levels.find((level, number) => text === level || text === String(number));
}
