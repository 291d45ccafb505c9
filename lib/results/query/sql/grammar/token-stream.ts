import { queryLimits } from '../../limits.ts';
import { QueryError } from '../../query-error.ts';
import { Lexer, type Token } from './lexer.ts';

/**
 * The tokens of an expression. A token is read only when the grammar needs it, so errors are reported in
 * order.
 */
export class TokenStream {
  readonly #lexer: Lexer;
  #ahead: Token | undefined;
  #nesting = 0;

  constructor(text: string) {
    this.#lexer = new Lexer(text);
  }

  /** The token that comes next. */
  get next(): Token {
    this.#ahead ??= this.#lexer.next();
    return this.#ahead;
  }

  take(): Token {
    const token = this.next;
    this.#ahead = undefined;
    return token;
  }

  sees(kind: Token['kind']): boolean {
    return this.next.kind === kind;
  }

  takes(kind: Token['kind']): boolean {
    const seen = this.sees(kind);
    if (seen) this.take();
    return seen;
  }

  seesSymbol(symbol: string): boolean {
    return this.next.kind === 'symbol' && this.next.value === symbol;
  }

  takesSymbol(symbol: string): boolean {
    const seen = this.seesSymbol(symbol);
    if (seen) this.take();
    return seen;
  }

  expectSymbol(symbol: string): void {
    if (!this.takesSymbol(symbol)) this.fail();
  }

  inParentheses<Value>(parse: (tokens: TokenStream) => Value): Value {
    this.expectSymbol('(');
    const value = parse(this);
    this.expectSymbol(')');
    return value;
  }

  expect(kind: Token['kind']): Token {
    return this.sees(kind) ? this.take() : this.fail();
  }

  /** Rejects the next token. */
  fail(): never {
    const { fragment, at } = this.next;
    throw this.#lexer.error('syntax error', fragment, at);
  }

  nested<Value>(parse: () => Value): Value {
    this.#nesting += 1;
    if (this.#nesting > queryLimits.nestingMax)
      throw tooComplex(`is nested more than ${queryLimits.nestingMax} deep`);
    const value = parse();
    this.#nesting -= 1;
    return value;
  }
}

export const tooComplex = (what: string): QueryError =>
  new QueryError('54001', `stack depth limit exceeded: the expression ${what}`);
