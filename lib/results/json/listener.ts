/**
 * What is told of a document. Places are offsets in the scanner's window. A token whose beginning was dropped, because it
 * is longer than the bound of one, starts at -1; `long` has told of it when it began.
 */
export type Listener = {
  open(isObject: boolean, start: number): void;
  close(end: number): void;
  /** Start and end include the quotes. */
  name(start: number, end: number): void;
  scalar(kind: number, start: number, end: number): void;
  long(isName: boolean, start: number): void;
  /** The object that is open has had this name before. Told of every object, also where nothing else is. */
  repeated(): void;
  /** The bytes of the window before this place are about to go. */
  passed(upTo: number): void;
};

function nothing(): void {}
export const silence: Listener = {
  open: nothing,
  close: nothing,
  name: nothing,
  scalar: nothing,
  long: nothing,
  repeated: nothing,
  passed: nothing,
};
