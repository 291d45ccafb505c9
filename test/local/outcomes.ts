import assert from 'node:assert/strict';
import { test } from 'node:test';

/**
 * The result of one case in a program of another language, which prints it as a line of JSON. `failure` is
 * null when the case passed.
 */
type Outcome = { readonly name: string; readonly failure: string | null };

export function readOutcomes(stdout: string): readonly Outcome[] {
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Outcome);
}

/** Makes a test for each named case, and a test that the outcomes contain no other case. */
export function testOutcomes(cases: readonly string[], outcomes: () => readonly Outcome[]): void {
  for (const name of cases)
    test(name, () => {
      const found = outcomes().find((each) => each.name === name) ?? assert.fail('it was not run');
      if (found.failure !== null) assert.fail(found.failure);
    });

  test('every case that runs is named here', () => {
    assert.deepEqual(
      outcomes().map(({ name }) => name),
      cases,
    );
  });
}
