import type { ScopedGroup } from './scoped-field.ts';

/** The number of a request step in its scenario. Downpour assigns it; a document does not write it. */
export const requestNumber: ScopedGroup<number, true> = {
  members: {},
  always: true,
  isGiven: () => true,
  parse: (_body, _at, scope) => scope.nextRequest(),
};
