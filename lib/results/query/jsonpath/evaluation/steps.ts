import { Name, Node } from '../../../json/tape/tape.ts';
import { emit, isEnd, notFound, type Outcome, type Step } from '../../evaluation/evaluation.ts';
import {
  type Bounds,
  eachValue,
  elementsStep,
  isArray,
  isContainer,
  isObject,
  memberOf,
  memberStep,
  passedSteps,
} from '../../evaluation/steps.ts';
import type { Selector } from '../grammar/ast.ts';
import { Length, plain } from '../values/value.ts';

type NameSelector = Extract<Selector, { kind: 'name' }>;

/** True for the name `length` without quotes, which also means the length of an array or text. */
const isLength = ({ name, quoted }: NameSelector): boolean => name === 'length' && !quoted;

export function nameStep(selector: NameSelector, next: Step): Step {
  const step = memberStep(selector.name, next);
  if (!isLength(selector)) return step;
  return (evaluation, item, found) => {
    if (isObject(item)) return step(evaluation, item, found);
    evaluation.spend(1);
    const length = lengthOf(item);
    if (length === undefined) return notFound;
    return next(evaluation, item instanceof Node && next !== emit ? new Length(item, length) : length, found);
  };
}

/** The property `length` of JavaScript: elements of an array, UTF-16 units of a text. */
function lengthOf(value: unknown): number | undefined {
  if (isArray(value)) return value.count;
  const text = plain(value);
  return typeof text === 'string' ? text.length : undefined;
}

/** `*`: all values in an array or object. */
export const valuesStep =
  (next: Step): Step =>
  (evaluation, item, found) =>
    isContainer(item) ? eachValue(item, next, evaluation, found) : notFound;

/** Applies all selectors of one bracket to a value, one after the other. */
export function unionOf(steps: readonly Step[]): Step {
  const [only] = steps;
  if (only !== undefined && steps.length === 1) return only;
  return (evaluation, item, found) => {
    evaluation.spend(1);
    let outcome: Outcome = notFound;
    for (const step of steps) {
      outcome = step(evaluation, item, found);
      if (isEnd(outcome, found)) return outcome;
    }
    return outcome;
  };
}

/**
 * `..`: a value and all arrays and objects inside it, each before its contents, in document order (RFC 9535
 * section 2.5.2.2). This is the order of the tape, so the step needs no recursion, and no document is too
 * deep.
 */
export const descentStep =
  (next: Step): Step =>
  (evaluation, item, found) => {
    evaluation.spend(2);
    let outcome = next(evaluation, item, found);
    if (!isContainer(item) || isEnd(outcome, found)) return outcome;
    const { tape, at } = item;
    const close = tape.close(at);
    for (let entry = at + 1; entry < close; entry += 1) {
      const isOpen = tape.isOpen(entry);
      evaluation.spend(isOpen ? 1 : passedSteps);
      if (isOpen) outcome = next(evaluation, new Node(tape, entry), found);
      if (isEnd(outcome, found)) return outcome;
    }
    return outcome;
  };

/** The element at an index; a negative index counts from the end. */
export const indexStep = (index: number, next: Step): Step =>
  elementsStep([(_, __, count) => single(index < 0 ? count + index : index)], next);

const single = (at: number): Bounds => ({ from: at, to: at, step: 1 });

export const sliceStep = (slice: Extract<Selector, { kind: 'slice' }>, next: Step): Step =>
  elementsStep([(_, __, count) => boundsOf(slice, count)], next);

/**
 * The first and the last index of the elements that a slice selects, in its order (RFC 9535 section
 * 2.3.4.2.2). With a negative step the first index is the higher one.
 */
function boundsOf({ start, end, step = 1 }: Extract<Selector, { kind: 'slice' }>, count: number): Bounds {
  if (step === 0) return { from: 0, to: -1, step: 1 };
  const [lowest, highest] = step > 0 ? [0, count] : [-1, count - 1];
  const bound = (index: number): number =>
    Math.min(Math.max(index < 0 ? count + index : index, lowest), highest);
  const from = start === undefined ? (step > 0 ? lowest : highest) : bound(start);
  const to = end === undefined ? (step > 0 ? highest : lowest) : bound(end);
  return { from, to: to - Math.sign(step), step };
}

/**
 * A selector of a path that matches at most one value. The function takes a value and returns the value in it
 * that the selector matches, or undefined without such a value.
 */
export function singularStep(selector: Selector): (value: unknown) => unknown {
  if (selector.kind === 'name') {
    const name = new Name(selector.name);
    const ofOthers = isLength(selector) ? lengthOf : () => undefined;
    return (value) => (isObject(value) ? memberOf(value, name) : ofOthers(value));
  }
  if (selector.kind === 'index') return (value) => elementOf(value, selector.index);
  throw new Error(`a bug in Downpour: a singular path has the selector ${selector.kind}`);
}

/**
 * The element at an index; a negative index counts from the end. Undefined for other values than arrays, and
 * for a fraction.
 */
export function elementOf(value: unknown, index: number): Node | undefined {
  if (!isArray(value) || !Number.isInteger(index)) return undefined;
  const at = index < 0 ? value.count + index : index;
  return at >= 0 && at < value.count ? new Node(value.tape, value.tape.element(value.at, at)) : undefined;
}
