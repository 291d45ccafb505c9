/** What becomes of a level when several tests share it. */

/**
 * Holm's steps: the smallest p may use one part in m of the level, the next one part in m - 1, up to the
 * first that does not pass; those behind it have its level. The chance of even one false alarm stays below
 * `level`, however the tests depend on each other. Returns the level of each test, in the order in which they
 * are given.
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

/** Holm's steps as p values: each is what it must stay below the whole level with. */
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
 * Benjamini and Hochberg: of the tests whose adjusted p stays below a level, about that part at most are
 * false alarms. Weaker than Holm's steps; for tables that people look through, not for what decides.
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
