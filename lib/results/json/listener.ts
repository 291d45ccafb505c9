/**
 * Receives the tokens of a document in order. Offsets count from the beginning of the scanner's window, the
 * part of the document in memory. A token that is longer than the window has the start -1. The scanner called
 * `long` when that token began.
 */
export type Listener = {
  open(isObject: boolean, start: number): void;
  close(end: number): void;
  /** A name; start and end include the quotes. */
  name(start: number, end: number): void;
  /**
   * A number, string, boolean or null.
   * @param kind a bit of `kind`.
   */
  scalar(kind: number, start: number, end: number): void;
  long(isName: boolean, start: number): void;
  /** Called when the open object repeats a name, also for an object that the listener skips. */
  repeated?(): void;
};

function nothing(): void {}
/** A listener that ignores all tokens. */
export const silence: Listener = {
  open: nothing,
  close: nothing,
  name: nothing,
  scalar: nothing,
  long: nothing,
};

/** The first mistake of a text that is not JSON. */
export type JsonProblem = {
  /** Bytes before the first mistake. */
  readonly offset: number;
  /** The line of the first mistake, counted from 1. */
  readonly line: number;
  /** The column of the first mistake in characters, counted from 1. */
  readonly column: number;
  readonly expected: string;
  readonly found: string;
  /** The whole problem in one sentence. */
  readonly reason: string;
};
