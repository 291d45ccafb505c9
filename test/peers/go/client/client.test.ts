import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { before, suite } from 'node:test';
import { startCloud } from '../../../../lib/local/cloud.ts';
import { bootstrapUser, loginServer } from '../../../local/login-server.ts';
import { testOutcomes } from '../../../local/outcomes.ts';
import { afterwards, listening, scratchDir, suiteScope } from '../../../local/scratch.ts';
import { type GoOutcomes, goTest, goTests } from '../outcomes.ts';

/**
 * The client for Go. Its tests in Go run against a local API, an API with an issuer, and servers that
 * misbehave.
 */

suite('the client for Go', { timeout: 600_000 }, () => {
  const scope = suiteScope();
  let outcomes: GoOutcomes = [];

  before(async () => {
    const folder = scratchDir(scope);
    const target = createServer((_, response) => response.end('{}'));
    const [TARGET, here, issued] = await Promise.all([
      listening(scope, target),
      startCloud({ dataDir: join(folder, 'here'), port: 0 }),
      startCloud({
        dataDir: join(folder, 'issued'),
        port: 0,
        environment: await loginServer(scope, bootstrapUser),
      }),
    ]);
    for (const cloud of [here, issued]) afterwards(scope, () => cloud.close());
    const KEY = (await readFile(here.adminKeyFile, 'utf8')).trim();
    outcomes = await goTest(import.meta.dirname, { SERVER: here.url, ISSUED: issued.url, KEY, TARGET });
  });

  testOutcomes(goTests(import.meta.dirname), () => outcomes);
});
