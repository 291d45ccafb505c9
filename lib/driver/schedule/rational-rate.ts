/** A rate as a fraction of whole numbers: `users` in every `seconds`. */
export type Rate = { readonly users: bigint; readonly seconds: bigint };

/**
 * The simplest fraction that equals a rate within the rounding error of a floating-point number (double).
 * 33.3 becomes 333/10, and a third of 100 becomes 100/3, although neither double is exact. With the fraction,
 * i / rate is exact: 30 s at 100/3 users/s are 1,000 arrivals, not 999.
 *
 * The fraction is found by the continued fraction of the double's exact value. A convergent p/q (a step of
 * the continued fraction) is wrong by less than 1/q^2. So an error of 2^-52 is reached while p and q are far
 * below 2^53.
 */
export function rateOf(usersPerSec: number): Rate {
  let { users: numerator, seconds: denominator } = exactly(usersPerSec);
  let [before, users] = [0n, 1n];
  let [secondsBefore, seconds] = [1n, 0n];
  while (denominator > 0n) {
    const whole = numerator / denominator;
    [before, users] = [users, whole * users + before];
    [secondsBefore, seconds] = [seconds, whole * seconds + secondsBefore];
    if (Math.abs(Number(users) / Number(seconds) - usersPerSec) <= usersPerSec * Number.EPSILON) break;
    [numerator, denominator] = [denominator, numerator - whole * denominator];
  }
  return { users, seconds };
}

/**
 * The exact value of a floating-point number as a fraction. Every such number is a whole number divided by a
 * power of two.
 */
function exactly(value: number): Rate {
  let scaled = value;
  let seconds = 1n;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    seconds *= 2n;
  }
  return { users: BigInt(scaled), seconds };
}
