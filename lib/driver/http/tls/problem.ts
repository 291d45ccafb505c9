import type { Path } from '../../document/problem.ts';

/** A key or trust store that cannot be used: one sentence that names the file, never a password. */
export class StoreProblem extends Error {
  /** From the `http` entry to what is to blame, such as `keyManager`, `storeFile`. */
  readonly path: Path;

  constructor(path: Path, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoreProblem';
    this.path = path;
  }
}
