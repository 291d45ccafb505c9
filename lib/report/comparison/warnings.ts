import { counted } from '../../words.ts';
import { beyondMin } from './explored.ts';
import type { Aim } from './gate.ts';
import type { RunOrder } from './result.ts';
import type { MeasuredRun } from './runs/measured-run.ts';
import { whatOf } from './words.ts';

/** The reasons to read the numbers of a comparison with care, as sentences. */
export function warningsOf(
  runs: readonly MeasuredRun[],
  order: RunOrder,
  aims: readonly Aim[],
): readonly string[] {
  const namesOf = (some: readonly MeasuredRun[]) => [...new Set(some.map(({ name }) => name))];
  const suspect = namesOf(runs.filter(({ document }) => document.health.suspect));
  const undefinedRuns = namesOf(runs.filter(({ document }) => !('definition' in document.plan)));
  const several = new Set(order.runs.map(({ side }) => side)).size > 1 && order.runs.length >= 4;
  return [
    ...(suspect.length > 0
      ? [`the load generator may have distorted the numbers of ${suspect.join(', ')}: read their reports`]
      : []),
    ...(undefinedRuns.length > 0
      ? [
          `an older release made ${undefinedRuns.join(', ')}, so Downpour compared only rates, times and targets of the runs, and not their scenarios`,
        ]
      : []),
    ...(several && !order.interleaved
      ? [
          'all runs of one side are earlier than those of the other, so a slow drift looks like a change: run both sides in turn',
        ]
      : []),
    ...aims.flatMap((aim) => thinTail(aim, runs)),
  ];
}

/** Warns about a percentile with almost no responses above it, because it depends on a few requests. */
function thinTail({ subject, measure }: Aim, measured: readonly MeasuredRun[]): string[] {
  const { quantile } = measure;
  if (quantile === undefined) return [];
  const fewest = Math.min(...measured.map((run) => run.responses(subject) * (1 - quantile)));
  if (fewest >= beyondMin) return [];
  return [
    `${whatOf({ subject, measure })} has only ${counted(Math.round(fewest), 'response')} above this percentile in a run: make runs longer`,
  ];
}
