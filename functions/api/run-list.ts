import { runsSummary } from '../../lib/results/run.ts';
import { door, json, stores } from './door.ts';

/** Ids begin at 1: a test that is not there has no runs. */
const noTest = 0;

export const handler = door('run-list', async ({ query, caller }) => {
  const { test, ...page } = query;
  const { catalogue } = stores();
  const testId = test === undefined ? undefined : ((await catalogue.findTest(test))?.id ?? noTest);
  return json(runsSummary(caller, await catalogue.listRuns(), { ...page, testId }));
});
