import type { JsonpathValidation } from '../api.generated.ts';
import type { Dialect } from './query/dialect.ts';
import { Document } from './query/document.ts';
import { filterQuery } from './query/filter-query.ts';

export type ValidationOptions = {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** What an expression runs as that both dialects accept; JSONPath when absent. */
  readonly common?: Dialect | undefined;
  /** Takes a text that is no expression for what was probably meant. */
  readonly lenient?: boolean | undefined;
};

/**
 * Tells an expression from other texts, by the engine of the filter query on an empty object. An error that
 * only the emptiness of that object causes, such as a member that strict mode misses, is no fault of the
 * expression.
 */
export function validateJsonPath(
  text: string,
  options: ValidationOptions,
): { readonly validation: JsonpathValidation; readonly dialect: Dialect } {
  const { result, dialect, at } = filterQuery(text, { array: false, ...options }, Document.of({}));
  const { value: _, explain: __, ...validation } = result;
  const isOfDocument = at === undefined && documentFaults.test(result.sqlState ?? '');
  return { validation: isOfDocument ? { ...validation, ...faultless } : validation, dialect };
}

/** Class 22 of SQLSTATE: data exceptions, which other data may not cause. */
const documentFaults = /^22/;

const faultless = { valid: true, errorCode: 0, sqlState: null, reason: null } as const;
