import type { CharacterClass } from './character-class.ts';

/** An advanced regular expression: at least one branch. It matches if any branch matches. */
export type Regex = readonly Branch[];
export type Branch = readonly RegexNode[];

export type RegexNode =
  | Character
  | { readonly kind: 'group'; readonly regex: Regex }
  | { readonly kind: 'repetition'; readonly operand: RegexNode; readonly min: number; readonly max: number }
  | { readonly kind: 'anchor'; readonly at: 'textStart' | 'textEnd' | 'lineStart' | 'lineEnd' }
  /** An assertion about words: a word starts here, ends here, does one of both, or neither. */
  | { readonly kind: 'edge'; readonly of: 'start' | 'end' | 'any' | 'none' };

/** A character that belongs to a set. If negated: a character outside the set. */
export type Character = {
  readonly kind: 'character';
  readonly set: CharacterClass;
  readonly isNegated: boolean;
};

export const character = (set: CharacterClass, isNegated = false): Character => ({
  kind: 'character',
  set,
  isNegated,
});
