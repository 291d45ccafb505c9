/**
 * An error at run time, together with its place in the document: `phase 'a', sequence 'main', step 2 of 5
 * (httpRequest)`.
 */
export class PlacedError extends Error {
  constructor(place: string, cause: unknown) {
    super(`${place}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
