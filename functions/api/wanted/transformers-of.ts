import type { Repository } from '../../../lib/repository/repository.ts';
import { visibleTransformers } from '../../../lib/repository/schemas/visible-transformers.ts';
import type { Principal } from '../../../lib/results/access.ts';

/** A transformer as the body of a test names it. */
type Named = { readonly id?: number | null; readonly targetSchemaUri?: string | null };

/**
 * Ids of the transformers that a test from elsewhere names: an id that is not known here means the first transformer that
 * makes the same schema, and nothing where there is none.
 */
export async function transformersOf(
  repository: Repository,
  caller: Principal,
  named: readonly Named[],
): Promise<readonly number[]> {
  if (named.length === 0) return [];
  const all = (await visibleTransformers(repository, caller)).map(({ transformer }) => transformer);
  const found = named.flatMap(({ id, targetSchemaUri }) => {
    const known = all.find((each) => each.id === id);
    const same = all.find((each) => targetSchemaUri && each.targetSchemaUri === targetSchemaUri);
    return (known ?? same)?.id ?? [];
  });
  return [...new Set(found)];
}
