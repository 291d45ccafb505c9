import type { ColumnBlocks, Member, Span, Table } from '../../run-index/index-types.ts';
import type { QueryError } from '../query-error.ts';
import type { Condition, PathShape, Slice, Step } from './shape/path-shape.ts';

/** The plan of a query: how Downpour answers it. */
export type QueryPlan = Strategy & {
  /**
   * The next plan to try, if this plan meets a possible error of SQL/JSON path, which only an evaluation can
   * report. For a plan by parts, it is the plan for callers that cannot evaluate parts.
   */
  readonly otherwise?: QueryPlan;
  /** The query language and mode. They decide the meaning of the steps and the form of the answer. */
  readonly rule: PathShape['rule'];
  /** True when the document may have blanks between its tokens. */
  readonly hasBlanks: boolean;
};

export type Strategy =
  /** Nothing matches, as the index proves. */
  | { readonly strategy: 'nothing' }
  /** The number of elements of an array, which the index has. */
  | { readonly strategy: 'count'; readonly count: number }
  /** Parts of the document, copied in this order with commas between them. */
  | { readonly strategy: 'member' | 'members'; readonly pieces: readonly Piece[] }
  /** The values of columns, and of steps in short parts of the document. */
  | { readonly strategy: 'column'; readonly sources: readonly Source[] }
  /** This plan reads the rows with the indexes `from` to `to - 1`, and follows the steps from each row. */
  | {
      readonly strategy: 'element';
      readonly table: Table;
      readonly from: number;
      readonly to: number;
      readonly steps: readonly Step[];
    }
  /**
   * This plan selects the rows for which a condition holds. The answer is one of their columns, or the result
   * of further steps from each row.
   */
  | {
      readonly strategy: 'filter';
      readonly table: Table;
      readonly condition: Condition;
      /** The stored columns that the condition reads, by `pathKey`; null for a path that no row has. */
      readonly columns: ReadonlyMap<string, ColumnBlocks | null>;
      readonly select: { readonly column: ColumnBlocks } | { readonly steps: readonly Step[] };
    }
  /** The steps of a path that start at one value. One pass over the bytes of the value follows them. */
  | { readonly strategy: 'scan'; readonly span: Span; readonly steps: readonly Step[] }
  /**
   * This plan reads the elements of a table as arrays of some elements each. The caller evaluates the path on
   * each array.
   */
  | { readonly strategy: 'parts'; readonly table: Table }
  /** This plan makes a document with only these members. The caller evaluates the path on this document. */
  | { readonly strategy: 'partial'; readonly pieces: readonly Piece[] }
  /** This plan reads the whole document. The caller evaluates the path on it. */
  | { readonly strategy: 'document'; readonly piece: Piece }
  /** This plan gives no answer, because the query would exceed a bound. The error names the bound. */
  | { readonly strategy: 'refused'; readonly error: QueryError };

/** A value of the document that is in the index. */
export type IndexedValue = Span & Omit<Member, 'name'>;

/** A text such as a name or comma, followed by bytes of the document. */
export type Piece = Span & { readonly before: string };

export type Source =
  /**
   * A stored column of the index. If its lines are the elements of arrays, `part` may select some elements of
   * each array.
   */
  | { readonly column: ColumnBlocks; readonly part?: ArrayPart }
  | { readonly span: Span; readonly steps: readonly Step[] };

/** A slice of each of the arrays whose elements are in a column. */
export type ArrayPart = {
  readonly slice: Slice;
  readonly lengths: ColumnBlocks;
  /** The number of all elements in each group of rows. */
  readonly rows: readonly number[];
};

export const pathKey = (path: readonly string[]): string => JSON.stringify(path);
