import { createHash } from 'node:crypto';

/**
 * The version of a record: a hash of its members. A caller who changes a record states the version that it
 * read.
 * @param members the members in an order that does not change.
 */
export const versionOf = (...members: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(members)).digest('base64url').slice(0, 22);
