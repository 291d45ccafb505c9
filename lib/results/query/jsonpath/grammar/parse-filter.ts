import { counted, plural } from '../../../../words.ts';
import type { ArithmeticOperator, Comparison } from '../../operators.ts';
import {
  type Base,
  type Expression,
  type FunctionName,
  functionArguments,
  type MethodName,
  methodArguments,
  type Query,
  type Segment,
  type Selector,
} from './ast.ts';
import type { Cursor } from './cursor.ts';
import { failAtForeignOperator } from './foreign-operators.ts';
import { parseNumber, parsePattern, parseString } from './literal.ts';
import { parseSegments } from './parse-path.ts';
import { asArgument, asCondition, asOperand } from './typing.ts';

/**
 * Reads the condition after `?`. In parentheses that surround the whole condition, a path alone has the
 * meaning of jsonpath-plus.
 */
export function parseFilter(cursor: Cursor): Selector {
  cursor.blank();
  const condition = asCondition(cursor, parseOr(cursor));
  return { kind: 'filter', condition, truth: condition.kind === 'group' ? 'value' : 'exists' };
}

/** Reads `(...)` as a selector: an expression that computes a name or index from the current value. */
export function parseScript(cursor: Cursor): Selector {
  return { kind: 'script', value: asOperand(cursor, parseGroup(cursor)) };
}

function parseOr(cursor: Cursor): Expression {
  return parseLogical(cursor, '||', 'or', (inner) => parseLogical(inner, '&&', 'and', parseComparison));
}

function parseLogical(
  cursor: Cursor,
  operator: '&&' | '||',
  kind: 'and' | 'or',
  parse: (cursor: Cursor) => Expression,
): Expression {
  let left = parse(cursor);
  while (cursor.afterBlank(() => cursor.takes(operator) || undefined)) {
    const at = cursor.at - operator.length;
    cursor.node();
    cursor.blank();
    const right = asCondition(cursor, parse(cursor));
    left = { kind, left: asCondition(cursor, left), right, at };
  }
  return left;
}

/** Reads a sum, or a comparison of two sums. `===` and `!==` of JavaScript compare like `==` and `!=`. */
function parseComparison(cursor: Cursor): Expression {
  const left = parseSum(cursor);
  const spelling = cursor.afterBlank(() => cursor.match(/[=!]==?|[<>]=?/y));
  if (spelling === undefined) {
    cursor.afterBlank(() => failAtForeignOperator(cursor));
    return left;
  }
  const at = cursor.at - spelling.length;
  cursor.node();
  cursor.blank();
  return {
    kind: 'comparison',
    operator: spelling.slice(0, 2) as Comparison,
    left: asOperand(cursor, left),
    right: asOperand(cursor, parseSum(cursor)),
    at,
  };
}

const parseSum = (cursor: Cursor): Expression => parseArithmetic(cursor, ['+', '-'], parseProduct);
const parseProduct = (cursor: Cursor): Expression => parseArithmetic(cursor, ['*', '/', '%'], parseUnary);

function parseArithmetic(
  cursor: Cursor,
  operators: readonly ArithmeticOperator[],
  parse: (cursor: Cursor) => Expression,
): Expression {
  let left = parse(cursor);
  for (;;) {
    const operator = cursor.afterBlank(() => operators.find((one) => cursor.takes(one)));
    if (operator === undefined) return left;
    const at = cursor.at - 1;
    cursor.node();
    cursor.blank();
    left = {
      kind: 'arithmetic',
      operator,
      left: asOperand(cursor, left),
      right: asOperand(cursor, parse(cursor)),
      at,
    };
  }
}

function parseUnary(cursor: Cursor): Expression {
  const { at } = cursor;
  cursor.node();
  const kind = prefixOf(cursor);
  if (kind === undefined) return parseMethods(cursor, parsePrimary(cursor));
  const operand = cursor.nested(() => parseUnary(cursor));
  return { kind, operand: kind === 'not' ? asCondition(cursor, operand) : asOperand(cursor, operand), at };
}

