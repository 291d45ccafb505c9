import { type ApiDocument, nameIn, type Operation } from '../../../lib/contract/openapi-types.ts';

/**
 * The operations of one tag of the API contract, and the named schemas (records) of their bodies. One page of
 * docs/api/ describes them.
 */
export type Family = {
  readonly tag: string;
  readonly description: string;
  readonly operations: readonly (readonly [request: string, operation: Operation])[];
  /** The records that only this family uses. */
  readonly records: readonly string[];
};

/** The page of each record below docs/api/. Records of several families share a page. */
export type Places = ReadonlyMap<string, string>;

export const sharedRecords = 'records.md';
export const fileOf = (tag: string): string => `${tag.toLowerCase()}.md`;

/** The families of the contract, in the order of its tags. */
export function familiesOf(api: ApiDocument): readonly Family[] {
  const operations = Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
  );
  const families = (api.tags ?? []).map(({ name, description = '' }) => {
    const own = operations.filter(([, { tags }]) => tags?.[0] === name);
    return { tag: name, description, operations: own, used: recordsIn(api, own) };
  });
  return families.map(({ used, ...family }) => ({
    ...family,
    records: [...used].filter((record) =>
      families.every((other) => other.used === used || !other.used.has(record)),
    ),
  }));
}

export function placesOf(api: ApiDocument, families: readonly Family[]): Places {
  const places = new Map(Object.keys(api.components.schemas).map((name) => [name, sharedRecords]));
  for (const { tag, records } of families) for (const name of records) places.set(name, fileOf(tag));
  return places;
}

/** The names of all named schemas that a part of the contract reaches by its references. */
function recordsIn(api: ApiDocument, part: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, each] of Object.entries(value)) {
      if (key === '$ref') follow(String(each));
      else visit(each);
    }
  };
  const follow = (reference: string): void => {
    const name = nameIn(reference);
    if (!reference.startsWith('#/components/schemas/')) visit(api.components[sectionOf(reference)][name]);
    else if (!found.has(name)) {
      found.add(name);
      visit(api.components.schemas[name]);
    }
  };
  visit(part);
  return found;
}

const sectionOf = (reference: string): 'parameters' | 'responses' =>
  reference.startsWith('#/components/parameters/') ? 'parameters' : 'responses';
