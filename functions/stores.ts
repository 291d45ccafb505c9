import { environment } from '../lib/names/environment.ts';
import type { UploadStore } from '../lib/repository/ports/upload-store.ts';
import { type BurstFiles, openBurstFiles } from '../lib/store/burst-files.ts';
import { type BurstObjects, openBurstObjects } from '../lib/store/burst-objects.ts';
import { type Bursts, openBursts } from '../lib/store/bursts.ts';
import { openClients } from '../lib/store/clients.ts';
import { openScheduleObjects, type ScheduleObjects } from '../lib/store/schedule/objects.ts';
import { openSchedules, type Schedules } from '../lib/store/schedule/records.ts';
import { named, openStores, type Stores } from '../lib/store/stores.ts';
import { openUploadStore } from '../lib/store/uploads/uploads.ts';

/** The stores of this process, opened by the first use, so that a failing configuration fails an invocation. */

let opened: Stores | undefined;
let openedBursts: BurstStores | undefined;
let openedFiles: BurstFiles | undefined;
let openedSchedules: ScheduleStores | undefined;
let openedUploads: UploadStore | undefined;

/** The documents of runs, and API keys. */
export function stores(): Stores {
  opened ??= openStores();
  return opened;
}

/** Documents of runs on their way. */
export function uploadStore(): UploadStore {
  openedUploads ??= openUploadStore(openClients().s3, named(process.env, environment.runsBucket));
  return openedUploads;
}

/** A burst's state and its objects. */
export type BurstStores = { readonly bursts: Bursts; readonly objects: BurstObjects };

export function burstStores(): BurstStores {
  openedBursts ??= openBurstStores();
  return openedBursts;
}

function openBurstStores(): BurstStores {
  const { s3, dynamo } = openClients();
  let bursts: Bursts | undefined;
  let objects: BurstObjects | undefined;
  return {
    get bursts() {
      bursts ??= openBursts(dynamo, named(process.env, environment.burstsTable));
      return bursts;
    },
    // Some functions only conduct: they have no bucket, and the first use of it would say which name is missing.
    get objects() {
      objects ??= openBurstObjects(s3, named(process.env, environment.runsBucket));
      return objects;
    },
  };
}

/** Schedules, and what they start. */
export type ScheduleStores = { readonly schedules: Schedules; readonly objects: ScheduleObjects };

export function scheduleStores(): ScheduleStores {
  openedSchedules ??= openScheduleStores();
  return openedSchedules;
}

function openScheduleStores(): ScheduleStores {
  const { s3, dynamo } = openClients();
  let objects: ScheduleObjects | undefined;
  return {
    schedules: openSchedules(dynamo, named(process.env, environment.identityTable)),
    // Who only lists them has no bucket.
    get objects() {
      objects ??= openScheduleObjects(s3, named(process.env, environment.runsBucket));
      return objects;
    },
  };
}

/** The files that came with documents. By themselves: who takes an upload knows no burst yet. */
export function burstFiles(): BurstFiles {
  openedFiles ??= openBurstFiles(openClients().s3, named(process.env, environment.runsBucket));
  return openedFiles;
}
