import { statusOf } from '../../lib/results/query/answer.ts';
import { queryRun } from '../../lib/results/query/query-run.ts';
import { commonDialect } from '../deployment.ts';
import { stores } from '../stores.ts';
import { runSource } from './lookup/run-source.ts';
import { visibleRun } from './lookup/visible-run.ts';
import { elsewhere } from './pipeline/large-reply.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/reply.ts';

export const handler = operation('queryrun', async ({ path, query, caller, requestId }) => {
  const { runs } = stores();
  const run = await visibleRun(stores(), caller, path.id);
  const options = { array: isTrue(query.array), now: () => performance.now(), common: commonDialect() };
  const { result, dialect, explain } = await queryRun(query.query, options, runSource(runs, run));
  const reply = json(isTrue(query.explain) ? { ...result, explain } : result, statusOf(result));
  const headers = { ...reply.headers, 'x-downpour-dialect': dialect };
  return elsewhere({ ...reply, headers }, runs, requestId);
});

const isTrue = (value: string | undefined): boolean => value?.toLowerCase() === 'true';
