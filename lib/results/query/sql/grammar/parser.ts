import { queryLimits } from '../../limits.ts';
import { type ArithmeticOperator, type Comparison, comparisons } from '../../operators.ts';
import { QueryError } from '../../query-error.ts';
import { compileLikeRegex } from '../like-regex/like-regex.ts';
import { negate } from '../values/arithmetic.ts';
import { type JsonNumber, numberOf, numberOfLiteral } from '../values/decimal.ts';
import { isNumber } from '../values/json-value.ts';
import {
  type Ast,
  type Expression,
  expressionsIn,
  isPredicate,
  type Node,
  operandsOf,
  type Predicate,
} from './ast.ts';
import type { Token } from './lexer.ts';
import { parseAccessors, seesAccessor } from './parse-accessors.ts';
import { TokenStream, tooComplex } from './token-stream.ts';

/**
 * Parses a path by the grammar of PostgreSQL 15. As PostgreSQL does, it rejects the first token with which no
 * path can continue.
 * @throws QueryError
 */
export function parsePath(text: string): Ast {
  const { expressionLengthMax } = queryLimits;
  if (text.length > expressionLengthMax) throw tooComplex(`has more than ${expressionLengthMax} characters`);
  if (text.includes('\0')) {
    const position = text.indexOf('\0');
    throw new QueryError('22021', 'invalid byte sequence for encoding "UTF8": 0x00', { position });
  }
  const tokens = new TokenStream(text);
  if (tokens.sees('end')) {
    throw new QueryError('22P02', `invalid input syntax for type jsonpath: "${text}"`, { position: 0 });
  }
  const mode = parseMode(tokens);
  const root = parseAny(tokens);
  if (!tokens.sees('end')) tokens.fail();
  checkPositions(root);
  return { mode, root };
}

function parseMode(tokens: TokenStream): 'lax' | 'strict' {
  const { kind } = tokens.next;
  if (kind !== 'lax' && kind !== 'strict') return 'lax';
  tokens.take();
  return kind;
}

/**
 * Checks where `@` and `last` are used.
 * @throws QueryError 42601 for the first `@` outside of a filter or `last` outside of an array subscript.
 */
function checkPositions(node: Node, isInFilter = false, isInSubscript = false): void {
  if (node.kind === 'current' && !isInFilter)
    throw misplaced('@ is not allowed in root expressions', node.at);
  if (node.kind === 'last' && !isInSubscript)
    throw misplaced('LAST is allowed only in array subscripts', node.at);
  for (const operand of operandsOf(node)) checkPositions(operand, isInFilter, isInSubscript);
  if (node.kind !== 'path') return;
  for (const accessor of node.accessors) {
    if (accessor.kind === 'filter') checkPositions(accessor.condition, true, isInSubscript);
    if (accessor.kind === 'elements')
      for (const index of expressionsIn(accessor.subscripts)) checkPositions(index, isInFilter, true);
  }
}

const misplaced = (reason: string, position: number): QueryError =>
  new QueryError('42601', reason, { position });

/** Reads an expression or a predicate. */
function parseAny(tokens: TokenStream): Node {
  return tokens.nested(() =>
    parseJunction(tokens, 'or', () => parseJunction(tokens, 'and', () => parseNot(tokens))),
  );
}

/** Reads a predicate. */
export function parsePredicate(tokens: TokenStream): Predicate {
  return asPredicate(tokens, parseAny(tokens));
}

/** Rejects an expression where the grammar requires a predicate. The error shows the next token. */
const asPredicate = (tokens: TokenStream, node: Node): Predicate =>
  isPredicate(node) ? node : tokens.fail();

const junctions = { and: '&&', or: '||' } as const;

function parseJunction(tokens: TokenStream, kind: 'and' | 'or', parseOperand: () => Node): Node {
  let left = parseOperand();
  while (tokens.seesSymbol(junctions[kind])) {
    const operand = asPredicate(tokens, left);
    tokens.take();
    left = { kind, left: operand, right: asPredicate(tokens, parseOperand()) };
  }
  return left;
}

/** Reads `!`, which is allowed only before parentheses and `exists`. */
function parseNot(tokens: TokenStream): Node {
  if (!tokens.takesSymbol('!')) return parseTest(tokens);
  if (tokens.sees('exists')) return { kind: 'not', operand: parseExists(tokens) };
  return { kind: 'not', operand: tokens.inParentheses(parsePredicate) };
}

function parseExists(tokens: TokenStream): Predicate {
  tokens.expect('exists');
  return { kind: 'exists', operand: tokens.inParentheses(parseExpression) };
}

/** Reads an operand and the test after it. */
function parseTest(tokens: TokenStream): Node {
  const operand = parseSum(tokens, 'any');
  const { kind, value } = tokens.next;
  if (kind === 'symbol' && isComparison(value)) {
    const left = asExpression(tokens, operand);
    tokens.take();
    const right = asExpression(tokens, parseSum(tokens, 'expression'));
    return { kind: 'comparison', operator: value, left, right };
  }
  if (kind === 'starts') return parseStartsWith(tokens, asExpression(tokens, operand));
  if (kind === 'like_regex') return parseLikeRegex(tokens, asExpression(tokens, operand));
  return operand;
}

const isComparison = (symbol: string): symbol is Comparison =>
  (comparisons as readonly string[]).includes(symbol);

function parseStartsWith(tokens: TokenStream, whole: Expression): Predicate {
  tokens.take();
  tokens.expect('with');
  if (!tokens.sees('string') && !tokens.sees('variable')) tokens.fail();
  return { kind: 'startsWith', whole, start: parseAtom(tokens) };
}

