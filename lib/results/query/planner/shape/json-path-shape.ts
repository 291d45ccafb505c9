import type { Ast, Expression, Query, Segment, Selector, Truth } from '../../jsonpath/grammar/ast.ts';
import { mirrored } from '../../operators.ts';
import { existenceTest } from './cells.ts';
import { comparisonWith, isTruthy, type Literal, pairTest } from './json-path-cell-tests.ts';
import {
  allOf,
  type CellTest,
  type Condition,
  elementAt,
  type PathShape,
  type Step,
  truth,
} from './path-shape.ts';

/**
 * Builds a test of strings from `match` or `search` and a regular expression. Undefined if columns cannot
 * answer it.
 */
export type PatternTest = (name: 'match' | 'search', source: string) => CellTest | undefined;

/**
 * Converts a JSONPath to the simple form that an index can answer, as far as it has this form.
 * @param patternTest absent: filters with regular expressions are evaluated on the document.
 */
export function jsonPathShape({ segments }: Ast, patternTest?: PatternTest): PathShape {
  const steps = allOf(segments, (segment) => stepOf(segment, patternTest));
  const reach = reachOf(segments);
  const parts = shapeParts(segments);
  return {
    rule: 'jsonpath',
    ...(steps && { steps }),
    ...(reach && { reach: [...new Set(reach)] }),
    ...(parts && { parts }),
  };
}

/**
 * Returns the array that may be evaluated in parts. That is possible if a wildcard or filter tests each
 * element without the other elements, the array or the root. Undefined for other paths.
 */
function shapeParts(segments: readonly Segment[]): PathShape['parts'] {
  const [selector, ...others] = segments[0]?.kind === 'child' ? segments[0].selectors : [];
  const isMember = selector?.kind === 'name' && isPlain(selector) && others.length === 0;
  const [each, ...rest] = isMember ? segments.slice(1) : segments;
  if (each?.kind !== 'child' || each.selectors.length !== 1) return undefined;
  if (each.selectors[0]?.kind !== 'wildcard' && each.selectors[0]?.kind !== 'filter') return undefined;
  if (!staysIn(rest) || !queriesIn([each, rest]).every(({ base }) => base === 'current')) return undefined;
  return isMember ? { member: selector.name } : {};
}

/**
 * True for a path in which no `^` leads out of the value where the path begins, and no `~` reads the name of
 * this value.
 */
function staysIn(segments: readonly Segment[]): boolean {
  let level = 0;
  for (const { kind } of segments) {
    if (level === 0 && (kind === 'parent' || kind === 'propertyName')) return false;
    if (kind === 'parent') level -= 1;
    else if (kind === 'child' || kind === 'descendant') level += 1;
  }
  return true;
}

function stepOf(segment: Segment, patternTest?: PatternTest): Step | undefined {
  if (segment.kind !== 'child' && segment.kind !== 'descendant') return undefined;
  const [selector, ...others] = segment.selectors;
  if (selector === undefined || others.length > 0) return undefined;
  const isDeep = segment.kind === 'descendant';
  switch (selector.kind) {
    case 'name':
      if (!isPlain(selector)) return isDeep ? undefined : { kind: 'count' };
      return { kind: 'member', name: selector.name, ...(isDeep && { deep: true }) };
    case 'wildcard':
      return { kind: 'wildcard', ...(isDeep && { deep: true }) };
    case 'index':
      return isDeep ? undefined : elementAt(selector.index);
    case 'slice': {
      const { start = 0, end, step = 1 } = selector;
      if (isDeep || step !== 1) return undefined;
      return { kind: 'slice', start, ...(end !== undefined && { end }) };
    }
    case 'filter': {
      const condition = isDeep ? undefined : conditionOf(selector.condition, selector.truth, patternTest);
      return condition && { kind: 'filter', condition };
    }
    case 'script':
      return undefined;
  }
}

/** True for a name that cannot mean a length. `length` without quotes can. */
const isPlain = ({ name, quoted }: Extract<Selector, { kind: 'name' }>): boolean =>
  quoted || name !== 'length';

