/**
 * Numbers that infrastructure, functions and the pure rooms must agree on, each written once. Imports nothing. The names
 * that they must agree on are in lib/store/names.ts, the functions in lib/functions.ts.
 */

/** Memory at which Lambda gives a function one whole processor. https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
export const coreMemoryMb = 1769;

/** Memory of a drive: one core, because a drive is one event loop. The plan's price and the spending alarm follow from it. */
export const driveMemoryMb = coreMemoryMb;

/** Longest run of a drive, which is the longest that Lambda allows. */
export const driveTimeoutS = 900;

/** Longest run of a function of the HTTP API: API Gateway gives up after 30 seconds. */
export const apiTimeoutS = 29;

/** Most bytes that Lambda hands to a function, and takes from it. https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
export const invocationBytesMax = 6 * 1024 * 1024;

/** Seconds for which the URL of a reply above `invocationBytesMax` works. `schema/openapi.yaml` tells callers. */
export const largeReplyUrlS = 900;

/** Seconds for which the URL of a file that is too large for a request takes that file. */
export const fileUrlS = 900;

/** Days until the objects and records of a burst are gone; its run stays. */
export const burstDays = 30;

/** Which objects expire, by the beginning of their keys. */
export const objectExpiry = [
  { prefix: 'bursts/', days: burstDays },
  { prefix: 'answers/', days: 1 },
  /** Files of bursts are deleted when these end; an upload that no burst came to use goes so. A burst lasts a day at most. */
  { prefix: 'files/', days: 2 },
] as const;

/** US list prices, us-east-1, arm64. */
export const listPrices = {
  asOf: '2026-11-20',
  gbSecondDollars: 0.0000133334,
  invocationDollars: 0.0000002,
  /** One transition of a standard state machine. */
  transitionDollars: 0.000025,
} as const;
