import { StatesError } from './errors.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * The largest input, result or output of a state.
 * https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html
 */
export const payloadBytesMax = 256 * 1024;

/**
 * A copy through JSON text: without undefined values, functions and shared objects. Throws
 * States.DataLimitExceeded above 256 KiB.
 */
export function payload(value: unknown, what: string): Json {
  const text = JSON.stringify(value) ?? 'null';
  // A UTF-16 unit has at most three bytes in UTF-8, so most texts need no count.
  if (text.length * 3 > payloadBytesMax && Buffer.byteLength(text) > payloadBytesMax) {
    throw new StatesError('States.DataLimitExceeded', `${what} is above ${payloadBytesMax} bytes`);
  }
  return JSON.parse(text) as Json;
}
