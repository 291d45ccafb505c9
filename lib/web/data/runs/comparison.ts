import type { Comparison } from '../../../report/comparison/comparison-data.ts';
import { comparisonOf } from '../../../report/comparison/comparison-json.ts';
import { idsText } from '../../addresses/ids.ts';
import { api } from '../api.ts';
import { type Loaded, useLoaded } from '../cache.ts';

/** The runs of a comparison, and its gates. */
export type Compared = {
  readonly base: readonly number[];
  readonly fresh: readonly number[];
  /** The gates, such as `p99:10%`. Empty: the default gates. */
  readonly gates: readonly string[];
  readonly differ: boolean;
};

/** Compares the runs of two sides. Nothing is loaded while a side is empty. */
export function useComparison(compared: Compared): Loaded<Comparison> & { readonly key: string } {
  const { base, fresh, gates, differ } = compared;
  const key = `comparison ${JSON.stringify(compared)}`;
  const isComplete = base.length > 0 && fresh.length > 0;
  const loaded = useLoaded(isComplete ? key : undefined, async (signal) =>
    comparisonOf(
      await api.compare.get({
        query: {
          baseline: idsText(base),
          candidate: idsText(fresh),
          ...(gates.length > 0 && { gate: [...gates] }),
          ...(differ && { allowDifferences: true }),
        },
        signal,
      }),
    ),
  );
  return { ...loaded, key };
}
