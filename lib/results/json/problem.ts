/** Why bytes are not a JSON document. */
export type JsonProblem = {
  /** Bytes before the first mistake. */
  readonly offset: number;
  /** From 1. */
  readonly line: number;
  /** Characters from 1. */
  readonly column: number;
  readonly expected: string;
  readonly found: string;
  /** All of it as a sentence. */
  readonly reason: string;
};

export type Place = Pick<JsonProblem, 'offset' | 'line' | 'column'>;

export function jsonProblem(place: Place, expected: string, found: string): JsonProblem {
  const reason = `line ${place.line}, column ${place.column}: expected ${expected}, found ${found}`;
  return { ...place, expected, found, reason };
}
