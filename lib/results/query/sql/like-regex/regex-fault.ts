/** Why a pattern is none, in the words of PostgreSQL's regular expressions. */
export class RegexFault extends Error {}

const reasons = {
  pattern: 'invalid regexp (reg version 0.8)',
  collation: 'invalid collating element',
  class: 'invalid character class',
  escape: 'invalid escape \\ sequence',
  reference: 'invalid backreference number',
  bracket: 'brackets [] not balanced',
  parenthesis: 'parentheses () not balanced',
  brace: 'braces {} not balanced',
  count: 'invalid repetition count(s)',
  range: 'invalid character range',
  operand: 'quantifier operand invalid',
  option: 'invalid embedded option',
  size: 'regular expression is too complex',
} as const;

export const fault = (kind: keyof typeof reasons): RegexFault => new RegexFault(reasons[kind]);
