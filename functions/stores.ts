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

/**
 * The stores of this process. They are opened at the first use, so a wrong configuration fails an invocation
 * and not the start of the function.
 */

let opened: Stores | undefined;
let openedBursts: BurstStores | undefined;
let openedFiles: BurstFiles | undefined;
let openedSchedules: ScheduleStores | undefined;
let openedUploads: UploadStore | undefined;

/** The stores of runs, API keys and users. */
export function stores(): Stores {
  opened ??= openStores();
  return opened;
}

/** The store of unfinished uploads. */
export function uploadStore(): UploadStore {
  openedUploads ??= openUploadStore(openClients().s3, named(process.env, environment.runsBucket));
  return openedUploads;
}

/** The store of bursts' states, and the store of their objects. */
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
    // Functions that use only the conductor have no bucket name in their environment. The first use of
    // `objects` reports that it is missing.
    get objects() {
      objects ??= openBurstObjects(s3, named(process.env, environment.runsBucket));
      return objects;
    },
  };
}

/** The store of schedules, and the store of the documents that they start. */
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
    // Functions that only list schedules have no bucket name in their environment. So the bucket is opened on
    // first use.
    get objects() {
      objects ??= openScheduleObjects(s3, named(process.env, environment.runsBucket));
      return objects;
    },
  };
}

/**
 * The store of the files of documents. It is separate, because no burst exists yet when files are uploaded.
 */
export function burstFiles(): BurstFiles {
  openedFiles ??= openBurstFiles(openClients().s3, named(process.env, environment.runsBucket));
  return openedFiles;
}
