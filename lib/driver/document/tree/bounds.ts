import { reading } from '../limits.ts';
import type { Path } from '../problem.ts';

/**
 * The bounds of a document while its aliases and templates are expanded. A few nested ones could fill the
 * memory, or split texts for hours, so every expanded value counts. `value` and `characters` throw TooLarge
 * when their bound is exceeded.
 */
export class Bounds {
  #values = 0;
  #characters = 0;
  #characterSteps = 0;

  /** Counts a value towards the limit of values, and its path towards the limit of characters. */
  value(path: Path): void {
    this.#values += 1;
    if (this.#values > reading.documentNodesMax)
      throw new TooLarge(
        `document has more than ${reading.documentNodesMax} values after aliases and templates are expanded`,
        path,
      );
    this.characters(lengthOf(path), path);
  }

  /** Counts characters that remain in memory: those of a text, or those of the names on a path. */
  characters(count: number, path: Path): void {
    this.#characters += count;
    if (this.#characters > reading.replayedCharsMax)
      throw new TooLarge(
        `document has more than ${reading.replayedCharsMax} characters after aliases and templates are expanded`,
        path,
      );
  }

  /** False when a regular expression must not read any further. `steps` are characters times instructions. */
  allowsMatching(steps: number): boolean {
    this.#characterSteps += steps;
    return this.#characterSteps <= reading.separatorStepsMax;
  }
}

/** The error that ends the reading of a document, because the document exceeds a bound. */
export class TooLarge extends Error {
  readonly path: Path;

  constructor(message: string, path: Path) {
    super(message);
    this.path = path;
  }
}

/**
 * The approximate length of a path as a JSON Pointer. Maps with an entry for each place of the document use
 * this pointer as their key.
 */
const lengthOf = (path: Path): number =>
  path.reduce<number>((sum, part) => sum + 1 + (typeof part === 'string' ? part.length : 6), 0);
