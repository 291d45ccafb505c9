import type { Processor } from '../../../model/handlers.ts';

/** Joins several processors to one. Each fragment of a value goes to all of them, in order. */
export function sequential(processors: readonly Processor[]): Processor {
  const [only] = processors;
  if (only !== undefined && processors.length === 1) return only;
  return {
    begin(session, sequence) {
      for (const processor of processors) processor.begin?.(session, sequence);
    },
    data(session, sequence, bytes, last) {
      for (const processor of processors) processor.data(session, sequence, bytes, last);
    },
    end(session, sequence) {
      for (const processor of processors) processor.end?.(session, sequence);
    },
    abort(session, sequence) {
      for (const processor of processors) processor.abort?.(session, sequence);
    },
  };
}
