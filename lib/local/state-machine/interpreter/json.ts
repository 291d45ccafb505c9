import { StatesError } from './errors.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * Largest input, result or output of a state.
 * https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html
 */
export const payloadBytesMax = 256 * 1024;

/**
 * A copy that has been JSON: no undefined, no function, nothing shared. Throws States.DataLimitExceeded above
 * 256 KiB.
 */
export function payload(value: unknown, what: string): Json {
  const text = JSON.stringify(value) ?? 'null';
  // One UTF-16 unit is at most three bytes of UTF-8, so that most need not be counted.
  if (text.length * 3 > payloadBytesMax && Buffer.byteLength(text) > payloadBytesMax) {
    throw new StatesError('States.DataLimitExceeded', `${what} is above ${payloadBytesMax} bytes`);
  }
  return JSON.parse(text) as Json;
}
