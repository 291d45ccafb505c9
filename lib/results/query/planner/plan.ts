import type { Block, Member, Span, Table } from '../../run-index/run-index.ts';
import type { QueryError } from '../query-error.ts';
import type { Condition, PathShape, Step } from './shape/path-shape.ts';

/** How a query is going to be answered. */
export type QueryPlan = Strategy & {
  /**
   * The plan to take instead when this one meets what may be an error of SQL/JSON path, which only an
   * evaluation tells; of a plan by parts, the one for callers that cannot evaluate parts.
   */
  readonly otherwise?: QueryPlan;
  /** The dialect and mode that the steps are meant in and values are written in. */
  readonly rule: PathShape['rule'];
  /** True when the document may have blanks between its tokens. */
  readonly hasBlanks: boolean;
};

export type Strategy =
  /** The index proves that nothing matches. */
  | { readonly strategy: 'nothing' }
  /** The index knows how many elements an array has. */
  | { readonly strategy: 'count'; readonly count: number }
  /** Values that lie in the document as they are asked for, in this order, with commas between them. */
  | { readonly strategy: 'member' | 'members'; readonly pieces: readonly Piece[] }
  | { readonly strategy: 'column'; readonly table: Table; readonly column: ColumnBlocks }
  /** Rows from `from` to before `to`; then the steps from each. */
  | {
      readonly strategy: 'element';
      readonly table: Table;
      readonly from: number;
      readonly to: number;
      readonly steps: readonly Step[];
    }
  /** Rows for which a condition holds; then a column, or the steps from each. */
  | {
      readonly strategy: 'filter';
      readonly table: Table;
      readonly condition: Condition;
      /** The columns of its paths, by `pathKey`; null for a path that no row has. */
      readonly columns: ReadonlyMap<string, ColumnBlocks | null>;
      readonly select: { readonly column: ColumnBlocks } | { readonly steps: readonly Step[] };
    }
  /** The steps from the value in a span, which is read through once. */
  | { readonly strategy: 'scan'; readonly span: Span; readonly steps: readonly Step[] }
  /** The elements of a table, some at a time as an array, for an evaluator that asks each by itself. */
  | { readonly strategy: 'parts'; readonly table: Table }
  /** A document of these members only, or the document as it is, for an evaluator. */
  | { readonly strategy: 'partial'; readonly pieces: readonly Piece[] }
  | { readonly strategy: 'document'; readonly piece: Piece }
  /** Too much. The error names a path that is not. */
  | { readonly strategy: 'refused'; readonly error: QueryError };

/** A value of the document of which the index knows. */
export type IndexedValue = Span & Omit<Member, 'name'>;

/** A text, and the bytes of the document that follow it. */
export type Piece = Span & { readonly before: string };

export type ColumnBlocks = readonly (Block | null)[];

export const pathKey = (path: readonly string[]): string => JSON.stringify(path);
