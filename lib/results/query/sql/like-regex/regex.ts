import type { CharacterClass } from './character-class.ts';

/** An advanced regular expression: branches, one of which must match. */
export type Regex = readonly Branch[];
export type Branch = readonly RegexNode[];

export type RegexNode =
  | Character
  | { readonly kind: 'group'; readonly regex: Regex }
  | { readonly kind: 'repetition'; readonly operand: RegexNode; readonly min: number; readonly max: number }
  | { readonly kind: 'anchor'; readonly at: 'textStart' | 'textEnd' | 'lineStart' | 'lineEnd' }
  /** A place where a word starts, ends, does one of both or none. */
  | { readonly kind: 'edge'; readonly of: 'start' | 'end' | 'any' | 'none' };

/** One character, of the set or, when negated, none of it. */
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
