import { auditPage } from '../../lib/repository/records/identity/audit-page.ts';
import { refuseUnlessAdmin } from '../../lib/results/access.ts';
import { stores } from '../stores.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/replies/reply.ts';

export const handler = operation('audit', async ({ query, caller, now }) => {
  refuseUnlessAdmin(caller);
  const { limit = 100, ...selection } = query;
  return json(await auditPage(stores().audit, now, { limit, ...selection }));
});
