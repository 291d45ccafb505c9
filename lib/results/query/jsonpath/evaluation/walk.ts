import { JSONPath } from 'jsonpath-plus';
import type { Budget } from '../../budget.ts';
import type { Expression, Query, Segment, Selector, ValueType } from '../grammar/ast.ts';
import { decodePath, keyIn, plain } from '../values/lossless-value.ts';
import { compileCondition, compileValue, type Scope, type Surroundings } from './expression.ts';
import { member, position } from './member.ts';

/** An index, or the key of a member; null at the root. */
type Property = string | number | null;

/** An array or object on the way from the root. */
type Place = { readonly value: unknown; readonly property: Property; readonly parent: Place | undefined };

/** A part of a path with all that follows it, for a value and where it stands. */
type Step = (value: unknown, property: Property, parent: Place | undefined) => void;

/** All matches of a path from a value; they are held until they are released. */
export type Walk = (start: unknown) => readonly unknown[];

/**
 * A path as a function. The forms that jsonpath-plus adds to RFC 9535 mean what they mean there, but the walk is our own:
 * jsonpath-plus cannot count steps or results, nor stop at a deadline. It takes member names for signs, overflows the
 * stack on `..` in a document 1,000 deep, loses a level on `^` behind `..` and evaluates filters as JavaScript.
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
        return (_value, _property, parent) => {
          budget.spend(1);
          if (parent !== undefined) next(parent.value, parent.property, parent.parent);
        };
      case 'propertyName':
        return (_value, property) => next(property, null, undefined);
      case 'type':
        return (value, property, parent) => {
          budget.spend(1);
          if (isOfType(value, segment.type)) next(value, property, parent);
        };
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

  #filter({ condition, truth }: Extract<Selector, { kind: 'filter' }>, next: Step): Step {
    const holds = compileCondition(condition, truth, this.#around);
    const budget = this.#budget;
    const pathOf = pathFor(condition);
    return (value, property, parent) => {
      budget.spend(1);
      const here = { value, property, parent };
      eachChild(value, (current, key) => {
        budget.spend(1);
        const scope: Scope = {
          current,
          property: key,
          parent: parent?.value ?? null,
          parentProperty: property,
          path: pathOf?.(key, here),
        };
        if (holds(scope)) next(current, key, here);
      });
    };
  }

  /** The element or member that an expression computes from its holder. */
  #script({ value: expression }: Extract<Selector, { kind: 'script' }>, next: Step): Step {
    const compute = compileValue(expression, this.#around);
    const budget = this.#budget;
    const pathOf = pathFor(expression);
    return (value, property, parent) => {
      budget.spend(2);
      const selected = compute({
        current: value,
        // To jsonpath-plus the root is called so.
        property: property ?? '$',
        parent: parent?.value ?? null,
        parentProperty: property,
        path: pathOf?.(property, parent),
      });
      const here = { value, property, parent };
      if (typeof selected === 'number') indexed(selected, here, next);
      else if (typeof selected === 'string') named(selected, true, here, next);
    };
  }
}

function named(name: string, quoted: boolean, here: Place, next: Step): void {
  const { value } = here;
  const found = member(value, name, quoted);
  if (found === undefined) return;
  const key = typeof value === 'object' && value !== null ? keyIn(value, name) : name;
  next(found, key ?? name, here);
}

function indexed(index: number, here: Place, next: Step): void {
  const at = position(here.value, index);
  if (at !== undefined) next((here.value as readonly unknown[])[at], at, here);
}

function eachChild(value: unknown, visit: (child: unknown, property: string | number) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) for (let at = 0; at < value.length; at += 1) visit(value[at], at);
  else for (const key of Object.keys(value)) visit((value as Readonly<Record<string, unknown>>)[key], key);
}

/** The first and the step-wise following elements of a slice, up to and without `to` (RFC 9535 section 2.3.4.2.2). */
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

/** An array or object on the way down, and its part that comes next. */
type Level = { readonly place: Place; readonly keys: readonly string[] | undefined; next: number };

/**
 * A value and all arrays and objects below it, each before what is below it and in the order of the document (RFC 9535
 * section 2.5.2.2). Without recursion, so that no document is too deep.
 */
function descendant(next: Step, budget: Budget): Step {
  return (start, property, parent) => {
    budget.spend(1);
    const levels: Level[] = [];
    const enter = (place: Place): void => {
      budget.spend(1);
      next(place.value, place.property, place.parent);
      levels.push({ place, keys: keysOf(place.value), next: 0 });
    };
    enter({ value: start, property, parent });
    for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      const key = nextKey(level);
      if (key === undefined) {
        levels.pop();
        continue;
      }
      budget.spend(0.1);
      const value = (level.place.value as Readonly<Record<string | number, unknown>>)[key];
      if (typeof value === 'object' && value !== null) enter({ value, property: key, parent: level.place });
    }
  };
}

const keysOf = (value: unknown): readonly string[] | undefined =>
  typeof value !== 'object' || value === null || Array.isArray(value) ? undefined : Object.keys(value);

function nextKey(level: Level): string | number | undefined {
  const { place, keys, next } = level;
  level.next += 1;
  if (keys !== undefined) return keys[next];
  return Array.isArray(place.value) && next < place.value.length ? next : undefined;
}

/** Writes the path of a candidate as jsonpath-plus does, when an expression asks for it. */
function pathFor(expression: Expression): ((property: Property, parent?: Place) => string) | undefined {
  if (!JSON.stringify(expression).includes('"base":"path"')) return undefined;
  return (property, parent) => {
    const names = [];
    let below = property;
    for (let place = parent; place !== undefined; place = place.parent) {
      names.push(String(below));
      below = place.property;
    }
    return decodePath(JSONPath.toPathString(['$', ...names.reverse()]));
  };
}

/** The types of jsonpath-plus, to which an array is an object too. */
function isOfType(encoded: unknown, type: ValueType): boolean {
  const value = plain(encoded);
  switch (type) {
    case 'null':
      return value === null;
    case 'boolean':
    case 'number':
    case 'string':
      return typeof value === type;
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null;
    case 'scalar':
      return typeof value !== 'object' || value === null;
  }
}
