// Plain JavaScript: the launcher reads it before it knows whether this Node understands TypeScript.
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The source files of a build, by their path from the root of the project: size, time of the last change and
 * SHA-256.
 * @typedef {Readonly<Record<string, readonly [size: number, changedMs: number, hash: string]>>} Inputs
 */

/**
 * The hash of a file that changed during the build. No file has this hash, so the next check builds again.
 */
const unsettled = 'changed while it was built';

/**
 * Compares inputs with the present files. A comparer checks each file once, at the cost of one stat. It reads
 * a file that has another time and the same size, because a fresh clone has new times and the same bytes.
 *
 * It returns undefined when a file differs, the same object when all are equal, and new inputs when only
 * times differ.
 * @param {string} root
 * @returns {(inputs: Inputs) => Promise<Inputs | undefined>}
 */
export function comparer(root) {
  // Each start of the command line compares all its sources, and `join` would take most of that time.
  const stats = memo((/** @type {string} */ file) => statSync(`${root}/${file}`, { throwIfNoEntry: false }));
  const hashes = memo((/** @type {string} */ file) => hashOf(join(root, file)));
  return async (inputs) => {
    /** @type {Record<string, Inputs[string]>} */
    const touched = {};
    for (const [file, [size, changedMs, hash]] of Object.entries(inputs)) {
      const now = stats(file);
      if (now === undefined || now.size !== size) return undefined;
      if (now.mtimeMs === changedMs) continue;
      if ((await hashes(file)) !== hash) return undefined;
      touched[file] = [size, now.mtimeMs, hash];
    }
    return Object.keys(touched).length === 0 ? inputs : { ...inputs, ...touched };
  };
}

/**
 * Makes the inputs of a build that began at `sinceMs`, on the clock of the files. Functions share most of
 * their files, so each file is read once.
 * @param {string} root
 * @param {number} sinceMs
 * @returns {(files: readonly string[]) => Promise<Inputs>}
 */
export function inputsTaker(root, sinceMs) {
  const taken = memo(async (/** @type {string} */ file) => {
    const hash = await hashOf(join(root, file));
    const { size, mtimeMs } = statSync(join(root, file));
    return /** @type {const} */ ([size, mtimeMs, mtimeMs < sinceMs ? hash : unsettled]);
  });
  return async (files) => {
    const entries = files.toSorted().map(async (file) => /** @type {const} */ ([file, await taken(file)]));
    return Object.fromEntries(await Promise.all(entries));
  };
}

/** @param {string} path */
async function hashOf(path) {
  const { createHash } = await import('node:crypto');
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}

/**
 * @template T
 * @param {(key: string) => T} find
 * @returns {(key: string) => T}
 */
function memo(find) {
  /** @type {Map<string, { value: T }>} */
  const known = new Map();
  return (key) => {
    const found = known.get(key) ?? { value: find(key) };
    known.set(key, found);
    return found.value;
  };
}
