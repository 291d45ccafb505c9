import type { DatastoreRequest } from '../../api.generated.ts';
import { datastoreOf } from '../pipeline/import/datastore-of-test.ts';
import { parseDatastore } from '../records/datastores/datastore-request.ts';
import { queriesDatastore } from '../records/datastores/datastores.ts';
import { givenAccess } from '../records/given-access.ts';
import type { Test } from '../records/tests/tests.ts';
import type { Repository } from '../repository.ts';

/**
 * Rejects a test that names a datastore which its team may not use.
 * @throws DownpourError DATASTORE_INVALID (400).
 */
export async function refuseUnusable(
  repository: Repository,
  test: Pick<Test, 'name' | 'owner' | 'datastoreId'>,
): Promise<void> {
  if (queriesDatastore(test)) await datastoreOf({ repository }, test);
}

/**
 * Finds or makes the datastore of a bundle. An existing datastore must have the same team, name, type and
 * URL. A new datastore has no secrets.
 * @returns the datastore's id. Undefined when the bundle has no datastore, or names the repository itself
 * (type POSTGRES).
 */
export async function datastoreOfBundle(
  { datastores, actions }: Repository,
  owner: string,
  given: DatastoreRequest | null | undefined,
): Promise<number | undefined> {
  if (given === null || given === undefined || given.type.toUpperCase() === 'POSTGRES') return undefined;
  const parsed = parseDatastore(given, { sites: await actions.sites(), isBundled: true });
  const known = (await datastores.list()).find(
    (each) =>
      each.owner === owner &&
      each.name === parsed.name &&
      each.type === parsed.type &&
      each.url === parsed.url,
  );
  if (known !== undefined) return known.id;
  const access = givenAccess(given.access) ?? 'PRIVATE';
  return (await datastores.add({ ...parsed, owner, access })).id;
}
