import { validateJsonPath } from '../../lib/results/jsonpath-validation.ts';
import { door, json } from './door.ts';
import { commonDialect } from './query-dialect.ts';

export const handler = door('testjsonpath', async ({ query }) => {
  const options = { now: () => performance.now(), common: commonDialect() };
  const { validation, dialect } = validateJsonPath(query.query, options);
  const reply = json(validation);
  return { ...reply, headers: { ...reply.headers, 'x-downpour-dialect': dialect } };
});
