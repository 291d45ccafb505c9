import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, suite } from 'node:test';
import { promisify } from 'node:util';
import { startCloud } from '../../../lib/local/cloud.ts';
import { environment } from '../../../lib/names/environment.ts';
import { bootstrapUser, loginServer } from '../../local/login-server.ts';
import { readOutcomes, testOutcomes } from '../../local/outcomes.ts';
import { afterwards, type Scope, scratchDir, suiteScope } from '../../local/scratch.ts';
import { pythonFolder } from './python.ts';

/**
 * The published client of the original server for Python works unmodified. Its own tests are not in its
 * package, so this file repeats their calls and assertions.
 */

const cases = [
  'call 1: the version, anonymous, with a key and logged in',
  'call 2: nothing is added without credentials',
  'call 3: a token is fetched and sent',
  'call 4: a password without a user',
  'call 5: a user by Basic',
  'call 6: no tests at first',
  'call 7 and 8: keys are made, listed, renamed and revoked',
  'call 9: tests are made, read and deleted, with a token and with a key',
  'call 10 and 11: without a key',
  'runs are uploaded, listed, read and queried',
];

/**
 * The services at which the client can log in. Each has the variables of the deployment, the password, and a
 * preparation.
 */
const logins: Readonly<Record<string, (scope: Scope) => Promise<Login>>> = {
  'a login server': async (scope) => ({
    variables: await loginServer(scope, bootstrapUser),
    password: bootstrapUser.password,
    prepare: async () => undefined,
  }),
  'the deployment itself': async () => ({
    // The user in the original's tests has a password of six characters.
    variables: { [environment.passwordLengthMin]: '6' },
    password: bootstrapUser.password,
    async prepare(url, key) {
      const headers = { 'X-Horreum-API-Key': key, 'content-type': 'application/json' };
      const post = async (path: string, body: unknown) => {
        const answer = await fetch(`${url}/api/user/${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
        assert.ok(answer.ok, await answer.text());
      };
      const user = { username: bootstrapUser.user };
      const roles = ['viewer', 'uploader', 'tester', 'manager'];
      await post('team/dev-team', null);
      await post('createUser', { user, password: bootstrapUser.password, team: 'dev-team', roles });
      await post('administrators', ['admin', user.username]);
    },
  }),
};

type Login = {
  readonly variables: Readonly<Record<string, string>>;
  readonly password: string;
  readonly prepare: (url: string, key: string) => Promise<void>;
};

for (const [where, login] of Object.entries(logins))
  suite(`the published client for Python, which logs in at ${where}`, { timeout: 120_000 }, () => {
    const scope = suiteScope();
    let outcomes: ReturnType<typeof readOutcomes> = [];

    before(async () => {
      const python = join(pythonFolder, 'bin', 'python');
      assert.ok(existsSync(python), `${python} is missing: npm run test:peers installs it`);
      const { variables, password, prepare } = await login(scope);
      const cloud = await startCloud({
        dataDir: scratchDir(scope),
        port: 0,
        environment: {
          [environment.service]: 'Horreum',
          [environment.anonymous]: 'true',
          ...variables,
        },
      });
      afterwards(scope, () => cloud.close());
      const key = (await readFile(cloud.adminKeyFile, 'utf8')).trim();
      await prepare(cloud.url, key);
      const script = join(import.meta.dirname, 'published-client.py');
      const { stdout } = await promisify(execFile)(python, [script, cloud.url, key, password]);
      outcomes = readOutcomes(stdout);
    });

    testOutcomes(cases, () => outcomes);
  });
