import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, suite } from 'node:test';
import { promisify } from 'node:util';
import { startCloud } from '../../lib/local/cloud.ts';
import { environment } from '../../lib/store/names/environment.ts';
import { bootstrapUser, loginServer } from '../local/login-server.ts';
import { readOutcomes, testOutcomes } from '../local/outcomes.ts';
import { afterwards, scratchDir, suiteScope } from '../local/scratch.ts';
import { pythonFolder } from './python.ts';

/**
 * The client that the original publishes for Python works unmodified. Its own tests are not in the package, so these are their
 * calls and what they assert.
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

suite('the published client for Python', { timeout: 120_000 }, () => {
  const scope = suiteScope();
  let outcomes: ReturnType<typeof readOutcomes> = [];

  before(async () => {
    const python = join(pythonFolder, 'bin', 'python');
    assert.ok(
      existsSync(python),
      `${python} is missing: .ci/run installs test/python/requirements.txt there`,
    );
    const cloud = await startCloud({
      dataDir: scratchDir(scope),
      port: 0,
      environment: {
        ...{ [environment.service]: 'Horreum', [environment.anonymous]: 'true' },
        ...(await loginServer(scope, bootstrapUser)),
      },
    });
    afterwards(scope, () => cloud.close());
    const key = (await readFile(cloud.adminKeyFile, 'utf8')).trim();
    const script = join(import.meta.dirname, 'published-client.py');
    const { stdout } = await promisify(execFile)(python, [script, cloud.url, key]);
    outcomes = readOutcomes(stdout);
  });

  testOutcomes(cases, () => outcomes);
});
