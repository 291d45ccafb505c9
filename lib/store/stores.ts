import { environment as names } from '../names/environment.ts';
import type { DatasetStore } from '../repository/ports/dataset-store.ts';
import type { AuditStore, UserStore } from '../repository/ports/identity-stores.ts';
import type { RunStore } from '../repository/ports/run-store.ts';
import { type Clients, openClients } from './clients.ts';
import { openDatasetStore } from './datasets.ts';
import { type KeyStore, openKeyStore } from './identity/api-keys.ts';
import { openAuditStore } from './identity/audit.ts';
import { openUserStore } from './identity/users.ts';
import { openRunStore } from './runs.ts';

/** The stores of runs, datasets, API keys, users and audit records. */
export type Stores = {
  readonly runs: RunStore;
  readonly datasets: DatasetStore;
  readonly keys: KeyStore;
  readonly users: UserStore;
  readonly audit: AuditStore;
};

/**
 * Opens the stores that a deployment's environment names. Absent clients are opened for the same environment.
 */
export function openStores(
  environment: NodeJS.ProcessEnv = process.env,
  clients: Clients = openClients(environment),
): Stores {
  // A missing name is not rejected here, because few functions have the names of both the table and the
  // bucket. The first use of a store without a name fails and reports the name.
  return {
    get runs() {
      return openRunStore(clients.s3, named(environment, names.runsBucket));
    },
    get datasets() {
      return openDatasetStore(clients.s3, named(environment, names.runsBucket));
    },
    get keys() {
      return openKeyStore(clients.dynamo, named(environment, names.identityTable));
    },
    get audit() {
      return openAuditStore(clients.dynamo, named(environment, names.identityTable));
    },
    get users() {
      return openUserStore(clients.dynamo, named(environment, names.identityTable));
    },
  };
}

/**
 * Reads a variable of the environment.
 * @throws Error for a variable that is not set.
 */
export function named(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[name];
  if (value === undefined || value === '') throw new Error(`the environment variable ${name} is not set`);
  return value;
}
