import { reading } from '../limits.ts';
import type { Path } from '../problem.ts';

/**
 * The size that a document may grow to while aliases and templates are replayed. A few nested ones could fill
 * the memory, or split texts for hours; everything that a replay makes is counted here. Each method throws
 * TooLarge at the end of its bound.
 */
export class Bounds {
  #values = 0;
  #characters = 0;
  #characterSteps = 0;

  /** Counts a value that is read at a path. */
  value(path: Path): void {
    this.#values += 1;
    if (this.#values > reading.documentNodesMax)
      throw new TooLarge(
        `document has more than ${reading.documentNodesMax} values, aliases and templates replayed`,
        path,
      );
    this.characters(lengthOf(path), path);
  }

  /** Counts characters that are kept, of a text or of the names of a path. */
  characters(count: number, path: Path): void {
    this.#characters += count;
    if (this.#characters > reading.replayedCharsMax)
      throw new TooLarge(
        `document has more than ${reading.replayedCharsMax} characters, aliases and templates replayed`,
        path,
      );
  }

  /**
   * Returns false when a regular expression may read no further: `steps` are characters times instructions.
   */
  allowsMatching(steps: number): boolean {
    this.#characterSteps += steps;
    return this.#characterSteps <= reading.separatorStepsMax;
  }
}

/** Ends the reading of a document that exceeds a bound. */
export class TooLarge extends Error {
  readonly path: Path;

  constructor(message: string, path: Path) {
    super(message);
    this.path = path;
  }
}

/** About the length of the path as a JSON pointer, the key of all that is kept by place. */
const lengthOf = (path: Path): number =>
  path.reduce<number>((sum, part) => sum + 1 + (typeof part === 'string' ? part.length : 6), 0);
