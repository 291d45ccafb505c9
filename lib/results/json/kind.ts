/** What a JSON value is, as a bit, so that the kinds seen at a place are a sum. */
export const kind = { null: 1, boolean: 2, number: 4, string: 8, object: 16, array: 32 } as const;

export const isComposite = (kinds: number): boolean => (kinds & (kind.object | kind.array)) !== 0;
