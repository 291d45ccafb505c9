import { DownpourError } from '../../errors.ts';
import type { Principal } from '../../results/access.ts';
import { visibleTransformers } from '../reading/visible-transformers.ts';
import type { Repository } from '../repository.ts';

/** A transformer as the body of a test names it. */
type Named = { readonly id?: number | null; readonly targetSchemaUri?: string | null };

/**
 * Finds the transformers that a test from another deployment names. An unknown id is replaced by the first
 * transformer that makes the same schema.
 *
 * @throws DownpourError TRANSFORMER_UNKNOWN (400) for other unknown ids: without its transformer, a test
 * would have other datasets.
 */
export async function transformersOf(
  repository: Repository,
  caller: Principal,
  named: readonly Named[],
): Promise<readonly number[]> {
  if (named.length === 0) return [];
  const all = (await visibleTransformers(repository, caller)).map(({ transformer }) => transformer);
  const found = named.map(({ id, targetSchemaUri }) => {
    const known = all.find((each) => each.id === id);
    const same = all.find((each) => targetSchemaUri && each.targetSchemaUri === targetSchemaUri);
    const meant = known ?? same;
    if (meant !== undefined) return meant.id;
    const missing = [
      ...(id ? [`transformer ${id}`] : []),
      ...(targetSchemaUri ? [`transformer that makes ${targetSchemaUri}`] : []),
    ];
    throw new DownpourError(
      'TRANSFORMER_UNKNOWN',
      400,
      `This server has no ${missing.join(' and no ') || 'transformer without an id'}: import the bundle of its schema first, or leave the transformer out`,
    );
  });
  return [...new Set(found)];
}
