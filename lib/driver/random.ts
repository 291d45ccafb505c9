import { createHash } from 'node:crypto';

/** Uniform random numbers. The same seed gives the same numbers again. Not for secrets. */
export type Random = {
  /** Returns a random multiple of 2^-53, from 0 to less than 1. */
  next(): number;
  /**
   * Returns a whole number from min to max, both included. All have the same probability. There may be at
   * most 2^53 of them.
   */
  integer(min: number, max: number): number;
};

/**
 * The random numbers for a seed and a path of names, for example `randomFor(seed, phase.name, shard,
 * 'arrivals')`. The path goes through SHA-256, so similar seeds and paths give independent random numbers. It
 * is hashed as JSON, so that ('ab', 'c'), ('a', 'bc'), ('1') and (1) are four different paths.
 */
export function randomFor(seed: number, ...stream: readonly (string | number)[]): Random {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, ...stream]))
    .digest();
  const draw = sfc32(digest.readInt32LE(0), digest.readInt32LE(4), digest.readInt32LE(8));
  const next = (): number => ((draw() >>> 5) * 2 ** 26 + (draw() >>> 6)) * 2 ** -53;
  return { next, integer: (min, max) => min + below(max - min + 1, draw) };
}

/**
 * The random number generator sfc32 (Chris Doty-Humphrey, PractRand), which is small and fast and gives 32
 * bits in each call. It only adds, shifts and rotates whole numbers. Its counter guarantees that numbers
 * repeat only after at least 2^32 calls, and after 2^127 on average.
 */
function sfc32(first: number, second: number, third: number): () => number {
  let a = first;
  let b = second;
  let c = third;
  let counter = 1;
  const draw = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum;
  };
  for (let round = 0; round < 12; round += 1) draw();
  return draw;
}

/**
 * A random whole number from 0 to less than `range`. Numbers above the last full multiple of the range are
 * drawn again, because they would favour small results.
 */
function below(range: number, draw: () => number): number {
  if (range <= 2 ** 32) {
    const full = 2 ** 32 - (2 ** 32 % range);
    let drawn = draw() >>> 0;
    while (drawn >= full) drawn = draw() >>> 0;
    return drawn % range;
  }
  const full = 2 ** 53 - (2 ** 53 % range);
  const wide = (): number => (draw() >>> 11) * 2 ** 32 + (draw() >>> 0);
  let drawn = wide();
  while (drawn >= full) drawn = wide();
  return drawn % range;
}
