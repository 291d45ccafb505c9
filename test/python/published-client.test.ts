import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { startCloud } from '../../lib/local/cloud.ts';
import { environment } from '../../lib/store/names.ts';
import { afterwards, scratchDir, suiteScope } from '../local/scratch.ts';
import { pythonFolder } from './python.ts';

/**
 * The client that the original publishes for Python works unmodified. Its own tests are not in the package, so these are their
 * calls and what they assert. What needs a login server finds out that there is none.
 */

type Outcome = { readonly name: string; readonly failure: string | null };

const cases = [
  'call 1: the version, with and without a key',
  'call 2: nothing is added without credentials',
  'call 3: a token is fetched nowhere',
  'call 4: a password without a user',
  'call 5: a user by Basic',
  'call 6: no tests at first',
  'call 7 and 8: keys are made, listed, renamed and revoked',
  'call 9: tests are made, read and deleted',
  'call 10 and 11: without a key',
  'runs are uploaded, listed, read and queried',
];

suite('the published client for Python', { timeout: 120_000 }, () => {
  const scope = suiteScope();
  const outcomes = new Map<string, Outcome>();

  before(async () => {
    const python = join(pythonFolder, 'bin', 'python');
    assert.ok(
      existsSync(python),
      `${python} is missing: .ci/run installs test/python/requirements.txt there`,
    );
    const cloud = await startCloud({
      dataDir: scratchDir(scope),
      port: 0,
      environment: { [environment.service]: 'Horreum', [environment.anonymous]: 'true' },
    });
    afterwards(scope, () => cloud.close());
    const key = (await readFile(cloud.adminKeyFile, 'utf8')).trim();
    const script = join(import.meta.dirname, 'published-client.py');
    const { stdout } = await promisify(execFile)(python, [script, cloud.url, key]);
    for (const line of stdout.trim().split('\n')) {
      const outcome = JSON.parse(line) as Outcome;
      outcomes.set(outcome.name, outcome);
    }
  });

  for (const name of cases)
    test(name, () => {
      const { failure } = outcomes.get(name) ?? assert.fail('it was not run');
      assert.equal(failure, null, failure ?? undefined);
    });

  test('no case is run that is not named here', () => {
    assert.deepEqual([...outcomes.keys()], cases);
  });
});
