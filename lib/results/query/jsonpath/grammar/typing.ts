import type { Expression, FunctionName } from './ast.ts';
import type { Cursor } from './cursor.ts';

/**
 * The types of expressions, which decide where an expression is allowed: RFC 9535 section 2.4.3
 * (well-typedness), extended to the operators and methods of jsonpath-plus, whose results are values that may
 * also be tested.
 */
type Type = 'condition' | 'literal' | 'value' | 'path' | 'nodes' | 'computed' | 'pattern';

function typeOf(expression: Expression): Type {
  switch (expression.kind) {
    case 'and':
    case 'or':
    case 'not':
    case 'comparison':
      return 'condition';
    case 'literal':
    case 'nothing':
      return 'literal';
    case 'query':
      return expression.isSingular ? 'path' : 'nodes';
    case 'function':
      return expression.name === 'match' || expression.name === 'search' ? 'condition' : 'value';
    case 'arithmetic':
    case 'negative':
    case 'typeof':
    case 'method':
      return 'computed';
    case 'pattern':
      return 'pattern';
    case 'group':
      return typeOf(expression.operand);
  }
}

export function asCondition(cursor: Cursor, expression: Expression): Expression {
  const type = typeOf(expression);
  if (type === 'condition' || type === 'path' || type === 'nodes' || type === 'computed') return expression;
  return cursor.fail('a condition: a comparison, a path, match() or search()', expression.at);
}

export function asOperand(cursor: Cursor, expression: Expression): Expression {
  const type = typeOf(expression);
  if (type === 'nodes')
    return cursor.fail(
      'a path that matches at most one value (without "*", "..", slice, filter and ",")',
      expression.at,
    );
  if (type === 'condition') return cursor.fail('a value, not a condition', expression.at);
  if (type === 'pattern') return cursor.fail('a value, not a regular expression', expression.at);
  return expression;
}

export function asArgument(cursor: Cursor, name: FunctionName, expression: Expression): Expression {
  if (name !== 'count' && name !== 'value') return asOperand(cursor, expression);
  const type = typeOf(expression);
  return type === 'path' || type === 'nodes'
    ? expression
    : cursor.fail(`a path as the argument of ${name}()`, expression.at);
}
