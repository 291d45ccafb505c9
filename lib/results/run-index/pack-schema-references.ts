/** A reference of a run to a schema: the URI in `$schema`, and the object that has it. */
export type SchemaReference = {
  readonly uri: string;
  /** The document that has the reference. 0: the run's document; 1: its metadata. */
  readonly source: 0 | 1;
  /**
   * The object that has the `$schema`. 0: the root object; 1: a member of the root object; 2: an element of
   * the root array.
   */
  readonly type: 0 | 1 | 2;
  /** Name of the member that has the `$schema`, or index of the element as text; null for the root. */
  readonly key: string | null;
};

/** The objects that refer to one schema, in order. Indexes of elements are written as ranges. */
type Packed = readonly [uri: string, source: 0 | 1, type: 0 | 1 | 2, keys: readonly Key[]];
type Key = string | readonly [first: number, last: number];

/**
 * Packs references into a short text. Thousands of elements of one schema take no more space than one
 * element.
 */
export function packReferences(references: readonly SchemaReference[]): string {
  const groups: [string, 0 | 1, 0 | 1 | 2, Key[]][] = [];
  for (const { uri, source, type, key } of references) {
    let group = groups.at(-1);
    if (group === undefined || group[0] !== uri || group[1] !== source || group[2] !== type) {
      group = [uri, source, type, []];
      groups.push(group);
    }
    const keys = group[3];
    const last = keys.at(-1);
    if (type === 1 && key !== null) keys.push(key);
    else if (type === 2 && Array.isArray(last) && last[1] === Number(key) - 1)
      keys[keys.length - 1] = [last[0], Number(key)];
    else if (type === 2) keys.push([Number(key), Number(key)]);
  }
  return JSON.stringify(groups);
}

export function unpackReferences(text: string): readonly SchemaReference[] {
  return (JSON.parse(text) as readonly Packed[]).flatMap(([uri, source, type, keys]) => {
    if (type === 0) return [{ uri, source, type, key: null }];
    return keys.flatMap((key): readonly SchemaReference[] => {
      if (typeof key === 'string') return [{ uri, source, type, key }];
      const [first, last] = key;
      return Array.from({ length: last - first + 1 }, (_, n) => ({
        uri,
        source,
        type,
        key: String(first + n),
      }));
    });
  });
}
