/**
 * What a path asks for, in the few words that an index understands. Either dialect makes one of its own syntax tree; what
 * cannot be said in these words is left out, and the path is evaluated on a parsed document.
 */
export type PathShape = {
  /**
   * How steps are meant. `jsonpath`: a step on a value of another kind selects nothing (RFC 9535). `lax` and `strict`: the
   * modes of SQL/JSON path; a step is taken only where the index proves that no unwrapping and no error can happen.
   */
  readonly rule: 'jsonpath' | 'lax' | 'strict';
  /** The whole path from the root. Absent when some part of it is no such step. */
  readonly steps?: readonly Step[];
  /** Names of all members of a root object that an evaluation can look at. Absent: possibly any. */
  readonly reach?: readonly string[];
};

export type Step =
  /** The member of an object. `deep`: of every object below, itself included. */
  | { readonly kind: 'member'; readonly name: string; readonly deep?: true }
  /** All members of an object or elements of an array. SQL/JSON path's `[*]` is this, its `.*` is not. */
  | { readonly kind: 'wildcard'; readonly deep?: true }
  /** Elements from `start` to before `end`, or to the last. Negative ones count from the end. */
  | { readonly kind: 'slice'; readonly start: number; readonly end?: number }
  /** Elements for which a condition holds: `[?...]` of JSONPath, `[*] ? (...)` of SQL/JSON path. */
  | { readonly kind: 'filter'; readonly condition: Condition };

/** A condition on one element. Paths are names from the element on, none for itself. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition }
  | { readonly kind: 'not'; readonly operand: Condition }
  /** RFC 9535 section 2.3.5.2.2: the value at the path, or its absence, on the left. */
  | {
      readonly kind: 'comparison';
      readonly path: readonly string[];
      readonly operator: '==' | '!=' | '<' | '<=' | '>' | '>=';
      readonly literal: Literal;
    }
  /** There is a value at the path. */
  | { readonly kind: 'existence'; readonly path: readonly string[] }
  /** There is one, and JavaScript takes it for true. */
  | { readonly kind: 'truth'; readonly path: readonly string[] }
  /** Any other rule of a dialect: told the scalar as it is written, or '' for none; undefined is its "unknown". */
  | {
      readonly kind: 'test';
      readonly path: readonly string[];
      readonly test: (written: string) => boolean | undefined;
    };

export type Literal = string | number | boolean | null;

/** The element at an index. */
export const elementAt = (index: number): Step =>
  index === -1 ? { kind: 'slice', start: -1 } : { kind: 'slice', start: index, end: index + 1 };

export const isDeep = (step: Step): boolean =>
  (step.kind === 'member' || step.kind === 'wildcard') && step.deep === true;
