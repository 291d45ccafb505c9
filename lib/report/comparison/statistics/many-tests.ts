/** Corrections of a level for several tests. */

/**
 * Holm's steps: the smallest p may use one part in m of the level, the next one part in m - 1, up to the
 * first that does not pass; later tests have the level of that one. The chance of one or more false alarms
 * stays below `level`, however the tests depend on each other. Returns the level of each test, in the given
 * order.
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

/** Holm's steps as p values: a test passes if its value is below the whole level. */
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
 * Benjamini and Hochberg: of the tests whose adjusted p stays below a level, at most about that part are
 * false alarms. It is weaker than Holm's steps, so it is used for tables and not for decisions.
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
