import { type BurstObjects, openBurstObjects } from '../../lib/store/burst-objects.ts';
import { type Bursts, openBursts } from '../../lib/store/bursts.ts';
import { openClients } from '../../lib/store/clients.ts';
import { environment } from '../../lib/store/names.ts';

/** Where a burst's state and its objects rest, as the environment names them. */
export type BurstStores = { readonly bursts: Bursts; readonly objects: BurstObjects };

let opened: BurstStores | undefined;

/** Opened by the first invocation, so that a failing configuration fails an invocation. */
export function burstStores(): BurstStores {
  opened ??= open();
  return opened;
}

function open(): BurstStores {
  const { s3, dynamo } = openClients();
  return {
    bursts: openBursts(dynamo, named(environment.burstsTable)),
    objects: openBurstObjects(s3, named(environment.runsBucket)),
  };
}

function named(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`the environment variable ${name} is not set`);
  return value;
}
