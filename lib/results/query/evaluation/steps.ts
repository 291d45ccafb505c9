import { Name, Node } from '../../json/tape/tape.ts';
import {
  type Condition,
  type Evaluation,
  emit,
  failed,
  type Item,
  isEnd,
  isTrue,
  notFound,
  type Outcome,
  ok,
  type Step,
} from './evaluation.ts';

export const isArray = (item: unknown): item is Node => item instanceof Node && item.isArray;
export const isObject = (item: unknown): item is Node => item instanceof Node && item.isObject;
export const isContainer = (item: unknown): item is Node => item instanceof Node && item.isContainer;

/** The cost of a value that a step to any depth passes over, in steps of the query's budget. */
export const passedSteps = 0.05;

/** Returns a member of an object, if there is one. */
export function memberOf({ tape, at }: Node, name: Name): Node | undefined {
  const value = tape.member(at, name);
  return value < 0 ? undefined : new Node(tape, value);
}

export const missingMember = (name: string): string => `JSON object does not contain key "${name}"`;

export function memberStep<State>(text: string, next: Step<State>): Step<State> {
  const missing = missingMember(text);
  const name = new Name(text);
  return (evaluation, item, found) => {
    evaluation.spend(1);
    if (!isObject(item))
      return evaluation.failStructure('2203A', 'jsonpath member accessor can only be applied to an object');
    const value = memberOf(item, name);
    if (value === undefined) return evaluation.failStructure('2203A', missing);
    return next(evaluation, value, found);
  };
}

/**
 * Applies a step to the values in an array or object, in the order of the document. It ends at an error, or
 * at the first item when only existence matters.
 */
export function eachValue<State>(
  { tape, at }: Node,
  step: Step<State>,
  evaluation: Evaluation<State>,
  found: Item[] | null,
): Outcome {
  let outcome: Outcome = notFound;
  const [gap, close] = [tape.gap(at), tape.close(at)];
  for (let value = at + 1 + gap; value < close; value = tape.after(value) + gap) {
    evaluation.spend(1);
    outcome = step(evaluation, new Node(tape, value), found);
    if (isEnd(outcome, found)) return outcome;
  }
  return outcome;
}

/**
 * The elements from index `from` to index `to`, both included. `step` is negative when the order is
 * backwards.
 */
export type Bounds = { readonly from: number; readonly to: number; readonly step: number };

/**
 * Computes the first and last index in an array of `count` elements; `failed` for an error that is not
 * thrown. With a step of 1, an index may be outside the array.
 */
export type Range<State = unknown> = (
  evaluation: Evaluation<State>,
  item: Item,
  count: number,
) => Bounds | typeof failed;

const isOutside = ({ from, to }: Bounds, size: number): boolean => from < 0 || from > to || to >= size;

/**
 * A step to elements of an array, by indexes and ranges. Missing elements are no error when the evaluation
 * ignores missing values.
 * @param wraps true: any other value counts as an array that contains only this value.
 */
export function elementsStep<State>(
  ranges: readonly Range<State>[],
  next: Step<State>,
  wraps = false,
): Step<State> {
  return (evaluation, item, found) => {
    const array = isArray(item) ? item : undefined;
    if (array === undefined && !wraps)
      return evaluation.failStructure('22039', 'jsonpath array accessor can only be applied to an array');
    // `evaluation.size` is the size of the array to which `last` refers. PostgreSQL does not restore it after
    // an error, or after the first item when only existence matters. Neither does Downpour.
    const { size } = evaluation;
    const count = array?.count ?? 1;
    evaluation.size = count;
    let outcome: Outcome = notFound;
    for (const range of ranges) {
      const bounds = range(evaluation, item, count);
      if (bounds === failed) {
        outcome = failed;
        break;
      }
      if (!evaluation.ignoresStructure && isOutside(bounds, count))
        return evaluation.fail('22033', 'jsonpath array subscript is out of bounds');
      outcome = notFound;
      const { step } = bounds;
      const first = step === 1 ? Math.max(bounds.from, 0) : bounds.from;
      const last = step === 1 ? Math.min(bounds.to, count - 1) : bounds.to;
      for (let at = first; step > 0 ? at <= last : at >= last; at += step) {
        if (found === null && next === emit) return ok;
        evaluation.spend(1);
        const element = array === undefined ? item : new Node(array.tape, array.tape.element(array.at, at));
        outcome = next(evaluation, element, found);
        if (isEnd(outcome, found)) break;
      }
      if (isEnd(outcome, found)) break;
    }
    evaluation.size = size;
    return outcome;
  };
}

export function filterStep<State>(condition: Condition<State>, next: Step<State>): Step<State> {
  return (evaluation, item, found) => {
    const { current } = evaluation;
    evaluation.current = item;
    const truth = condition(evaluation, item);
    evaluation.current = current;
    return truth === isTrue ? next(evaluation, item, found) : notFound;
  };
}
