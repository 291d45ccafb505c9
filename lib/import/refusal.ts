/** A position in a source. Lines and columns count from 1. */
export type Position = { readonly line: number; readonly column: number };

/**
 * The error for a source that cannot be used at all. The message is one sentence with the mistake and the
 * user's next action.
 */
export class Refusal extends Error {
  readonly position: Position | undefined;
  /** The warnings about parts that were left out. */
  readonly warnings: readonly string[];

  constructor(message: string, position?: Position, warnings: readonly string[] = []) {
    super(message);
    this.name = 'Refusal';
    this.position = position;
    this.warnings = warnings;
  }
}

/** The position of the character at an offset. */
export const positionAt = (text: string, offset: number): Position => new Lines(text).positionAt(offset);

/** Finds positions in a text. The text is read only once. */
export class Lines {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  positionAt(offset: number): Position {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }
}
