import { walked } from '../../lib/repository/records/paged-list.ts';
import { listedKeys } from '../../lib/results/identity/api-key.ts';
import { stores } from '../stores.ts';
import { operation } from './pipeline/operation.ts';
import { jsonPage } from './pipeline/replies/page-reply.ts';

export const handler = operation('apikey-list', async ({ query, caller, now }) => {
  const keys = listedKeys(caller, await stores().keys.list(), now, query.type);
  return jsonPage(
    query,
    walked(keys, ({ creation, id }) => [creation, id], query),
  );
});
