import { changeOf, isSame, type Pair, scaled } from './change.ts';
import type { JudgedGate } from './comparison-data.ts';
import { changeOfShift, shiftOfLimit } from './measures.ts';
import { moreRuns, moreRunsMax, moreRunsText } from './more-runs.ts';
import { levelAbove, outsideOf, shiftOf } from './statistics/hodges-lehmann.ts';
import { holmAdjusted, holmLevels } from './statistics/many-tests.ts';
import { noiseOf } from './statistics/power.ts';
import { changeText, intervalText, limitText, runsText, whatOf } from './words.ts';

/** The chance that a comparison of equal versions reports at least one change by mistake. */
export const falseAlarms = 0.05;

export type GatedPair = Pair & { readonly limit: number };

/**
 * Judges the gates by the intervals of the changes. `worse`: the whole interval is above the limit. `not
 * worse`: the whole interval is within the limit. Otherwise the outcome is `cannot tell`. The chance of a
 * false alarm is `falseAlarms` for all intervals together. Holm's method divides it among them. A gate with
 * the same number in all runs is not tested. It cannot cause a false alarm, so it needs no part of the
 * chance.
 */
export function judgeGates(pairs: readonly GatedPair[]): readonly JudgedGate[] {
  const tested = pairs.filter((pair) => !isSame(pair));
  const ps = tested.map((pair) => {
    const { baseline, candidate } = scaled(pair);
    return levelAbove(baseline, candidate, shiftOfLimit(pair.measure, pair.limit));
  });
  const levels = holmLevels(ps, falseAlarms);
  const adjusted = holmAdjusted(ps);
  return pairs.map((pair) => {
    const at = tested.indexOf(pair);
    return judgedGate(pair, levels[at] ?? falseAlarms, adjusted[at] ?? 1);
  });
}

function judgedGate(pair: GatedPair, level: number, adjusted: number): JudgedGate {
  const change = changeOf(pair, level);
  const { baseline, candidate } = scaled(pair);
  const { interval } = shiftOf(baseline, candidate, level);
  const limit = shiftOfLimit(pair.measure, pair.limit);
  const outcome =
    interval === undefined || (interval.low <= limit && interval.high > limit)
      ? 'cannot tell'
      : interval.low > limit
        ? 'worse'
        : 'not worse';
  const judged = { ...change, limit: pair.limit, outcome, level, adjusted } as const;
  return {
    ...judged,
    reason: reasonOf(judged),
    ...(outcome === 'cannot tell' ? { recommendation: recommendationOf(judged) } : {}),
  };
}

type Undecided = Omit<JudgedGate, 'reason' | 'recommendation'>;

function reasonOf(gate: Undecided): string {
  const { measure, outcome, baseline, candidate, estimate } = gate;
  const what = whatOf(gate);
  const limit = limitText(measure, gate.limit);
  const change = `${what} changed by ${changeText(measure, estimate)} (${intervalText(gate)})`;
  if (outcome === 'worse') return `${change}, the limit is ${limit}`;
  if (outcome === 'not worse') return `${change}, within the limit of ${limit}`;
  if (gate.interval !== undefined)
    return `${change}; a part of this interval is below the limit of ${limit}, and a part is above it`;
  if (baseline.length === 1 && candidate.length === 1)
    return 'a comparison of one run with one run cannot show a change, because the usual difference between runs is not known';
  return `${runsText(candidate.length)} compared with ${runsText(baseline.length)}: these are too few runs to show a change`;
}

/** Recommends more runs, enough to distinguish the estimated change from the limit. */
function recommendationOf(gate: Undecided): NonNullable<JudgedGate['recommendation']> {
  const { baseline, candidate, measure, level } = gate;
  const sides = scaled(gate);
  const [first, second] = [baseline.length, candidate.length];
  const noise = noiseOf(sides.baseline, sides.candidate);
  const distance = Math.abs(
    shiftOfLimit(measure, gate.limit) - shiftOf(sides.baseline, sides.candidate, 1).estimate,
  );
  if (noise === 0 || outsideOf(first, second, level) < 0) {
    const runs = moreRuns(first, second, level);
    if (runs === undefined)
      return { text: 'use fewer gates, because so many gates together need too many runs' };
    return { text: `${moreRunsText(runs)}; fewer runs cannot show a change`, runs };
  }
  const runs = moreRuns(first, second, level, distance / noise);
  const text = limitText(measure, Math.abs(changeOfShift(measure, distance)));
  if (runs !== undefined) return { text: `${moreRunsText(runs)} could show a change of ${text}`, runs };
  return {
    text: `use longer runs, a quieter machine or another limit: even ${moreRunsMax} more runs of each side could not show a change of ${text}`,
  };
}
