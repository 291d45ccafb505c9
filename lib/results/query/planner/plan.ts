import type { ColumnBlocks, Member, Span, Table } from '../../run-index/run-index.ts';
import type { QueryError } from '../query-error.ts';
import type { Condition, PathShape, Slice, Step } from './shape/path-shape.ts';

/** The plan of a query. */
export type QueryPlan = Strategy & {
  /**
   * The next plan to try, if this plan meets a possible error of SQL/JSON path, which only an evaluation can
   * report. For a plan by parts, it is the plan for callers that cannot evaluate parts.
   */
  readonly otherwise?: QueryPlan;
  /** The dialect and mode of the steps and of the written values. */
  readonly rule: PathShape['rule'];
  /** True when the document may have blanks between its tokens. */
  readonly hasBlanks: boolean;
};

export type Strategy =
  /** The index proves that nothing matches. */
  | { readonly strategy: 'nothing' }
  /** The index knows how many elements an array has. */
  | { readonly strategy: 'count'; readonly count: number }
  /** Values that the document contains as they are requested, in this order, with commas between them. */
  | { readonly strategy: 'member' | 'members'; readonly pieces: readonly Piece[] }
  /** The values of columns, and of short parts of the document between them. */
  | { readonly strategy: 'column'; readonly sources: readonly Source[] }
  /** Rows from `from` to before `to`; then the steps from each row. */
  | {
      readonly strategy: 'element';
      readonly table: Table;
      readonly from: number;
      readonly to: number;
      readonly steps: readonly Step[];
    }
  /**
   * The rows for which a condition holds. The answer is one of their columns, or the result of further steps
   * from each row.
   */
  | {
      readonly strategy: 'filter';
      readonly table: Table;
      readonly condition: Condition;
      /** The columns of the condition's paths, by `pathKey`; null for a path that no row has. */
      readonly columns: ReadonlyMap<string, ColumnBlocks | null>;
      readonly select: { readonly column: ColumnBlocks } | { readonly steps: readonly Step[] };
    }
  /** The steps from a value, which is read once from its start to its end. */
  | { readonly strategy: 'scan'; readonly span: Span; readonly steps: readonly Step[] }
  /**
   * The elements of a table as arrays of some elements, for an evaluator that evaluates each array by itself.
   */
  | { readonly strategy: 'parts'; readonly table: Table }
  /** A document of these members only, or the whole document, for an evaluator. */
  | { readonly strategy: 'partial'; readonly pieces: readonly Piece[] }
  | { readonly strategy: 'document'; readonly piece: Piece }
  /** The query would exceed a bound. The error names a path that would not. */
  | { readonly strategy: 'refused'; readonly error: QueryError };

/** A value of the document that is in the index. */
export type IndexedValue = Span & Omit<Member, 'name'>;

/** A text, and the bytes of the document that follow the text. */
export type Piece = Span & { readonly before: string };

export type Source =
  /** A column; only a part of each array if its values are the elements of arrays. */
  | { readonly column: ColumnBlocks; readonly part?: ArrayPart }
  | { readonly span: Span; readonly steps: readonly Step[] };

/** A slice of each of the arrays whose elements are in a column. */
export type ArrayPart = {
  readonly slice: Slice;
  readonly lengths: ColumnBlocks;
  /** The number of all elements in each group. */
  readonly rows: readonly number[];
};

export const pathKey = (path: readonly string[]): string => JSON.stringify(path);
