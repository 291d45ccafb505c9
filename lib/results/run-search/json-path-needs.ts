import type { Ast, Expression, Query, Segment, Selector } from '../query/jsonpath/grammar/ast.ts';
import { allOf, anyOf, type Need, nameNeed, none } from './needs.ts';

/** The words that a document needs so that a JSONPath finds something in it. */
export const jsonPathNeeds = ({ segments }: Ast): Need => allOf(segments.map(needOfSegment));

function needOfSegment(segment: Segment): Need {
  if (segment.kind !== 'child' && segment.kind !== 'descendant') return none;
  return anyOf(segment.selectors.map(needOfSelector));
}

function needOfSelector(selector: Selector): Need {
  if (selector.kind === 'filter') return needOfCondition(selector.condition);
  const name = nameOf(selector);
  return name === undefined ? none : nameNeed(name);
}

/**
 * The name of a member that a selector requires. Undefined for a name without quotes that may also be a
 * length or an index.
 */
function nameOf(selector: Selector | undefined): string | undefined {
  if (selector?.kind !== 'name') return undefined;
  const isOther = !selector.quoted && (selector.name === 'length' || /^-?\d+$/.test(selector.name));
  return isOther ? undefined : selector.name;
}

function needOfCondition(condition: Expression): Need {
  switch (condition.kind) {
    case 'group':
      return needOfCondition(condition.operand);
    case 'query':
      return needOfQuery(condition);
    case 'and':
      return allOf([needOfCondition(condition.left), needOfCondition(condition.right)]);
    case 'or':
      return anyOf([needOfCondition(condition.left), needOfCondition(condition.right)]);
    case 'comparison':
      return needOfComparison(condition);
    default:
      return none;
  }
}

/** The words for a path in a filter that must find something. */
const needOfQuery = ({ base, segments }: Query): Need =>
  base === 'current' || base === 'root' ? jsonPathNeeds({ segments }) : none;

/**
 * A comparison of a missing value with a literal is false, except `!=`. So the compared path must find
 * something.
 */
function needOfComparison(comparison: Extract<Expression, { kind: 'comparison' }>): Need {
  const [left, right] = [bare(comparison.left), bare(comparison.right)];
  const [query, literal] = left.kind === 'query' ? [left, right] : [right, left];
  if (query.kind !== 'query' || literal.kind !== 'literal' || comparison.operator === '!=') return none;
  const found = needOfQuery(query);
  const name = lastName(query.segments);
  const isKnown = comparison.operator === '==' && name !== undefined && found.kind !== 'none';
  return isKnown ? allOf([found, { kind: 'value', name, value: literal.value }]) : found;
}

/** The name of the member whose value a path finds. */
export function lastName(segments: readonly Segment[]): string | undefined {
  const last = segments.at(-1);
  return last?.kind === 'child' && last.selectors.length === 1 ? nameOf(last.selectors[0]) : undefined;
}

export const bare = (expression: Expression): Expression =>
  expression.kind === 'group' ? bare(expression.operand) : expression;
