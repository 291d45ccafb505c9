import { numbered } from '../../words.ts';

/**
 * The reason why a `content-length` header with this value cannot be sent. Undefined when it can. `bodyBytes`
 * is absent while the length of the body is unknown.
 */
export function contentLengthProblem(value: string, bodyBytes: number | undefined): string | undefined {
  if (!/^\d+$/.test(value))
    return 'the header content-length of the request is not a whole number of bytes; leave this header out';
  if (bodyBytes === undefined || Number(value) === bodyBytes) return undefined;
  return `the header content-length is ${value}, but the body has ${numbered(bodyBytes, 'byte')}; leave this header out`;
}

/** True for a method that usually has a body. Its requests have a content-length also without a body. */
export const usuallyHasBody = (method: string): boolean =>
  method === 'POST' || method === 'PUT' || method === 'PATCH';
