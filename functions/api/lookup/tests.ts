import { DownpourError } from '../../../lib/errors.ts';
import type { Repository } from '../../../lib/repository/repository.ts';
import type { Test } from '../../../lib/repository/tests/tests.ts';
import { maySee, type Principal, refuseUnless } from '../../../lib/results/access.ts';

/** A test that the caller may see. One that is hidden answers like one that does not exist. */
export async function visibleTest(
  { tests }: Repository,
  caller: Principal,
  id: number,
  missing = `No test with id ${id}`,
): Promise<Test> {
  const test = await tests.byId(id);
  if (test !== undefined && maySee(caller, test)) return test;
  throw new DownpourError('TEST_NOT_FOUND', 404, missing);
}

/** A test that the caller may change. */
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
