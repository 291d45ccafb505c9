import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { client } from '../../../../lib/client/index.ts';
import { startCloud } from '../../../../lib/local/cloud.ts';
import { afterwards, listening, type Scope, scratchDir } from '../../../local/scratch.ts';

/** A user with a password and all roles in the team `dev-team`. */
export const ada = { user: 'ada', password: 'correct horse battery' };

/** An API with the user `ada`, and a target for load that answers after some milliseconds. */
export async function openStage(scope: Scope, variables: Readonly<Record<string, string>> = {}) {
  const cloud = await startCloud({ dataDir: scratchDir(scope), port: 0, environment: variables });
  afterwards(scope, () => cloud.close());
  const key = (await readFile(cloud.adminKeyFile, 'utf8')).trim();
  const api = client(cloud.url, { apiKey: key });
  await api.user.team.by('dev-team').post();
  const roles = ['viewer', 'uploader', 'tester', 'manager'] as const;
  await api.user.createUser.post({
    body: { user: { username: ada.user }, password: ada.password, team: 'dev-team', roles: [...roles] },
  });
  const server = createServer((_, response) => setTimeout(() => response.end('ok'), 2));
  const target = (await listening(scope, server)).replace(/\/$/, '');
  return { url: cloud.url, key, target, api };
}
