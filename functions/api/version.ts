import { environment } from '../../lib/store/names.ts';
import { openDoor } from './onion.ts';
import { json } from './reply.ts';

export const handler = openDoor('version', async () =>
  json({ version: process.env[environment.version] ?? '0.0.0' }),
);
