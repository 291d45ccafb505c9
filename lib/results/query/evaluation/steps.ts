import { Name, Node } from '../../json/tape.ts';
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

/** Returns a member of an object, if there is one. */
export function memberOf({ tape, at }: Node, name: Name): Node | undefined {
  const value = tape.member(at, name);
  return value < 0 ? undefined : new Node(tape, value);
}

export function memberStep<State extends Evaluation>(text: string, next: Step<State>): Step<State> {
  const missing = `JSON object does not contain key "${text}"`;
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
 * Applies a step to the values in an array or object, in the order of the document: until an error, or until
 * the first item if one is enough.
 */
export function eachValue<State extends Evaluation>(
  { tape, at }: Node,
  step: Step<State>,
  evaluation: State,
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

/** The elements from `from` to `to`, or down to `to` when `step` is negative. */
export type Bounds = { readonly from: number; readonly to: number; readonly step: number };

/**
 * The bounds in an array of `count` elements; `failed` for an error that is not thrown. With a step of 1,
 * bounds may lie outside the array.
 */
export type Range<State extends Evaluation = Evaluation> = (
  evaluation: State,
  item: Item,
  count: number,
) => Bounds | typeof failed;

const isOutside = ({ from, to }: Bounds, size: number): boolean => from < 0 || from > to || to >= size;

/**
 * Indexes and ranges of an array. When structure is ignored, so are indexes out of bounds.
 * @param wraps other values are arrays of themselves.
 */
export function elementsStep<State extends Evaluation>(
  ranges: readonly Range<State>[],
  next: Step<State>,
  wraps = false,
): Step<State> {
  return (evaluation, item, found) => {
    const array = isArray(item) ? item : undefined;
    if (array === undefined && !wraps)
      return evaluation.failStructure('22039', 'jsonpath array accessor can only be applied to an array');
    // `evaluation.size` is the size of the array that `last` refers to. It is not restored after an error,
    // nor after the first item where one is enough. PostgreSQL does not restore it either.
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

export function filterStep<State extends Evaluation>(
  condition: Condition<State>,
  next: Step<State>,
): Step<State> {
  return (evaluation, item, found) => {
    const { current } = evaluation;
    evaluation.current = item;
    const truth = condition(evaluation, item);
    evaluation.current = current;
    return truth === isTrue ? next(evaluation, item, found) : notFound;
  };
}
