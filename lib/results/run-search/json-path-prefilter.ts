import type { Ast, Expression, Query } from '../query/jsonpath/grammar/ast.ts';
import { exists, rootOf } from '../query/jsonpath/json-path.ts';
import { either, type Prefilter, shortestOf } from './document-prefilter.ts';
import { bare, lastName } from './json-path-needs.ts';

/**
 * The prefilter of a JSONPath that requires comparisons of members with literals. Undefined for any other
 * path.
 */
export const jsonPathPrefilter = ({ segments }: Ast): Prefilter | undefined =>
  shortestOf(
    segments.map((segment) => {
      const [selector, ...more] = 'selectors' in segment ? segment.selectors : [];
      return selector?.kind === 'filter' && more.length === 0 ? ofCondition(selector.condition) : undefined;
    }),
  );

function ofCondition(condition: Expression): Prefilter | undefined {
  switch (condition.kind) {
    case 'group':
      return ofCondition(condition.operand);
    case 'and':
      return shortestOf([ofCondition(condition.left), ofCondition(condition.right)]);
    case 'or':
      return either(ofCondition(condition.left), ofCondition(condition.right));
    case 'comparison':
      return ofComparison(condition);
    default:
      return undefined;
  }
}

function ofComparison(
  comparison: Extract<Expression, { readonly kind: 'comparison' }>,
): Prefilter | undefined {
  const [left, right] = [bare(comparison.left), bare(comparison.right)];
  const isLeft = right.kind === 'literal';
  const [query, literal] = isLeft ? [left, right] : [right, left];
  // `!=` is left out, because a missing member is unequal to every literal.
  if (query.kind !== 'query' || literal.kind !== 'literal' || comparison.operator === '!=') return undefined;
  const name = nameIn(query);
  if (name === undefined) return undefined;
  const at = 0;
  const value: Query = { kind: 'query', base: 'current', segments: [], isSingular: true, at };
  const condition = { ...comparison, ...(isLeft ? { left: value } : { right: value }) };
  const filter = { kind: 'filter', condition, truth: 'value' } as const;
  const passing: Ast = { segments: [{ kind: 'child', selectors: [filter], at }] };
  return [{ name, test: (values, budget) => exists(passing, rootOf(values), budget) }];
}

const nameIn = ({ base, segments, isSingular }: Query): string | undefined =>
  isSingular && (base === 'root' || base === 'current') ? lastName(segments) : undefined;
