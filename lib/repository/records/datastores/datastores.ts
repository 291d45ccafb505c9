import { repositoryKey } from '../../../names/repository-keys.ts';
import type { Access } from '../../../results/access.ts';
import { recordAt, recordOf, recordsIn, type Table } from '../../ports/table.ts';
import { change } from '../change.ts';
import type { QueriedType } from './types.ts';

/**
 * A stored source of documents. When a test names a datastore, an upload to the test is a query to the
 * datastore.
 */
export type Datastore = {
  readonly id: number;
  readonly name: string;
  readonly owner: string;
  /** The access to the datastore. PUBLIC: tests of all teams may name it. */
  readonly access: Access;
  readonly type: QueriedType;
  readonly url: string;
  readonly authentication: Authentication;
};

/** The credentials of a datastore. A datastore from a bundle has no secret until a user enters one. */
export type Authentication =
  | { readonly type: 'none' }
  | { readonly type: 'api-key'; readonly apiKey?: string }
  | { readonly type: 'username'; readonly username: string; readonly password?: string };

/**
 * The id of the datastore that represents the repository itself, to which users upload documents. It has no
 * record.
 */
export const builtInId = 1;

export type Datastores = ReturnType<typeof openDatastores>;

export function openDatastores(table: Table) {
  const key = repositoryKey.datastore;
  return {
    /** All datastores in the order of their ids. */
    list: () => recordsIn<Datastore>(table, key(0).pk),

    find: (id: number) => recordAt<Datastore>(table, key(id)),

    async add(datastore: Omit<Datastore, 'id'>): Promise<Datastore> {
      const added = { ...datastore, id: builtInId + (await table.newIds('datastore')) };
      await table.write([{ put: { ...key(added.id), ...added }, when: 'absent' }]);
      return added;
    },

    /**
     * Changes a datastore.
     * @returns undefined when the datastore does not exist.
     */
    async change(
      id: number,
      decide: (present: Datastore) => Omit<Datastore, 'id'>,
    ): Promise<Datastore | undefined> {
      const item = await change(table, key(id), (present) => ({
        item: { ...key(id), ...decide(recordOf<Datastore>(present)), id },
      }));
      return item && recordOf<Datastore>(item);
    },

    /** Deletes a datastore. False when the datastore does not exist. */
    remove: async (id: number): Promise<boolean> =>
      (await table.write([{ delete: key(id), when: 'present' }])).length === 0,
  };
}

/** Whether an upload to a test is a query for its datastore. */
export const queriesDatastore = ({ datastoreId = builtInId }: { readonly datastoreId?: number }): boolean =>
  datastoreId !== builtInId;

/** Whether a team may use a datastore: the datastore belongs to the team, or is available to all. */
export const isUsableBy = ({ owner, access }: Pick<Datastore, 'owner' | 'access'>, team: string): boolean =>
  owner === team || access === 'PUBLIC';
