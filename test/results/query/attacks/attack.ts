import type { DocumentName } from './documents.ts';

/** A hostile expression. */
export type Attack = {
  /** What it tries. */
  readonly name: string;
  readonly text: string;
  /** What it is asked of; `small` when absent. */
  readonly document?: DocumentName;
  /**
   * The state of the refusal, or `value` for an answer. Where the speed of the machine decides: each that is
   * right.
   */
  readonly ends: End | readonly End[];
};

export type End =
  | 'value'
  | '22P02'
  | '42601'
  | '54000'
  | '54001'
  | '57014'
  | '2201B'
  | '0A000'
  | '22003'
  | '22007'
  | '22012'
  | '22033'
  | '22036'
  | '22038'
  | '22031'
  | '42704';

/** An attack and its place in the list. */
export type Task = readonly [number: number, attack: Attack];

/** What the process that is attacked tells. */
export type Report =
  | { readonly begins: number }
  | {
      readonly ended: number;
      readonly state: string;
      readonly reason: string;
      /** A changed document or process, a value from elsewhere. */
      readonly damage: readonly string[];
    };
