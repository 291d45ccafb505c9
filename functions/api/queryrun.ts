import { statusOf } from '../../lib/results/query/answer.ts';
import { queryRun } from '../../lib/results/query/query-run.ts';
import { repository } from '../repository.ts';
import { stores } from '../stores.ts';
import { isTrue, queryOptions } from './lookup/query-options.ts';
import { runSource } from './lookup/run-source.ts';
import { visibleRun } from './lookup/visible-run.ts';
import { elsewhere } from './pipeline/large-reply.ts';
import { openOperation } from './pipeline/operation.ts';
import { json } from './pipeline/reply.ts';

export const handler = openOperation('queryrun', async ({ path, query, caller, requestId }) => {
  const run = await visibleRun(repository(), caller, path.id);
  const options = { array: isTrue(query.array), ...queryOptions(query, caller) };
  const { result, dialect, explain } = await queryRun(query.query, options, runSource(stores().runs, run));
  const reply = json(isTrue(query.explain) ? { ...result, explain } : result, statusOf(result));
  const headers = { ...reply.headers, 'x-downpour-dialect': dialect };
  return elsewhere({ ...reply, headers }, stores().runs, requestId);
});
