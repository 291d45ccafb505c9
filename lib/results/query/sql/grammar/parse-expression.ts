import { type ArithmeticOperator, negate } from '../values/arithmetic.ts';
import { numberOf, numberOfLiteral } from '../values/decimal.ts';
import { isNumber } from '../values/json-value.ts';
import { type Expression, isPredicate, type Predicate } from './ast.ts';
import { parseAccessors, seesAccessor } from './parse-accessors.ts';
import { parseAny, parseExists } from './parse-predicate.ts';
import type { TokenStream } from './token-stream.ts';

type Node = Expression | Predicate;

/** What may stand where an operand is read: anything, or only what gives items. */
type Place = 'any' | 'expression';

/** An expression, before whatever follows it. */
export function parseExpression(tokens: TokenStream): Expression {
  return tokens.nested(() => asExpression(tokens, parseSum(tokens, 'expression')));
}

/** A predicate where an expression is asked for: what comes next cannot be right. */
export const asExpression = (tokens: TokenStream, node: Node): Expression =>
  isPredicate(node) ? tokens.fail() : node;

export function parseSum(tokens: TokenStream, place: Place): Node {
  return parseArithmetic(tokens, ['+', '-'], place, parseProduct);
}

function parseProduct(tokens: TokenStream, place: Place): Node {
  return parseArithmetic(tokens, ['*', '/', '%'], place, parseSigned);
}

function parseArithmetic(
  tokens: TokenStream,
  operators: readonly ArithmeticOperator[],
  place: Place,
  parsePart: (tokens: TokenStream, place: Place) => Node,
): Node {
  let left = parsePart(tokens, place);
  for (;;) {
    const operator = operators.find((symbol) => tokens.seesSymbol(symbol));
    if (operator === undefined) return left;
    const operand = asExpression(tokens, left);
    const { at } = tokens.take();
    const right = asExpression(tokens, parsePart(tokens, 'expression'));
    left = { kind: 'arithmetic', operator, left: operand, right, at };
  }
}

function parseSigned(tokens: TokenStream, place: Place): Node {
  const sign = tokens.seesSymbol('-') ? '-' : tokens.seesSymbol('+') ? '+' : undefined;
  if (sign === undefined) return parseOperand(tokens, place);
  const { at } = tokens.take();
  const operand = tokens.nested(() => asExpression(tokens, parseSigned(tokens, 'expression')));
  if (operand.kind !== 'literal' || !isNumber(operand.value)) return { kind: 'sign', sign, operand, at };
  return sign === '+' ? operand : { kind: 'literal', value: negate(operand.value), at };
}

/** An operand with its accessors. Those behind parentheses go on the path that is inside. */
function parseOperand(tokens: TokenStream, place: Place): Node {
  const base = parsePrimary(tokens, place);
  if (base.isClosed || !seesAccessor(tokens)) return base.node;
  const accessors = parseAccessors(tokens);
  const { node } = base;
  if (node.kind !== 'path') return { kind: 'path', base: node, accessors, at: node.at };
  return { ...node, accessors: [...node.accessors, ...accessors] };
}

/** Closed is what no accessor may follow. */
type Primary = { readonly node: Node; readonly isClosed: boolean };

function parsePrimary(tokens: TokenStream, place: Place): Primary {
  if (place === 'any' && tokens.next.kind === 'exists') return { node: parseExists(tokens), isClosed: true };
  if (tokens.takesSymbol('(')) return parseParentheses(tokens, place);
  return { node: parseAtom(tokens), isClosed: false };
}

function parseParentheses(tokens: TokenStream, place: Place): Primary {
  const inner = parseAny(tokens);
  tokens.expectSymbol(')');
  if (place !== 'any' || !isPredicate(inner) || tokens.next.kind !== 'is')
    return { node: inner, isClosed: false };
  const { at } = tokens.take();
  tokens.expect('unknown');
  return { node: { kind: 'isUnknown', operand: inner, at }, isClosed: true };
}

function parseAtom(tokens: TokenStream): Expression {
  const { kind, value, at } = tokens.next;
  switch (kind) {
    case 'string':
      tokens.take();
      return { kind: 'literal', value, at };
    case 'number':
    case 'integer':
      tokens.take();
      return { kind: 'literal', value: numberOfLiteral(value), at };
    case 'null':
      tokens.take();
      return { kind: 'literal', value: null, at };
    case 'true':
    case 'false':
      tokens.take();
      return { kind: 'literal', value: kind === 'true', at };
    case 'variable':
      tokens.take();
      return { kind: 'variable', name: value, at };
    case 'last':
      tokens.take();
      return { kind: 'last', at };
    case 'identifier':
      return parseNewInteger(tokens);
    default:
      return parseSign(tokens);
  }
}

const newInteger =
  /^(?:0[xX][0-9a-fA-F](?:_?[0-9a-fA-F])*|0[oO][0-7](?:_?[0-7])*|0[bB][01](?:_?[01])*|[1-9][0-9]*(?:_[0-9]+)+)$/;

/**
 * `0x1f`, `0o17`, `0b11` and `1_000` are names to PostgreSQL 15 and integers to 16: here they stay
 * names where a name can be (`$. 1_000`).
 */
function parseNewInteger(tokens: TokenStream): Expression {
  const { value, at } = tokens.next;
  if (!newInteger.test(value)) tokens.fail();
  tokens.take();
  return { kind: 'literal', value: numberOf(BigInt(value.replaceAll('_', '')), 0), at };
}

function parseSign(tokens: TokenStream): Expression {
  const { at } = tokens.next;
  if (tokens.takesSymbol('$')) return { kind: 'root', at };
  tokens.expectSymbol('@');
  return { kind: 'current', at };
}
