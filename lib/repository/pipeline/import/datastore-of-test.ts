import type { RepositoryContext } from '../../context.ts';
import { invalid } from '../../records/datastores/datastore-request.ts';
import { builtInId, type Datastore, isUsableBy } from '../../records/datastores/datastores.ts';
import type { Test } from '../../records/tests/tests.ts';

/**
 * Reads the datastore that a test names.
 * @throws DownpourError DATASTORE_INVALID (400) when the datastore is deleted, or when the team of the
 * test may no longer use it.
 */
export async function datastoreOf(
  { repository }: Pick<RepositoryContext, 'repository'>,
  { name, owner, datastoreId = builtInId }: Pick<Test, 'name' | 'owner' | 'datastoreId'>,
): Promise<Datastore> {
  const datastore = await repository.datastores.find(datastoreId);
  if (datastore !== undefined && isUsableBy(datastore, owner)) return datastore;
  throw invalid(
    `test '${name}' uses the datastore ${datastoreId}, but this datastore does not exist, or the team ${owner} may not use the datastore; choose another datastoreId for the test`,
  );
}
