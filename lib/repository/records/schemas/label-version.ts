import { createHash } from 'node:crypto';
import type { Label } from './labels.ts';

/**
 * The version of a label: a hash of its members. A caller who changes a label states the version that it
 * read.
 */
export function versionOf({
  name,
  extractors,
  function: code,
  filtering,
  metrics,
  owner,
  access,
}: Label): string {
  const paths = extractors.map(({ name, jsonpath, isarray }) => [name, jsonpath, isarray]);
  const members = JSON.stringify([name, paths, code ?? null, filtering, metrics, owner, access]);
  return createHash('sha256').update(members).digest('base64url').slice(0, 22);
}
