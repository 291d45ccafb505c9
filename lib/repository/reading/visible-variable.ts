import { DownpourError } from '../../errors.ts';
import { maySee, type Principal } from '../../results/access.ts';
import type { Variable } from '../records/alerting/variables.ts';
import type { Repository } from '../repository.ts';
import { parseFingerprint } from './visible-series.ts';

/**
 * A variable of a test that the caller may see. The error for a hidden variable is the same as for a missing
 * one.
 */
export async function visibleVariable(
  { alerting, tests }: Repository,
  caller: Principal,
  id: number,
): Promise<Variable> {
  const variable = await alerting.variable(id);
  const test = variable && (await tests.byId(variable.testId));
  if (variable !== undefined && test !== undefined && maySee(caller, test)) return variable;
  throw new DownpourError('VARIABLE_NOT_FOUND', 404, `Variable ${id} not found`);
}

/** @throws DownpourError FINGERPRINT_INVALID (400). */
export function givenFingerprint(text: string): string {
  const fingerprint = parseFingerprint(text);
  if (fingerprint !== undefined) return fingerprint;
  const excerpt = text.slice(0, 200);
  throw new DownpourError('FINGERPRINT_INVALID', 400, `the fingerprint is no JSON object: ${excerpt}`);
}
