/** The kind of a JSON value as one bit of a number. The sum of bits means several kinds. */
export const kind = { null: 1, boolean: 2, number: 4, string: 8, object: 16, array: 32 } as const;

export const isComposite = (kinds: number): boolean => (kinds & (kind.object | kind.array)) !== 0;
