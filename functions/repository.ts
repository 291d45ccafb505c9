import { environment } from '../lib/names/environment.ts';
import { openRepository, type Repository } from '../lib/repository/repository.ts';
import { openClients } from '../lib/store/clients.ts';
import { openTable } from '../lib/store/dynamo-table.ts';
import { named } from '../lib/store/stores.ts';

let opened: Repository | undefined;

/** What is known of runs, tests and all that belongs to them; opened by the first use. */
export function repository(): Repository {
  opened ??= openRepository(
    openTable(openClients().dynamo, named(process.env, environment.repositoryTable)),
    {
      teamBytesMax: bytesMaxOf(process.env[environment.teamStorageGB]),
    },
  );
  return opened;
}

function bytesMaxOf(gigabytes = ''): number | undefined {
  const bytes = Math.floor(Number(gigabytes) * 1e9);
  return bytes > 0 ? bytes : undefined;
}
