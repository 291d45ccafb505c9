/** The two clocks of a machine, in milliseconds. */
type Clocks = {
  /** The wall clock in whole epoch milliseconds, such as `Date.now`. */
  readonly wallMs: () => number;
  /** A monotonic clock with fractions, such as `performance.now`. */
  readonly nowMs: () => number;
};

/** The number of different milliseconds of the wall clock whose beginning is observed. */
const beginningsMin = 3;

/**
 * The instant at which the monotonic clock was zero, in epoch milliseconds with fractions. The wall clock has
 * no fractions and is read first, and the machine may stop this process between the two readings. So each
 * pair of readings gives an instant that is too early, and the latest of them is the best. The function takes
 * about 3 ms.
 */
export function epochOriginMs({ wallMs, nowMs }: Clocks): number {
  let originMs = Number.NEGATIVE_INFINITY;
  for (let beginnings = 0, before = wallMs(); beginnings < beginningsMin; ) {
    const wall = wallMs();
    originMs = Math.max(originMs, wall - nowMs());
    if (wall !== before) beginnings += 1;
    before = wall;
  }
  return originMs;
}
