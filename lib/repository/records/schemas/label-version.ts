import { versionOf } from '../record-version.ts';
import type { Label } from './labels.ts';

export function versionOfLabel({
  name,
  extractors,
  function: code,
  filtering,
  metrics,
  owner,
  access,
}: Label): string {
  const paths = extractors.map(({ name, jsonpath, isarray }) => [name, jsonpath, isarray]);
  return versionOf(name, paths, code ?? null, filtering, metrics, owner, access);
}
