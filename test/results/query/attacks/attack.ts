import type { DocumentName } from './documents.ts';

/** A hostile expression. */
export type Attack = {
  /** A short description of the attack. */
  readonly name: string;
  readonly text: string;
  /** The document to query. Absent: `small`. */
  readonly document?: DocumentName;
  /**
   * The expected outcome: the SQLSTATE of the rejection, or `value` for an answer. A list has every correct
   * outcome, for an attack whose outcome depends on the speed of the machine.
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

/** Messages from the process that runs the attacks. */
export type Report =
  | { readonly begins: number }
  | {
      readonly ended: number;
      readonly state: string;
      readonly reason: string;
      /** Descriptions of damage: a changed document or process, or a value that is not in the document. */
      readonly damage: readonly string[];
    };
