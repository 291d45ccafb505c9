import { listedKeys } from '../../lib/results/api-key.ts';
import { door, json, stores } from './door.ts';

export const handler = door('apikey-list', async ({ caller, now }) =>
  json(listedKeys(caller, await stores().keys.list(), now)),
);
