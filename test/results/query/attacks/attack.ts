import type { DocumentName } from './documents.ts';

/** A hostile expression. */
export type Attack = {
  /** The idea of the attack. */
  readonly name: string;
  readonly text: string;
  /** The document of the query; `small` when absent. */
  readonly document?: DocumentName;
  /**
   * The state of the refusal, or `value` for an answer. If the speed of the machine decides, all correct
   * states.
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

/** An attack and its index in the list. */
export type Task = readonly [number: number, attack: Attack];

/** Reports of the attacked process. */
export type Report =
  | { readonly begins: number }
  | {
      readonly ended: number;
      readonly state: string;
      readonly reason: string;
      /** A changed document or process, or a value from outside of the document. */
      readonly damage: readonly string[];
    };
