import type { Change, RunTrend, TrendSeries } from '../../../api.generated.ts';
import { levelOf, sizeOf } from '../../components/change-list/change-facts.ts';
import { difference } from '../../words/changes.ts';
import * as words from '../../words/tests/test.ts';

export type Measure = 'p99' | 'p50';

/**
 * The series that the address names, such as `browse/products`. Without a name it is the series with the
 * total of each run.
 */
export function seriesAt({ series }: Pick<RunTrend, 'series'>, name: string | null): TrendSeries | undefined {
  return series.find((one) => nameOf(one) === (name ?? ''));
}

/** True when at least one run was made by Downpour, so that charts have something to draw. */
export const hasOutcomes = ({ state }: Pick<RunTrend, 'state'>): boolean => state.some((one) => one !== null);

/** The name of a series in addresses. Empty for the total of each run. */
export const nameOf = ({ phase, metric }: Pick<TrendSeries, 'phase' | 'metric'>): string =>
  phase === null ? '' : `${phase}/${metric ?? ''}`;

/** The share of failed requests in each run, 0 to 1. Null when it was not measured. */
export const failedShares = ({
  requests,
  failed,
}: Pick<TrendSeries, 'requests' | 'failed'>): readonly (number | null)[] =>
  requests.map((count, at) => {
    const bad = failed[at];
    return count === null || bad === null || bad === undefined || count === 0 ? null : bad / count;
  });

export type ChangeMark = { readonly at: number; readonly label: string };

/**
 * The marks of changes in a chart, each at its run. The chart of the total shows the changes of all series.
 * Several changes at one run have one mark: a change of the chart's measure, else the largest change. The
 * mark names another measure, and in the chart of the total the metric that has changed.
 */
export function marksOf(
  changes: readonly Change[],
  ids: readonly number[],
  series: Pick<TrendSeries, 'phase' | 'metric'>,
  measure: Measure,
): readonly ChangeMark[] {
  const marks = new Map<number, Change>();
  const weight = (change: Change): number => sizeOf(change) + (change.variable.name === measure ? 1e9 : 0);
  for (const change of changes) {
    const at = ids.indexOf(change.dataset.runId);
    const { phase, metric } = change.fingerprint;
    if (at < 0 || (series.phase !== null && (phase !== series.phase || metric !== series.metric))) continue;
    const known = marks.get(at);
    if (known === undefined || weight(change) > weight(known)) marks.set(at, change);
  }
  return [...marks].map(([at, { before, after, variable, fingerprint }]) => ({
    at,
    label: words.changeMark(
      series.phase === null ? fingerprint.metric : undefined,
      variable.name === measure ? undefined : variable.name,
      before === undefined ? '' : difference(levelOf(before), levelOf(after)),
    ),
  }));
}
