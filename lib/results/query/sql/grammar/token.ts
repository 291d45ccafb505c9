/** Words that mean something, in any case of their letters. */
const words = [
  'abs',
  'ceiling',
  'datetime',
  'double',
  'exists',
  'flag',
  'floor',
  'is',
  'keyvalue',
  'last',
  'lax',
  'like_regex',
  'size',
  'starts',
  'strict',
  'to',
  'type',
  'unknown',
  'with',
] as const;

/** Words that mean something in small letters only. */
const smallWords = ['null', 'true', 'false'] as const;

export type Word = (typeof words)[number] | (typeof smallWords)[number];

/**
 * A symbol is what it says, two characters for `&& || ** <= >= == !=`; `<>` is `!=`. Characters that no rule of the
 * grammar takes, such as `#`, are symbols too.
 */
export type Token = {
  readonly kind: Word | 'identifier' | 'string' | 'variable' | 'number' | 'integer' | 'symbol' | 'end';
  /** Names and strings without quotes and escapes; numbers and symbols as they are written. */
  readonly value: string;
  /** Where it begins, in UTF-16 units. */
  readonly at: number;
  /**
   * What PostgreSQL calls this token in an error: the text that its scanner has matched last. That is the blanks behind
   * a name, and nothing (`at end of jsonpath input`) for a name that ends otherwise.
   */
  readonly shown: string;
};

/** What a name that is not quoted is: a word with a meaning, or an identifier. Only ASCII letters have two cases. */
export function kindOfName(name: string): Word | 'identifier' {
  const small = name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (isOneOf(words, small)) return small;
  return isOneOf(smallWords, name) ? name : 'identifier';
}

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  (names as readonly string[]).includes(name);
