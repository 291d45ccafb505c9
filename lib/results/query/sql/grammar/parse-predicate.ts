import { compileLikeRegex } from '../like-regex/like-regex.ts';
import { type Comparison, comparisons, type Expression, isPredicate, type Predicate } from './ast.ts';
import { asExpression, parseExpression, parseSum } from './parse-expression.ts';
import type { TokenStream } from './token-stream.ts';

type Node = Expression | Predicate;

/** An expression or a predicate. */
export function parseAny(tokens: TokenStream): Node {
  return tokens.nested(() =>
    parseJunction(tokens, 'or', () => parseJunction(tokens, 'and', () => parseNot(tokens))),
  );
}

/** A predicate, before whatever follows it. */
export function parsePredicate(tokens: TokenStream): Predicate {
  return asPredicate(tokens, parseAny(tokens));
}

/** An expression where a predicate is asked for: what comes next cannot be right. */
const asPredicate = (tokens: TokenStream, node: Node): Predicate =>
  isPredicate(node) ? node : tokens.fail();

const junctions = { and: '&&', or: '||' } as const;

function parseJunction(tokens: TokenStream, kind: 'and' | 'or', parseOperand: () => Node): Node {
  let left = parseOperand();
  while (tokens.seesSymbol(junctions[kind])) {
    const operand = asPredicate(tokens, left);
    const { at } = tokens.take();
    left = { kind, left: operand, right: asPredicate(tokens, parseOperand()), at };
  }
  return left;
}

/** `!` stands before parentheses and `exists` only. */
function parseNot(tokens: TokenStream): Node {
  if (!tokens.seesSymbol('!')) return parseTest(tokens);
  const { at } = tokens.take();
  if (tokens.next.kind === 'exists') return { kind: 'not', operand: parseExists(tokens), at };
  tokens.expectSymbol('(');
  const operand = parsePredicate(tokens);
  tokens.expectSymbol(')');
  return { kind: 'not', operand, at };
}

export function parseExists(tokens: TokenStream): Predicate {
  const { at } = tokens.expect('exists');
  tokens.expectSymbol('(');
  const operand = parseExpression(tokens);
  tokens.expectSymbol(')');
  return { kind: 'exists', operand, at };
}

/** An operand, and what may be asked of it. */
function parseTest(tokens: TokenStream): Node {
  const operand = parseSum(tokens, 'any');
  const { kind, value, at } = tokens.next;
  if (kind === 'symbol' && isComparison(value)) {
    const left = asExpression(tokens, operand);
    tokens.take();
    const right = asExpression(tokens, parseSum(tokens, 'expression'));
    return { kind: 'comparison', operator: value, left, right, at };
  }
  if (kind === 'starts') return parseStartsWith(tokens, asExpression(tokens, operand));
  if (kind === 'like_regex') return parseLikeRegex(tokens, asExpression(tokens, operand));
  return operand;
}

const isComparison = (symbol: string): symbol is Comparison =>
  (comparisons as readonly string[]).includes(symbol);

function parseStartsWith(tokens: TokenStream, whole: Expression): Predicate {
  const { at } = tokens.take();
  tokens.expect('with');
  if (tokens.next.kind !== 'string' && tokens.next.kind !== 'variable') tokens.fail();
  const { kind, value, at: place } = tokens.take();
  const start: Expression =
    kind === 'string' ? { kind: 'literal', value, at: place } : { kind: 'variable', name: value, at: place };
  return { kind: 'startsWith', whole, start, at };
}

function parseLikeRegex(tokens: TokenStream, text: Expression): Predicate {
  const { at } = tokens.take();
  const { value: source, at: position } = tokens.expect('string');
  const flags = tokens.takes('flag') ? tokens.expect('string').value : '';
  const pattern = compileLikeRegex(source, flags, { lengthMax: tokens.limits.patternLengthMax, position });
  return { kind: 'likeRegex', text, pattern, at };
}
