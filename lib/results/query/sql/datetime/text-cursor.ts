import { utf8Prefix } from '../values/utf8.ts';

/** The reason why a text does not fit a template, in PostgreSQL's words. */
export type DatetimeFault = { readonly sqlState: string; readonly reason: string };

export const misfit = (reason: string): DatetimeFault => ({ sqlState: '22007', reason });

/**
 * A text with a reading position. The parameter `written` of its methods is a field of the template, for
 * error messages.
 */
export class TextCursor {
  readonly #text: string;
  #at = 0;
  /** Characters of the integer that was read last, including blanks before it. */
  length = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isEnd(): boolean {
    return this.#at >= this.#text.length;
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

  /**
   * Reads one of several words, in upper or lower case, and returns its index.
   * @param words in lower case.
   */
  word(words: readonly string[], written: string): number | DatetimeFault {
    const rest = this.#text.slice(this.#at);
    const small = rest.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
    const index = words.findIndex((word) => small.startsWith(word));
    this.#at += words[index]?.length ?? 0;
    if (index >= 0) return index;
    return misfit(`invalid value "${/^[^ \t\n\r\f]*/.exec(rest)?.[0] ?? ''}" for "${written}"`);
  }

  /**
   * Reads an integer after blanks.
   * @param length number of its digits.
   * @param isOpen true: takes all digits that follow, instead of exactly `length`.
   */
  integer(written: string, length: number, isOpen: boolean): number | DatetimeFault {
    const begin = this.#at;
    this.skipBlanks();
    const rest = this.#text.slice(this.#at);
    const copy = utf8Prefix(rest, length);
    const digits = /^[-+]?\d+/.exec(isOpen ? rest : copy)?.[0] ?? '';
    const fault = isOpen ? undefined : widthFault(written, length, rest, digits);
    if (fault !== undefined) return fault;
    if (isOpen && digits === '') this.#at = begin;
    this.#at += digits.length;
    this.length = this.#at - begin;
    if (this.length === 0) return misfit(`invalid value "${copy}" for "${written}"`);
    const value = Number(digits);
    return value < -(2 ** 31) || value >= 2 ** 31 ? outOfRange(written) : value;
  }
}

/**
 * The fault of a number that is too short. Undefined when there are enough characters, and either all are
 * digits or none is.
 */
function widthFault(
  written: string,
  length: number,
  rest: string,
  digits: string,
): DatetimeFault | undefined {
  if (Buffer.byteLength(rest) < length)
    return misfit(`source string too short for "${written}" formatting field`);
  if (digits.length === 0 || digits.length === length) return undefined;
  return misfit(`invalid value "${utf8Prefix(rest, length)}" for "${written}"`);
}

const outOfRange = (written: string): DatetimeFault => ({
  sqlState: '22008',
  reason: `value for "${written}" in source string is out of range`,
});
