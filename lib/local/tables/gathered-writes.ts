import type { Done, Operation } from 'dynalite/db/index.js';

export type Write = (operations: readonly Operation[], done: Done) => void;

/**
 * One write at a time. Those that come while one is under way go together behind it, in their order: the
 * thread that writes is woken once for all of them, and waking it costs more than what it writes. A failure
 * is that of all that went together.
 */
export function gatheredWrites(write: Write): Write {
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
