import type { RunStore } from '../../ports/run-store.ts';

/**
 * Wraps the store of runs for work on one run. When a document was read whole, a later read of a part uses
 * the same bytes. A revision of a document never changes.
 */
export function readingOnce(runs: RunStore): RunStore {
  const whole = new Map<string, Uint8Array>();
  return {
    ...runs,
    async get(id, revision = 0) {
      const name = `${id}.${revision}`;
      const bytes = whole.get(name) ?? (await runs.get(id, revision));
      if (bytes !== undefined) whole.set(name, bytes);
      return bytes;
    },
    document: (id, revision = 0) => {
      const range = runs.document(id, revision);
      return async (start, end) => whole.get(`${id}.${revision}`)?.subarray(start, end) ?? range(start, end);
    },
  };
}
