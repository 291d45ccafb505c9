import { createHash } from 'node:crypto';

/** Uniform numbers that a seed repeats. Not for secrets. */
export type Random = {
  /** A multiple of 2^-53 in [0, 1). */
  next(): number;
  /** Every whole number from min to max, both included, equally often; at most 2^53 of them. */
  integer(min: number, max: number): number;
};

/**
 * The stream of a seed and a path of names, for example `randomFor(seed, phase.name, shard, 'arrivals')`. The
 * names go through SHA-256, so neighbouring seeds and paths give streams that have nothing to do with each
 * other; as JSON they keep their borders and types: ('ab', 'c'), ('a', 'bc') and ('1'), (1) are four streams.
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
 * Small fast counting generator (Chris Doty-Humphrey, PractRand): 32 bits a draw, additions, shifts and
 * rotations of whole numbers only. The counter makes every cycle at least 2^32 draws long, 2^127 on average.
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
 * A whole number in [0, range): draws beyond the last full multiple of the range would favour the small ones,
 * so they go.
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
