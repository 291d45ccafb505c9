import type { RepositoryContext } from './context.ts';
import { gatheredTable } from './ports/gathered-table.ts';
import type { Table } from './ports/table.ts';
import { openRepository, type Repository } from './repository.ts';

const known = new WeakMap<Table, Repository>();

/** The same context over a table that gathers; what it remembers of a table, it remembers from call to call. */
export function gathering(context: RepositoryContext): RepositoryContext {
  const { table, storage } = context.repository;
  const repository =
    known.get(table) ??
    openRepository(gatheredTable(table, context.soon), { teamBytesMax: storage.bytesMax });
  known.set(table, repository);
  return { ...context, repository, work: context.work.through(repository.table) };
}
