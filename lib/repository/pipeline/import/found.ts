import { DownpourError } from '../../../errors.ts';
import { piecesOf, type Span } from '../../../results/json/value-spans.ts';
import { failed } from './datastore-client.ts';

/** The result of a query to a datastore. */
export type Found = {
  /** The number of all documents that match the query. */
  readonly count: number;
  /** The documents that Downpour read, as JSON texts. */
  readonly documents: readonly Uint8Array[];
};

export const queryInvalid = (message: string): DownpourError =>
  new DownpourError('DATASTORE_QUERY_INVALID', 400, `the datastore query is not valid: ${message}`);

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads a text member of a query.
 * @throws DownpourError DATASTORE_QUERY_INVALID (400).
 */
export function textIn(query: Readonly<Record<string, unknown>>, member: string, place = ''): string {
  const value = Object.hasOwn(query, member) ? query[member] : undefined;
  if (typeof value === 'string' && value !== '') return value;
  throw queryInvalid(`its member '${place}${member}' must be a text that is not empty`);
}

/** The bytes of a value inside nested objects. Undefined when the value is absent. */
export function inside(document: Uint8Array, ...names: readonly string[]): Uint8Array | undefined {
  let at: Uint8Array | undefined = document;
  for (const name of names) {
    const span: Span | undefined = at && piecesOf(at, new Set([name])).inner.get(name);
    at = span && at?.subarray(span.start, span.end);
  }
  return at;
}

/**
 * Checks that the response of a datastore is JSON.
 * @throws DownpourError DATASTORE_FAILED (400).
 */
export function readableJson(answer: Uint8Array): Uint8Array {
  try {
    piecesOf(answer, new Set());
    return answer;
  } catch (cause) {
    throw failed(
      'the response of the datastore is not JSON; check that the URL of the datastore leads to the API of the datastore',
      undefined,
      cause,
    );
  }
}
