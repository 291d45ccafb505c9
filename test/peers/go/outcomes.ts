import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type GoOutcomes = readonly { readonly name: string; readonly failure: string | null }[];

/** The names of the tests of a folder, in the order of their files. */
export const goTests = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('_test.go'))
    .toSorted()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/(?<=^func )Test\w+/gm) ?? []);

/**
 * Runs the Go tests of a folder.
 * @throws AssertionError when the tests cannot be built.
 */
export async function goTest(cwd: string, variables: Readonly<Record<string, string>>): Promise<GoOutcomes> {
  const options = { cwd, env: { ...process.env, ...variables }, maxBuffer: 1e8 };
  // The command also fails when a test fails.
  const { stdout } = await promisify(execFile)('go', ['test', '-count=1', '-json', '.'], options).catch(
    (error: { readonly stdout: string }) => error,
  );
  return outcomesOf(stdout);
}

type GoEvent = { readonly Action: string; readonly Test?: string; readonly Output?: string };

/** The Go tests, without their subtests. */
function outcomesOf(output: string): GoOutcomes {
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
