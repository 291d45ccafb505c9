import { RE2JS } from 're2js';
import { numbered } from '../../../words.ts';
import { intersectsClasses } from '../../document/tree/class-intersection.ts';
import { scenarios } from '../limits.ts';

/**
 * A regular expression of the library RE2, whose time is linear in the length of the text. RE2 has no
 * look-around and no back-references, so no expression of a document can stall a drive. A call takes 1 to 3
 * µs, more than ten times as long as an expression of JavaScript.
 */
export class RegularExpression {
  readonly #compiled: RE2JS;
  readonly #instructions: number;

  /**
   * Compiles the expression.
   * @throws RegularExpressionProblem
   */
  constructor(source: string) {
    if (source.length > scenarios.expressionCharsMax)
      throw new RegularExpressionProblem(
        `it has ${source.length} characters, and may have ${scenarios.expressionCharsMax}`,
      );
    if (intersectsClasses(source))
      throw new RegularExpressionProblem("'&&' in a class, such as [a-z&&[^b]], is not supported");
    try {
      this.#compiled = RE2JS.compile(source);
    } catch (error) {
      throw new RegularExpressionProblem(reasonOf(source, error));
    }
    this.#instructions = this.#compiled.programSize();
    if (this.#instructions > scenarios.expressionInstructionsMax)
      throw new RegularExpressionProblem('the repetitions make the expression too large');
  }

  /**
   * Replaces the first match, or all. In the replacement, `$1` to `$9` are the groups of the match. A
   * backslash makes the next character literal.
   */
  replace(text: string, replacement: string, all: boolean): string {
    const matcher = this.#compiled.matcher(this.#bounded(text));
    return all ? matcher.replaceAll(replacement, true) : matcher.replaceFirst(replacement, true);
  }

  matchesAll(text: string): boolean {
    return this.#compiled.testExact(this.#bounded(text));
  }

  /**
   * Why a text cannot be the replacement of this expression: it has an unknown group, a `$` without a group,
   * or a backslash at its end. Undefined when it can.
   */
  problemOf(replacement: string): string | undefined {
    for (const [found] of replacement.matchAll(/\\.?|\$\d?/gs)) {
      if (found === '\\') return "the backslash at the end escapes nothing; write '\\\\' for a backslash";
      if (found === '$')
        return "'$' needs the number of a group behind it; write '\\$' for the character '$'";
      if (found.startsWith('$') && Number(found.slice(1)) > this.#compiled.groupCount())
        return `group '${found}' does not exist, because the regular expression has ${numbered(this.#compiled.groupCount(), 'group')}`;
    }
    return undefined;
  }

  #bounded(text: string): string {
    if (text.length * this.#instructions > scenarios.expressionWorkMax)
      throw new Error(`a text of ${text.length} characters is too long for a regular expression`);
    return text;
  }
}

/** The error of an invalid regular expression. Its message is the reason, as a part of a sentence. */
export class RegularExpressionProblem extends Error {}

function reasonOf(source: string, error: unknown): string {
  if (/\(\?(<?[=!]|>)/.test(source))
    return 'look-around and atomic groups, such as (?=x), could stall a run and are not supported';
  if (/(?<!\\)(\\\\)*\\([1-9]|k<)/.test(source))
    return 'back-references, such as \\1, could stall a run and are not supported';
  return error instanceof Error ? error.message : String(error);
}
