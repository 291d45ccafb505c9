import { RE2JS } from 're2js';
import { BoundedCache } from '../bounded-cache.ts';
import type { Work } from '../budget.ts';
import { queryLimits } from '../limits.ts';
import { QueryError } from '../query-error.ts';

/**
 * The flags of RE2 for the flags of JavaScript. RE2 needs no flag for `g` and `u`, because they do not change
 * a test.
 */
const flagBits: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  g: 0,
  u: 0,
};

/**
 * A regular expression whose match takes time linear in the text. RE2 has no look-around and no
 * back-references, so a user's expression cannot be slow. The size of its program is bounded, because a
 * character of the text costs up to 60 ns for each instruction. The match of a long text ends when the time
 * of the query is over.
 */
export class Pattern {
  readonly #compiled: RE2JS;
  readonly #instructions: number;
  /** The most bytes of memory that the compiled expression takes, for the cache. */
  readonly bytes: number;

  /**
   * Compiles a regular expression in the syntax of RE2.
   * @throws PatternFault for an unknown flag, and for an expression that RE2 rejects or that is too large.
   */
  constructor(source: string, flags: string) {
    const unknown = [...flags].find((flag) => !Object.hasOwn(flagBits, flag));
    if (unknown !== undefined)
      throw new PatternFault(`has the unknown flag ${unknown}, expected ${Object.keys(flagBits).join(', ')}`);
    this.#compiled = compile(source, flags);
    this.#instructions = this.#compiled.programSize();
    if (this.#instructions > queryLimits.patternInstructionsMax)
      throw new PatternFault('is too large, because it repeats too much', { isTooLarge: true });
    this.bytes = 2 * source.length + programBytes(this.#compiled) + this.#boundMemory();
  }

  /** Returns true when a part of the text matches. @throws QueryError 57014 when there is no time left. */
  find(text: string, budget: Work): boolean {
    return this.#compiled.test(this.#withDeadline(text, budget));
  }

  /** Returns true when the whole text matches. @throws QueryError 57014 when there is no time left. */
  matchesAll(text: string, budget: Work): boolean {
    return this.#compiled.testExact(this.#withDeadline(text, budget));
  }

  #withDeadline(text: string, budget: Work): string {
    const work = text.length * this.#instructions;
    budget.spend(1 + Math.floor(work / 100));
    if (work < 1_000_000) return text;
    return new DeadlineText(text, this.#instructions, budget).asString();
  }

  /**
   * Bounds the matching states that RE2 caches, which would otherwise grow to 8 MiB for each expression. The
   * bound is 64 states for each instruction, and at most 1 MiB.
   */
  #boundMemory(): number {
    const { dfa } = this.#compiled.re2();
    const stateBytes = 200 + 8 * (this.#instructions + dfa.numClasses);
    const bytes = Math.min(statesBytesMax, Math.max(statesBytesMin, 64 * this.#instructions * stateBytes));
    dfa.stateBudget = bytes;
    dfa.memBudget = bytes;
    return bytes;
  }
}

const statesBytesMin = 64 * 1024;
const statesBytesMax = 1024 * 1024;

/**
 * Bytes of the program and of the ranges in its character classes: 7 KB for a class of all letters. Copies of
 * an instruction share their ranges.
 */
function programBytes(compiled: RE2JS): number {
  const { prog } = compiled.re2();
  const ranges = new Set<readonly number[]>();
  for (let at = 0; at < prog.numInst(); at += 1) ranges.add(prog.getInst(at).runes ?? []);
  const numbers = [...ranges].reduce((sum, { length }) => sum + length, 0);
  return 100 * prog.numInst() + 8 * numbers;
}

/** A mistake in a regular expression. Its message continues a sentence that begins with the expression. */
class PatternFault extends Error {
  /** True when the expression may be valid, but is too large to be evaluated. */
  readonly isTooLarge: boolean;

  constructor(
    message: string,
    { isTooLarge = false, ...options }: ErrorOptions & { isTooLarge?: boolean } = {},
  ) {
    super(message, options);
    this.isTooLarge = isTooLarge;
  }
}

function compile(source: string, flags: string): RE2JS {
  const bits = [...flags].reduce((sum, flag) => sum | (flagBits[flag] ?? 0), 0);
  try {
    return RE2JS.compile(source, bits);
  } catch (cause) {
    const isUnsupported = /\(\?<?[=!]|\\[1-9]/.test(source);
    const hint = isUnsupported ? ' (look-around and back-references are not supported)' : '';
    throw new PatternFault(`cannot be compiled: ${(cause as Error).message}${hint}`, { cause });
  }
}

const known = new BoundedCache<Pattern | PatternFault>(queryLimits.patternCacheBytes);

/**
 * A compiled regular expression, or the mistake in it. The result is cached, because a filter uses the same
 * expression at every element.
 */
export const patternOf = (source: string, flags: string): Pattern | PatternFault =>
  source.length > queryLimits.patternLengthMax ? tooLong : compiled(source, flags);

const tooLong = new PatternFault(`is longer than ${queryLimits.patternLengthMax} characters`, {
  isTooLarge: true,
});

const compiled = (source: string, flags: string): Pattern | PatternFault =>
  cachedPattern(`${flags}/${source}`, () => new Pattern(source, flags));

/**
 * The compiled expression that is cached under a key, or a new one; or its mistake.
 * @param make compiles the expression. A PatternFault that it throws is the mistake, which is returned and
 * cached.
 */
export function cachedPattern(key: string, make: () => Pattern): Pattern | PatternFault {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = attempted(make);
  known.set(key, made, 2 * key.length + (made instanceof Pattern ? made.bytes : 1000));
  return made;
}

function attempted(make: () => Pattern): Pattern | PatternFault {
  try {
    return make();
  } catch (fault) {
    if (fault instanceof PatternFault) return fault;
    throw fault;
  }
}

/**
 * Compiles a regular expression that a query computes, in the syntax of RFC 9485: its dot matches neither
 * line feed nor carriage return. Undefined for an invalid expression, which matches nothing (RFC 9535 section
 * 2.4.6).
 * @throws QueryError 2201B for an expression that is too large.
 */
export function computedPattern(source: string, budget: Work): Pattern | undefined {
  budget.spend(1);
  const found = source.length > queryLimits.patternLengthMax ? tooLong : translated(source, budget);
  if (found instanceof Pattern) return found;
  if (!found.isTooLarge) return undefined;
  throw new QueryError('2201B', `a regular expression ${found.message}`, { cause: found });
}

/** Translates and compiles an expression. This takes at most some milliseconds. */
function translated(source: string, budget: Work): Pattern | PatternFault {
  const pattern = withIRegexpDots(source);
  const found = known.get(`/${pattern}`);
  if (found !== undefined) return found;
  budget.spend(1000);
  return compiled(pattern, '');
}

function withIRegexpDots(source: string): string {
  if (!source.includes('.')) return source;
  return source.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]|\./gsu, (part) => (part === '.' ? '[^\\n\\r]' : part));
}

/**
 * A text that checks the deadline while a regular expression reads it. RE2 calls `charCodeAt` for one
 * character after another, and cannot be stopped in any other way.
 */
class DeadlineText extends String {
  readonly #text: string;
  readonly #budget: Work;
  readonly #charactersPerCheck: number;
  #untilCheck = 0;

  /**
   * @param instructions of the compiled expression. They determine the time for one character: up to 60 ns
   * for each instruction.
   */
  constructor(text: string, instructions: number, budget: Work) {
    super(text);
    this.#text = text;
    this.#budget = budget;
    this.#charactersPerCheck = Math.ceil(20_000 / instructions);
  }

  override charCodeAt(at: number): number {
    this.#untilCheck -= 1;
    if (this.#untilCheck < 0) {
      this.#untilCheck = this.#charactersPerCheck;
      this.#budget.checkDeadline();
    }
    return this.#text.charCodeAt(at);
  }

  /** Passes this text to RE2, which declares its parameter as a string but only calls methods of it. */
  asString(): string {
    return this as unknown as string;
  }
}
