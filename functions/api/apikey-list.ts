import { listedKeys } from '../../lib/results/identity/api-key.ts';
import { stores } from '../stores.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/reply.ts';

export const handler = operation('apikey-list', async ({ query, caller, now }) =>
  json(listedKeys(caller, await stores().keys.list(), now, query.type)),
);
