import { dataFormat } from '../lib/facts/data-format.ts';
import { environment } from '../lib/names/environment.ts';
import { formatCheckedTable } from '../lib/repository/ports/format-checked-table.ts';
import type { Table } from '../lib/repository/ports/table.ts';
import { openRepository, type Repository } from '../lib/repository/repository.ts';
import { openClients } from '../lib/store/clients.ts';
import { openTable } from '../lib/store/dynamo-table.ts';
import { named } from '../lib/store/stores.ts';
import { onLambda } from './deployment.ts';

let opened: Repository | undefined;

/** The repository of this process, which is opened at the first use. */
export function repository(): Repository {
  opened ??= openRepository(openedTable(), {
    teamBytesMax: bytesMaxOf(process.env[environment.teamStorageGB]),
  });
  return opened;
}

/** Opens the table. On one machine, Downpour has checked the format of the data folder when it started. */
function openedTable(): Table {
  const table = openTable(openClients().dynamo, named(process.env, environment.repositoryTable));
  return onLambda() ? formatCheckedTable(table, dataFormat) : table;
}

function bytesMaxOf(gigabytes = ''): number | undefined {
  const bytes = Math.floor(Number(gigabytes) * 1e9);
  return bytes > 0 ? bytes : undefined;
}
