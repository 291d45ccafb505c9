import { validateJsonPath } from '../../lib/results/jsonpath-validation.ts';
import { queryOptions } from './documents/query-options.ts';
import { openOperation } from './pipeline/operation.ts';
import { json } from './pipeline/replies/reply.ts';

export const handler = openOperation('testjsonpath', async ({ query, caller }) => {
  const { validation, dialect } = validateJsonPath(query.query, queryOptions(query, caller));
  const reply = json(validation);
  return { ...reply, headers: { ...reply.headers, 'x-downpour-dialect': dialect } };
});
