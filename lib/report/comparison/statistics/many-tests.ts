/**
 * Corrections of significance levels and p values. When several tests are made at once, false alarms would
 * otherwise become more likely.
 */

/**
 * The level of each test by Holm's method, in the order of `ps`. The smallest of m p values may use 1/m of
 * the level, the next 1/(m - 1), and so on. After the first test that does not pass, all later tests have its
 * level. The chance of one or more false alarms stays below `level`, however the tests depend on each other.
 */
export function holmLevels(ps: readonly number[], level: number): readonly number[] {
  const levels = ps.map(() => level);
  let passed = 0;
  for (const at of rising(ps)) {
    levels[at] = level / (ps.length - passed);
    if (ps[at]! <= levels[at]!) passed += 1;
  }
  return levels;
}

/** Adjusts p values by Holm's method: a test passes if its adjusted value is below the whole level. */
export function holmAdjusted(ps: readonly number[]): readonly number[] {
  const adjusted = ps.map(() => 1);
  let most = 0;
  for (const [step, at] of rising(ps).entries()) {
    most = Math.max(most, Math.min(1, ps[at]! * (ps.length - step)));
    adjusted[at] = most;
  }
  return adjusted;
}

/**
 * Adjusts p values by Benjamini and Hochberg's method. If all tests with an adjusted p below a level pass, at
 * most about that share of them are false alarms. The correction is weaker than Holm's, so it is used for
 * tables and not for decisions.
 */
export function falseDiscoveryAdjusted(ps: readonly number[]): readonly number[] {
  const adjusted = ps.map(() => 1);
  let least = 1;
  const order = rising(ps);
  for (let rank = order.length; rank > 0; rank -= 1) {
    const at = order[rank - 1]!;
    least = Math.min(least, (ps[at]! * ps.length) / rank);
    adjusted[at] = least;
  }
  return adjusted;
}

const rising = (ps: readonly number[]): readonly number[] =>
  ps.map((_, at) => at).sort((one, other) => ps[one]! - ps[other]! || one - other);
