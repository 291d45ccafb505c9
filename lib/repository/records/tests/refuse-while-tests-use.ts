import { DownpourError } from '../../../errors.ts';
import type { Principal } from '../../../results/access.ts';
import { namesOf } from '../visible-lists.ts';
import type { Tests } from './tests.ts';

/** Rejects the deletion of a datastore from which tests take documents, and names the tests. */
export async function refuseWhileTestsUseDatastore(
  all: Pick<Tests, 'list'>,
  caller: Principal,
  id: number,
): Promise<void> {
  const users = (await all.list()).filter(({ datastoreId }) => datastoreId === id);
  if (users.length === 0) return;
  const message = `datastore ${id} cannot be deleted, because tests use it: ${namesOf(caller, users)}; choose another datastore for these tests first`;
  throw new DownpourError('DATASTORE_IN_USE', 409, message);
}

/** Rejects the deletion of a transformer that tests use, and names the tests. */
export async function refuseWhileTestsUseTransformer(
  all: Pick<Tests, 'list'>,
  caller: Principal,
  id: number,
): Promise<void> {
  const users = (await all.list()).filter(({ transformers }) => transformers?.includes(id));
  if (users.length === 0) return;
  const message = `Transformer ${id} cannot be deleted, because tests use it: ${namesOf(caller, users)}; remove the transformer from these tests first`;
  throw new DownpourError('TRANSFORMER_USED', 400, message);
}
