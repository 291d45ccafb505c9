import { validateJsonPath } from '../../lib/results/jsonpath-validation.ts';
import { commonDialect } from '../deployment.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/reply.ts';

export const handler = operation('testjsonpath', async ({ query }) => {
  const options = { now: () => performance.now(), common: commonDialect() };
  const { validation, dialect } = validateJsonPath(query.query, options);
  const reply = json(validation);
  return { ...reply, headers: { ...reply.headers, 'x-downpour-dialect': dialect } };
});
