import { counted } from '../../words.ts';
import type { RunOrder } from './comparison-data.ts';
import { beyondMin } from './explore-measures.ts';
import { type Aim, subjectsOf } from './gate.ts';
import type { MeasuredRun } from './runs/measured-run.ts';
import { subjectText, whatOf } from './words.ts';

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
      ? [
          `the load generator may have distorted the numbers of ${suspect.join(', ')}: read the reports of these runs`,
        ]
      : []),
    ...(undefinedRuns.length > 0
      ? [
          `an older release of Downpour made ${undefinedRuns.join(', ')}, so the check for equal loads used only rates, times and targets, not scenarios`,
        ]
      : []),
    ...(several && !order.interleaved
      ? [
          'all runs of one side are earlier than all runs of the other side, so a slow drift looks like a change: alternate the runs of both sides',
        ]
      : []),
    ...incompleteMetrics(runs),
    ...aims.flatMap((aim) => thinTail(aim, runs)),
  ];
}

/** Warns about metrics that some runs do not have. They are left out of the table. */
function incompleteMetrics(runs: readonly MeasuredRun[]): readonly string[] {
  const incomplete = subjectsOf(runs).filter((subject) => runs.some((run) => run.requests(subject) === 0));
  if (incomplete.length === 0) return [];
  const names = incomplete.slice(0, namedMax).map(subjectText).join(', ');
  const more =
    incomplete.length > namedMax ? ` and ${counted(incomplete.length - namedMax, 'more metric')}` : '';
  return [
    `some runs have no request of ${names}${more}, so Downpour compares this only in the numbers of all requests`,
  ];
}

/** The most metrics that a warning names. */
const namedMax = 5;

/** Warns about a percentile with almost no responses above it, because it depends on a few requests. */
function thinTail({ subject, measure }: Aim, measured: readonly MeasuredRun[]): string[] {
  const { quantile } = measure;
  if (quantile === undefined) return [];
  const fewest = Math.min(...measured.map((run) => run.responses(subject) * (1 - quantile)));
  if (fewest >= beyondMin) return [];
  const above = fewest < 0.5 ? 'no response' : `only ${counted(Math.round(fewest), 'response')}`;
  return [
    `${whatOf({ subject, measure })} has ${above} above this percentile in at least one run: use longer runs`,
  ];
}
