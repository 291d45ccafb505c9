import type { RunDocument } from '../../../driver/run/document.ts';

type Entry = RunDocument['stats'][number];

/** A metric of a phase, with the `id` attribute of its row. The most important metrics come first. */
export type Ranked = { readonly id: string; readonly entry: Entry };

/**
 * Ranks metrics: with broken limits first, then with failures, then slow metrics. Warm-ups, and measurements
 * that are not requests, come last.
 */
export function rankedMetrics({ stats }: RunDocument): readonly Ranked[] {
  const weigh = ({ isWarmup, isRequest, total, failedRatio }: Entry): readonly number[] => [
    isWarmup || isRequest === false ? 0 : 1,
    total.failures,
    failedRatio,
    total.summary.percentileResponseTime['99.0'],
  ];
  return stats
    .map((entry, at) => ({ id: `m${at}`, entry, weight: weigh(entry) }))
    .sort((one, other) => compared(other.weight, one.weight))
    .map(({ id, entry }) => ({ id, entry }));
}

function compared(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at < 0 ? 0 : one[at]! - other[at]!;
}