/** Reads the sign or word before an operand. A minus before a digit belongs to the number. */
function prefixOf(cursor: Cursor): 'not' | 'negative' | 'typeof' | undefined {
  if (cursor.match(/-(?=[@$(])/y)) return 'negative';
  const kind = cursor.takes('!') ? 'not' : 'typeof';
  if (kind === 'typeof' && cursor.match(/typeof(?=[\s(])/y) === undefined) return undefined;
  cursor.blank();
  return kind;
}

function parsePrimary(cursor: Cursor): Expression {
  const { at, next } = cursor;
  if (next === '(') return parseGroup(cursor);
  if (next === "'" || next === '"') return { kind: 'literal', value: parseString(cursor), at };
  if (next === '/') return parsePattern(cursor);
  if (next === '@' || next === '$') return parseQuery(cursor);
  const number = parseNumber(cursor);
  if (number !== undefined) return { kind: 'literal', value: number, at };
  return parseWord(cursor);
}

function parseGroup(cursor: Cursor): Expression {
  const { at } = cursor;
  cursor.expect('(');
  cursor.blank();
  const operand = cursor.nested(() => parseOr(cursor));
  cursor.blank();
  cursor.expect(')', 'an operator or ")"');
  return { kind: 'group', operand, at };
}

/** Words that jsonpath-plus allows after `@`. */
const bases = ['root', 'property', 'parent', 'parentProperty', 'path'] as const satisfies readonly Base[];

function parseQuery(cursor: Cursor): Query {
  const { at } = cursor;
  const base = cursor.takes('$') ? 'root' : parseCurrent(cursor);
  const segments = parseSegments(cursor, 'filter');
  return { kind: 'query', base, segments, isSingular: segments.every(isSingular), at };
}

function parseCurrent(cursor: Cursor): Base {
  const { at } = cursor;
  cursor.expect('@');
  const word = cursor.match(/[A-Za-z]\w*/y);
  if (word === undefined) return 'current';
  const known = bases.map((one) => `@${one}`);
  return bases.find((one) => one === word) ?? cursor.fail(`"@" or one of ${known.join(', ')}`, at);
}

function isSingular({ kind, ...rest }: Segment): boolean {
  if (kind !== 'child' || !('selectors' in rest)) return false;
  const [only, ...more] = rest.selectors;
  return more.length === 0 && (only?.kind === 'name' || only?.kind === 'index');
}

function parseWord(cursor: Cursor): Expression {
  const { at } = cursor;
  const word = cursor.match(/[A-Za-z_]\w*/y) ?? '';
  if (word === 'undefined') return { kind: 'nothing', at };
  if (/^(?:true|false|null)$/.test(word)) return { kind: 'literal', value: JSON.parse(word), at };
  if (Object.hasOwn(functionArguments, word) && cursor.sees('('))
    return parseCall(cursor, word as FunctionName, at);
  const calls = Object.keys(functionArguments).map((one) => `${one}()`);
  return cursor.fail(`a path ("@" or "$"), a literal, "(", "!" or one of ${calls.join(', ')}`, at);
}

function parseCall(cursor: Cursor, name: FunctionName, at: number): Expression {
  const given = parseArguments(cursor, functionArguments[name], `${name}()`);
  return { kind: 'function', name, arguments: given.map((one) => asArgument(cursor, name, one)), at };
}

/**
 * Reads method calls such as `.name(...)`, any number of them. A path ends before a call, because no name in
 * a path is followed by parentheses.
 */
function parseMethods(cursor: Cursor, target: Expression): Expression {
  const { at } = cursor;
  if (!cursor.takes('.')) return target;
  const name = cursor.match(/[A-Za-z]+/y) ?? '';
  if (!Object.hasOwn(methodArguments, name))
    cursor.fail(`one of the methods ${Object.keys(methodArguments).join(', ')}`, at + 1);
  cursor.blank();
  cursor.node();
  const given = parseArguments(cursor, methodArguments[name as MethodName], `.${name}()`);
  const isText = target.kind === 'pattern' ? target : asOperand(cursor, target);
  const list = given.map((one) => (one.kind === 'pattern' ? one : asOperand(cursor, one)));
  return parseMethods(cursor, {
    kind: 'method',
    name: name as MethodName,
    target: isText,
    arguments: list,
    at,
  });
}

function parseArguments(cursor: Cursor, count: number, of: string): readonly Expression[] {
  const given: Expression[] = [];
  cursor.expect('(');
  cursor.blank();
  while (!cursor.sees(')')) {
    if (given.length > 0) {
      cursor.expect(',', '"," or ")"');
      cursor.blank();
    }
    if (given.length === count) cursor.fail(`")", because ${of} takes ${counted(count, 'argument')}`);
    given.push(cursor.nested(() => parseOr(cursor)));
    cursor.blank();
  }
  if (given.length < count)
    cursor.fail(`${count - given.length} more ${plural('argument', count - given.length)} of ${of}`);
  cursor.expect(')');
  return given;
}
