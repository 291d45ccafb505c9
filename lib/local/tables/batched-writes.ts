import type { Done, Operation } from 'dynalite/db/index.js';

export type Write = (operations: readonly Operation[], done: Done) => void;

/**
 * Wraps a write so that only one runs at a time. Writes that arrive during a write are combined into the next
 * one, in their order. The writing thread then wakes up once for all of them, because each wake-up costs more
 * than a write. When a combined write fails, all of its parts fail.
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
