import { byte } from './tokens.ts';

/** What the grammar lets follow. `members` and `items` may be closed at once, `name` and `value` may not. */
export const state = {
  value: 0,
  items: 1,
  members: 2,
  name: 3,
  colon: 4,
  afterMember: 5,
  afterItem: 6,
  end: 7,
} as const;

/** In words, by state. */
export const expectations: readonly string[] = [
  'a value',
  'a value or "]"',
  'a name in double quotes or "}"',
  'a name in double quotes',
  '":"',
  '"," or "}"',
  '"," or "]"',
  'the end of the text',
];

/** Whether a bracket or brace closes what is open. */
export function closes(code: number, next: number): boolean {
  if (code === byte.closeBrace) return next === state.members || next === state.afterMember;
  return code === byte.closeBracket && (next === state.items || next === state.afterItem);
}
