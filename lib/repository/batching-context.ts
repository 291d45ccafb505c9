import type { RepositoryContext } from './context.ts';
import { batchingTable } from './ports/batching-table.ts';
import type { Table } from './ports/table.ts';
import { openRepository, type Repository } from './repository.ts';

const known = new WeakMap<Table, Repository>();

/**
 * Returns a context whose table combines requests that are made at the same time. The caches of the
 * repository are kept.
 */
export function batching(context: RepositoryContext): RepositoryContext {
  const { table, storage } = context.repository;
  const repository =
    known.get(table) ??
    openRepository(batchingTable(table, context.soon), { teamBytesMax: storage.bytesMax });
  known.set(table, repository);
  return { ...context, repository, work: context.work.through(repository.table) };
}
