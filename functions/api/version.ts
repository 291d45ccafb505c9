import { environment } from '../../lib/store/names.ts';
import { publicOperation } from './pipeline/public-operation.ts';
import { json } from './pipeline/reply.ts';

export const handler = publicOperation('version', async () =>
  json({ version: process.env[environment.version] ?? '0.0.0' }),
);
