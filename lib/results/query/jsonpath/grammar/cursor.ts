import { queryLimits } from '../../limits.ts';
import { QueryError } from '../../query-error.ts';
import type { Expression } from './ast.ts';

export type RegexLiteral = Extract<Expression, { kind: 'pattern' }>;

/**
 * The text of an expression with the position of the parser in it. It also counts the parts of the
 * expression, which are limited.
 */
export class Cursor {
  readonly text: string;
  /** The regular expressions of the expression that were read so far. */
  readonly patterns: RegexLiteral[] = [];
  at = 0;
  #nodes = 0;
  #depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  get isEnd(): boolean {
    return this.at >= this.text.length;
  }

  get next(): string {
    return this.text[this.at] ?? '';
  }

  sees(literal: string): boolean {
    return this.text.startsWith(literal, this.at);
  }

  takes(literal: string): boolean {
    const seen = this.sees(literal);
    if (seen) this.at += literal.length;
    return seen;
  }

  /** Reads the text that a sticky regular expression matches at the position, if it matches. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  /** Skips the blanks that RFC 9535 allows. */
  blank(): void {
    this.match(/[ \t\n\r]*/y);
  }

  /** Tries to read something after blanks. If it is not there, the position stays before the blanks. */
  afterBlank<Found>(attempt: () => Found | undefined): Found | undefined {
    const start = this.at;
    this.blank();
    const found = attempt();
    if (found === undefined) this.at = start;
    return found;
  }

  expect(literal: string, instead = `"${literal}"`): void {
    if (!this.takes(literal)) this.fail(instead);
  }

  /**
   * Reports a syntax error.
   * @param hint a correct alternative, if it is known.
   * @throws QueryError 42601
   */
  fail(expected: string, at = this.at, hint?: string): never {
    const found = at >= this.text.length ? 'the end of the expression' : JSON.stringify(this.#word(at));
    const instead = hint === undefined ? '' : `; ${hint}`;
    this.refuse('42601', `expected ${expected}, found ${found}${instead}`, at);
  }

  /**
   * Reports that an expression is invalid or too complex.
   * @throws QueryError
   */
  refuse(sqlState: '42601' | '54001', reason: string, position = this.at): never {
    throw syntaxError(sqlState, reason, this.text, position);
  }

  /** Counts a selector, an operator or an operand of the expression. Their number is limited. */
  node(): void {
    this.#nodes += 1;
    const bound = queryLimits.expressionNodesMax;
    if (this.#nodes > bound)
      this.refuse('54001', `an expression has at most ${bound} selectors, operators and operands`);
  }

  nested<Found>(parse: () => Found): Found {
    this.#depth += 1;
    if (this.#depth > queryLimits.nestingMax)
      this.refuse('54001', `brackets may be nested ${queryLimits.nestingMax} deep at most`);
    const found = parse();
    this.#depth -= 1;
    return found;
  }

  #word(at: number): string {
    const word = /[\w$-]+/y;
    word.lastIndex = at;
    return word.exec(this.text)?.[0].slice(0, 20) ?? String.fromCodePoint(this.text.codePointAt(at) ?? 0);
  }
}

/**
 * The error for an invalid expression: 42601 for its syntax, 2201B for a regular expression, 54001 when it is
 * too complex. The message has the column in characters from 1.
 */
export function syntaxError(
  sqlState: '42601' | '2201B' | '54001',
  reason: string,
  text: string,
  position: number,
): QueryError {
  const column = [...text.slice(0, position)].length + 1;
  const kind = sqlState === '54001' ? 'too complex' : 'syntax error';
  return new QueryError(sqlState, `${kind} at column ${column}: ${reason}`, { position });
}
