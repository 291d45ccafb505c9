import type { Principal } from '../../../results/access.ts';
import type { RunPosition, RunRow, RunTimes } from '../../records/runs/runs.ts';
import type { Repository } from '../../repository.ts';
import { outcomeLimits } from './limits.ts';

/** The last runs of a test or of all tests, in the order of their starts. */
export type LastRuns = {
  readonly runs: readonly RunRow[];
  /** True when earlier runs exist. It may be that the caller may see none of them. */
  readonly more: boolean;
};

/**
 * Reads the last runs that the caller may see, without runs in the trash. Usually one page of the list is
 * enough. A list with many hidden runs needs more pages, up to `lastRunsRowsMax` rows.
 * @param testId undefined: the runs of all tests.
 * @param last the number of runs.
 */
export async function lastRuns(
  { runs }: Pick<Repository, 'runs'>,
  caller: Principal,
  testId: number | undefined,
  { last, from, to }: RunTimes & { readonly last: number },
): Promise<LastRuns> {
  const found: RunRow[] = [];
  let after: RunPosition | undefined;
  let left: number = outcomeLimits.lastRunsRowsMax;
  do {
    // One more run is read, which shows whether earlier runs exist.
    const limit = Math.min(left, last + 1);
    const page = await runs.readPage(caller, { testId }, { backward: true, from, to, after, limit });
    found.push(...page.runs);
    left -= page.read;
    after = page.next;
  } while (after !== undefined && found.length <= last && left > 0);
  return { runs: found.slice(0, last).reverse(), more: found.length > last || after !== undefined };
}
