import type { Expression, Subscript } from '../grammar/ast.ts';
import { calculationSteps } from '../values/decimal-work.ts';
import { isNumber } from '../values/json-value.ts';
import { truncate } from './arithmetic.ts';
import { compileNode } from './compile.ts';
import { isArray } from './compile-accessor.ts';
import {
  type Evaluation,
  emit,
  failed,
  type Item,
  notFound,
  type Outcome,
  ok,
  type Step,
} from './evaluation.ts';

/** Indices and ranges of an array. In lax mode all else is an array of itself, and what is out of bounds is passed over. */
export function compileElements(subscripts: readonly Subscript[], next: Step, isLax: boolean): Step {
  const ranges = subscripts.map((subscript) => compileRange(subscript, isLax));
  return (evaluation, item, found) => {
    const elements = isArray(item) ? item : isLax ? [item] : undefined;
    if (elements === undefined)
      return evaluation.failStructure('22039', 'jsonpath array accessor can only be applied to an array');
    // Not put back after an error and after the first of items that nobody collects: PostgreSQL does not either.
    const { size } = evaluation;
    evaluation.size = elements.length;
    let outcome: Outcome = notFound;
    for (const range of ranges) {
      const bounds = range(evaluation, item);
      if (bounds === failed) {
        outcome = failed;
        break;
      }
      if (!evaluation.ignoresStructure && isOutside(bounds, elements.length))
        return evaluation.fail('22033', 'jsonpath array subscript is out of bounds');
      outcome = notFound;
      const end = Math.min(bounds.to, elements.length - 1);
      for (let at = Math.max(bounds.from, 0); at <= end; at += 1) {
        if (found === null && next === emit) return ok;
        evaluation.spend(1);
        outcome = next(evaluation, elements[at] as Item, found);
        if (isEnd(outcome, found)) break;
      }
      if (isEnd(outcome, found)) break;
    }
    evaluation.size = size;
    return outcome;
  };
}

const isEnd = (outcome: Outcome, found: Item[] | null): boolean =>
  outcome === failed || (outcome === ok && found === null);

type Bounds = { readonly from: number; readonly to: number };

const isOutside = ({ from, to }: Bounds, size: number): boolean => from < 0 || from > to || to >= size;

type Range = (evaluation: Evaluation, item: Item) => Bounds | typeof failed;

function compileRange({ from, to }: Subscript, isLax: boolean): Range {
  const first = compileIndex(from, isLax);
  const constant = constantOf(from);
  if (to === undefined && constant !== undefined) {
    const bounds = { from: constant, to: constant };
    return () => bounds;
  }
  const last = to === undefined ? undefined : compileIndex(to, isLax);
  return (evaluation, item) => {
    const begin = first(evaluation, item);
    if (begin === undefined) return failed;
    const end = last === undefined ? begin : last(evaluation, item);
    return end === undefined ? failed : { from: begin, to: end };
  };
}

/** An index that is written as a number. */
function constantOf(node: Expression): number | undefined {
  if (node.kind !== 'literal' || typeof node.value !== 'number') return undefined;
  const index = truncate(node.value);
  return isIndex(index) ? index : undefined;
}

const isIndex = (index: number): boolean => index >= -(2 ** 31) && index < 2 ** 31;

/** Undefined for an error that is not thrown. */
function compileIndex(
  node: Expression,
  isLax: boolean,
): (evaluation: Evaluation, item: Item) => number | undefined {
  const step = compileNode(node, emit, isLax);
  return (evaluation, item) => {
    const found: Item[] = [];
    if (step(evaluation, item, found) === failed) return undefined;
    const [only] = found;
    if (found.length !== 1 || !isNumber(only)) {
      evaluation.fail('22033', 'jsonpath array subscript is not a single numeric value');
      return undefined;
    }
    if (typeof only !== 'number') evaluation.spend(calculationSteps(only));
    const index = truncate(only);
    if (isIndex(index)) return index;
    evaluation.fail('22033', 'jsonpath array subscript is out of integer range');
    return undefined;
  };
}
