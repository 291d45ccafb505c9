import { listedRuns, type Run, runsSummary } from '../../lib/results/run.ts';
import { searchRuns } from '../../lib/results/run-search/search-runs.ts';
import { searchTerms } from '../../lib/results/run-search/terms.ts';
import { commonDialect } from '../deployment.ts';
import { stores } from '../stores.ts';
import { runSource } from './lookup/run-source.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/reply.ts';

/** Ids begin at 1: a test that is not there has no runs. */
const noTest = 0;

const now = (): number => performance.now();

export const handler = operation('run-list', async ({ query: parameters, caller }) => {
  const { test, query = '', matchAll, ...page } = parameters;
  const { catalogue } = stores();
  const terms = searchTerms(query, { now, common: commonDialect() });
  if ('valid' in terms) return json(terms, 400);
  const testId = test === undefined ? undefined : ((await catalogue.findTest(test))?.id ?? noTest);
  const wanted = { ...page, testId };
  const runs = await catalogue.listRuns();
  if (terms.length === 0) return json(runsSummary(caller, runs, wanted));
  // Only a search needs the bucket.
  const sourceOf = (run: Run) => runSource(stores().runs, run);
  const search = { terms, matchAll: matchAll === true, sourceOf, now };
  return json(runsSummary(caller, await searchRuns(listedRuns(caller, runs, wanted), search), wanted));
});
