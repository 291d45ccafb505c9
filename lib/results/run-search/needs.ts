import type { BloomFilter, Scalar } from './bloom-filter.ts';

/** The words that the Bloom filter of a document must have so that a search can find the document. */
export type Need =
  /** The filter needs no word: every document may match. */
  | { readonly kind: 'none' }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'value'; readonly name: string; readonly value: Scalar }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Need[] };

export const none: Need = { kind: 'none' };

export const nameNeed = (name: string): Need => ({ kind: 'name', name });

export function allOf(needs: readonly Need[]): Need {
  const known = needs.filter((need) => need.kind !== 'none');
  return known.length > 1 ? { kind: 'all', of: known } : (known[0] ?? none);
}

/** The words for one of several alternatives. If one alternative needs no word, no word is needed. */
export const anyOf = (needs: readonly Need[]): Need =>
  needs.length === 0 || needs.some(({ kind }) => kind === 'none') ? none : { kind: 'any', of: needs };

/** False if the Bloom filter shows that the document lacks a needed word. */
export function isMet(need: Need, words: BloomFilter): boolean {
  switch (need.kind) {
    case 'none':
      return true;
    case 'name':
      return words.has(need.name);
    case 'value':
      return words.hasValue(need.name, need.value);
    case 'all':
      return need.of.every((each) => isMet(each, words));
    case 'any':
      return need.of.some((each) => isMet(each, words));
  }
}
