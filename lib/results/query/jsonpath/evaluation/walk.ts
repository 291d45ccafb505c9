import type { Budget } from '../../budget.ts';
import type { Query, Segment, Selector } from '../grammar/ast.ts';
import { isStandard } from '../grammar/standard.ts';
import { keyIn } from '../values/lossless-value.ts';
import type { Ancestor, Step } from './ancestor.ts';
import { compileCondition, compileValue, type Scope, type Surroundings } from './expression.ts';
import { member, position } from './member.ts';
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
      case 'name':
        return (value, property, parent) => {
          budget.spend(1);
          named(selector.name, selector.quoted, { value, property, parent }, next);
        };
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
          if (!Array.isArray(value)) return;
          const here = { value, property, parent };
          const { from, to, step } = boundsOf(selector, value.length);
          for (let at = from; step > 0 ? at < to : at > to; at += step) {
            budget.spend(1);
            next(value[at], at, here);
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
        const scope: Scope = { current, property: key, parent: null, parentProperty: null, path: null };
        if (holds(scope)) next(current, key, here);
      });
    };
  }

  #script({ value }: Extract<Selector, { kind: 'script' }>, next: Step): Step {
    return plus.script(value, compileValue(value, this.#around), this.#budget, next);
  }
}

function named(name: string, quoted: boolean, here: Ancestor, next: Step): void {
  const { value } = here;
  const found = member(value, name, quoted);
  if (found === undefined) return;
  const key = typeof value === 'object' && value !== null ? keyIn(value, name) : name;
  next(found, key ?? name, here);
}

function indexed(index: number, here: Ancestor, next: Step): void {
  const at = position(here.value, index);
  if (at !== undefined) next((here.value as readonly unknown[])[at], at, here);
}

function eachChild(value: unknown, visit: (child: unknown, property: string | number) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) for (let at = 0; at < value.length; at += 1) visit(value[at], at);
  else for (const key of Object.keys(value)) visit((value as Readonly<Record<string, unknown>>)[key], key);
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

/** An array or object on the way down, and the position of its next value. */
type Level = { readonly node: Ancestor; readonly keys: readonly string[] | undefined; next: number };

/**
 * Visits a value and all arrays and objects below it, each before its contents, in document order (RFC 9535
 * section 2.5.2.2). It does not recurse, so no document is too deep.
 */
function descendant(next: Step, budget: Budget): Step {
  return (start, property, parent) => {
    budget.spend(1);
    const levels: Level[] = [];
    const enter = (node: Ancestor): void => {
      budget.spend(1);
      next(node.value, node.property, node.parent);
      levels.push({ node, keys: keysOf(node.value), next: 0 });
    };
    enter({ value: start, property, parent });
    for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      const key = nextKey(level);
      if (key === undefined) {
        levels.pop();
        continue;
      }
      budget.spend(0.1);
      const value = (level.node.value as Readonly<Record<string | number, unknown>>)[key];
      if (typeof value === 'object' && value !== null) enter({ value, property: key, parent: level.node });
    }
  };
}

const keysOf = (value: unknown): readonly string[] | undefined =>
  typeof value !== 'object' || value === null || Array.isArray(value) ? undefined : Object.keys(value);

function nextKey(level: Level): string | number | undefined {
  const { node, keys, next } = level;
  level.next += 1;
  if (keys !== undefined) return keys[next];
  return Array.isArray(node.value) && next < node.value.length ? next : undefined;
}
