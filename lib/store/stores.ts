import { type KeyStore, openKeyStore } from './api-keys.ts';
import { type Catalogue, openCatalogue } from './catalogue.ts';
import { type Clients, openClients } from './clients.ts';
import { environment as names } from './names.ts';
import { openRunStore, type RunStore } from './runs.ts';

/** The stores of runs, of what is known of them, and of API keys. */
export type Stores = { readonly runs: RunStore; readonly catalogue: Catalogue; readonly keys: KeyStore };

/** The stores that a deployment's environment names, with clients made from the same environment unless given. */
export function openStores(
  environment: NodeJS.ProcessEnv = process.env,
  clients: Clients = openClients(environment),
): Stores {
  const table = named(environment, names.catalogueTable);
  return {
    // Only few functions have a bucket: without a name, the first use of it fails and says which name is missing.
    get runs() {
      return openRunStore(clients.s3, named(environment, names.runsBucket));
    },
    catalogue: openCatalogue(clients.dynamo, table),
    keys: openKeyStore(clients.dynamo, table),
  };
}

/** @throws Error for a variable that is not set. */
export function named(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[name];
  if (value === undefined || value === '') throw new Error(`the environment variable ${name} is not set`);
  return value;
}
