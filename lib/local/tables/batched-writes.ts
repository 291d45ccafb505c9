import type { Done, Operation } from 'dynalite/db/index.js';

export type Write = (operations: readonly Operation[], done: Done) => void;

/**
 * Runs one write at a time. Writes that arrive during a write are combined into the next write, in their
 * order. One wake-up of the writing thread then serves all of them, and a wake-up costs more than a write. A
 * failure is a failure of all combined writes.
 */
export function batchedWrites(write: Write): Write {
  let waiting: { readonly operations: readonly Operation[]; readonly done: Done }[] = [];
  let isWriting = false;
  const next = (): void => {
    const now = waiting;
    waiting = [];
    isWriting = now.length > 0;
    if (!isWriting) return;
    write(
      now.flatMap(({ operations }) => operations),
      (error) => {
        next();
        for (const { done } of now) done(error);
      },
    );
  };
  return (operations, done) => {
    waiting.push({ operations, done });
    if (!isWriting) next();
  };
}
