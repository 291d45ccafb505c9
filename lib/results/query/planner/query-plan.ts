import type { Block, Span, Table } from '../../run-index/run-index.ts';
import type { Condition, PathShape, Step } from './shape/path-shape.ts';

/** How a query is going to be answered. */
export type QueryPlan = Way & {
  /**
   * The plan for when this one comes to what SQL/JSON path takes for an error: to evaluate. Of a plan by parts, the one for
   * who cannot evaluate these.
   */
  readonly otherwise?: QueryPlan;
  /** As which the steps are meant, and in whose way values are written. */
  readonly rule: PathShape['rule'];
  /** Whether what lies in the document may have blanks between its tokens. */
  readonly hasBlanks: boolean;
};

export type Way =
  /** The index proves that nothing matches. */
  | { readonly way: 'nothing' }
  /** The index knows how many elements an array has. */
  | { readonly way: 'count'; readonly count: number }
  /** Values that lie in the document as they are asked for, in this order. */
  | { readonly way: 'member' | 'members'; readonly spans: readonly Span[] }
  | { readonly way: 'column'; readonly table: Table; readonly column: ColumnBlocks }
  /** Rows from `from` to before `to`; then the steps from each. */
  | {
      readonly way: 'element';
      readonly table: Table;
      readonly from: number;
      readonly to: number;
      readonly steps: readonly Step[];
    }
  /** Rows for which a condition holds; then a column, or the steps from each. */
  | {
      readonly way: 'filter';
      readonly table: Table;
      readonly condition: Condition;
      /** The columns of its paths, by `pathKey`; null for a path that no row has. */
      readonly columns: ReadonlyMap<string, ColumnBlocks | null>;
      readonly select: { readonly column: ColumnBlocks } | { readonly steps: readonly Step[] };
    }
  /** The steps from the value in a span, which is read through once. */
  | { readonly way: 'scan'; readonly span: Span; readonly steps: readonly Step[] }
  /** The elements of a table, some at a time as an array, for an evaluator that asks each by itself. */
  | { readonly way: 'parts'; readonly table: Table }
  /** A document of these members only, or the document as it is, for an evaluator. */
  | { readonly way: 'partial'; readonly pieces: readonly Piece[] }
  | { readonly way: 'document'; readonly span: Span }
  /** Too much. `reason` names a path that is not. */
  | { readonly way: 'refused'; readonly sqlState: '54000'; readonly reason: string };

export type ColumnBlocks = readonly (Block | null)[];
export type Piece = Span & { readonly name: string };

export const pathKey = (path: readonly string[]): string => JSON.stringify(path);
