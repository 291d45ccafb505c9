import { createHash } from 'node:crypto';

/** Datasets that can be compared: those of one fingerprint of a test. */
export type Fingerprint = Readonly<Record<string, unknown>>;

/** JSON text, the same for equal fingerprints: their members have one order, at all depths. */
export const fingerprintText = (fingerprint: Fingerprint): string => JSON.stringify(ordered(fingerprint));

/** Short enough for a key, however long the values are. */
export const seriesOf = (fingerprint: string): string =>
  createHash('sha256').update(fingerprint).digest('base64url').slice(0, 22);

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, ordered(member)]));
}
