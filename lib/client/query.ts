import { ApiError } from './api-error.ts';
import type { Tree } from './raw.generated.ts';

type Asked = { readonly signal?: AbortSignal };

/**
 * Evaluates a JSONPath over a run. @returns the first match, or null without one. Numbers are those of
 * JavaScript: `api.sql.by(run).queryrun.get` has the digits of the document.
 *
 * @throws ApiError with the reason when the path is not valid.
 */
export const query = <Value = unknown>(api: Tree, run: number, path: string, call: Asked = {}) =>
  matchOf<Value | null>(api, run, path, false, call);

/** Evaluates a JSONPath over a run. @returns all matches. @throws ApiError as `query` does. */
export const queryAll = <Value = unknown>(api: Tree, run: number, path: string, call: Asked = {}) =>
  matchOf<Value[]>(api, run, path, true, call);

/** Sends a query. The caller knows the type of the value: the cast is from JSON, as with `JSON.parse`. */
async function matchOf<Value>(
  api: Tree,
  run: number,
  path: string,
  array: boolean,
  call: Asked,
): Promise<Value> {
  const { value } = await api.sql
    .by(run)
    .queryrun.get({ query: { query: path, array }, ...call })
    .catch((error: unknown) => {
      throw error instanceof ApiError ? withReason(error) : error;
    });
  return JSON.parse(value ?? 'null') as Value;
}

/**
 * Makes the reason the message of an error about an invalid path. The answer has the reason in its own member
 * `reason`.
 */
function withReason(error: ApiError): ApiError {
  const { reason } = Object(error.body) as { readonly reason?: unknown };
  if (typeof reason === 'string') error.message = reason;
  return error;
}
