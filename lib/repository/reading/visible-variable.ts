import { DownpourError } from '../../errors.ts';
import { maySee, type Principal } from '../../results/access.ts';
import type { Variable } from '../records/alerting/variables.ts';
import type { Test } from '../records/tests/tests.ts';
import type { Repository } from '../repository.ts';
import { parseFingerprint } from './visible-series.ts';

/**
 * Reads a variable of a test that the caller may see. The error for a hidden variable is the same as for a
 * missing one.
 */
export const visibleVariable = async (
  repository: Repository,
  caller: Principal,
  id: number,
): Promise<Variable> => (await watchedVariable(repository, caller, id)).variable;

/** Reads a variable and its test, if the caller may see the test. */
export async function watchedVariable(
  { alerting, tests }: Repository,
  caller: Principal,
  id: number,
): Promise<{ readonly variable: Variable; readonly test: Test }> {
  const variable = await alerting.variable(id);
  const test = variable && (await tests.byId(variable.testId));
  if (variable !== undefined && test !== undefined && maySee(caller, test)) return { variable, test };
  throw new DownpourError(
    'VARIABLE_NOT_FOUND',
    404,
    `Variable ${id} not found: list the variables of a test with GET /api/alerting/variables`,
  );
}

/** Reads the variables of tests that the caller may see, in the order of the ids. Other ids are left out. */
export async function visibleVariables(
  { alerting, tests }: Repository,
  caller: Principal,
  ids: readonly number[],
): Promise<readonly Variable[]> {
  const variables = (await Promise.all(ids.map((id) => alerting.variable(id)))).flatMap((one) => one ?? []);
  const found = await tests.many([...new Set(variables.map(({ testId }) => testId))]);
  const visible = new Set(found.flatMap((test) => (test && maySee(caller, test) ? [test.id] : [])));
  return variables.filter(({ testId }) => visible.has(testId));
}

/**
 * Parses the fingerprint in a request.
 * @throws DownpourError FINGERPRINT_INVALID (400).
 */
export function givenFingerprint(text: string): string {
  const fingerprint = parseFingerprint(text);
  if (fingerprint !== undefined) return fingerprint;
  const excerpt = text.slice(0, 200);
  throw new DownpourError(
    'FINGERPRINT_INVALID',
    400,
    `the fingerprint must be a JSON object such as {"branch": "main"}, found '${excerpt}'`,
  );
}
