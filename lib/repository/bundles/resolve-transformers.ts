import { DownpourError } from '../../errors.ts';
import type { Principal } from '../../results/access.ts';
import { visibleTransformers } from '../reading/visible-transformers.ts';
import type { Repository } from '../repository.ts';

/** A transformer as the body of a test names it. */
type Named = { readonly id?: number | null; readonly targetSchemaUri?: string | null };

/**
 * Finds the transformers that a test from another deployment names. An unknown id is replaced by the first
 * transformer that makes the same schema. Present transformers that the caller may not see follow, because
 * the caller cannot name them.
 *
 * @throws DownpourError TRANSFORMER_UNKNOWN (400) for other unknown ids: without its transformer, a test
 * would have other datasets.
 */
export async function transformersOf(
  repository: Repository,
  caller: Principal,
  named: readonly Named[],
  present: readonly number[] = [],
): Promise<readonly number[]> {
  if (named.length + present.length === 0) return [];
  const all = (await visibleTransformers(repository, caller)).map(({ transformer }) => transformer);
  const found = named.map(({ id, targetSchemaUri }) => {
    const known = all.find((each) => each.id === id);
    const same = all.find((each) => targetSchemaUri && each.targetSchemaUri === targetSchemaUri);
    const meant = known ?? same;
    if (meant !== undefined) return meant.id;
    const missing = [
      ...(id ? [`transformer ${id}`] : []),
      ...(targetSchemaUri ? [`transformer for the schema '${targetSchemaUri}'`] : []),
    ];
    const why =
      missing.length === 0
        ? 'a transformer of the test has no id and no targetSchemaUri; add one of them'
        : `the test needs a transformer that this server does not have: there is no ${missing.join(' and no ')}; import the schema of the transformer first (POST /api/schema/import)`;
    throw new DownpourError('TRANSFORMER_UNKNOWN', 400, `${why}, or remove the transformer from the test`);
  });
  const hidden = present.filter((id) => all.every((each) => each.id !== id));
  return [...new Set([...found, ...hidden])];
}
