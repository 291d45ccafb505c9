import { DownpourError } from '../../errors.ts';
import { lists } from '../../names/not-found-hints.ts';
import { maySee, type Principal, refuseUnless } from '../../results/access.ts';
import type { Test } from '../records/tests/tests.ts';
import type { Repository } from '../repository.ts';

/** Reads a test that the caller may see. The error for a hidden test is the same as for a missing one. */
export async function visibleTest(
  { tests }: Repository,
  caller: Principal,
  id: number,
  missing = `No test with id ${id}: ${lists.tests}`,
): Promise<Test> {
  const test = await tests.byId(id);
  if (test !== undefined && maySee(caller, test)) return test;
  throw new DownpourError('TEST_NOT_FOUND', 404, missing);
}

/** Reads a test that the caller may change. */
export async function changeableTest(
  repository: Repository,
  caller: Principal,
  id: number,
  missing?: string,
): Promise<Test> {
  const test = await visibleTest(repository, caller, id, missing);
  refuseUnless(caller, 'tester', test.owner);
  return test;
}
