import { distance } from 'fastest-levenshtein';
import { reading } from './limits.ts';

/**
 * The known word that is most similar to an unknown word. Undefined when none is similar enough for a typing
 * mistake.
 */
export function nearestName(word: string, known: readonly string[]): string | undefined {
  if (known.length > reading.comparedNamesMax || word.length > reading.comparedCharsMax) return undefined;
  const lower = word.toLowerCase();
  const ranked = known
    .map((name) => ({ name, far: distance(lower, name.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
  const best = ranked[0];
  if (best === undefined || best.far > slips(word)) return undefined;
  // With two wrong letters, a short word may be another word: 'auth' is not 'PUT', and 'base' is not 'name'.
  // Then at least the first letter must be equal.
  const isSame = best.far < 2 || word.length > 5 || lower[0] === best.name[0]?.toLowerCase();
  return isSame ? best.name : undefined;
}

/**
 * The number of letters that may be wrong in a word. It is 2 in most words, a third of a long word, and 0 or
 * 1 in a very short word.
 */
const slips = (word: string): number =>
  word.length < 4 ? Math.max(0, word.length - 2) : Math.max(2, Math.floor(word.length / 3));

/** A hint for an unknown word: the most similar known word, or else all known words if they are few. */
export function hintAt(word: string, known: readonly string[]): string | undefined {
  const name = nearestName(word, known);
  if (name !== undefined) return `did you mean '${name}'?`;
  return known.length > 0 && known.length <= 12
    ? `expected ${known.length === 1 ? `'${known[0]}'` : `one of ${known.join(', ')}`}`
    : undefined;
}
