/**
 * Receives the tokens of a document in order. Offsets count from the beginning of the scanner's window. A
 * token that is longer than the window can hold starts at -1; `long` has announced it when it began.
 */
export type Listener = {
  open(isObject: boolean, start: number): void;
  close(end: number): void;
  /** A name; start and end include the quotes. */
  name(start: number, end: number): void;
  /** @param kind a bit of `kind`. */
  scalar(kind: number, start: number, end: number): void;
  long(isName: boolean, start: number): void;
  /** The open object has had this name before. Called for every object, also for those that are skipped. */
  repeated(): void;
  /** The bytes of the window before this offset are about to be dropped. */
  passed(upTo: number): void;
};

function nothing(): void {}
/** Ignores everything. */
export const silence: Listener = {
  open: nothing,
  close: nothing,
  name: nothing,
  scalar: nothing,
  long: nothing,
  repeated: nothing,
  passed: nothing,
};

/** The first mistake of a text that is not JSON. */
export type JsonProblem = {
  /** Bytes before the first mistake. */
  readonly offset: number;
  /** From 1. */
  readonly line: number;
  /** In characters, from 1. */
  readonly column: number;
  readonly expected: string;
  readonly found: string;
  /** All of it in one sentence. */
  readonly reason: string;
};
