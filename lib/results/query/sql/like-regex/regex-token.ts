/** A part of an advanced regular expression. What is written with one character is called by it. */
export type RegexToken =
  /** A code point, a number of a bound, or the number of a group. */
  | { readonly kind: 'plain' | 'digit' | 'reference'; readonly value: number }
  | { readonly kind: 'class' | 'notClass'; readonly name: 'digit' | 'space' | 'word' }
  | { readonly kind: 'open'; readonly captures: boolean }
  | { readonly kind: 'bracket'; readonly isNegated: boolean }
  | { readonly kind: '|' | '*' | '+' | '?' | '{' | '}' | ',' | ')' | ']' | '.' | '^' | '$' }
  /** The dash of a range in brackets, and `[.`, `[=` and `[:`. */
  | { readonly kind: 'range' | 'element' | 'equivalence' | 'className' }
  | { readonly kind: 'textStart' | 'textEnd' | 'wordStart' | 'wordEnd' | 'wordEdge' | 'notWordEdge' }
  | { readonly kind: 'lookAround' | 'end' };
