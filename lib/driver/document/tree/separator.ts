import { RE2JS, RE2JSSyntaxException } from 're2js';
import { reading } from '../limits.ts';
import type { Bounds } from './bounds.ts';
import { intersectsClasses } from './class-intersection.ts';

type Wrong = { readonly wrong: string; readonly hint?: string };

/**
 * Splits the text of a `!foreach` into items, without spaces around them and without empty ones. RE2 has no
 * look-around and no back-references, so the time of a pattern is bounded. Each character that a pattern
 * reads counts towards the bounds of the document. A pattern that looks far ahead reads the text again for
 * every character.
 */
export function splitItems(
  text: string,
  pattern: RE2JS,
  bounds: Bounds,
): { readonly parts: readonly string[] } | Wrong {
  const input = new CountedText(text, pattern.programSize(), bounds);
  try {
    const parts = pattern.split(input.asString()).map((part) => part.trim());
    return { parts: parts.filter((part) => part !== '') };
  } catch (error) {
    if (error !== input.tooLong) throw error;
    return {
      wrong: `the items take too long to split with the separator '${pattern.pattern()}'`,
      hint: 'write a simpler separator',
    };
  }
}

/** Compiles the pattern that divides two items, or returns why it is refused. */
export function compileSeparator(separator: string): RE2JS | Wrong {
  if (separator.length > reading.separatorCharsMax)
    return { wrong: `separator is longer than ${reading.separatorCharsMax} characters` };
  if (intersectsClasses(separator))
    return {
      wrong: `separator '${separator}' has '&&' in a class, which Downpour does not support`,
      hint: 'list the characters of the class',
    };
  try {
    const pattern = RE2JS.compile(separator);
    if (pattern.programSize() <= reading.separatorInstructionsMax) return pattern;
    return {
      wrong: `separator '${separator}' is too large, because of its repetitions`,
      hint: 'write a simpler separator',
    };
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const hint = /\(\?[=!<]|\\[1-9]/.test(separator)
      ? 'write the separator without look-around and back-references'
      : undefined;
    const wrong = `separator '${separator}' is not a regular expression that Downpour supports`;
    return hint === undefined ? { wrong } : { wrong, hint };
  }
}

/**
 * A text that counts how often a regular expression reads one of its characters. RE2 offers no other way to
 * stop it.
 */
class CountedText extends String {
  readonly tooLong = new Error('the separator takes too long to split the items');
  readonly #text: string;
  readonly #instructions: number;
  readonly #bounds: Bounds;

  constructor(text: string, instructions: number, bounds: Bounds) {
    super(text);
    this.#text = text;
    this.#instructions = instructions;
    this.#bounds = bounds;
  }

  override charCodeAt(at: number): number {
    if (!this.#bounds.allowsMatching(this.#instructions)) throw this.tooLong;
    return this.#text.charCodeAt(at);
  }

  /**
   * This object with the type of a string, because RE2 declares its parameter as a string. RE2 only calls
   * methods of it.
   */
  asString(): string {
    return this as unknown as string;
  }
}
