import type { JsonpathValidation } from '../api.generated.ts';
import type { Dialect, ParseOptions } from './query/dialect.ts';
import { Document } from './query/document.ts';
import { type FilterQueryOptions, filterQuery } from './query/query-document.ts';

/**
 * Reports whether a text is a valid path expression, by evaluating it on an empty object. An error that only
 * this empty object causes, such as a missing member in strict mode, does not count.
 */
export function validateJsonPath(
  text: string,
  options: ParseOptions & Pick<FilterQueryOptions, 'now'>,
): { readonly validation: JsonpathValidation; readonly dialect: Dialect } {
  const { result, dialect, at } = filterQuery(text, { array: false, ...options }, Document.of({}));
  const { value: _, explain: __, ...validation } = result;
  const isOfDocument = at === undefined && documentFaults.test(result.sqlState ?? '');
  return { validation: isOfDocument ? { ...validation, ...faultless } : validation, dialect };
}

/**
 * SQLSTATE codes that begin with 22 are data exceptions. The same expression may be without error on other
 * data.
 */
const documentFaults = /^22/;

const faultless = { valid: true, errorCode: 0, sqlState: null, reason: null } as const;