function parseLikeRegex(tokens: TokenStream, text: Expression): Predicate {
  tokens.take();
  const { value: source, at: position } = tokens.expect('string');
  const flags = tokens.takes('flag') ? tokens.expect('string').value : '';
  const pattern = compileLikeRegex(source, flags, { lengthMax: queryLimits.patternLengthMax, position });
  return { kind: 'likeRegex', text, pattern };
}

/** Whether an operand may be a predicate, or only an expression. */
type Allowed = 'any' | 'expression';

/** Reads an expression. */
export function parseExpression(tokens: TokenStream): Expression {
  return tokens.nested(() => asExpression(tokens, parseSum(tokens, 'expression')));
}

/** Rejects a predicate where the grammar requires an expression. The error shows the next token. */
const asExpression = (tokens: TokenStream, node: Node): Expression =>
  isPredicate(node) ? tokens.fail() : node;

function parseSum(tokens: TokenStream, allowed: Allowed): Node {
  return parseArithmetic(tokens, ['+', '-'], allowed, parseProduct);
}

function parseProduct(tokens: TokenStream, allowed: Allowed): Node {
  return parseArithmetic(tokens, ['*', '/', '%'], allowed, parseSigned);
}

function parseArithmetic(
  tokens: TokenStream,
  operators: readonly ArithmeticOperator[],
  allowed: Allowed,
  parsePart: (tokens: TokenStream, allowed: Allowed) => Node,
): Node {
  let left = parsePart(tokens, allowed);
  for (;;) {
    const operator = operators.find((symbol) => tokens.seesSymbol(symbol));
    if (operator === undefined) return left;
    const operand = asExpression(tokens, left);
    tokens.take();
    const right = asExpression(tokens, parsePart(tokens, 'expression'));
    left = { kind: 'arithmetic', operator, left: operand, right };
  }
}

function parseSigned(tokens: TokenStream, allowed: Allowed): Node {
  const sign = tokens.seesSymbol('-') ? '-' : tokens.seesSymbol('+') ? '+' : undefined;
  if (sign === undefined) return parseOperand(tokens, allowed);
  tokens.take();
  const operand = tokens.nested(() => asExpression(tokens, parseSigned(tokens, 'expression')));
  if (operand.kind !== 'literal' || !isNumber(operand.value)) return { kind: 'sign', sign, operand };
  return sign === '+' ? operand : { kind: 'literal', value: negate(operand.value) };
}

/** Reads an operand with its accessors. Accessors after parentheses are added to the path inside. */
function parseOperand(tokens: TokenStream, allowed: Allowed): Node {
  const base = parsePrimary(tokens, allowed);
  if (base.isClosed || !seesAccessor(tokens)) return base.node;
  const accessors = parseAccessors(tokens);
  const { node } = base;
  if (node.kind !== 'path') return { kind: 'path', base: node, accessors };
  return { ...node, accessors: [...node.accessors, ...accessors] };
}

/** An operand without accessors. `isClosed`: no accessor may follow. */
type Primary = { readonly node: Node; readonly isClosed: boolean };

function parsePrimary(tokens: TokenStream, allowed: Allowed): Primary {
  if (allowed === 'any' && tokens.next.kind === 'exists')
    return { node: parseExists(tokens), isClosed: true };
  if (tokens.takesSymbol('(')) return parseParentheses(tokens, allowed);
  return { node: parseAtom(tokens), isClosed: false };
}

function parseParentheses(tokens: TokenStream, allowed: Allowed): Primary {
  const inner = parseAny(tokens);
  tokens.expectSymbol(')');
  if (allowed !== 'any' || !isPredicate(inner) || !tokens.takes('is'))
    return { node: inner, isClosed: false };
  tokens.expect('unknown');
  return { node: { kind: 'isUnknown', operand: inner }, isClosed: true };
}

function parseAtom(tokens: TokenStream): Expression {
  const atom = atomOf(tokens.next);
  if (atom === undefined) return tokens.fail();
  tokens.take();
  return atom;
}

function atomOf({ kind, value, at }: Token): Expression | undefined {
  switch (kind) {
    case 'string':
      return { kind: 'literal', value };
    case 'number':
    case 'integer':
      return { kind: 'literal', value: numberOfLiteral(value.replaceAll('_', '')) };
    case 'null':
      return { kind: 'literal', value: null };
    case 'true':
    case 'false':
      return { kind: 'literal', value: kind === 'true' };
    case 'variable':
      return { kind: 'variable', name: value };
    case 'last':
      return { kind, at };
    case 'symbol':
      return value === '@' ? { kind: 'current', at } : value === '$' ? { kind: 'root' } : undefined;
    case 'identifier':
      return newInteger.test(value) ? { kind: 'literal', value: integerOf(value) } : undefined;
    default:
      return undefined;
  }
}

/**
 * Integers that only PostgreSQL 16 has: `0x1f`, `0o17`, `0b11` and `1_000` are names in PostgreSQL 15.
 * Downpour accepts them as integers too. Where a name is allowed, they remain names (`$. 1_000`).
 */
const newInteger =
  /^(?:0[xX][0-9a-fA-F](?:_?[0-9a-fA-F])*|0[oO][0-7](?:_?[0-7])*|0[bB][01](?:_?[01])*|[1-9][0-9]*(?:_[0-9]+)+)$/;

const integerOf = (text: string): JsonNumber => numberOf(BigInt(text.replaceAll('_', '')), 0);
