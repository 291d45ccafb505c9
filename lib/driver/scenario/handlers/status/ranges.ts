import { referTo, type Schema } from '../../../declaration/schema.ts';
import { pairsOf } from '../../../declaration/value-readers.ts';
import type { Path } from '../../../document/problem.ts';
import type { Group, Part } from '../../groups.ts';
import type { Scope } from '../../scope.ts';
import { parseRange } from './range.ts';

/** The handlers or other parts that run for HTTP statuses in some ranges. */
export type Branch = {
  /**
   * The first and the last status of each range. An empty list means every status that no other branch names.
   */
  readonly ranges: readonly (readonly [min: number, max: number])[];
  readonly parts: readonly Part[];
};

/**
 * Parses a mapping from ranges of HTTP statuses to parts, such as handlers. A key is `200`, `2xx`, `200-299`,
 * several of them with commas between, or `other`.
 */
export function parseBranches(group: Group, raw: unknown, at: Path, scope: Scope): readonly Branch[] {
  const taken: { readonly text: string; readonly range: readonly [number, number] }[] = [];
  return pairsOf(raw, at).flatMap(([key, body, place]) => {
    const parts = scope.parseParts(group, body, place);
    if (key === 'other') return [{ ranges: [], parts }];
    const ranges = key.split(',').flatMap((text) => rangeOf(text.trim(), place, scope));
    for (const { text, range } of ranges) {
      const other = taken.find(({ range: [min, max] }) => range[0] <= max && range[1] >= min);
      if (other !== undefined) scope.findings.error(place, `status range '${text}' overlaps '${other.text}'`);
      taken.push({ text, range });
    }
    return [{ ranges: ranges.map(({ range }) => range), parts }];
  });
}

/** The schema of a mapping from `RANGES` to parts of a definition. */
export const branchesOf = (definition: string, description: string): Schema => ({
  title: 'a mapping of status ranges',
  type: 'object',
  minProperties: 1,
  propertyNames: {
    title: 'a status range such as 200, 2xx or 200-299, or other',
    pattern: '^(other|[0-9xX, -]+)$',
  },
  additionalProperties: referTo(definition, description),
});

function rangeOf(
  text: string,
  at: Path,
  scope: Scope,
): readonly { readonly text: string; readonly range: readonly [number, number] }[] {
  const found = parseRange(text.toLowerCase());
  if (found !== undefined) return [{ text, range: [found.min, found.max] }];
  scope.findings.error(
    at,
    `status range '${text}' must look like 200, 2xx, 20x or 200-299, within 100 to 599`,
    "separate several ranges with commas; 'other' means all remaining statuses",
  );
  return [];
}

/** Returns a function that finds the compiled parts of the branch for an HTTP status. */
export function byStatus<T>(
  branches: readonly Branch[],
  compile: (parts: readonly Part[]) => readonly T[],
): (status: number) => readonly T[] {
  const table: (readonly T[])[] = [];
  let others: readonly T[] = [];
  for (const { ranges, parts } of branches) {
    const compiled = compile(parts);
    if (ranges.length === 0) others = compiled;
    for (const [min, max] of ranges)
      for (let status = min; status <= max; status += 1) table[status] = compiled;
  }
  return (status) => table[status] ?? others;
}
