import { StatesError } from './errors.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * The largest input, result or output of a state in bytes:
 * https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html
 */
export const payloadBytesMax = 256 * 1024;

/**
 * Copies a value through JSON text, without undefined values, functions and shared objects.
 * @throws StatesError States.DataLimitExceeded above 256 KiB.
 */
export function payload(value: unknown, what: string): Json {
  const text = JSON.stringify(value) ?? 'null';
  // The exact bytes of most texts need not be counted, because a UTF-16 unit has at most three bytes in
  // UTF-8.
  if (text.length * 3 > payloadBytesMax && Buffer.byteLength(text) > payloadBytesMax) {
    throw new StatesError(
      'States.DataLimitExceeded',
      `${what}: the limit of ${payloadBytesMax} bytes is exceeded`,
    );
  }
  return JSON.parse(text) as Json;
}
