import type { JsonpathValidation } from '../../api.generated.ts';
import type { Principal } from '../../results/access.ts';
import { limits } from '../../results/limits.ts';
import { type QueryRunOptions, queryRun, type RunSource } from '../../results/query/query-run.ts';
import { completionOf, nameInPath } from '../../results/run-search/completion.ts';
import { lastRuns } from '../reading/outcomes/last-runs.ts';
import type { RunRow } from '../records/runs/runs.ts';
import type { Repository } from '../repository.ts';
import { listLimits } from './limits.ts';

export type NameSources = Pick<QueryRunOptions, 'now'> & { readonly sourceOf: (run: RunRow) => RunSource };

/** The most documents that are read at the same time. */
const atOnce = 8;

/**
 * Lists names that may continue a path which a user types. They come from the documents of the latest runs
 * that the caller may see: at most `listLimits.completionRuns` runs, without documents that are too large to
 * read whole.
 * @returns the names, or the problem of an invalid path.
 */
export async function completedNames(
  repository: Pick<Repository, 'runs'>,
  caller: Principal,
  text: string,
  { sourceOf, now }: NameSources,
): Promise<readonly string[] | JsonpathValidation> {
  const completion = completionOf(text);
  if (completion === undefined) return [];
  const { expression, prefix } = completion;
  const { runs } = await lastRuns(repository, caller, undefined, { last: listLimits.completionRuns });
  const small = runs.filter(({ sizeBytes }) => sizeBytes <= limits.wholeBytesMax);
  const names = new Set<string>();
  for (let from = 0; from < small.length; from += atOnce) {
    const some = small.slice(from, from + atOnce);
    const answers = await Promise.all(
      some.map((run) => queryRun(expression, { array: true, common: 'sql', now }, sourceOf(run))),
    );
    for (const { result } of answers) {
      const { value, ...validation } = result;
      if (result.sqlState === syntaxError) return validation;
      for (const name of namesIn(value)) if (name.startsWith(prefix)) names.add(name);
    }
  }
  return [...names].sort().slice(0, listLimits.completionNames).map(nameInPath);
}

/** The SQLSTATE of an invalid path. A path with any other failure finds nothing, as in a search. */
const syntaxError = '42601';

const namesIn = (value: string | null | undefined): readonly string[] =>
  value === null || value === undefined ? [] : (JSON.parse(value) as readonly string[]);
