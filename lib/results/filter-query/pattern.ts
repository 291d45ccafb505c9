import { RE2JS } from 're2js';
import { limits } from '../limits.ts';

/**
 * Regular expressions in time linear in the text: RE2 has no look-around and no back-references, which is what makes
 * a pattern from a caller harmless.
 */
export type Pattern = {
  readonly find: (text: string) => boolean;
  readonly matchesAll: (text: string) => boolean;
};

/** `g` and `u` change nothing for a test. */
const flagBits: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  g: 0,
  u: 0,
};

/** What is wrong with a pattern, to follow its text in a sentence; undefined when nothing is. */
export function problemOfPattern(source: string, flags: string): string | undefined {
  const unknown = [...flags].find((flag) => !Object.hasOwn(flagBits, flag));
  if (unknown !== undefined) return `has the flag ${unknown}, known are ${Object.keys(flagBits).join(', ')}`;
  if (source.length > limits.patternLengthMax) return `is longer than ${limits.patternLengthMax} characters`;
  try {
    compilePattern(source, flags);
    return undefined;
  } catch (error) {
    const hint = /\(\?[=!<]|\\[1-9]/.test(source)
      ? ' (look-around and back-references are not supported)'
      : '';
    return `cannot be compiled: ${(error as Error).message}${hint}`;
  }
}

/** @throws when the pattern is not one of RE2. */
export function compilePattern(source: string, flags: string): Pattern {
  const bits = [...flags].reduce((sum, flag) => sum | (flagBits[flag] ?? 0), 0);
  const compiled = RE2JS.compile(source, bits);
  return { find: (text) => compiled.test(text), matchesAll: (text) => compiled.testExact(text) };
}

/**
 * A pattern that an expression computes, as a source of RFC 9485: its dot matches neither line feed nor carriage
 * return. Undefined when it is not one. Compiled ones are kept, for a filter asks for the same one at every element.
 */
export class Patterns {
  readonly #known = new Map<string, Pattern | undefined>();

  get(source: string): Pattern | undefined {
    if (!this.#known.has(source)) {
      if (this.#known.size >= 64) this.#known.clear();
      const isSound = problemOfPattern(withIRegexpDots(source), '') === undefined;
      this.#known.set(source, isSound ? compilePattern(withIRegexpDots(source), '') : undefined);
    }
    return this.#known.get(source);
  }
}

function withIRegexpDots(source: string): string {
  return source.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]|\./gsu, (part) => (part === '.' ? '[^\\n\\r]' : part));
}
