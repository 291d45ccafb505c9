import { Name, Node, type Tape } from '../../../json/tape.ts';
import type { Budget } from '../../budget.ts';
import type { Query, Segment, Selector } from '../grammar/ast.ts';
import { isStandard } from '../grammar/standard.ts';
import { isArray, isContainer } from '../values/value.ts';
import { type Ancestor, named, type Property, type Step } from './ancestor.ts';
import { compileCondition, compileValue, type Scope, type Surroundings } from './expression.ts';
import { elementAt, member, position } from './member.ts';
import { plus } from './plus.ts';

/** All matches of a path from a value. They count until they are released. */
export type Walk = (start: unknown) => readonly unknown[];

/**
 * Compiles a path to a function. This walk evaluates RFC 9535; jsonpath-plus evaluates its own forms
 * (plus.ts).
 */
export function compileWalk(segments: readonly Segment[], document: unknown, budget: Budget): Walk {
  let found: unknown[] = [];
  const keep: Step = (value) => {
    budget.spend(1);
    budget.hold();
    found.push(value);
  };
  const walks = new Walks(document, budget);
  const first = segments.reduceRight((next, segment) => walks.segment(segment, next), keep);
  return (start) => {
    found = [];
    first(start, null, undefined);
    return found;
  };
}

/** Compiles the parts of a path, each with the step that follows it. */
class Walks {
  readonly #budget: Budget;
  readonly #around: Surroundings;

  constructor(document: unknown, budget: Budget) {
    this.#budget = budget;
    const select = (segments: Query['segments']) => compileWalk(segments, document, budget);
    this.#around = { document, budget, select };
  }

  segment(segment: Segment, next: Step): Step {
    const budget = this.#budget;
    switch (segment.kind) {
      case 'child':
        return this.#union(segment.selectors, next);
      case 'descendant':
        return descendant(this.#union(segment.selectors, next), budget);
      case 'parent':
        return plus.parent(budget, next);
      case 'propertyName':
        return plus.propertyName(budget, next);
      case 'type':
        return plus.type(segment.type, budget, next);
    }
  }

  #union(selectors: readonly Selector[], next: Step): Step {
    const steps = selectors.map((selector) => this.#selector(selector, next));
    const [only] = steps;
    if (only !== undefined && steps.length === 1) return only;
    return (value, property, parent) => {
      this.#budget.spend(1);
      for (const step of steps) step(value, property, parent);
    };
  }

  #selector(selector: Selector, next: Step): Step {
    const budget = this.#budget;
    switch (selector.kind) {
      case 'name': {
        const name = new Name(selector.name);
        return (value, property, parent) => {
          budget.spend(1);
          const found = member(value, name, selector.quoted);
          if (found === undefined) return;
          next(found, found instanceof Node ? named : name.text, { value, property, parent });
        };
      }
      case 'index':
        return (value, property, parent) => {
          budget.spend(1);
          indexed(selector.index, { value, property, parent }, next);
        };
      case 'wildcard':
        return (value, property, parent) => {
          budget.spend(1);
          const here = { value, property, parent };
          eachChild(value, (child, key) => next(child, key, here));
        };
      case 'slice':
        return (value, property, parent) => {
          budget.spend(1);
          if (!isArray(value)) return;
          const here = { value, property, parent };
          const { from, to, step } = boundsOf(selector, value.count);
          for (let at = from; step > 0 ? at < to : at > to; at += step) {
            budget.spend(1);
            next(elementAt(value, at), at, here);
          }
        };
      case 'filter':
        return this.#filter(selector, next);
      case 'script':
        return this.#script(selector, next);
    }
  }

  #filter(selector: Extract<Selector, { kind: 'filter' }>, next: Step): Step {
    const { condition, truth } = selector;
    const holds = compileCondition(condition, truth, this.#around);
    const budget = this.#budget;
    if (!isStandard(selector)) return plus.filter(condition, holds, budget, next);
    return (value, property, parent) => {
      budget.spend(1);
      const here = { value, property, parent };
      eachChild(value, (current, key) => {
        budget.spend(1);
        // RFC 9535 has only the candidate of the words after `@`.
        const scope: Scope = { current, property: null, parent: null, parentProperty: null, path: null };
        if (holds(scope)) next(current, key, here);
      });
    };
  }

  #script({ value }: Extract<Selector, { kind: 'script' }>, next: Step): Step {
    return plus.script(value, compileValue(value, this.#around), this.#budget, next);
  }
}

function indexed(index: number, here: Ancestor, next: Step): void {
  const at = position(here.value, index);
  if (at !== undefined) next(elementAt(here.value as Node, at), at, here);
}

function eachChild(value: unknown, visit: (child: Node, property: number) => void): void {
  if (!isContainer(value)) return;
  const { tape, at } = value;
  const [gap, close] = [tape.gap(at), tape.close(at)];
  let index = 0;
  for (let child = at + 1 + gap; child < close; child = tape.after(child) + gap) {
    visit(new Node(tape, child), gap === 1 ? named : index);
    index += 1;
  }
}

/**
 * The first and the step-wise following elements of a slice, up to and without `to` (RFC 9535 section
 * 2.3.4.2.2).
 */
function boundsOf(slice: Extract<Selector, { kind: 'slice' }>, count: number) {
  const { step = 1 } = slice;
  if (step === 0) return { from: 0, to: 0, step: 1 };
  const [lowest, highest] = step > 0 ? [0, count] : [-1, count - 1];
  const bound = (index: number): number =>
    Math.min(Math.max(index < 0 ? count + index : index, lowest), highest);
  const from = slice.start === undefined ? (step > 0 ? lowest : highest) : bound(slice.start);
  const to = slice.end === undefined ? (step > 0 ? highest : lowest) : bound(slice.end);
  return { from, to, step };
}

/** An array or object on the way down, and the entry and index of its next value. */
type Level = {
  readonly node: Ancestor;
  readonly gap: number;
  readonly close: number;
  next: number;
  index: number;
};

/**
 * Visits a value and all arrays and objects below it, each before its contents, in document order (RFC 9535
 * section 2.5.2.2). It does not recurse, so no document is too deep.
 */
function descendant(next: Step, budget: Budget): Step {
  return (start, property, parent) => {
    budget.spend(2);
    next(start, property, parent);
    if (!isContainer(start)) return;
    const { tape } = start;
    const levels: Level[] = [];
    const enter = (node: Ancestor, at: number): void => {
      const gap = tape.gap(at);
      levels.push({ node, gap, close: tape.close(at), next: at + 1 + gap, index: 0 });
    };
    enter({ value: start, property, parent }, start.at);
    for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      const at = nextContainer(level, tape, budget);
      if (at === undefined) {
        levels.pop();
        continue;
      }
      budget.spend(1);
      const value = new Node(tape, at);
      const key: Property = level.gap === 1 ? named : level.index - 1;
      next(value, key, level.node);
      enter({ value, property: key, parent: level.node }, at);
    }
  };
}

/** The next array or object of a level. */
function nextContainer(level: Level, tape: Tape, budget: Budget): number | undefined {
  const { gap, close } = level;
  while (level.next < close) {
    budget.spend(0.1);
    const at = level.next;
    level.next = tape.after(at) + gap;
    level.index += 1;
    if (tape.isOpen(at)) return at;
  }
  return undefined;
}
