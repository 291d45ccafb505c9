import { openClients } from '../../../lib/store/clients.ts';
import { environment } from '../../../lib/store/names.ts';
import { named } from '../../../lib/store/stores.ts';
import { openUploadStore, type UploadStore } from '../../../lib/store/uploads/uploads.ts';

let opened: UploadStore | undefined;

/** Documents of runs on their way; opened by the first use. */
export function uploadStore(): UploadStore {
  opened ??= openUploadStore(openClients().s3, named(process.env, environment.runsBucket));
  return opened;
}
