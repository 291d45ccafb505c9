import { repositoryKey } from '../../../names/repository-keys.ts';
import { limits } from '../../../results/limits.ts';
import type { Range, Table } from '../../ports/table.ts';
import type { JobScope } from '../task.ts';

/** Ids of some runs or datasets of a scope, and the position of the next page. */
export type IdPage = { readonly ids: readonly number[]; readonly next: string | undefined };

/**
 * Lists a page of the runs or datasets of a scope. Runs in the trash are left out, because they have no
 * datasets.
 */
export async function listOf(
  table: Table,
  scope: JobScope,
  limit: number,
  after: string | undefined,
): Promise<IdPage> {
  const { pk, range } = partitionOf(scope);
  const { items, next } = await table.page(pk, { ...range, limit, ...(after !== undefined && { after }) });
  return { ids: items.flatMap(({ id, trashed }) => (trashed === true ? [] : Number(id))), next };
}

function partitionOf(scope: JobScope): { readonly pk: string; readonly range?: Range } {
  switch (scope.kind) {
    case 'test':
      return { pk: repositoryKey.testRun(scope.test, 0, 0).pk };
    case 'schema':
      return { pk: repositoryKey.schemaRun(scope.uri, 0, 0).pk };
    case 'labels':
      return { pk: repositoryKey.schemaDataset(scope.uri, 0, 0, 0).pk };
    case 'measures':
      return { pk: repositoryKey.testDataset(scope.test, 0, 0, 0).pk };
    case 'time': {
      const { pk, sk: from } = repositoryKey.listedRun(scope.from, 0);
      return { pk, range: { from, to: repositoryKey.listedRun(scope.to, limits.idMax).sk } };
    }
  }
}
