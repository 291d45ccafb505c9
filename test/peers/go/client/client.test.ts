import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { before, suite } from 'node:test';
import { promisify } from 'node:util';
import { startCloud } from '../../../../lib/local/cloud.ts';
import { bootstrapUser, loginServer } from '../../../local/login-server.ts';
import { testOutcomes } from '../../../local/outcomes.ts';
import { afterwards, listening, scratchDir, suiteScope } from '../../../local/scratch.ts';

/**
 * The client for Go. Its tests in Go run against a local API, an API with an issuer, and servers that
 * misbehave.
 */

const run = promisify(execFile);

/** The tests in the order of their files. */
const cases = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('_test.go'))
  .toSorted()
  .flatMap(
    (name) => readFileSync(join(import.meta.dirname, name), 'utf8').match(/(?<=^func )Test\w+/gm) ?? [],
  );

suite('the client for Go', { timeout: 600_000 }, () => {
  const scope = suiteScope();
  let outcomes: { readonly name: string; readonly failure: string | null }[] = [];

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
    const env = { ...process.env, SERVER: here.url, ISSUED: issued.url, KEY, TARGET };
    outcomes = outcomesOf(
      await ended('go', ['test', '-count=1', '-json', '.'], { cwd: import.meta.dirname, env }),
    );
  });

  testOutcomes(cases, () => outcomes);
});

/** The output of a program, also when it ends with a failure. */
async function ended(program: string, args: readonly string[], options: object): Promise<string> {
  const { stdout } = await run(program, args, { maxBuffer: 1e8, ...options }).catch(
    (error: { readonly stdout: string }) => error,
  );
  return stdout;
}

type GoEvent = { readonly Action: string; readonly Test?: string; readonly Output?: string };

/** The tests of Go, without the cases within them. */
function outcomesOf(output: string) {
  const events = output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as GoEvent);
  const printed = (name: string | undefined): string =>
    events.flatMap(({ Test = '', Output = '' }) => (Test.split('/')[0] === name ? [Output] : [])).join('');
  if (!events.some(({ Test }) => Test !== undefined))
    assert.fail(`the tests of Go were not built: ${events.map(({ Output }) => Output).join('')}`);
  return events.flatMap(({ Action, Test = '' }) =>
    /^(pass|fail|skip)$/.test(Action) && Test && !Test.includes('/')
      ? [{ name: Test, failure: Action === 'pass' ? null : printed(Test) }]
      : [],
  );
}