function conditionOf(
  expression: Expression,
  meaning: Truth,
  patternTest?: PatternTest,
): Condition | undefined {
  switch (expression.kind) {
    case 'group':
      return conditionOf(expression.operand, meaning, patternTest);
    case 'not': {
      const operand = conditionOf(expression.operand, meaning, patternTest);
      return operand && { kind: 'not', operand };
    }
    case 'and':
    case 'or': {
      const left = conditionOf(expression.left, meaning, patternTest);
      const right = conditionOf(expression.right, meaning, patternTest);
      return left && right && { kind: expression.kind, left, right };
    }
    case 'query': {
      const path = pathOf(expression);
      return path && { kind: 'test', path, test: meaning === 'exists' ? existenceTest(truth.no) : isTruthy };
    }
    case 'comparison':
      return comparisonOf(expression);
    case 'function':
      return patternTest && matchOf(expression, patternTest);
    default:
      return undefined;
  }
}

/** A call such as `search(@.a, '^b')`, whose regular expression is written in the path. */
function matchOf(
  { name, arguments: given }: Extract<Expression, { kind: 'function' }>,
  patternTest: PatternTest,
): Condition | undefined {
  const [text, pattern] = given;
  if ((name !== 'match' && name !== 'search') || text === undefined || pattern === undefined)
    return undefined;
  const [path, source] = [pathOf(text), literalOf(pattern)?.literal];
  if (path === undefined || typeof source !== 'string') return undefined;
  const test = patternTest(name, source);
  return test && { kind: 'test', path, test };
}

function comparisonOf({
  operator,
  left,
  right,
}: Extract<Expression, { kind: 'comparison' }>): Condition | undefined {
  const [path, literal] = [pathOf(left), literalOf(right)];
  if (path !== undefined && literal !== undefined) return comparisonWith(path, operator, literal.literal);
  const [other, before] = [pathOf(right), literalOf(left)];
  if (path !== undefined && other !== undefined)
    return { kind: 'pair', path, other, test: pairTest(operator) };
  if (other === undefined || before === undefined) return undefined;
  return comparisonWith(other, mirrored[operator], before.literal);
}

function literalOf(expression: Expression): { readonly literal: Literal } | undefined {
  if (expression.kind === 'group') return literalOf(expression.operand);
  return expression.kind === 'literal' ? { literal: expression.value } : undefined;
}

/** The names in a path that begins at `@`. Undefined for a path with other steps. */
function pathOf(expression: Expression): readonly string[] | undefined {
  if (expression.kind === 'group') return pathOf(expression.operand);
  if (expression.kind !== 'query' || expression.base !== 'current') return undefined;
  return allOf(expression.segments, (segment) => {
    if (segment.kind !== 'child' || segment.selectors.length !== 1) return undefined;
    const [selector] = segment.selectors;
    return selector?.kind === 'name' && isPlain(selector) ? selector.name : undefined;
  });
}

/**
 * The members of the root object that an evaluation can read. Undefined when it may read the root object
 * itself.
 */
function reachOf(segments: readonly Segment[]): readonly string[] | undefined {
  const [first] = segments;
  if (first?.kind !== 'child') return undefined;
  const names = allOf(first.selectors, (selector) => (selector.kind === 'name' ? selector.name : undefined));
  if (names === undefined || !staysBelowRoot(segments)) return undefined;
  const inFilters = allOf(queriesIn(segments), reachOfQuery);
  return inFilters && [...names, ...inFilters.flat()];
}

/** True when no `^` in the path leads back to the root. */
function staysBelowRoot(segments: readonly Segment[]): boolean {
  let level = 0;
  for (const { kind } of segments) {
    if (kind === 'parent') level -= 1;
    else if (kind === 'child' || kind === 'descendant') level += 1;
    if (level < 1) return false;
  }
  return true;
}

function reachOfQuery({ base, segments }: Query): readonly string[] | undefined {
  if (base === 'root') return reachOf(segments);
  return base === 'parent' || base === 'parentProperty' ? undefined : [];
}

/** All paths inside filters and scripts, at any depth. */
function queriesIn(part: unknown): readonly Query[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = (part as { kind?: unknown }).kind === 'query' ? [part as Query] : [];
  return [...own, ...Object.values(part).flatMap(queriesIn)];
}
