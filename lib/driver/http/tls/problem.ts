import type { Path } from '../../document/problem.ts';

/**
 * The error when a store of keys or certificates cannot be used. The message names the file and never
 * contains a password.
 */
export class StoreProblem extends Error {
  /**
   * The path from the `http` entry of the document to the wrong setting, such as `keyManager`, `storeFile`.
   */
  readonly path: Path;

  constructor(path: Path, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoreProblem';
    this.path = path;
  }
}
