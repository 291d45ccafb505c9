import { isExpression } from '../../json/expression.ts';
import { type Day, dayOf } from './day.ts';

/** The meaning of a text in the palette. */
export type Meaning =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'id'; readonly id: number }
  | { readonly kind: 'burst'; readonly id: string }
  | { readonly kind: 'expression'; readonly text: string }
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly day?: Day };

const idMax = 2_147_483_647;

/** @param isUtc true: days are in UTC instead of the zone of the reader. */
export function meaningOf(typed: string, nowMs: number, isUtc: boolean): Meaning {
  const text = typed.trim();
  if (text === '') return { kind: 'nothing' };
  if (isExpression(text)) return { kind: 'expression', text };
  if (/^b-\d{8}-\d{6}-\w{4}$/.test(text)) return { kind: 'burst', id: text };
  if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= idMax) return { kind: 'id', id: Number(text) };
  const words = text.split(/\s+/);
  for (const [at, word] of words.entries()) {
    const day = dayOf(word, nowMs, isUtc);
    if (day !== undefined) return { kind: 'words', words: words.toSpliced(at, 1), day };
  }
  return { kind: 'words', words };
}

/**
 * Whether a text has each word at the beginning of one of its words. Case does not matter.
 */
export function hasWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => {
    const wanted = word.toLowerCase();
    for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1))
      if (at === 0 || !/[\p{L}\p{N}]/u.test(lower[at - 1] ?? '')) return true;
    return false;
  });
}
