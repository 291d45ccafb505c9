import { DownpourError } from '../../../errors.ts';
import type { Principal } from '../../../results/access.ts';
import { namesOf } from '../visible-lists.ts';
import type { Test, Tests } from './tests.ts';

/** Rejects the deletion of a datastore from which tests take documents, and names the tests. */
export const refuseWhileTestsUseDatastore = (
  all: Pick<Tests, 'list'>,
  caller: Principal,
  id: number,
): Promise<void> =>
  refuseWhileTestsUse(
    all,
    ({ datastoreId }) => datastoreId === id,
    (tests) =>
      new DownpourError(
        'DATASTORE_IN_USE',
        409,
        `datastore ${id} cannot be deleted, because tests use it: ${namesOf(caller, tests)}; choose another datastore for these tests first`,
      ),
  );

/** Rejects the deletion of a transformer that tests use, and names the tests. */
export const refuseWhileTestsUseTransformer = (
  all: Pick<Tests, 'list'>,
  caller: Principal,
  id: number,
): Promise<void> =>
  refuseWhileTestsUse(
    all,
    ({ transformers }) => transformers?.includes(id) === true,
    (tests) =>
      new DownpourError(
        'TRANSFORMER_USED',
        400,
        `Transformer ${id} cannot be deleted, because tests use it: ${namesOf(caller, tests)}; remove the transformer from these tests first`,
      ),
  );

async function refuseWhileTestsUse(
  all: Pick<Tests, 'list'>,
  uses: (test: Test) => boolean,
  refusal: (tests: readonly Test[]) => DownpourError,
): Promise<void> {
  const tests = (await all.list()).filter(uses);
  if (tests.length > 0) throw refusal(tests);
}
