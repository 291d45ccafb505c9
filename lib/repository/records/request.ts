import { DownpourError } from '../../errors.ts';
import { type Access, parseAccess } from '../../results/access.ts';
import { limits } from '../../results/limits.ts';
import { grouped } from '../../words.ts';

/** Parses the access in a body: a name, a number or absent. */
export const givenAccess = (access: string | number | null | undefined): Access | undefined =>
  access === null || access === undefined ? undefined : parseAccess(String(access));

/**
 * Rejects a record that the table cannot store.
 * @throws DownpourError DEFINITION_TOO_LARGE (413).
 */
export function refuseTooLarge(what: string, record: object): void {
  if (Buffer.byteLength(JSON.stringify(record)) <= limits.definitionBytesMax) return;
  const message = `the ${what} has more than ${grouped(limits.definitionBytesMax)} bytes as JSON; shorten its longest texts`;
  throw new DownpourError('DEFINITION_TOO_LARGE', 413, message);
}
