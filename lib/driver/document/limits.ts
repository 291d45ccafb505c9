/** A benchmark document is written by a person; larger ones are a mistake or an attack. */
export const documentCharsMax = 1_048_576;

/** Values after aliases are replayed, so that a few nested aliases cannot fill the memory. */
export const documentNodesMax = 100_000;

/** Nesting of lists and mappings; the deepest documents of the format stay below 30. */
export const documentDepthMax = 64;

/** Names that a misspelt word is compared with; a document with more of them gets no hint instead of a slow one. */
export const comparedNamesMax = 500;

/** Longer words are no slips of the hand; comparing takes the product of two lengths. */
export const comparedCharsMax = 64;
