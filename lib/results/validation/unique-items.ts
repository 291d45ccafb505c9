import type { DataValidateFunction, FuncKeywordDefinition } from 'ajv/dist/types/index.js';

/**
 * The keyword `uniqueItems`, with a map. Comparing all pairs would take seconds from some ten thousand items
 * on.
 */
export const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: true,
  compile(isWanted: boolean) {
    const check: DataValidateFunction = (items: readonly unknown[]) => {
      const pair = isWanted ? firstPair(items) : undefined;
      if (pair === undefined) return true;
      const message = `must NOT have duplicate items (items ## ${pair.j} and ${pair.i} are identical)`;
      check.errors = [{ keyword: 'uniqueItems', params: pair, message }];
      return false;
    };
    return check;
  },
};

/** The index `i` of the first repeated item, and the index `j` of its earlier occurrence. */
function firstPair(items: readonly unknown[]): { readonly i: number; readonly j: number } | undefined {
  const [values, texts] = [new Map<unknown, number>(), new Map<unknown, number>()];
  for (const [i, item] of items.entries()) {
    const isPlain = typeof item !== 'object' || item === null;
    const [seen, key] = isPlain ? [values, item] : [texts, sameText(item)];
    const j = seen.get(key);
    if (j !== undefined) return { i, j };
    seen.set(key, i);
  }
  return undefined;
}

/** A text that is the same for equal values: the order of members does not count. */
function sameText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sameText).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${sameText(member)}`).join()}}`;
}
