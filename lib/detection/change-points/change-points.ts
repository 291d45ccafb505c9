import { type Level, levelOf } from '../level.ts';
import { scatterOf } from './autocorrelation.ts';
import { chanceOf, fewestValues } from './critical-values.ts';
import { type Found, leastRuns, splitIn, splitsOf } from './segment-splits.ts';
import { withoutSpikes } from './spikes.ts';

export type ChangePointOptions = {
  /** The largest share of stable series, 0 to 1, in which Downpour may report a change by mistake. */
  readonly chance: number;
  /**
   * The fewest values of a level, 3 or more. A change is reported when the new level has lasted for this many
   * values.
   */
  readonly persistence: number;
  /** The smallest reported change of the median, as a share of the earlier median. */
  readonly leastChange: number;
};

export const defaultOptions: ChangePointOptions = { chance: 0.01, persistence: leastRuns, leastChange: 0.01 };

/** A value at which the level of a series changes. `at` is the index of the first value of the new level. */
export type ChangePoint = {
  readonly at: number;
  /** The level since the previous change. `after` is the level from this change to the next one. */
  readonly before: Level;
  readonly after: Level;
  /**
   * The p value of the change: the share of series without a change that would split as strongly by chance,
   * from 0.0001 to 1.
   */
  readonly chance: number;
};

/**
 * Finds the values at which the level of a series changes, in their order. The method is E-divisive with
 * means: it divides the series where the parts differ most, and then divides each part again. It differs from
 * the published method:
 * - it compares scores of the ranks instead of the values (rank-scores.ts);
 * - it searches segments of all lengths (search-segments.ts);
 * - it rules out chance with a table that was computed once from permutations of the whole search
 * (critical-values.ts), so the same series always has the same changes;
 * - it allows for a correlation of neighbouring values (autocorrelation.ts);
 * - it leaves rare values out that are far from the values before and after them (spikes.ts).
 *
 * The time grows as n·log² n.
 */
export function changePoints(values: Float64Array, options = defaultOptions): readonly ChangePoint[] {
  if (values.length < fewestValues) return [];
  const least = Math.max(leastRuns, options.persistence);
  const calm = withoutSpikes(values);
  const splits = [...splitsOf(calm, least)];
  // The first division assumes that neighbouring values are independent. Their correlation is then measured
  // without the differences across the steps that were found.
  const steps = divided(calm, splits, { ...options, least, scatter: 1 });
  const rule = { ...options, least, scatter: scatterOf(calm, steps) };
  return kept({ values, calm }, divided(calm, splits, rule), rule);
}

/** A series, and the same series after its spikes (rare values far from their neighbours) were replaced. */
type Series = { readonly values: Float64Array; readonly calm: Float64Array };

type Rule = ChangePointOptions & { readonly least: number; readonly scatter: number };

const chanceIn = (found: Found | undefined, n: number, { scatter }: Rule): number =>
  found === undefined ? 1 : chanceOf(found.strength / scatter, n);

/** Divides the series where its parts differ most, then each part, until the difference may be chance. */
function divided(values: Float64Array, splits: readonly Found[], rule: Rule): readonly number[] {
  const n = values.length;
  const positions: number[] = [];
  const divide = (from: number, to: number, inside: readonly Found[]): void => {
    const whole = splitIn(values, { from, to }, rule.least);
    const best = inside.reduce((a, b) => (b.strength > (a?.strength ?? 0) ? b : a), whole);
    if (best === undefined || chanceIn(best, n, rule) > rule.chance) return;
    positions.push(best.at);
    divide(
      from,
      best.at,
      inside.filter((split) => split.to <= best.at),
    );
    divide(
      best.at,
      to,
      inside.filter((split) => split.from >= best.at),
    );
  };
  divide(0, n, splits);
  return positions.sort((a, b) => a - b);
}

/**
 * Removes change points whose levels before and after them do not differ enough, the weakest first. After
 * each removal, the two levels next to the removed point are one level.
 */
function kept(series: Series, positions: readonly number[], rule: Rule): readonly ChangePoint[] {
  const points = pointsAt(series, positions, rule);
  const weakest = points.reduce((a, b) => (b.chance > a.chance ? b : a), points[0] as ChangePoint);
  const dropped =
    weakest !== undefined && weakest.chance > rule.chance
      ? weakest
      : points.find((point) => !isLarge(point, rule.leastChange));
  if (dropped === undefined) return points;
  return kept(
    series,
    positions.filter((at) => at !== dropped.at),
    rule,
  );
}

function pointsAt(
  { values, calm }: Series,
  positions: readonly number[],
  rule: Rule,
): readonly ChangePoint[] {
  const n = values.length;
  return positions.map((at, index) => {
    const [from, to] = [positions[index - 1] ?? 0, positions[index + 1] ?? n];
    return {
      at,
      before: levelOf(values.subarray(from, at)),
      after: levelOf(values.subarray(at, to)),
      chance: chanceIn(splitIn(calm, { from, to }, rule.least), n, rule),
    };
  });
}

/**
 * True when the change is large enough. The medians are compared, so that outliers neither make a change nor
 * hide one. From a median of 0, every change is large.
 */
function isLarge({ before, after }: ChangePoint, least: number): boolean {
  const change = Math.abs(after.median - before.median);
  return change > 0 && change >= least * Math.abs(before.median);
}
