import { type Access, parseAccess } from '../../results/access.ts';

/** Parses the access in a body: a name, a number or absent. */
export const givenAccess = (access: string | number | null | undefined): Access | undefined =>
  access === null || access === undefined ? undefined : parseAccess(String(access));
