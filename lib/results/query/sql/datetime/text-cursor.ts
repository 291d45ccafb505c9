import { utf8Length, utf8Prefix } from '../values/utf8.ts';
import type { Field } from './template.ts';

/** Why a text does not fit a template, as PostgreSQL says it. */
export type DatetimeFault = {
  readonly sqlState: string;
  readonly reason: string;
  readonly detail?: string;
  readonly hint?: string;
};

/** A text that is read from its begin. What does not fit leaves a fault, and nothing is read after it. */
export class TextCursor {
  readonly #text: string;
  #at = 0;
  /** Characters of the integer that was read last, with the blanks before it. */
  length = 0;
  fault: DatetimeFault | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  get isEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Notes a fault; @returns false. */
  fail(reason: string, more: Omit<DatetimeFault, 'sqlState' | 'reason'> = {}): false {
    this.fault = { sqlState: '22007', reason, ...more };
    return false;
  }

  takes(character: string): boolean {
    const seen = this.#text.startsWith(character, this.#at);
    if (seen) this.#at += character.length;
    return seen;
  }

  skip(length: number): void {
    this.#at = Math.min(this.#text.length, this.#at + length);
  }

  skipBlanks(): void {
    while (/[ \t\n\v\f\r]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  match(pattern: RegExp): RegExpExecArray | undefined {
    const found = pattern.exec(this.#text.slice(this.#at));
    if (found === null) return undefined;
    this.#at += found[0].length;
    return found;
  }

  /** The first of some words, in small letters, that stands here in whatever letters: its index. */
  word(words: readonly string[], { written }: Field): number | undefined {
    const rest = this.#text.slice(this.#at);
    const small = rest.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
    const index = words.findIndex((word) => small.startsWith(word));
    if (index >= 0) {
      this.#at += words[index]?.length ?? 0;
      return index;
    }
    this.fail(`invalid value "${/^[^ \t\n\r\f]*/.exec(rest)?.[0] ?? ''}" for "${written}"`, {
      detail: 'The given value did not match any of the allowed values for this field.',
    });
    return undefined;
  }

  /**
   * An integer behind blanks.
   * @param length of its digits.
   * @param isOpen as many digits as there are are taken, instead of exactly so many.
   */
  integer(field: Field, length: number, isOpen: boolean): number | undefined {
    const begin = this.#at;
    this.skipBlanks();
    const rest = this.#text.slice(this.#at);
    const copy = utf8Prefix(rest, length);
    const digits = /^[-+]?\d+/.exec(isOpen ? rest : copy)?.[0] ?? '';
    if (!isOpen && !this.#isWide(field, length, rest, digits)) return undefined;
    if (isOpen && digits === '') this.#at = begin;
    this.#at += digits.length;
    this.length = this.#at - begin;
    const value = Number(digits);
    if (this.length === 0)
      this.fail(`invalid value "${copy}" for "${field.written}"`, { detail: 'Value must be an integer.' });
    else if (value < -(2 ** 31) || value >= 2 ** 31) this.fault = outOfRange(field);
    else return value;
    return undefined;
  }

  /** There are enough characters, and they are digits or none is. */
  #isWide({ written }: Field, length: number, rest: string, digits: string): boolean {
    const remaining = utf8Length(rest);
    if (remaining < length) {
      return this.fail(`source string too short for "${written}" formatting field`, {
        detail: `Field requires ${length} characters, but only ${remaining} remain.`,
        hint: widthHint,
      });
    }
    if (digits.length === 0 || digits.length === length) return true;
    return this.fail(`invalid value "${utf8Prefix(rest, length)}" for "${written}"`, {
      detail: `Field requires ${length} characters, but only ${digits.length} could be parsed.`,
      hint: widthHint,
    });
  }
}

const widthHint = 'If your source string is not fixed-width, try using the "FM" modifier.';

const outOfRange = ({ written }: Field): DatetimeFault => ({
  sqlState: '22008',
  reason: `value for "${written}" in source string is out of range`,
  detail: 'Value must be in the range -2147483648 to 2147483647.',
});

/** A field that only `to_char` knows. */
export const onlyForOutput = ({ written }: Field): DatetimeFault => ({
  sqlState: '0A000',
  reason: `formatting field "${written}" is only supported in to_char`,
});
