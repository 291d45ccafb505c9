import type { Cursor } from './cursor.ts';

/** The operators of other programs, and what to write in their place. */
const foreignOperators: readonly (readonly [operator: string, expected: string])[] = [
  ['=~', 'search(VALUE, "PATTERN") in place of "=~"'],
  ['=', '"==" to compare'],
  ['in ', 'a comparison with each value and "||" between them in place of "in"'],
  ['in[', 'a comparison with each value and "||" between them in place of "in"'],
  ['nin ', 'a comparison with each value and "&&" between them in place of "nin"'],
];

/**
 * Fails when an operator of another JSONPath implementation follows. The error states what to write in its
 * place.
 */
export function failAtForeignOperator(cursor: Cursor): undefined {
  const [, expected] = foreignOperators.find(([operator]) => cursor.sees(operator)) ?? [];
  return expected === undefined ? undefined : cursor.fail(expected);
}
