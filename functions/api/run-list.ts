import type { RunRow } from '../../lib/repository/records/runs/runs.ts';
import { teamsNamed } from '../../lib/repository/records/visible-lists.ts';
import { completedNames } from '../../lib/repository/search/complete-names.ts';
import { searchedRuns } from '../../lib/repository/search/list-matching-runs.ts';
import { listedOrFiltered } from '../../lib/repository/search/walked-runs.ts';
import { maySee, type Principal } from '../../lib/results/access.ts';
import { searchTerms } from '../../lib/results/run-search/parse-search.ts';
import { commonDialect } from '../deployment.ts';
import { repository } from '../repository.ts';
import { stores } from '../stores.ts';
import { runSource } from './documents/run-source.ts';
import { openOperation } from './pipeline/operation.ts';
import { json } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';

/** The id of a test that does not exist, because ids begin at 1. A list for this id is empty. */
const noTest = 0;

const now = (): number => performance.now();

/**
 * Opens the document of a run for a search. Other lists read no documents, so they do not need the bucket.
 */
const sourceOf = (run: RunRow) => runSource(stores().runs, run);

const list = openOperation('run-list', async ({ query: parameters, caller }) => {
  const { test, query = '', matchAll, roles, ...page } = parameters;
  const terms = searchTerms(query, { now, common: caller.dialect ?? commonDialect() });
  if ('valid' in terms) return json(terms, 400);
  const testId = test === undefined ? undefined : await testIdOf(test, caller);
  const selection = { ...page, testId, owners: teamsNamed(caller, roles) };
  if (terms.length === 0) return json(await listedOrFiltered(repository(), caller, selection));
  const search = { terms, matchAll: matchAll === true, sourceOf, now };
  return json(await searchedRuns(repository(), caller, selection, search));
});

/**
 * The id of the test that a text names. A list shows visible runs of a hidden test without its name, so the
 * name selects none of them.
 */
async function testIdOf(text: string, caller: Principal): Promise<number> {
  const test = await repository().tests.find(text);
  const isKnown = test !== undefined && (maySee(caller, test) || text.trim() === String(test.id));
  return isKnown ? test.id : noTest;
}

const complete = openOperation('run-autocomplete', async ({ query: { query }, caller }) => {
  const found = await completedNames(repository(), caller, query, { sourceOf, now });
  return 'valid' in found ? json(found, 400) : json(found);
});

export const handler = router({ 'GET /api/run/list': list, 'GET /api/run/autocomplete': complete });
